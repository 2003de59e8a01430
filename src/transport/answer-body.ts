import { isUtf8 } from 'node:buffer';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';

/** Why the body of an answer cannot be used. */
export class UnreadableBody extends Error {
  /** @param reason Continues "the answer ...". */
  constructor(readonly reason: string) {
    super(reason);
    this.name = 'UnreadableBody';
  }
}

/** Takes the chunks of a body and gives its text. Holds at most its limit. */
export interface BodyReader {
  /** @throws UnreadableBody as soon as the limit is passed. */
  add(chunk: Buffer): void;
  /** The text; rejects with {@link UnreadableBody}. */
  end(): string | Promise<string>;
  /** Frees what is held. */
  discard(): void;
}

/**
 * A reader for a body with this `Content-Encoding`.
 *
 * @param limits `maxBytes`: for the body as it comes and as it is decoded. `strict`: bytes that are no UTF-8 make it unreadable.
 * @param fail Called where the body turns out to be unreadable between two chunks.
 * @throws UnreadableBody for an encoding that was not asked for and is not known.
 */
export function bodyReader(encoding: string | undefined, limits: BodyLimits, fail: (error: UnreadableBody) => void): BodyReader {
  const name = encoding?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'identity') return new PlainBody(limits);
  return new EncodedBody(name, limits, fail);
}

export interface BodyLimits {
  maxBytes: number;
  strict: boolean;
}

/** Chunks are joined at this number where they are small: a body that comes byte by byte takes a hundred times its size in chunks. */
const MOST_SMALL_CHUNKS = 256;
const SMALL_CHUNKS_BYTES = 2 ** 20;

class PlainBody implements BodyReader {
  private chunks: Buffer[] = [];
  private small: Buffer[] = [];
  private smallBytes = 0;
  private bytes = 0;

  constructor(private readonly limits: BodyLimits) {}

  add(chunk: Buffer): void {
    this.bytes += chunk.length;
    if (this.bytes > this.limits.maxBytes) {
      this.discard();
      throw tooLong(this.limits.maxBytes);
    }
    this.small.push(chunk);
    this.smallBytes += chunk.length;
    if (this.small.length === MOST_SMALL_CHUNKS || this.smallBytes > SMALL_CHUNKS_BYTES) this.joinSmall();
  }

  private joinSmall(): void {
    if (this.smallBytes > SMALL_CHUNKS_BYTES) this.chunks.push(...this.small);
    else this.chunks.push(Buffer.concat(this.small, this.smallBytes));
    this.small = [];
    this.smallBytes = 0;
  }

  end(): string {
    const chunks = this.chunks.length > 0 ? [...this.chunks, ...this.small] : this.small;
    const [only] = chunks;
    const whole = chunks.length === 1 && only ? only : Buffer.concat(chunks, this.bytes);
    this.discard();
    return textOf(whole, this.limits.strict);
  }

  discard(): void {
    this.chunks = [];
    this.small = [];
  }
}

/** A body that was encoded although identity was asked for (RFC 9110, 12.5.3 leaves it to the server). Decoded as it comes, so that a bomb is cut at the limit. */
class EncodedBody implements BodyReader {
  private readonly decoded: PlainBody;
  private decoder: Transform | undefined;
  private bytes = 0;
  private failure: UnreadableBody | undefined;
  private settle: { resolve: (text: string) => void; reject: (error: UnreadableBody) => void } | undefined;

  constructor(
    private readonly encoding: string,
    private readonly limits: BodyLimits,
    private readonly report: (error: UnreadableBody) => void
  ) {
    if (!DECODERS.has(encoding)) throw new UnreadableBody(`is encoded in a way that was not asked for and is not known (Content-Encoding ${encoding.slice(0, 40)})`);
    this.decoded = new PlainBody(limits);
  }

  add(chunk: Buffer): void {
    if (this.failure) throw this.failure;
    this.bytes += chunk.length;
    if (this.bytes > this.limits.maxBytes) throw this.fail(tooLong(this.limits.maxBytes));
    this.decoder ??= this.start(chunk);
    this.decoder.write(chunk);
  }

  end(): string | Promise<string> {
    const { decoder } = this;
    if (!decoder) return '';
    return new Promise((resolve, reject) => {
      if (this.failure) return reject(this.failure);
      this.settle = { resolve, reject };
      decoder.end();
    });
  }

  discard(): void {
    this.decoder?.destroy();
    this.decoded.discard();
  }

  private start(first: Buffer): Transform {
    const decoder = (DECODERS.get(this.encoding) as (first: Buffer) => Transform)(first);
    decoder.on('data', (chunk: Buffer) => {
      if (this.failure) return;
      try {
        this.decoded.add(chunk);
      } catch (error) {
        this.fail(error as UnreadableBody);
      }
    });
    decoder.on('error', () => this.fail(new UnreadableBody(`says that it is encoded (${this.encoding}), and cannot be decoded`)));
    decoder.on('end', () => {
      try {
        this.settle?.resolve(this.decoded.end());
      } catch (error) {
        this.fail(error as UnreadableBody);
      }
    });
    return decoder;
  }

  private fail(error: UnreadableBody): UnreadableBody {
    if (this.failure) return this.failure;
    this.failure = error;
    this.discard();
    if (this.settle) this.settle.reject(error);
    else this.report(error);
    return error;
  }
}

/** Content codings of RFC 9110, 8.4.1, and Brotli. What is called deflate comes with and without the header of zlib. */
const DECODERS: ReadonlyMap<string, (first: Buffer) => Transform> = new Map<string, (first: Buffer) => Transform>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['deflate', (first: Buffer) => (((first[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw())],
  ['br', () => createBrotliDecompress()]
]);

function tooLong(maxBytes: number): UnreadableBody {
  return new UnreadableBody(`is longer than the limit of ${maxBytes >= 2 ** 20 ? `${Math.floor(maxBytes / 2 ** 20)} MiB` : `${maxBytes} bytes`}`);
}

/** JSON is UTF-8 (RFC 8259, 8.1); a byte order mark may be ignored. */
function textOf(body: Buffer, strict: boolean): string {
  if (strict && !isUtf8(body)) throw new UnreadableBody('is not valid UTF-8');
  const start = body.length >= 3 && body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? 3 : 0;
  return body.toString('utf8', start);
}
