import { JobAtWork } from '../errors/job-at-work';
import { SoilError, isSoilError } from '../errors/soil-error';
import type { JobResult } from '../service/job';
import { RefusalsInARow } from '../service/passing-refusals';
import { asSentence } from '../text/as-sentence';
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
    const { status, host, url, words = '' } = refusal;
    const says = words && ` ${host} says: ${asSentence(words)}`;
    const cause = { status, method: 'GET', url, detail: words };
    const refused = `${host} refused the download link with status ${status}`;
    if (!this.renew) {
      const ended = Date.parse(this.result.expires ?? '') <= this.clock.now() ? ' (it had expired)' : '';
      throw new SoilError('SOIL_LINK_EXPIRED', `${refused}${ended}.${says} Send the job to soil-wait again for a new link.`, cause);
    }
    this.refusedSince ??= this.clock.monotonic();
    let worn: SoilError | undefined;
    if (this.renewals >= MOST_RENEWALS) {
      const advice = adviceOn(status, words);
      const tried = this.others > 0 ? `${this.others} new ${this.others === 1 ? 'link' : 'links'} from the service as well` : 'the service gives the same link again';
      worn = new SoilError('SOIL_LINK_EXPIRED', `${refused}, and ${tried}.${says} ${advice}`, cause);
      if (status !== NOT_FOUND || this.clock.monotonic() - this.refusedSince >= NOT_THERE_YET_MS) throw worn;
    }
    try {
      const { url: before } = this.result;
      this.result = await this.renew();
      if (this.result.url !== before) this.others++;
    } catch (error) {
      const isForNow = mayBeGivenLater(error) && !this.isRefusedForGood(error);
      if (!isSoilError(error, 'SOIL_REQUEST', 'SOIL_RESPONSE')) {
        if (isForNow) return error;
        throw error;
      }
      const advice = error.cause.status === undefined ? '' : ` ${ADVICE}`;
      const message = `${refused}, and the service gave no new one: ${error.message}${says}${advice}`;
      const expired = new SoilError('SOIL_LINK_EXPIRED', message, { detail: words, ...error.cause });
      if (isForNow) return expired;
      throw expired;
    }
    this.refusals = undefined;
    this.renewals++;
    return worn ?? this.renewals;
  }

  /** Whether the service has refused to tell of the job often enough, for long enough. */
  private isRefusedForGood({ code, cause }: SoilError): boolean {
    const now = this.clock.monotonic();
    this.refusals = code === 'SOIL_REQUEST' ? (this.refusals ?? new RefusalsInARow(now)) : undefined;
    return this.refusals?.add(cause.status, now) ?? false;
  }
}

/** What to do if no link works. */
function adviceOn(status: number, words: string): string {
  if (status === UNAUTHORISED) return 'Files are fetched without a sign-in: ask whoever runs the service for links that need none.';
  if (words) return 'If that means that the file is gone, submit the request again; otherwise ask whoever runs the service.';
  return 'The file may have been deleted: submit the request again.';
}
