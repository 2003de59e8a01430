import type { Transform } from 'node:stream';
import { reasonOf } from '../errors/reason-of';
import { onAbort } from '../time/abort-watch';
import { ByteFailure, type ByteAnswer, type TakeBytes } from './byte-exchange';
import { decoderFor, type MakeDecoder } from './content-codings';

/** Headers that are true only of the encoded form. */
const OF_CODED_FORM: ReadonlySet<string> = new Set(['content-encoding', 'content-length', 'content-range', 'etag']);

/** How many encoded bytes may wait to be decoded before the server is held back. */
const MOST_WAITING_BYTES = 4 * 2 ** 20;

/**
 * The answer with its body decoded, if the coding is known: object stores send an object as it was stored, whatever was asked for (RFC 9110, 12.5.3
 * leaves it to the server). The length is then unknown, and a download cannot be resumed in the middle. Any other answer is returned unchanged.
 */
export function decodedAnswer(answer: ByteAnswer): ByteAnswer {
  const encoding = answer.headers['content-encoding'] ?? '';
  const makeDecoder = decoderFor(encoding);
  if (!makeDecoder) return answer;
  const discarding = new AbortController();
  const headers = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !OF_CODED_FORM.has(name)));
  return {
    status: answer.status,
    headers,
    host: answer.host,
    url: answer.url,
    secrets: () => answer.secrets(),
    read: (take) => readDecoded(answer, encoding.trim(), makeDecoder, take, discarding.signal),
    discard: () => {
      answer.discard();
      // A few bytes already received may still decode to gigabytes.
      discarding.abort(new Error('discarded'));
    },
  };
}

async function readDecoded(answer: ByteAnswer, encoding: string, makeDecoder: MakeDecoder, take: TakeBytes, discarded: AbortSignal): Promise<void> {
  let decoder: Transform | undefined;
  let decoding: Promise<void> | undefined;
  let failure: { error: unknown } | undefined;
  const fail = (error: unknown): void => {
    failure ??= { error };
    // Ends the reading: nothing waits for it any longer.
    answer.discard();
    decoder?.destroy();
  };
  const ignoreDiscard = onAbort(discarded, () => fail(discarded.reason));
  const coded = answer.read((chunk) => {
    if (!decoder) {
      decoder = makeDecoder(chunk);
      decoding = takeAll(decoder, take).catch((error: unknown) => fail(isOfDecoder(error) ? undecoded(answer, encoding, error) : error));
    }
    const into = decoder;
    into.write(chunk);
    return into.writableLength < MOST_WAITING_BYTES ? undefined : whenDrained(into);
  });
  await coded.then(() => decoder?.end(), fail);
  await decoding;
  ignoreDiscard();
  if (failure) throw failure.error;
}

/** Resolves when the decoder takes more again, or is destroyed. */
function whenDrained(decoder: Transform): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      decoder.off('drain', go).off('close', go);
      resolve();
    };
    decoder.on('drain', go).on('close', go);
  });
}

async function takeAll(decoder: Transform, take: TakeBytes): Promise<void> {
  for await (const piece of decoder) {
    const taken = take(piece as Buffer);
    if (taken) await taken;
  }
}

/** Errors of zlib have a number, and a code of their own. */
function isOfDecoder(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'errno' in error && 'code' in error && /^(Z_|ERR_)/.test(String(error.code));
}

/** A missing end may come from a connection that was cut; an error in the middle will be there the next time, too. */
function undecoded({ host, url }: ByteAnswer, encoding: string, error: Error & { code: string }): ByteFailure {
  const isCut = error.code === 'Z_BUF_ERROR';
  const what = isCut
    ? `${host} ended its answer before the end of what it encoded (${encoding})`
    : `${host} says that the file is in the encoding "${encoding}", but it cannot be decoded (${reasonOf(error)})`;
  const advice = isCut ? 'Try again later.' : 'Report it to whoever runs the service.';
  return new ByteFailure({ what, advice, detail: error.code, outlook: isCut ? 'passing' : 'final', blame: 'answer' }, url);
}
