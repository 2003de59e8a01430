import { SoilError, type SoilErrorCause } from '../../errors/soil-error';
import type { HttpAnswer } from '../../transport/http-exchange';

/** An answer of the service, and what it answers. */
export interface Reply {
  answer: HttpAnswer;
  /** What the caller was about to do: "read the datasets". */
  purpose: string;
  method: string;
  /** Address without query. */
  url: string;
  /** What was sent and must not be shown, even if the service repeats it. */
  secrets: readonly string[];
  /** What to know and to do if the answer cannot be used: the words of the last sentence. */
  advice?: string;
}

/** What an error says of the exchange behind it. */
export function exchangeOf({ answer, method, url }: Reply): SoilErrorCause {
  return { status: answer.status, method, url };
}

/** A service or a gateway in trouble answers oddly for a time; a wrong address does so each time. */
const TRY_AGAIN = 'Try again; if that does not help, check the "Service URL" of the soil service, and ask whoever runs the service';

/**
 * An error for an answer that is not what the specification describes.
 *
 * @param problem ends a sentence that names the purpose
 * @param advice what to do: the words of a last sentence, where the reply brings none; empty if the problem says it
 */
export function responseError(reply: Reply, problem: string, advice = TRY_AGAIN): SoilError {
  const last = reply.advice ?? advice;
  return new SoilError('SOIL_RESPONSE', `Could not ${reply.purpose}: ${problem}.${last && ` ${last}.`}`, exchangeOf(reply));
}

/** The error for an answer that can be read but holds nothing of use: `complaint` is the service's own, if it has one. */
export function notUsable(reply: Reply, complaint: string | undefined, otherwise: string): SoilError {
  return complaint === undefined ? responseError(reply, otherwise) : responseError(reply, complaint, 'Try again later, or ask the service');
}
