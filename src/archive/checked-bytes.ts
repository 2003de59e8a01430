import { pipeline, Transform, type Readable, type TransformCallback } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { isSystemError, storageError } from '../errors/storage-error';
import { archiveError } from './archive-error';
import type { EntryPlace } from './local-header';
import type { ZipBytes } from './zip-bytes';

/** The packing method (APPNOTE.TXT 4.4.5). */
export const DEFLATED = 8;
const INFLATE_BLOCK = 64 * 1024;

/** Lets through at most the declared number of bytes, and ends without an error only if all came, with the right checksum. */
class CheckedBytes extends Transform {
  private bytes = 0;
  private crc = 0;

  constructor(private readonly place: EntryPlace) {
    super({ highWaterMark: INFLATE_BLOCK });
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.bytes += chunk.length;
    if (this.bytes > this.place.entry.uncompressedSize) {
      done(archiveError('it holds more than its directory says', this.place.name));
      return;
    }
    this.crc = crc32(chunk, this.crc);
    done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    const { entry, name } = this.place;
    if (this.bytes !== entry.uncompressedSize) done(archiveError('it holds less than its directory says', name));
    else if (this.crc !== entry.crc32) done(archiveError('its checksum is wrong', name));
    else done();
  }
}

/** The content of an entry, unpacked and checked on the way. Errors are SOIL_ARCHIVE, or SOIL_STORAGE if the disk fails. */
export function checkedBytes(zip: ZipBytes, place: EntryPlace): Readable {
  const { entry, dataStart, dataEnd, name } = place;
  const checked = new CheckedBytes(place);
  const packed = zip.stream(dataStart, dataEnd);
  // Translated here, since a pipeline destroys its last stream with the error as it is.
  packed.on('error', (error) => checked.destroy(isSystemError(error) ? storageError(error, 'read the zip file', zip.place) : error));
  if (entry.compressionMethod !== DEFLATED) {
    pipeline(packed, checked, ignore);
    return checked;
  }
  const inflate = createInflateRaw({ chunkSize: INFLATE_BLOCK });
  inflate.on('error', (error: NodeJS.ErrnoException) => {
    checked.destroy(archiveError(`its data cannot be unpacked: ${error.code ?? error.message}`, name));
  });
  const whole = new Transform({
    transform: (chunk: Buffer, _encoding, done) => done(null, chunk),
    flush: (done) => done(inflate.bytesWritten === entry.compressedSize ? null : archiveError('there is something after its packed data', name)),
  });
  pipeline(packed, inflate, whole, checked, ignore);
  return checked;
}

/** Errors come out of the returned stream. */
function ignore(): void {
  // Nothing is left to do.
}
