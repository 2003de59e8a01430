import { gzipSync } from 'node:zlib';
import type { SoilErrorCode } from '../../src/errors/soil-error';
import type { Instruction } from '../servers/scripted-server';
import type { Nature } from './operations';

/**
 * The outcome of an operation whose first requests are answered by a fault. `repeated`: one more request, and its right answer comes out. `taken`: comes
 * out as it is. A code: ends in that error, and nothing more is sent.
 */
export type Outcome = 'repeated' | 'taken' | SoilErrorCode;

export interface Fault {
  name: string;
  /** What the server does with the first requests of the operation. */
  answers: (good: Instruction) => Instruction[];
  /** For each nature of an operation; those not named are not affected. */
  outcome: Partial<Record<Nature, Outcome>>;
  /** For single operations, if they differ. */
  except?: Record<string, Outcome>;
  /** Tokens requested in the course of it. Default 1. */
  tokens?: number;
}

const all = (outcome: Outcome): Fault['outcome'] => ({ reads: outcome, creates: outcome, 'signs in': outcome });
/** Passes by itself, but nobody can say whether the service accepted the request. */
const open: Fault['outcome'] = { reads: 'repeated', creates: 'SOIL_SUBMIT_UNKNOWN', 'signs in': 'repeated' };
/** Passes by itself, and the service says that it has not accepted the request. */
const notTaken = all('repeated');
const noAnswerOfOurs = all('SOIL_RESPONSE');
const refused: Fault['outcome'] = { reads: 'SOIL_REQUEST', creates: 'SOIL_REQUEST', 'signs in': 'SOIL_AUTH' };

const always = (instruction: Instruction) => (): Instruction[] => [instruction];
const textOf = ({ body }: Instruction): string => JSON.stringify(body);
const far = 1_000_000_000;

export const netFaults: readonly Fault[] = [
  { name: 'reset before the request is read', answers: always({ reset: 'before-reading' }), outcome: open },
  { name: 'reset after the request was read', answers: always({ reset: 'after-reading' }), outcome: open },
  { name: 'no answer', answers: always({ silent: true }), outcome: open },
  { name: 'headers that come a byte at a time', answers: (good) => [{ ...good, slowHeadMs: 10_000 }], outcome: open },
  { name: 'a body of one byte in a hundred seconds', answers: (good) => [{ ...good, body: textOf(good).padEnd(100), bytesPerSecond: 0.01 }], outcome: open },
  { name: 'a body that stops', answers: (good) => [{ ...good, stallAfter: 5 }], outcome: open },
  { name: 'reset in the middle of the body', answers: (good) => [{ ...good, cutAfter: 5 }], outcome: open },
  { name: 'a length longer than the body', answers: (good) => [{ ...good, contentLength: 100_000 }], outcome: open },
];

export const statusFaults: readonly Fault[] = [
  { name: '401, once', answers: always({ status: 401 }), outcome: { reads: 'repeated', creates: 'repeated' }, tokens: 2 },
  { name: '401 for a fresh token too', answers: () => [{ status: 401 }, { status: 401 }], outcome: { reads: 'SOIL_AUTH', creates: 'SOIL_AUTH' }, tokens: 2 },
  { name: 'invalid_client', answers: () => [{ status: 401, body: { error: 'invalid_client' } }, { status: 401 }], outcome: { 'signs in': 'SOIL_AUTH' } },
  ...[400, 402, 404, 405, 409, 410, 413, 418, 422].map((status) => ({ name: String(status), answers: always({ status }), outcome: refused })),
  { name: '403', answers: always({ status: 403, body: { title: 'Forbidden' } }), outcome: refused },
  { name: '403 for want of a scope', answers: always({ status: 403, body: { error: 'insufficient_scope' } }), outcome: all('SOIL_AUTH') },
  ...[408, 425, 500, 502, 503, 504, 507, 522, 599].map((status) => ({ name: String(status), answers: always({ status }), outcome: open })),
  { name: '500 with an HTML page', answers: always({ status: 500, headers: { 'content-type': 'text/html' }, body: '<html><h1>Oops' }), outcome: open },
  { name: '503, 502, 504 in a row', answers: () => [503, 502, 504].map((status) => ({ status })), outcome: { reads: 'repeated', 'signs in': 'repeated' } },
  ...[501, 505].map((status) => ({
    name: String(status),
    answers: always({ status }),
    outcome: { ...all('SOIL_UNAVAILABLE'), creates: 'SOIL_SUBMIT_UNKNOWN' } as const,
  })),
  ...([undefined, '2', '0', '-5', 'soon', '1.5', new Date(Date.UTC(2020, 0, 1)).toUTCString(), new Date(Date.UTC(2026, 0, 1, 0, 0, 5)).toUTCString()] as const).map(
    (pause) => ({
      name: `429 with Retry-After ${pause ?? 'missing'}`,
      answers: always({ status: 429, ...(pause !== undefined && { headers: { 'retry-after': pause } }) }),
      outcome: notTaken,
    }),
  ),
  { name: '429 with Retry-After 10^9', answers: always({ status: 429, headers: { 'retry-after': far } }), outcome: all('SOIL_RATE_LIMITED') },
  { name: '503 with Retry-After 2', answers: always({ status: 503, headers: { 'retry-after': 2 } }), outcome: open },
  {
    name: '503 with Retry-After 10^9',
    answers: always({ status: 503, headers: { 'retry-after': far } }),
    outcome: { ...all('SOIL_UNAVAILABLE'), creates: 'SOIL_SUBMIT_UNKNOWN' },
  },
  ...[300, 301, 302, 303, 304, 305, 307, 308].map((status) => ({
    name: `redirect ${status}`,
    answers: always({ status, ...(status !== 304 && { headers: { location: 'http://127.0.0.1:1/elsewhere' } }) }),
    outcome: noAnswerOfOurs,
  })),
];

const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const bomb = gzipSync(Buffer.alloc(80 * 2 ** 20));

export const payloadFaults: readonly Fault[] = [
  { name: '204 without a body', answers: always({ status: 204 }), outcome: noAnswerOfOurs },
  { name: '200 without a body', answers: always({}), outcome: noAnswerOfOurs },
  { name: 'a captive portal', answers: always({ headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Log in</title>' }), outcome: noAnswerOfOurs },
  { name: 'a page that calls itself JSON', answers: always({ headers: { 'content-type': 'application/json' }, body: '<html>' }), outcome: noAnswerOfOurs },
  { name: 'broken JSON', answers: always({ body: '{"items": [}' }), outcome: noAnswerOfOurs },
  { name: 'cut JSON', answers: (good) => [{ ...good, body: textOf(good).slice(0, -3) }], outcome: noAnswerOfOurs },
  { name: 'a length shorter than the body', answers: (good) => [{ ...good, body: textOf(good), contentLength: 10 }], outcome: noAnswerOfOurs },
  { name: 'bytes that are no text', answers: always({ body: Buffer.from([0x7b, 0xff, 0xfe, 0x7d]) }), outcome: { ...noAnswerOfOurs, creates: 'SOIL_SUBMIT_UNKNOWN' } },
  { name: 'null', answers: always({ body: 'null' }), outcome: noAnswerOfOurs, except: { 'soil data': 'taken' } },
  { name: '10^5 levels', answers: always({ body: deep(100_000) }), outcome: noAnswerOfOurs },
  {
    name: '__proto__ in the answer',
    answers: (good) => [{ ...good, body: textOf(good).replace('{', '{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}, ') }],
    outcome: all('taken'),
  },
  { name: 'gzip that was not asked for', answers: (good) => [{ ...good, encoding: 'gzip' }], outcome: all('taken') },
  { name: 'an unknown encoding', answers: (good) => [{ ...good, headers: { 'content-encoding': 'zstd' } }], outcome: { ...noAnswerOfOurs, creates: 'SOIL_SUBMIT_UNKNOWN' } },
  {
    name: 'a body of 100 MiB, as announced',
    answers: always({ body: '[', contentLength: 100 * 2 ** 20 }),
    outcome: { ...noAnswerOfOurs, creates: 'SOIL_SUBMIT_UNKNOWN' },
  },
];

/** Large in memory or on the line: a few operations are enough, since all read their answers in the same way. */
export const largeFaults: readonly Fault[] = [
  { name: 'an encoding bomb', answers: always({ body: bomb, headers: { 'content-encoding': 'gzip' } }), outcome: { ...noAnswerOfOurs, creates: 'SOIL_SUBMIT_UNKNOWN' } },
  {
    name: 'a body without end',
    answers: always({ body: Buffer.alloc(2 ** 20, 0x20), endless: true }),
    outcome: { ...noAnswerOfOurs, creates: 'SOIL_SUBMIT_UNKNOWN' },
  },
];

export const timeFaults: readonly Fault[] = [undefined, null, 0, -1, '3600', 'soon', '', 1e300, far].map((expires_in) => ({
  name: `expires_in ${JSON.stringify(expires_in) ?? 'missing'}`,
  answers: (good) => [{ body: { ...(good.body as object), expires_in } }],
  outcome: { 'signs in': 'taken' },
}));
