import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../servers/free-port';
import { until } from '../time/until';
import { nodeBinary, redScript, root } from './node-red-under-test';

/** What Node-RED says when its flows run, in the languages of this package. */
const STARTED = /Started flows|Flows sind gestartet|Flujos iniciados|Flux démarrés|Fluxos iniciados/;

export interface ProcessOptions {
  flow?: object[];
  /** Credentials by node id, in clear: the test runtime does not encrypt. */
  credentials?: Record<string, object>;
  /** Further settings of Node-RED, as JSON. */
  settings?: Record<string, unknown>;
  /** A user directory to use again. */
  userDirectory?: string;
  env?: NodeJS.ProcessEnv;
  /** Links this package into the user directory (default), or leaves what is installed there. */
  link?: boolean;
  /** Folders of further packages, to be installed in the user directory as well. */
  packages?: readonly string[];
  /** What its log says when it is up, if that may be without its flows. */
  isUp?: RegExp;
}

/** A whole Node-RED in a process of its own, on a user directory of its own. */
export class NodeRedProcess {
  private constructor(
    readonly userDirectory: string,
    readonly address: string,
    private readonly child: ChildProcess,
    private readonly lines: string[],
  ) {}

  static async start(options: ProcessOptions = {}): Promise<NodeRedProcess> {
    const userDirectory = options.userDirectory ?? (await newUserDirectory());
    if (options.link !== false) await linkPackages(userDirectory, options.packages ?? []);
    if (options.flow) await writeFile(path.join(userDirectory, 'flows.json'), JSON.stringify(options.flow));
    if (options.credentials) await writeFile(path.join(userDirectory, 'flows_cred.json'), JSON.stringify(options.credentials));
    for (let attempt = 1; ; attempt += 1) {
      const port = await freePort();
      try {
        return await NodeRedProcess.launch(userDirectory, options, port);
      } catch (error) {
        // Another program may take a free port before Node-RED does, which says so in its language.
        if (attempt === 3 || !String(error).includes(`:${port}/`)) throw error;
      }
    }
  }

  private static async launch(userDirectory: string, options: ProcessOptions, port: number): Promise<NodeRedProcess> {
    await writeFile(path.join(userDirectory, 'settings.js'), settingsFile(port, options.settings ?? {}));
    const child = spawn(nodeBinary, [redScript, '--userDir', userDirectory, '--settings', path.join(userDirectory, 'settings.js')], {
      cwd: userDirectory,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const lines: string[] = [];
    const started = new Promise<void>((resolve, reject) => {
      // Line by line: one chunk may end in the middle of a line.
      for (const input of [child.stdout, child.stderr]) {
        createInterface({ input }).on('line', (line) => {
          if (line !== '') lines.push(line);
          if ((options.isUp ?? STARTED).test(line)) resolve();
        });
      }
      child.once('close', (code) => reject(new Error(`Node-RED ended with ${code}:\n${lines.join('\n')}`)));
    });
    started.catch(() => undefined);
    const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error(`Node-RED did not start:\n${lines.join('\n')}`)), 120_000).unref());
    try {
      await Promise.race([started.then(() => listening(port)), late]);
    } catch (error) {
      // Nobody has it: it would keep this process from ending.
      child.kill('SIGKILL');
      throw error;
    }
    return new NodeRedProcess(userDirectory, `http://127.0.0.1:${port}`, child, lines);
  }

  /** Where relative file names of the core file nodes begin. */
  get workingDirectory(): string {
    return this.userDirectory;
  }

  get log(): readonly string[] {
    return this.lines;
  }

  async get(route: string, accept = 'application/json'): Promise<{ status: number; text: string; json: () => unknown }> {
    const { status, text } = await this.ask('GET', route, { accept });
    return { status, text, json: () => JSON.parse(text) as unknown };
  }

  post(route: string, body: unknown, headers: Record<string, string> = {}): Promise<{ status: number; text: string }> {
    return this.ask('POST', route, headers, body);
  }

  put(route: string, body: unknown): Promise<{ status: number; text: string }> {
    return this.ask('PUT', route, {}, body);
  }

  /** Over a connection of its own: a test that stood still for some seconds would hear too late that Node-RED has closed a kept one. */
  private async ask(method: string, route: string, headers: Record<string, string>, body?: unknown): Promise<{ status: number; text: string }> {
    const answer = await fetch(this.address + route, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers, connection: 'close' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, text: await answer.text() };
  }

  /** Deploys a flow as the editor does. */
  async deploy(flow: object[], type: 'full' | 'flows' | 'nodes' = 'full'): Promise<void> {
    const { status, text } = await this.post('/flows', flow, { 'node-red-deployment-type': type });
    if (status !== 204 && status !== 200) throw new Error(`The deploy was refused: ${status} ${text}`);
  }

  /** Deploys all flows, and waits until they run: a deploy is answered when the ones before have stopped, and until these run nobody takes anything. */
  async deployAndStart(flow: object[]): Promise<void> {
    const starts = (): number => this.lines.filter((line) => STARTED.test(line)).length;
    const earlier = starts();
    await this.deploy(flow);
    await until(() => starts() > earlier, 'the flows run again');
  }

  /** Sends a signal that does not end the process. */
  notify(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  async signal(signal: NodeJS.Signals): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = once(this.child, 'exit');
    this.child.kill(signal);
    await gone;
  }

  /** For the end of this process, which waits for nothing. */
  readonly killAtExit = (): void => {
    this.child.kill('SIGKILL');
    rmSync(this.userDirectory, { recursive: true, force: true });
  };

  /** Stops the process and removes the user directory. */
  async remove(): Promise<void> {
    await this.signal('SIGKILL');
    await rm(this.userDirectory, { recursive: true, force: true });
  }
}

export function newUserDirectory(): Promise<string> {
  return mkdtemp(path.join(os.tmpdir(), 'soil-node-red-'));
}

/** Links rather than copies: each package still finds its own dependencies beside it. */
async function linkPackages(userDirectory: string, more: readonly string[]): Promise<void> {
  const folders = [root, ...more];
  const names = folders.map((folder) => (JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { name: string }).name);
  const manifest = { name: 'user-directory', private: true, dependencies: Object.fromEntries(names.map((name) => [name, '*'])) };
  await mkdir(path.join(userDirectory, 'node_modules'), { recursive: true });
  await writeFile(path.join(userDirectory, 'package.json'), JSON.stringify(manifest));
  for (const [index, name] of names.entries()) {
    const link = path.join(userDirectory, 'node_modules', name);
    await mkdir(path.dirname(link), { recursive: true });
    await symlink(folders[index]!, link, 'junction').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

function settingsFile(port: number, more: Record<string, unknown>): string {
  const settings = {
    flowFile: 'flows.json',
    credentialSecret: false,
    uiHost: '127.0.0.1',
    uiPort: port,
    telemetry: { enabled: false, updateNotification: false },
    // No test looks at code, and the other code editor takes a third of the time in which the page loads.
    editorTheme: { tours: false, projects: { enabled: false }, codeEditor: { lib: 'ace' } },
    externalModules: { autoInstall: false, palette: { allowInstall: false } },
    ...more,
  };
  return `module.exports = ${JSON.stringify(settings, null, 2)};\n`;
}

/** The flows may run a moment before the server listens. */
async function listening(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const taken = await once(socket, 'connect').then(() => true, () => false);
    socket.destroy();
    if (taken) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
