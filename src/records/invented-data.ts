import type { ExportFile, ExportSource } from './export-source';

/** How sandbox data declare that they are invented, whatever service or file they come from. */

/** What the name of every sandbox dataset ends with (docs/records.md). Real names may contain the word too, as in "synthetic aperture radar". */
const MARK = / \(synthetic(, locked)?\)$/;
/** What the README.txt in every sandbox zip begins with, compared by words: a program that unpacks texts may change the line ends. */
const NOTICE = 'SYNTHETIC SOIL DATA Everything in this file is invented by the sandbox. Nothing was measured anywhere.';
/** How many characters to read: enough for the notice with any line ends. */
const HEAD = NOTICE.length + 20;

/** Whether the name of a dataset, or of an answer, comes from the sandbox. */
export function isInvented(name: string): boolean {
  return MARK.test(name);
}

/** Whether an export comes from the sandbox, even if it contains no dataset. A README that cannot be read counts as none. */
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
    // If the disk or the zip is at fault, reading the data will say so.
  }
  return head;
}
