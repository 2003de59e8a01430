import { inspect } from 'node:util';

/** A token for the `authorization: Bearer` header (section 5.5). Neither its text, nor JSON of it, nor a dump shows the value. */
export interface AccessToken {
  readonly value: string;
  /** End of its lifetime, monotonic time in milliseconds. For people: {@link IssuedToken} is renewed earlier. */
  readonly expiresAt: number;
}

/** Margins before the end of a lifetime, in seconds. */
const SOFT_MARGIN = 120;
const HARD_MARGIN = 10;
const SOFT_SHARE = 0.2;

/** A token and the times of its life, which count from the moment at which it was asked for: a slow answer makes it no younger. */
export class IssuedToken implements AccessToken {
  readonly #value: string;
  /** Monotonic time from which a new one is fetched, while this one still serves. */
  readonly renewAt: number;
  /** Monotonic time from which this one serves no more. */
  readonly endAt: number;
  readonly expiresAt: number;

  /**
   * @param lifetimeSeconds As the sign-in service gave it.
   * @param askedAt Monotonic time of the request, milliseconds.
   */
  constructor(value: string, lifetimeSeconds: number, askedAt: number) {
    this.#value = value;
    const soft = Math.min(SOFT_MARGIN, lifetimeSeconds * SOFT_SHARE);
    // A short life leaves no room for the whole margin: then it is half the soft one.
    const hard = Math.min(HARD_MARGIN, soft / 2);
    this.renewAt = askedAt + (lifetimeSeconds - soft) * 1000;
    this.endAt = askedAt + (lifetimeSeconds - hard) * 1000;
    this.expiresAt = askedAt + lifetimeSeconds * 1000;
  }

  get value(): string {
    return this.#value;
  }

  toString(): string {
    return '[access token]';
  }

  toJSON(): string {
    return this.toString();
  }

  [inspect.custom](): string {
    return this.toString();
  }
}
