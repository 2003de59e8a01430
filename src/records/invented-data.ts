import type { ExportFile, ExportSource } from './export-source';

/** How data of the sandbox say that they are made up: that holds whichever service or file they come from. */

/** What the name of each dataset of the sandbox ends with (docs/records.md): names of real ones may have the word in them, as of a synthetic aperture radar. */
const MARK = / \(synthetic(, locked)?\)$/;
/** What the README.txt of each of its zips begins with, by words: a program that unpacks texts may change the line ends. */
const NOTICE = 'SYNTHETIC SOIL DATA Everything in this file is invented by the sandbox. Nothing was measured anywhere.';
/** Characters, in which the notice lies whatever the line ends. */
const HEAD = NOTICE.length + 20;

/** Whether the name of a dataset, or of an answer, is one of the sandbox. */
export function isInvented(name: string): boolean {
  return MARK.test(name);
}

/** Whether an export is one of the sandbox, also where there is no dataset in it. Of a README that cannot be read, this knows nothing. */
export async function isInventedExport({ files }: Pick<ExportSource, 'files'>): Promise<boolean> {
  for (const file of files) {
    if (/(^|\/)README\.txt$/.test(file.name) && (await headOf(file)).replace(/\s+/g, ' ').startsWith(NOTICE)) return true;
  }
  return false;
}

async function headOf(file: ExportFile): Promise<string> {
  let head = '';
  try {
    for await (const chunk of file.open() as AsyncIterable<Buffer>) {
      head += chunk.toString('latin1', 0, HEAD);
      if (head.length >= HEAD) break;
    }
  } catch {
    // Where the disk or the zip is at fault, the reading of the data says so.
  }
  return head;
}
