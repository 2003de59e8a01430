import { fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import type { ZipBytes } from './zip-bytes';

/**
 * A zip as yauzl reads it. It first reads up to 64 KiB for the longest comment that the end might have, into memory outside the heap: so it is told that
 * the zip is only as long as its directory and its end. Where the directory lies, it finds in the end itself; from then on, positions are those of the
 * whole zip.
 */
class ZipReader extends RandomAccessReader {
  private knowsEnd = false;

  constructor(
    private readonly zip: ZipBytes,
    private readonly directoryAt: number,
  ) {
    super();
  }

  override read(buffer: Buffer, offset: number, length: number, position: number, done: (error: Error | null, bytesRead?: number) => void): void {
    const at = this.knowsEnd ? position : this.directoryAt + position;
    this.knowsEnd = true;
    this.zip.read(at, length).then(
      (bytes) => done(null, bytes.copy(buffer, offset)),
      (error: Error) => done(error),
    );
  }
}

/**
 * The directory of a zip: nothing of the entries is read, and names stay bytes.
 *
 * @param directoryAt where it begins, as the end says
 */
export function openDirectory(zip: ZipBytes, directoryAt: number): Promise<ZipFile> {
  const reader = new ZipReader(zip, directoryAt);
  return fromRandomAccessReaderPromise(reader, zip.size - directoryAt, { autoClose: false, decodeStrings: false, validateEntrySizes: true });
}
