import { setMaxListeners } from 'node:events';
import type { FileOrigin } from '../../../src/jobs/files/job-files';
import type { JobKeeper } from '../../../src/jobs/job-keeper';
import type { FlowMessage } from '../../../src/jobs/messages/flow-message';
import type { Life } from '../life';
import { later } from '../scripted-service';

export const LINK = 'https://files.example/1.zip?h=link-CANARY';

/** The message of a job that is completed, as it comes to `soil-download`. */
export function linked(more: object = {}): FlowMessage {
  return { _msgid: 'm1', topic: 'north', payload: LINK, soil: { job: { id: 'j1', url: 'https://api.example/j1', result: { url: LINK } } }, ...more };
}

/** A `soil-download` node between its start and its closing, or a `soil-read` node: it fetches as the test says. */
export class DownloadNode {
  readonly out: { message: FlowMessage; file: string }[] = [];
  readonly errors: unknown[] = [];
  readonly origins: FileOrigin[] = [];
  readonly takenUp: FlowMessage[] = [];
  private readonly closing = new AbortController();
  private readonly files: ReturnType<typeof later<string>>[] = [];
  private readonly detach: () => void;
  private readonly going: Promise<void>[] = [];
  /** What the latest work awaits before a part of its message goes out. */
  leaving: () => Promise<void> = () => Promise.resolve();
  /** What the nodes after it do with a message. */
  next: (message: FlowMessage) => void = () => undefined;

  constructor(
    private readonly keeper: JobKeeper,
    private readonly id = 'download',
    private readonly reads = false,
  ) {
    setMaxListeners(0, this.closing.signal);
    this.detach = keeper.files.attach(
      id,
      (message) => {
        this.takenUp.push(message);
        this.take(message);
      },
      reads,
    );
  }

  take(message: FlowMessage): void {
    const file = later<string>();
    // Nobody waits for a file whose turn never comes.
    file.promise.catch(() => {});
    this.files.push(file);
    this.closing.signal.addEventListener('abort', () => file.reject(this.closing.signal.reason as Error));
    const work = {
      node: this.id,
      ...(this.reads && { reads: true as const }),
      message,
      signal: this.closing.signal,
      fetch: (origin: FileOrigin, leaving: () => Promise<void>) => {
        this.origins.push(origin);
        this.leaving = leaving;
        return file.promise;
      },
      handOver: (path: string) => {
        this.out.push({ message, file: path });
        this.next(message);
      },
    };
    this.going.push(this.keeper.files.carryOut(work).catch((error: unknown) => void this.errors.push(error)));
  }

  /** The file of the n-th message is there. */
  async fetched(index = 0): Promise<void> {
    this.files[index]?.resolve('a.zip');
    await this.going[index];
  }

  async failed(index = 0, error = new Error('no file')): Promise<void> {
    this.files[index]?.reject(error);
    await this.going[index];
  }

  async close(): Promise<void> {
    this.closing.abort(new Error('closed'));
    this.detach();
    await Promise.all(this.going);
  }
}

/** The node in a new process, with what it takes up there. */
export async function takenUpAfter(life: Life): Promise<DownloadNode> {
  return new DownloadNode((await life.kill()).keeper);
}

/** The text of the journal, with everything that was given to it, including messages that left a moment ago. */
export async function onDisk(life: Life): Promise<string> {
  await life.clock.advance(100);
  return (life.disk.contents('jobs.journal') as Buffer).toString();
}

/** Makes the journal be rewritten, by what comes and goes at another node. */
export async function writtenAnew({ keeper, disk, clock }: Life): Promise<void> {
  const filler = new DownloadNode(keeper, 'filler');
  const times = (): number => disk.calls.filter((call) => call === 'rename jobs.journal').length;
  const before = times();
  for (let at = 0; times() === before; at++) {
    filler.take(linked({ _msgid: `filler-${at}`, padding: 'x'.repeat(100_000) }));
    await filler.failed(at);
    await clock.advance(0);
  }
}
