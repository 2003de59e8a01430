import type { FailureWords } from './failure-words';

/**
 * What becomes of an exchange after a try. `take`: the answer goes to the caller. `repeat`: another try, while the budget lasts. `refuse`: an error
 * at once, since the next try would end the same way. `unknown`: the service may have taken it without saying so; never sent again.
 */
type Verdict = 'take' | 'repeat' | 'refuse' | 'unknown';

/** How often a request may be sent: as often as need be, or again only if the service has certainly not taken it. */
export type Repeat = 'safe' | 'only-if-not-taken';

/** Too many requests (RFC 6585, 4): the one status that says both "later" and "not taken". */
export const TOO_MANY_REQUESTS = 429;

/** Too slow, too early, too many (RFC 9110, 15.5.9; RFC 8470, 5.2). */
const LATER: ReadonlySet<number> = new Set([408, 425, TOO_MANY_REQUESTS]);

/** "Not implemented" and "HTTP version not supported" (RFC 9110, 15.6) tell what the server is, not its present state. */
const NEVER: ReadonlySet<number> = new Set([501, 505]);

/** "Look there" (RFC 9110, 15.4.4): after a POST, the address of what it created. */
export const SEE_OTHER = 303;

/** From older servers, 302 means the same, and 300 and 301 may. They are read, but not followed. 307 and 308 want the same request sent elsewhere. */
const LOOK_THERE: ReadonlySet<number> = new Set([300, 301, 302, SEE_OTHER]);

/**
 * Whether a status tells of a passing state, so that the same request may succeed later. All 5xx do but two, and so do the unregistered ones that
 * gateways and content delivery networks use when the server behind them does not answer (520 to 530, 598, 599).
 */
export function isPassing(status: number): boolean {
  return LATER.has(status) || (status >= 500 && !NEVER.has(status));
}

/** The verdict on an answer, by its status alone. */
export function verdictOnAnswer(status: number, repeat: Repeat): Verdict {
  if (status < 300) return 'take';
  if (LOOK_THERE.has(status) && repeat === 'only-if-not-taken') return 'take';
  if (status < 400) return 'refuse';
  if (status === TOO_MANY_REQUESTS) return 'repeat';
  if (status < 500 && !isPassing(status)) return 'take';
  if (repeat === 'only-if-not-taken') return 'unknown';
  return isPassing(status) ? 'repeat' : 'refuse';
}

/**
 * @param sent Whether any part of the request may have reached the service.
 * @param outlook Whether the next try may fare better.
 */
export function verdictOnFailure(sent: boolean, outlook: FailureWords['outlook'], repeat: Repeat): Verdict {
  if (sent && repeat === 'only-if-not-taken') return 'unknown';
  return outlook === 'passing' ? 'repeat' : 'refuse';
}
