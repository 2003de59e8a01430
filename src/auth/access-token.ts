import { inspect } from 'node:util';

/** Margins before the end of a lifetime, in seconds. */
const SOFT_MARGIN = 120;
const HARD_MARGIN = 10;
const SOFT_SHARE = 0.2;

/**
 * A token for the `authorization: Bearer` header (section 5.5). Neither its text, nor JSON of it, nor a dump shows the value. The times of its life, all
 * monotonic in milliseconds, count from the moment at which it was asked for: a slow answer makes it no younger.
 */
export class AccessToken {
  readonly #value: string;
  /** From here on a new one is fetched, while this one still serves. */
  readonly renewAt: number;
  /** From here on this one serves no more. */
  readonly endAt: number;
  /** The end of its lifetime, for people. */
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
