import { beginsAsZip, SIGNATURE_BYTES } from '../archive/zip-signature';
import { SoilError } from '../errors/soil-error';
import { asSentence } from '../text/as-sentence';
import { sleep, type Clock } from '../time/clock';
import { ByteFailure, type ByteAnswer } from '../transport/byte-exchange';
import type { ByteSource } from '../transport/byte-source';
import { isEncoded } from '../transport/content-codings';
import { decodedAnswer } from '../transport/decoded-answer';
import type { Delay } from '../transport/http-exchange';
import { shownHeader } from '../transport/plain-headers';
import { readRetryAfter } from '../transport/retry-after';
import { isPassing, TOO_MANY_REQUESTS } from '../transport/verdict';
import { begunAnswer, type BegunAnswer } from './begun-answer';
import { REFUSED_LINK_CODES, type DownloadLink } from './download-link';
import type { ProgressReporter } from './progress';
import { judgeAnswer, type KnownFile } from './range-answer';
import type { RetryBudget } from './retry-budget';
import type { Sink } from './sink';
import { wordsOf } from './told-instead';

interface TransferOptions {
  source: ByteSource;
  link: DownloadLink;
  sink: Sink;
  budget: RetryBudget;
  maxBytes: number;
  progress: ProgressReporter;
  onDelay?: (delay: Delay) => void;
  signal?: AbortSignal;
  clock: Clock;
}

/** Why the file did not come. */
interface Reason {
  /** What happened: a clause. */
  what: string;
  /** What to do: sentences. */
  advice: string;
  /** Asked for, without the signed part. */
  url: string;
  status?: number;
  /** Seconds. */
  retryAfter?: number;
  detail?: string;
  /** The server's own words, fit for a message. */
  words?: string;
}

/** A failed attempt that is worth another one. */
interface Failure extends Reason {
  /** Whether a body had begun. */
  begun: boolean;
  /** Seconds in which nothing came, at its end. */
  stoodSeconds?: number | undefined;
  /** The error to end with if there is no other attempt. */
  ending?: SoilError;
}

type Outcome = 'complete' | 'go on' | Failure;

/** What an answer goes on from if the whole file was asked for. */
const NOTHING = { bytes: 0 };
/** "Accepted" and "no content" mean that the file is not there yet, if the host says when to come again. */
const NOT_YET_CODES: ReadonlySet<number> = new Set([202, 204]);

/** Brings a whole file into a sink, whatever the network does in between. */
export class Transfer {
  /** Requests made for the file, redirects not counted. */
  attempts = 0;
  /** How often the transfer was resumed from bytes that it held. */
  resumed = 0;
  /** Whether the server cannot go on from what is held. That stays until the whole file comes in its place: a login page or a gateway may answer instead. */
  private wantsWhole = false;

  constructor(private readonly options: TransferOptions) {}

  async run(): Promise<void> {
    const { sink, signal, link, budget, progress } = this.options;
    while (!this.isComplete()) {
      signal?.throwIfAborted();
      const before = sink.held.bytes;
      const outcome = await this.attempt();
      if (sink.held.bytes > before) link.worked();
      budget.reached(sink.held);
      if (outcome === 'complete') break;
      if (outcome !== 'go on') await this.pause(outcome);
    }
    progress.finish(sink.held.bytes);
  }

  private isComplete(): boolean {
    const { bytes, total } = this.options.sink.held;
    return bytes > 0 && bytes === total;
  }

  private async attempt(): Promise<Outcome> {
    const { source, link, sink, signal } = this.options;
    const url = await link.current();
    const { bytes, etag } = sink.held;
    const range = bytes >= SIGNATURE_BYTES && etag !== undefined && !this.wantsWhole ? { from: bytes, etag } : undefined;
    this.attempts++;
    let begun = false;
    try {
      const answer = decodedAnswer(await source.get(url, { range, signal }));
      begun = true;
      try {
        return await this.take(answer, range !== undefined, url);
      } finally {
        answer.discard();
      }
    } catch (error) {
      if (!(error instanceof ByteFailure)) throw error;
      const { what, advice, detail, outlook, blame, stoodSeconds } = error.words;
      const failure = { what, advice, url: error.url, detail, begun, stoodSeconds };
      if (outlook === 'passing') return failure;
      throw this.error(blame === 'network' ? 'SOIL_UNAVAILABLE' : 'SOIL_DOWNLOAD', failure);
    }
  }

  /** @param isRest whether the rest of the file was asked for */
  private async take(answer: ByteAnswer, isRest: boolean, link: string): Promise<Outcome> {
    const { sink } = this.options;
    const verdict = judgeAnswer(answer, isRest ? sink.held : NOTHING);
    switch (verdict.kind) {
      case 'complete':
        return 'complete';
      case 'failed':
        return this.takeStatus(answer, isRest, link);
      case 'mismatch':
        if (!isRest) throw this.breach(`answered with part of the file (${answer.status}) although the whole was requested`, answer);
        this.wantsWhole = true;
        return 'go on';
      case 'continue':
        this.refuseEncoding(answer);
        this.refuseLength(verdict.total ?? verdict.until, answer);
        this.resumed++;
        if (verdict.total !== undefined) await sink.learnTotal(verdict.total);
        await answer.read((chunk) => this.write(chunk, answer, verdict.until));
        return this.atEnd(answer, verdict.until);
      case 'start':
        this.refuseEncoding(answer);
        this.refuseLength(verdict.total ?? 0, answer);
        return this.receiveWhole(await begunAnswer(answer, SIGNATURE_BYTES), { etag: verdict.etag, total: verdict.total }, link);
    }
  }

  /** Tells a zip from the page of an error, a login or a captive portal by its first bytes: before what is held is dropped, or gigabytes are fetched. */
  private async receiveWhole(answer: BegunAnswer, known: KnownFile, link: string): Promise<Outcome> {
    const { sink, clock, signal } = this.options;
    if (!beginsAsZip(answer.first)) {
      const isTooShort = answer.first.length < SIGNATURE_BYTES;
      const words = isTooShort ? '' : await wordsOf(answer, link, clock);
      signal?.throwIfAborted();
      // Too short to be a zip, and nothing is lost by it: the check of the whole says so.
      if (!isTooShort || sink.held.bytes > 0) return this.noZip(answer, words);
    }
    await sink.restart(known);
    this.wantsWhole = false;
    // Of that very file, from an earlier attempt: only the rest is to come.
    if (sink.held.bytes > 0) return 'go on';
    const until = known.total ?? Infinity;
    await answer.read((chunk) => this.write(chunk, answer, until));
    return this.atEnd(answer, until);
  }

  /** @param until position at which the body ends; Infinity if the server did not say */
  private write(chunk: Buffer, answer: ByteAnswer, until: number): Promise<void> | undefined {
    const { sink, progress } = this.options;
    const end = sink.held.bytes + chunk.length;
    this.refuseLength(end, answer);
    if (end > until) {
      sink.forget();
      throw this.breach(`sent more bytes than the ${until} that it announced`, answer);
    }
    const written = sink.write(chunk);
    progress.add(chunk.length, end, sink.held.total);
    return written;
  }

  /** The body has come to its end. */
  private atEnd({ host, url, status }: ByteAnswer, until: number): Outcome {
    const { bytes, total } = this.options.sink.held;
    if (until === Infinity) return 'complete';
    // If nobody knows the length, asking for more will tell.
    if (bytes === until) return bytes === total ? 'complete' : 'go on';
    return { what: `${host} ended its answer at byte ${bytes}, but had announced ${until}`, advice: 'Try again later.', url, status, begun: true };
  }

  /** @throws SOIL_ARCHIVE if nothing came before. Otherwise, the page may pass: the link was right. */
  private noZip(answer: ByteAnswer, words: string): Failure {
    const type = shownHeader(answer.headers['content-type'] ?? 'no content type', 100, answer.secrets());
    const says = words && ` It says: ${asSentence(words)}`;
    const message = `What ${answer.host} sent for the download link is not a zip file (${type}).${says} Check whether a login page or a gateway answered instead.`;
    const { status, url } = answer;
    const ending = new SoilError('SOIL_ARCHIVE', message, { status, method: 'GET', url, detail: words });
    if (this.options.sink.held.bytes === 0) throw ending;
    return { what: 'another answer came in its place', advice: 'Try again later.', url, status, begun: true, ending };
  }

  /** An encoding that can be decoded no longer shows here. */
  private refuseEncoding(answer: ByteAnswer): void {
    const encoding = answer.headers['content-encoding'] ?? '';
    if (!isEncoded(encoding)) return;
    throw this.breach(`sent the file in the encoding "${shownHeader(encoding, 40, answer.secrets())}", which was not asked for`, answer);
  }

  private refuseLength(bytes: number, { url, status }: ByteAnswer): void {
    const { maxBytes } = this.options;
    if (bytes <= maxBytes) return;
    this.options.sink.forget();
    throw this.error('SOIL_DOWNLOAD', {
      what: `it has ${bytes} bytes or more, and the limit is ${maxBytes} bytes`,
      advice: 'Raise "Largest file" in soil-download, or ask for less at once.',
      url,
      status,
    });
  }

  private async takeStatus(answer: ByteAnswer, isRest: boolean, link: string): Promise<Outcome> {
    const { status, host, url } = answer;
    const { clock, signal } = this.options;
    const words = await wordsOf(answer, link, clock);
    signal?.throwIfAborted();
    const failure: Failure = { what: `${host} answered ${status}`, advice: 'Try again later.', url, status, words, begun: false };
    if (REFUSED_LINK_CODES.has(status)) {
      const replaced = await this.options.link.replace({ status, host, url, words });
      if (typeof replaced !== 'number') return { ...failure, ending: replaced };
      return replaced > 1 ? failure : 'go on';
    }
    const retryAfter = readRetryAfter(answer.headers, clock.now());
    if (isPassing(status) || (NOT_YET_CODES.has(status) && retryAfter !== undefined)) return { ...failure, retryAfter };
    if (isRest) {
      // The whole file may still be available. Asking to resume what is held would get this answer every time.
      this.wantsWhole = true;
      return 'go on';
    }
    throw this.error('SOIL_DOWNLOAD', { ...failure, advice: 'Send the job to soil-wait again for a new link.' });
  }

  private async pause(failure: Failure): Promise<void> {
    const { budget, clock, signal, onDelay } = this.options;
    const seconds = budget.spend(failure.retryAfter, failure.stoodSeconds);
    const isTooMany = failure.status === TOO_MANY_REQUESTS;
    if (seconds === undefined) {
      const code = isTooMany ? 'SOIL_RATE_LIMITED' : failure.begun ? 'SOIL_DOWNLOAD' : 'SOIL_UNAVAILABLE';
      throw failure.ending ?? this.error(code, failure);
    }
    onDelay?.({ reason: isTooMany || failure.retryAfter !== undefined ? 'rate-limit' : 'retry', seconds });
    await sleep(clock, seconds * 1000, signal);
  }

  /** The server does not keep to the rules of HTTP: no further attempt helps. */
  private breach(what: string, { host, url, status }: ByteAnswer): SoilError {
    return this.error('SOIL_DOWNLOAD', { what: `${host} ${what}`, advice: 'Report it to whoever runs the service.', url, status });
  }

  private error(code: 'SOIL_DOWNLOAD' | 'SOIL_UNAVAILABLE' | 'SOIL_RATE_LIMITED', { what, advice, url, status, retryAfter, words, detail = words }: Reason): SoilError {
    const tries = this.attempts > 1 ? ` (${this.attempts} attempts)` : '';
    const says = words ? ` It says: ${asSentence(words)}` : '';
    return new SoilError(code, `Could not download the file: ${what}${tries}.${says} ${advice}`, { status, method: 'GET', url, retryAfter, detail });
  }
}
