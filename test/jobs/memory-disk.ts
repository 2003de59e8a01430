import path from 'node:path';
import type { FileSystem, OpenFile } from '../../src/jobs/journal/file-system';

/** What a disk does on a call: nothing special, an error, or (for a write) take only so many bytes. */
export type Fault = undefined | NodeJS.ErrnoException | { takes: number };

interface Node {
  /** Its latest name: a file that is open may be renamed. */
  name: string;
  /** What a process reads: one part for each write. */
  cached: Buffer[];
  /** What is there after a power cut. */
  durable: Buffer[];
  modified: number;
  /** How many have it open. */
  open: number;
}

/** An error as the system gives it. */
export function systemError(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: made by the test`), { code });
}

/**
 * A disk with one folder, in memory: knows what is on it and what only seems to be, and fails on demand. Paths count by their
 * last part, so that a copy of it can be opened under another folder name.
 */
export class MemoryDisk implements FileSystem {
  private names = new Map<string, Node>();
  private durableNames = new Map<string, Node>();
  /** The folder that it was opened as. */
  opened: string | undefined;
  /** Calls so far, as in `write jobs.journal`. */
  readonly calls: string[] = [];
  /** Asked at every call that changes something or makes it last. */
  fault: (call: string, index: number) => Fault = () => undefined;
  /** Waited for before every call. */
  hold: (call: string) => Promise<void> | undefined = () => undefined;

  /** Has no room for another byte, until {@link fault} says otherwise. */
  fillUp(): void {
    this.fault = (call) => (call.startsWith('write') ? systemError('ENOSPC') : undefined);
  }

  makeDirectory(directory: string): Promise<void> {
    this.opened = directory;
    return Promise.resolve();
  }

  realPath(directory: string): Promise<string> {
    return Promise.resolve(directory);
  }

  list(): Promise<string[]> {
    return Promise.resolve([...this.names.keys()]);
  }

  read(file: string): Promise<Buffer> {
    return this.at(file, (node) => Buffer.concat(node.cached));
  }

  async open(file: string, mode: 'append' | 'create'): Promise<OpenFile> {
    const name = path.basename(file);
    await this.call('open', file);
    if (mode === 'create' && this.names.has(name)) throw systemError('EEXIST');
    const node = this.names.get(name) ?? { name, cached: [], durable: [], modified: Date.now(), open: 0 };
    this.names.set(name, node);
    node.open++;
    return {
      write: async (bytes) => {
        const fault = await this.call('write', node.name);
        const taken = fault && 'takes' in fault ? Math.min(fault.takes, bytes.length) : bytes.length;
        node.cached.push(Buffer.from(bytes.subarray(0, taken)));
        return taken;
      },
      sync: async () => {
        await this.call('sync', node.name);
        node.durable = [...node.cached];
      },
      truncate: async (length) => {
        await this.call('truncate', node.name);
        node.cached = [Buffer.concat(node.cached).subarray(0, length)];
      },
      close: async () => {
        await this.call('close', node.name);
        node.open--;
      },
    };
  }

  async rename(from: string, to: string): Promise<void> {
    await this.call('rename', to);
    const node = this.node(from);
    this.names.delete(path.basename(from));
    node.name = path.basename(to);
    this.names.set(node.name, node);
  }

  async link(from: string, to: string): Promise<void> {
    await this.call('link', to);
    if (this.names.has(path.basename(to))) throw systemError('EEXIST');
    this.names.set(path.basename(to), this.node(from));
  }

  async remove(file: string): Promise<void> {
    if (!this.names.has(path.basename(file))) throw systemError('ENOENT');
    await this.call('remove', file);
    this.names.delete(path.basename(file));
  }

  async syncDirectory(directory: string): Promise<void> {
    await this.call('sync directory', directory);
    this.durableNames = new Map(this.names);
  }

  touch(file: string, time: Date): Promise<void> {
    return this.at(file, (node) => void (node.modified = time.getTime()));
  }

  modified(file: string): Promise<number> {
    return this.at(file, (node) => node.modified);
  }

  /** What a new process finds after this one was killed. */
  afterKill(): MemoryDisk {
    const disk = new MemoryDisk();
    disk.names = copy(this.names, (node) => node.cached);
    disk.durableNames = new Map(disk.names);
    return disk;
  }

  /** What a new process finds after a power cut: only what was made to last. */
  afterPowerCut(): MemoryDisk {
    const disk = new MemoryDisk();
    disk.names = copy(this.durableNames, (node) => node.durable);
    disk.durableNames = new Map(disk.names);
    return disk;
  }

  contents(name: string): Buffer | undefined {
    const node = this.names.get(name);
    return node && Buffer.concat(node.cached);
  }

  put(name: string, bytes: Buffer | string): void {
    this.names.set(name, { name, cached: [Buffer.from(bytes)], durable: [Buffer.from(bytes)], modified: Date.now(), open: 0 });
    this.durableNames = new Map(this.names);
  }

  isOpen(name: string): boolean {
    return (this.names.get(name)?.open ?? 0) > 0;
  }

  get files(): string[] {
    return [...this.names.keys()].sort();
  }

  private async call(action: string, file: string): Promise<Fault> {
    const call = `${action} ${path.basename(file)}`;
    await this.hold(call);
    const fault = this.fault(call, this.calls.push(call) - 1);
    if (fault instanceof Error) throw fault;
    return fault;
  }

  private at<T>(file: string, take: (node: Node) => T): Promise<T> {
    return Promise.resolve().then(() => take(this.node(file)));
  }

  private node(file: string): Node {
    const node = this.names.get(path.basename(file));
    if (!node) throw systemError('ENOENT');
    return node;
  }
}

function copy(names: Map<string, Node>, bytes: (node: Node) => Buffer[]): Map<string, Node> {
  return new Map([...names].map(([name, node]) => [name, { name, cached: [...bytes(node)], durable: [...bytes(node)], modified: node.modified, open: 0 }]));
}
