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

/** An error for an answer that is not what the specification describes. `problem` ends a sentence that names the purpose. */
export function responseError(reply: Reply, problem: string): SoilError {
  const advice = reply.advice ? ` ${reply.advice}.` : '';
  return new SoilError('SOIL_RESPONSE', `Could not ${reply.purpose}: ${problem}.${advice}`, exchangeOf(reply));
}
