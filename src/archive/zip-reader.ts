import { fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import type { ZipBytes } from './zip-bytes';

/** A zip as yauzl reads it. */
class ZipReader extends RandomAccessReader {
  constructor(private readonly zip: ZipBytes) {
    super();
  }

  override read(buffer: Buffer, offset: number, length: number, position: number, done: (error: Error | null, bytesRead?: number) => void): void {
    this.zip.read(position, length).then(
      (bytes) => done(null, bytes.copy(buffer, offset)),
      (error: Error) => done(error),
    );
  }
}

/** The directory of a zip: nothing of the entries is read, and names stay bytes. */
export function openDirectory(zip: ZipBytes): Promise<ZipFile> {
  return fromRandomAccessReaderPromise(new ZipReader(zip), zip.size, { autoClose: false, decodeStrings: false, validateEntrySizes: true });
}
