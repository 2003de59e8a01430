import type { SoilError } from '../errors/soil-error';
import type { Repeat } from './verdict';

/** Why an exchange does not go on at once. */
export interface Delay {
  /** `rate-limit`: the service asked for it. `retry`: a failed try is repeated. `queue`: other exchanges come first. */
  reason: 'rate-limit' | 'retry' | 'queue';
  /** How long it takes, at least. */
  seconds: number;
  /** What the exchange would end with if it did not go on: for who stops it. Not where other exchanges come first. */
  error?: SoilError;
}

/** One request and its answer, as a caller wants it. */
export interface HttpExchange {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** For messages: "read the datasets". */
  purpose: string;
  /** `safe`: may be sent again. `only-if-not-taken`: creates something, and is sent again only where the service has provably not taken it. */
  repeat: Repeat;
  /** Fairness key (a flow or node): waiting exchanges are served in turn over these keys. */
  flow?: string;
  /** Whether the caller reads a 303 that leads to this `Location`; of the others, each is an error. Default: none. */
  readsSeeOther?: (location: string) => boolean;
  signal?: AbortSignal;
  /** Told of every wait. */
  onDelay?: (delay: Delay) => void;
  /** Of `only-if-not-taken`: told each time that a try is over, the service has provably not taken it, and another one follows. */
  onNotTaken?: () => void;
  /** Longest body, as it comes and decoded. Default 32 MiB. */
  maxBytes?: number;
  /** The `authorization`, which has to be fresh: asked for just before each try is sent, which may be long after the exchange began to wait for its turn. */
  authorize?: (signal: AbortSignal | undefined) => Promise<string>;
  /** Goes before all others and takes no place of `maxConcurrent`: for what others wait for while they hold their places. The token. */
  urgent?: boolean;
  /** Uses a connection of its own: one kept from before may be dead. Default: where `repeat` is `only-if-not-taken`. */
  freshConnection?: boolean;
  /** Texts that no message, cause or trace may show, where the server repeats them. The authorization is always among them. */
  secrets?: readonly string[];
}

/**
 * Reads the server's own words from an error answer: plain text, fit for a message.
 *
 * @param secrets what it takes out before it cuts the words: the beginning of a secret would be left
 */
export type ErrorWords = (body: string, secrets: readonly string[]) => string;

export interface HttpAnswer {
  status: number;
  /** Names in lower case, repeated fields joined by a comma; without a prototype. */
  headers: Record<string, string>;
  /** Text; of an answer other than 2xx only as much as can be had: empty where it is unreadable or long. */
  body: string;
  /** Wall time, milliseconds. */
  receivedAt: number;
  /** Monotonic time from the moment of sending to the end of the answer, milliseconds. */
  tookMs: number;
}
