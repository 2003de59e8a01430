import { JobAtWork } from '../errors/job-at-work';
import { SoilError, isSoilError, type SoilErrorCause } from '../errors/soil-error';
import type { JobResult } from '../service/job';
import { RefusalsInARow } from '../service/passing-refusals';
import { asSentence } from '../text/as-sentence';
import { counted } from '../text/counted';
import type { Clock } from '../time/clock';

/** A link this close to its end is renewed before it is used. */
const MARGIN_MS = 60_000;
const MOST_RENEWALS = 3;
/** How long a file may not be found under its link: some services call a job completed before the storage host shows its file everywhere. */
const NOT_THERE_YET_MS = 20_000;
const NOT_FOUND = 404;
const UNAUTHORISED = 401;
const ADVICE =
  'Send msg.soil.job to soil-wait again for a new link: the download then goes on where it stopped, if its .part file is still there. If the job is no longer known, submit the request again.';

/** What a storage host answers to a link that it no longer (or not yet) takes. */
export const REFUSED_LINK_CODES: ReadonlySet<number> = new Set([400, 401, 403, 404, 410]);

/** How the storage host refused a link. */
interface LinkRefusal {
  status: number;
  host: string;
  /** Without the signed part. */
  url: string;
  /** The host's own words, fit for a message. */
  words?: string;
}

/**
 * Whether the service, having failed to give a link, may still give one later: a single answer that is not its own (a login page, JSON that was cut
 * off), a refusal, a job that is at work again, or a token refused a moment ago prove little. If the service was not even asked, nothing will change.
 */
export function mayBeGivenLater(error: unknown): error is SoilError {
  if (error instanceof JobAtWork) return true;
  if (isSoilError(error, 'SOIL_AUTH')) return error.cause.retryAfter !== undefined;
  return isSoilError(error, 'SOIL_REQUEST', 'SOIL_RESPONSE') && error.cause.status !== undefined;
}

/** The time-limited link of a completed job (section 2.5), renewed by reading the job again (section 4.7). */
export class DownloadLink {
  private renewals = 0;
  /** How many of the renewals brought a different link. */
  private others = 0;
  private refusals: RefusalsInARow | undefined;
  /** When the first link since one last worked was refused, monotonic ms. */
  private refusedSince: number | undefined;

  constructor(
    private result: JobResult,
    private readonly renew: (() => Promise<JobResult>) | undefined,
    private readonly clock: Clock,
  ) {}

  /** When the present link expires, ISO 8601 UTC, if the service said so. */
  get expires(): string | null {
    return this.result.expires ?? null;
  }

  /**
   * The address to ask next. A link near its end is renewed first. If that fails, the old one is tried: the storage host has the last
   * word, and the clocks may differ.
   */
  async current(): Promise<string> {
    const end = Date.parse(this.result.expires ?? '');
    if (this.renew && end - this.clock.now() < MARGIN_MS) {
      try {
        this.result = await this.renew();
      } catch {
        // If the storage host refuses the old one, it is renewed again, and then the reason is told.
      }
    }
    return this.result.url;
  }

  /** Bytes came: the renewals so far no longer count. */
  worked(): void {
    this.renewals = 0;
    this.others = 0;
    this.refusedSince = undefined;
  }

  /**
   * Asks the service for another link after the storage host refused this one.
   *
   * @returns how many were given since one last worked; or, if there is none for now, the error for a caller that will not ask again
   * @throws SOIL_LINK_EXPIRED if there is none to be had; the error of reading the job if the service cannot be reached
   */
  async replace(refusal: LinkRefusal): Promise<number | SoilError> {
    if (!this.renew) {
      const ended = Date.parse(this.result.expires ?? '') <= this.clock.now() ? ' (it had expired)' : '';
      throw expired(refusal, `${ended}.`, 'Send the job to soil-wait again for a new link.');
    }
    this.refusedSince ??= this.clock.monotonic();
    const worn = this.renewals < MOST_RENEWALS ? undefined : this.wornOut(refusal);
    if (worn && (refusal.status !== NOT_FOUND || this.clock.monotonic() - this.refusedSince >= NOT_THERE_YET_MS)) throw worn;
    try {
      const { url: before } = this.result;
      this.result = await this.renew();
      if (this.result.url !== before) this.others++;
    } catch (error) {
      if (mayBeGivenLater(error) && !this.isRefusedForGood(error)) return notRenewed(refusal, error);
      throw isSoilError(error) ? notRenewed(refusal, error) : error;
    }
    this.refusals = undefined;
    this.renewals++;
    return worn ?? this.renewals;
  }

  /** The error if new links are refused like the old one. */
  private wornOut(refusal: LinkRefusal): SoilError {
    const tried = this.others > 0 ? `${counted(this.others, 'new link')} from the service as well` : 'the service gives the same link again';
    return expired(refusal, `, and ${tried}.`, adviceOn(refusal));
  }

  /** Whether the service has refused to tell of the job often enough, for long enough. */
  private isRefusedForGood({ code, cause }: SoilError): boolean {
    const now = this.clock.monotonic();
    this.refusals = code === 'SOIL_REQUEST' ? (this.refusals ?? new RefusalsInARow(now)) : undefined;
    return this.refusals?.add(cause.status, now) ?? false;
  }
}

/** @param what follows the refusal, to the end of a sentence */
function expired(refusal: LinkRefusal, what: string, advice: string, cause?: SoilErrorCause): SoilError {
  const { status, host, url, words = '' } = refusal;
  const says = words && `${host} says: ${asSentence(words)}`;
  const message = [`${host} refused the download link with status ${status}${what}`, says, advice].filter(Boolean).join(' ');
  return new SoilError('SOIL_LINK_EXPIRED', message, { detail: words, ...(cause ?? { status, method: 'GET', url }) });
}

/** The error if the service gives no new link: its own, unless that is about the job. */
function notRenewed(refusal: LinkRefusal, error: SoilError): SoilError {
  if (!isSoilError(error, 'SOIL_REQUEST', 'SOIL_RESPONSE')) return error;
  return expired(refusal, `, and the service gave no new one: ${error.message}`, error.cause.status === undefined ? '' : ADVICE, error.cause);
}

/** What to do if no link works. */
function adviceOn({ status, words }: LinkRefusal): string {
  if (status === UNAUTHORISED) return 'Files are fetched without a sign-in: ask whoever runs the service for links that need none.';
  if (words) return 'If that means that the file is gone, submit the request again; otherwise ask whoever runs the service.';
  return 'The file may have been deleted: submit the request again.';
}
