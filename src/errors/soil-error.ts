import { withoutControls } from '../text/without-controls';

/** The error codes, which the README lists: what a Catch node sees as `msg.error.code`. */
export type SoilErrorCode =
  | 'SOIL_CONFIG'
  | 'SOIL_AUTH'
  | 'SOIL_GEOMETRY'
  | 'SOIL_AREA_LIMIT'
  | 'SOIL_REQUEST'
  | 'SOIL_RATE_LIMITED'
  | 'SOIL_UNAVAILABLE'
  | 'SOIL_RESPONSE'
  | 'SOIL_SUBMIT_UNKNOWN'
  | 'SOIL_JOB_FAILED'
  | 'SOIL_JOB_TIMEOUT'
  | 'SOIL_CANCELLED'
  | 'SOIL_LINK_EXPIRED'
  | 'SOIL_DOWNLOAD'
  | 'SOIL_ARCHIVE'
  | 'SOIL_STORAGE';

/**
 * What is known of the exchange behind an error: seen by a Catch node as `msg.error.cause`.
 * Plain JSON; never holds a secret, a token or the signed part of a link.
 */
export interface SoilErrorCause {
  /** HTTP status of the last answer, if there was one. */
  status?: number;
  method?: string;
  /** Address without user info, query and fragment. */
  url?: string;
  /** Whole seconds after which another try may be made: the service says so (RFC 9110, 10.2.3), or no new token is asked for before that. */
  retryAfter?: number;
  /** The service's own words, or the system's (for example `ECONNREFUSED`). Plain text, cut to 500 characters. */
  detail?: string;
}

const LONGEST_DETAIL = 500;

/**
 * The one kind of error that leaves the engine. Its message says what happened, where, and what to do; foreign words in it lose control characters.
 * Node-RED keeps only own `code`, `stack` and `cause` of an error for Catch nodes, so these are own properties.
 */
export class SoilError extends Error {
  readonly code: SoilErrorCode;
  override readonly cause: SoilErrorCause;

  constructor(code: SoilErrorCode, message: string, cause: SoilErrorCause = {}) {
    super(withoutControls(message));
    this.name = 'SoilError';
    this.code = code;
    this.cause = withWords(tidied(cause));
  }

  /** The message alone: Node-RED gives it to Catch nodes and to the log as it is, and there each character counts. */
  override toString(): string {
    return this.message;
  }
}

/** What is known, and no field for what is not: a person sees each of them. */
function tidied({ status, method, url, retryAfter, detail = '' }: SoilErrorCause): SoilErrorCause {
  const fields = { status, method, url, retryAfter: retryAfter && Math.ceil(retryAfter), detail: withoutControls(detail).slice(0, LONGEST_DETAIL) };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''));
}

/**
 * The same with words for the debug sidebar, which writes the cause of an uncaught error as text: `[object Object]` without them.
 * Not enumerable: neither JSON nor a copy of the message has it.
 */
function withWords(cause: SoilErrorCause): SoilErrorCause {
  const { method, url, status, detail } = cause;
  const exchange = [method, url].filter(Boolean).join(' ');
  const words = [exchange, status === undefined ? '' : `status ${status}`, detail].filter(Boolean).join(', ');
  return Object.defineProperty(cause, 'toString', { value: () => words });
}

/** Whether a thrown value is a {@link SoilError} with one of the given codes (any code if none is given). */
export function isSoilError(error: unknown, ...codes: SoilErrorCode[]): error is SoilError {
  return error instanceof SoilError && (codes.length === 0 || codes.includes(error.code));
}
