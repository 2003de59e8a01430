import type { FailureWords } from './failure-words';

/**
 * What becomes of an exchange after a try. `take`: the answer goes to the caller. `repeat`: another try, while the budget lasts. `refuse`: an error
 * at once, since the next try would end alike. `unknown`: the service may have taken it and did not say so; never sent again.
 */
export type Verdict = 'take' | 'repeat' | 'refuse' | 'unknown';

/** How often a request may be sent: as often as need be, or again only where the service has certainly not taken it. */
export type Repeat = 'safe' | 'only-if-not-taken';

/** Statuses that speak of a passing state. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Too many requests (RFC 6585, 4): the one status that says both "later" and "not taken". */
export const TOO_MANY_REQUESTS = 429;

/** "Look there" (RFC 9110, 15.4.4): of a POST that created something, the address of that. */
export const SEE_OTHER = 303;

/** Of older servers, 302 says the same, and 300 and 301 may. They are read, and not followed. 307 and 308 want the same request again, elsewhere. */
const LOOK_THERE: ReadonlySet<number> = new Set([300, 301, 302, SEE_OTHER]);

/** The verdict on an answer, by its status alone. */
export function verdictOnAnswer(status: number, repeat: Repeat): Verdict {
  if (status < 300) return 'take';
  if (LOOK_THERE.has(status) && repeat === 'only-if-not-taken') return 'take';
  if (status < 400) return 'refuse';
  if (status === TOO_MANY_REQUESTS) return 'repeat';
  if (PASSING_STATUSES.has(status) || status >= 500) {
    if (repeat === 'only-if-not-taken') return 'unknown';
    return PASSING_STATUSES.has(status) ? 'repeat' : 'refuse';
  }
  return 'take';
}

/**
 * @param sent Whether any part of the request may have reached the service.
 * @param outlook Whether the next try may fare better.
 */
export function verdictOnFailure(sent: boolean, outlook: FailureWords['outlook'], repeat: Repeat): Verdict {
  if (sent && repeat === 'only-if-not-taken') return 'unknown';
  return outlook === 'passing' ? 'repeat' : 'refuse';
}
