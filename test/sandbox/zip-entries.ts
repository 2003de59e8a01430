import { fromBuffer } from 'yauzl';

/** The entries of a zip by name, unpacked by a reader that is not ours. */
export function zipEntries(zip: Buffer): Promise<Map<string, Buffer>> {
  return new Promise((resolve, reject) => {
    fromBuffer(zip, { lazyEntries: true }, (error, file) => {
      if (error) {
        reject(error);
        return;
      }
      const entries = new Map<string, Buffer>();
      file.on('error', reject);
      file.on('end', () => resolve(entries));
      file.on('entry', (entry: { fileName: string }) => {
        file.openReadStream(entry as Parameters<typeof file.openReadStream>[0], (failure, stream) => {
          if (failure) {
            reject(failure);
            return;
          }
          const chunks: Buffer[] = [];
          stream.on('data', (chunk: Buffer) => chunks.push(chunk));
          stream.on('error', reject);
          stream.on('end', () => {
            entries.set(entry.fileName, Buffer.concat(chunks));
            file.readEntry();
          });
        });
      });
      file.readEntry();
    });
  });
}

/** The rows of the CSV as objects. Its cells hold no line ends. */
export function csvRows(csv: string): Record<string, string>[] {
  const [header = '', ...lines] = csv.trimEnd().split('\n');
  const names = cells(header);
  return lines.map((line) => Object.fromEntries(cells(line).map((cell, index) => [names[index] ?? '', cell])));
}

function cells(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '');
}
