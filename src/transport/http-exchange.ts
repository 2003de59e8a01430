import type { SoilError } from '../errors/soil-error';
import type { Repeat } from './verdict';

/** Why an exchange does not go on at once. */
export interface Delay {
  /** `rate-limit`: the service asked for it. `retry`: a failed try is repeated. `queue`: other exchanges come first. */
  reason: 'rate-limit' | 'retry' | 'queue';
  /** How long it takes, at least. */
  seconds: number;
  /** The error that the exchange would end with if it did not go on, for whoever stops it. Absent while it waits for its turn. */
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
  /** `safe`: may be sent again. `only-if-not-taken`: creates something, and is sent again only if the service has provably not taken it. */
  repeat: Repeat;
  /** Fairness key (a flow or node): waiting exchanges are served in turn over these keys. */
  flow?: string;
  /** Whether the caller reads a 303 that leads to this `Location`; any other is an error. Default: reads none. */
  readsSeeOther?: (location: string) => boolean;
  signal?: AbortSignal;
  /** Told of every wait. */
  onDelay?: (delay: Delay) => void;
  /** For `only-if-not-taken`: called each time a try has ended, provably not taken by the service, and another one follows. */
  onNotTaken?: () => void;
  /** Longest body, both as received and as decoded. Default 32 MiB. */
  maxBytes?: number;
  /** Gives a fresh `authorization`: called just before each try is sent, which may be long after the exchange began to wait for its turn. */
  authorize?: (signal: AbortSignal | undefined) => Promise<string>;
  /** Goes before all others and does not count towards `maxConcurrent`: for the token, which others wait for while they hold their places. */
  urgent?: boolean;
  /** Uses a new connection, since a kept one may be dead. Default: if `repeat` is `only-if-not-taken`. */
  freshConnection?: boolean;
  /** Texts that no message, cause or trace may show, even if the server repeats them. The authorization is always among them. */
  secrets?: readonly string[];
}

/** The answer to an exchange, read to its end. */
export interface HttpAnswer {
  status: number;
  /** Names in lower case, repeated fields joined by a comma; without a prototype. */
  headers: Record<string, string>;
  /** Text. Of an answer other than 2xx, empty if it is unreadable or too long. */
  body: string;
  /** Wall time, milliseconds. */
  receivedAt: number;
  /** Monotonic time from the moment of sending to the end of the answer, milliseconds. */
  tookMs: number;
}
