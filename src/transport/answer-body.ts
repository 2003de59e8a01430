import { isUtf8 } from 'node:buffer';
import type { Transform } from 'node:stream';
import { counted } from '../text/counted';
import { decoderFor, isEncoded, type MakeDecoder } from './content-codings';
import { GatheredPieces } from './gathered-pieces';
import { shownHeader } from './plain-headers';

/** Soil data of a small area take a few megabytes; JSON of more than this would keep everything else waiting while it is parsed. */
export const DEFAULT_MAX_BYTES = 32 * 2 ** 20;

/** Why the body of an answer cannot be used. */
export class UnreadableBody extends Error {
  override readonly name = 'UnreadableBody';

  /**
   * @param reason Continues "the answer ...".
   * @param remedy What may help: another address; asking for less, if its size is the only problem; asking again, if it may have been cut.
   */
  constructor(
    readonly reason: string,
    readonly remedy: 'address' | 'less' | 'again' = 'address',
  ) {
    super(reason);
  }
}

/** Takes the pieces of a body. Holds at most its limit. */
export interface BodyReader {
  add(chunk: Buffer): void;
  /** There are no more pieces. */
  end(): void;
  /** Frees what is held: the body is of no interest any more. */
  discard(): void;
}

/** Is told how the reading ends; after a failure, the reader must be discarded. */
export interface BodyListener {
  done(text: string): void;
  fail(error: UnreadableBody): void;
}

interface BodyLimits {
  /** For the body both as received and as decoded. */
  maxBytes: number;
  /** Whether a body that is neither UTF-8 nor in the character set of its headers is unreadable. */
  strict: boolean;
}

/** In characters: room for two or three names of encodings. */
const LONGEST_NAME = 40;

/** A reader for the body that these headers announce; none if they already make it unreadable, which the listener is told. */
export function bodyReader(headers: Readonly<Record<string, string>>, limits: BodyLimits, listener: BodyListener): BodyReader | undefined {
  if (Number(headers['content-length']) > limits.maxBytes) {
    listener.fail(tooLong(limits));
    return undefined;
  }
  const encoding = headers['content-encoding']?.trim() ?? '';
  const plain = new PlainBody(limits, listener, headers['content-type']);
  if (encoding === '' || !isEncoded(encoding)) return plain;
  const decoder = decoderFor(encoding);
  if (decoder) return new EncodedBody(decoder, plain, limits, listener);
  listener.fail(new UnreadableBody(`is encoded in a way that was not asked for and is not known${namedEncoding(encoding)}`));
  return undefined;
}

/** Not shown if too long for the name of an encoding. Never cut, so that a secret in it is still recognised and taken out. */
function namedEncoding(given: string): string {
  return given.length > LONGEST_NAME ? '' : ` (Content-Encoding ${shownHeader(given, LONGEST_NAME)})`;
}

class PlainBody implements BodyReader {
  private gathered = new GatheredPieces();

  constructor(
    private readonly limits: BodyLimits,
    private readonly listener: BodyListener,
    private readonly contentType: string | undefined,
  ) {}

  add(chunk: Buffer): void {
    this.gathered.add(chunk);
    if (this.gathered.bytes > this.limits.maxBytes) this.listener.fail(tooLong(this.limits));
  }

  end(): void {
    const whole = this.gathered.take();
    const text = isUtf8(whole) ? textOf(whole) : textByHeader(whole, this.contentType);
    if (text === undefined && this.limits.strict) this.listener.fail(new UnreadableBody('is not valid UTF-8'));
    else this.listener.done(text ?? textOf(whole));
  }

  discard(): void {
    this.gathered = new GatheredPieces();
  }
}

/** A body that was encoded although identity was asked for (RFC 9110, 12.5.3 leaves it to the server). Decoded as it comes, so that a bomb is cut at the limit. */
class EncodedBody implements BodyReader {
  private decoder: Transform | undefined;
  private bytes = 0;

  constructor(
    private readonly makeDecoder: MakeDecoder,
    private readonly decoded: PlainBody,
    private readonly limits: BodyLimits,
    private readonly listener: BodyListener,
  ) {}

  add(chunk: Buffer): void {
    this.bytes += chunk.length;
    if (this.bytes > this.limits.maxBytes) return this.listener.fail(tooLong(this.limits));
    this.decoder ??= this.start(chunk);
    this.decoder.write(chunk);
  }

  end(): void {
    if (this.decoder) this.decoder.end();
    else this.decoded.end();
  }

  discard(): void {
    this.decoder?.destroy();
    this.decoded.discard();
  }

  private start(first: Buffer): Transform {
    return this.makeDecoder(first)
      .on('data', (chunk: Buffer) => this.decoded.add(chunk))
      .on('end', () => this.decoded.end())
      .on('error', () => this.listener.fail(new UnreadableBody('says that it is encoded, but cannot be decoded', 'again')));
  }
}

function tooLong({ maxBytes }: BodyLimits): UnreadableBody {
  const limit = maxBytes >= 2 ** 20 ? `${Math.floor(maxBytes / 2 ** 20)} MiB` : counted(maxBytes, 'byte');
  // A lower limit is for an answer that does not grow with the request: a token.
  return new UnreadableBody(`is longer than the limit of ${limit}`, maxBytes < DEFAULT_MAX_BYTES ? 'address' : 'less');
}

const BYTE_ORDER_MARK = Buffer.of(0xef, 0xbb, 0xbf);

/**
 * Old servers in Java write JSON in ISO 8859-1 unless told otherwise, and say so. `undefined` if the header names no character set that is known and
 * fits.
 */
function textByHeader(body: Buffer, contentType = ''): string | undefined {
  const name = /;\s*charset\s*=\s*"?([\w:.-]{1,40})/i.exec(contentType)?.[1];
  try {
    return name && new TextDecoder(name, { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}

/** JSON is UTF-8 (RFC 8259, 8.1); a byte order mark may be ignored. */
function textOf(body: Buffer): string {
  return body.toString('utf8', body.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0);
}
