import type { AccessToken } from './access-token';

/** Pause before the next sign-in, doubling with each further token in a row that is refused. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Tokens that the service refused, one after another, since it last accepted one. The first is replaced at once: tokens are revoked, and keys change.
 * If its successors fare no better, nor may the next (a wrong audience, say), and sign-in services count tokens: each puts the next sign-in off longer.
 */
export class RefusedTokens {
  #count = 0;
  /** The latest of them. */
  #token: AccessToken | undefined;
  /** Monotonic time before which no other is asked for. */
  #pauseEnd = -Infinity;

  /** @returns how long no other token is asked for, ms */
  add(token: AccessToken, now: number): number {
    // Exchanges that were under way together report one token many times.
    if (token !== this.#token) {
      this.#token = token;
      this.#count++;
      this.#pauseEnd = now + (this.#count === 1 ? 0 : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.#count - 2)));
    }
    return Math.max(0, this.#pauseEnd - now);
  }

  /** Whether this one was refused, and another may be asked for by now. */
  isSpent(token: AccessToken, now: number): boolean {
    return token === this.#token && now >= this.#pauseEnd;
  }

  /** A token was accepted. */
  forget(): void {
    this.#count = 0;
    this.#token = undefined;
  }
}
