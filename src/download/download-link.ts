import { SoilError, isSoilError } from '../errors/soil-error';
import type { JobResult } from '../service/job';
import { asSentence } from '../text/as-sentence';
import type { Clock } from '../time/clock';

/** A link this close to its end is renewed before it is used. */
const MARGIN_MS = 60_000;
const MOST_RENEWALS = 3;

/** What a storage host answers to a link that it no longer (or not yet) takes. */
export const REFUSED_LINK_CODES: ReadonlySet<number> = new Set([400, 401, 403, 404, 410]);

/** How the storage host refused a link. */
export interface LinkRefusal {
  status: number;
  host: string;
  /** Without the signed part. */
  url: string;
  /** The host's own, fit for a message. */
  words?: string;
}

/** The time-limited link of a completed job (section 2.5), renewed by reading the job again (section 4.7). */
export class DownloadLink {
  private renewals = 0;
  /** How many of the renewals brought another link. */
  private others = 0;

  constructor(
    private result: JobResult,
    private readonly renew: (() => Promise<JobResult>) | undefined,
    private readonly clock: Clock,
  ) {}

  /** The end of the present link, ISO 8601 UTC, where the service gave one. */
  get expires(): string | null {
    return this.result.expires ?? null;
  }

  /**
   * The address to ask next. A link near its end is renewed first. Where that fails the old one is tried: the storage host has the last
   * word, and the clocks may differ.
   */
  async current(): Promise<string> {
    const end = Date.parse(this.result.expires ?? '');
    if (this.renew && end - this.clock.now() < MARGIN_MS) {
      try {
        this.result = await this.renew();
      } catch {
        // Renewed again, and the reason told, when the storage host refuses the old one.
      }
    }
    return this.result.url;
  }

  /** Bytes came: the renewals so far were worth it. */
  worked(): void {
    this.renewals = 0;
    this.others = 0;
  }

  /**
   * Asks the service for another link after the storage host refused this one.
   *
   * @returns how many were asked for since the last one that worked
   * @throws SOIL_LINK_EXPIRED where there is none to be had; what reading the job failed with, where the service cannot be reached
   */
  async replace(refusal: LinkRefusal): Promise<number> {
    const { status, host, url, words = '' } = refusal;
    const says = words && ` ${host} says: ${asSentence(words)}`;
    const cause = { status, method: 'GET', url, ...(words && { detail: words }) };
    const refused = `${host} refused the download link with status ${status}`;
    if (!this.renew) {
      const ended = Date.parse(this.result.expires ?? '') <= this.clock.now() ? ' (it was past its end)' : '';
      throw new SoilError('SOIL_LINK_EXPIRED', `${refused}${ended}.${says} Send the job to soil-wait again for a new link.`, cause);
    }
    if (this.renewals === MOST_RENEWALS) {
      const advice = words
        ? 'Where that means that the file is gone, submit the request again; else ask whoever runs the service.'
        : 'The file may have been deleted: submit the request again.';
      const tried = this.others > 0 ? `${this.others} new ${this.others === 1 ? 'link' : 'links'} from the service as well` : 'the service gives the same link again';
      throw new SoilError('SOIL_LINK_EXPIRED', `${refused}, and ${tried}.${says} ${advice}`, cause);
    }
    this.renewals++;
    const { url: before } = this.result;
    try {
      this.result = await this.renew();
      if (this.result.url !== before) this.others++;
    } catch (error) {
      if (!isSoilError(error, 'SOIL_REQUEST', 'SOIL_RESPONSE')) throw error;
      throw new SoilError('SOIL_LINK_EXPIRED', `${refused}, and the service gave no new one: ${error.message}${says}`, { ...(words && { detail: words }), ...error.cause });
    }
    return this.renewals;
  }
}
