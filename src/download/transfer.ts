import { SoilError, isSoilError } from '../errors/soil-error';
import type { Clock } from '../time/clock';
import { sleep } from '../time/clock';
import type { ByteAnswer, ByteRange, ByteSource } from '../transport/byte-stream';
import type { Delay } from '../transport/http-client';
import type { DownloadLink } from './download-link';
import { refusedLinkCodes } from './download-link';
import type { ProgressReporter } from './progress';
import type { Held } from './range-answer';
import { judgeAnswer } from './range-answer';

/** Where the bytes go. */
export interface Sink {
  /** What is held already; kept up to date by the sink. */
  readonly held: Readonly<Held>;
  /** Drops everything; what comes next is a file of which this is known. */
  restart(known: { etag?: string; total?: number }): Promise<void>;
  /** The full length became known while going on. */
  learnTotal(total: number): void;
  /** Appends. Gives a promise where the writer must wait. */
  write(chunk: Buffer): Promise<void> | undefined;
}

export interface TransferOptions {
  source: ByteSource;
  link: DownloadLink;
  sink: Sink;
  maxBytes: number;
  /** Longest time of waiting between attempts without progress, in seconds. */
  retryBudgetSeconds: number;
  progress: ProgressReporter;
  /** Called once the length is known, before the first byte is written. */
  onLength?: (total: number) => Promise<void>;
  onDelay?: (delay: Delay) => void;
  signal?: AbortSignal;
  clock: Clock;
  random: () => number;
}

/** A failed attempt that is worth another one. */
interface Failure {
  what: string;
  status?: number;
  retryAfter?: number;
  /** Whether a body had begun. */
  begun: boolean;
}

const firstDelaySeconds = 0.5;
const longestDelaySeconds = 30;
/** An attempt that brought this much, or a hundredth of the file, has made progress: the budget starts anew. */
const progressBytes = 64 * 1024;

/** Brings a whole file into a sink, whatever the network does in between. */
export class Transfer {
  attempts = 0;
  /** How often bytes that were held were gone on from. */
  resumed = 0;
  private failures = 0;
  private waitedSeconds = 0;
  private readonly head = Buffer.alloc(4);

  constructor(private readonly options: TransferOptions) {}

  async run(): Promise<void> {
    const { sink, signal } = this.options;
    while (!this.complete()) {
      signal?.throwIfAborted();
      const before = sink.held.bytes;
      const failure = await this.attempt();
      const gained = sink.held.bytes - before;
      if (gained > 0) this.options.link.worked();
      if (gained >= Math.min(progressBytes, (sink.held.total ?? Infinity) / 100)) {
        this.failures = 0;
        this.waitedSeconds = 0;
      }
      if (failure === 'complete') break;
      if (failure) await this.pause(failure);
    }
    this.options.progress.finish(sink.held.bytes);
  }

  private complete(): boolean {
    const { bytes, total } = this.options.sink.held;
    return bytes > 0 && bytes === total;
  }

  /** One request. Gives the failure to wait for, nothing where the next request may follow at once. */
  private async attempt(): Promise<Failure | 'complete' | undefined> {
    const { source, link, sink, signal } = this.options;
    const url = await link.current();
    this.attempts++;
    let answer: ByteAnswer;
    try {
      const { bytes, etag } = sink.held;
      const range: ByteRange | undefined = bytes >= this.head.length && etag !== undefined ? { from: bytes, etag } : undefined;
      if (!range && bytes > 0) await sink.restart({});
      answer = await source.get(url, { range, signal });
    } catch (error) {
      return this.networkFailure(error, false);
    }
    try {
      return await this.take(answer);
    } catch (error) {
      return this.networkFailure(error, true);
    } finally {
      answer.discard();
    }
  }

  private async take(answer: ByteAnswer): Promise<Failure | 'complete' | undefined> {
    const { sink, link } = this.options;
    const verdict = judgeAnswer(answer, sink.held);
    if (verdict.kind === 'complete') return 'complete';
    if (verdict.kind === 'mismatch') {
      if (sink.held.bytes === 0) return { what: `it answered with a range that was not asked for`, status: answer.status, begun: false };
      await sink.restart({});
      return undefined;
    }
    if (verdict.kind === 'failed') {
      if (refusedLinkCodes.has(answer.status)) {
        const renewals = await link.replace(answer);
        return renewals > 1 ? { what: 'it refused a new link', status: answer.status, begun: false } : undefined;
      }
      return this.statusFailure(answer);
    }

    this.refuseEncoding(answer);
    if (verdict.kind === 'continue') {
      this.resumed++;
      sink.learnTotal(verdict.total);
      await this.receive(answer, verdict.until);
      return undefined;
    }
    this.refuseLength(verdict.total, answer);
    if (verdict.total !== undefined) await this.options.onLength?.(verdict.total);
    await sink.restart({ etag: verdict.etag, total: verdict.total });
    await this.receive(answer, verdict.total);
    return verdict.total === undefined ? 'complete' : undefined;
  }

  private async receive(answer: ByteAnswer, until: number | undefined): Promise<void> {
    const { sink, progress, maxBytes } = this.options;
    for await (const chunk of answer.body) {
      const end = sink.held.bytes + chunk.length;
      if (end > maxBytes) this.refuseLength(end, answer);
      if (sink.held.bytes < this.head.length) this.checkSignature(chunk, answer);
      const written = sink.write(chunk);
      if (written) await written;
      progress.add(chunk.length, end, sink.held.total);
    }
    if (until !== undefined && sink.held.bytes < until) throw new Error(`the body ended at byte ${sink.held.bytes} of ${until}`);
  }

  /** A page of an error, a login or a captive portal is told from a zip by its first bytes, before gigabytes of it are fetched. */
  private checkSignature(chunk: Buffer, answer: ByteAnswer): void {
    const at = this.options.sink.held.bytes;
    const end = at + chunk.copy(this.head, at, 0, this.head.length - at);
    if (end < this.head.length || /^PK(\x03\x04|\x05\x06)/.test(this.head.toString('latin1'))) return;
    const type = answer.headers['content-type']?.slice(0, 100) ?? 'no content type';
    throw new SoilError('SOIL_ARCHIVE', `What ${answer.host} sent for the download link is not a zip file (${type}): a web page, or a gateway in between?`, {
      status: answer.status,
      method: 'GET'
    });
  }

  private refuseEncoding(answer: ByteAnswer): void {
    const encoding = answer.headers['content-encoding'] ?? 'identity';
    if (encoding.toLowerCase() === 'identity') return;
    throw new SoilError('SOIL_DOWNLOAD', `${answer.host} sent the file in the encoding "${encoding.slice(0, 40)}", which was not asked for`, {
      status: answer.status,
      method: 'GET'
    });
  }

  private refuseLength(bytes: number | undefined, answer: ByteAnswer): void {
    const { maxBytes } = this.options;
    if (bytes === undefined || bytes <= maxBytes) return;
    throw new SoilError('SOIL_DOWNLOAD', `The file is larger than the limit of ${maxBytes} bytes (${bytes} or more): raise the limit, or narrow the query`, {
      status: answer.status,
      method: 'GET'
    });
  }

  private statusFailure(answer: ByteAnswer): Failure {
    const { status } = answer;
    if (status === 408 || status === 425 || status === 429 || status >= 500) {
      return { what: `${answer.host} answered with status ${status}`, status, retryAfter: undefined, begun: false };
    }
    throw new SoilError('SOIL_DOWNLOAD', `${answer.host} answered the download with status ${status}, which brings no file`, {
      status,
      method: 'GET'
    });
  }

  private networkFailure(error: unknown, begun: boolean): Failure {
    if (isSoilError(error) || this.options.signal?.aborted) throw error;
    const code = (error as NodeJS.ErrnoException).code;
    return { what: code ?? (error as Error).message, begun };
  }

  private async pause(failure: Failure): Promise<void> {
    const { clock, random, signal, onDelay, retryBudgetSeconds } = this.options;
    const longest = Math.min(longestDelaySeconds, firstDelaySeconds * 2 ** this.failures);
    const seconds = Math.max(longest / 2 + (random() * longest) / 2, failure.retryAfter ?? 0);
    this.failures++;
    if (this.waitedSeconds + seconds > retryBudgetSeconds) throw this.givenUp(failure);
    this.waitedSeconds += seconds;
    onDelay?.({ reason: failure.status === 429 ? 'rate-limit' : 'retry', seconds, attempt: this.failures });
    await sleep(clock, seconds * 1000, signal);
  }

  private givenUp(failure: Failure): SoilError {
    const { bytes, total, etag } = this.options.sink.held;
    const cause = { status: failure.status, method: 'GET', retryAfter: failure.retryAfter, detail: failure.what.slice(0, 500) };
    const far = `${bytes}${total === undefined ? '' : ` of ${total}`} bytes`;
    const next = etag === undefined || bytes === 0 ? 'the next attempt starts from the beginning' : `${far} are kept, and the next attempt goes on from there`;
    if (failure.status === 429) return new SoilError('SOIL_RATE_LIMITED', `The storage host still limits the download: ${failure.what}; ${next}`, cause);
    if (!failure.begun) return new SoilError('SOIL_UNAVAILABLE', `Cannot reach the download: ${failure.what}; ${next}`, cause);
    return new SoilError('SOIL_DOWNLOAD', `The download keeps breaking off: ${failure.what}; ${next}`, cause);
  }
}
