import { cut } from '../../../src/text/cut';

/** How many characters of a name or a quoted text fit into a sentence. */
const SHOWN = 60;

export type ImportReason =
  | ('severalFiles' | 'tooLarge' | 'tooManyFiles' | 'notArea' | 'noArea' | 'noReader')
  | ('notKml' | 'kmlPosition' | 'kmlPoint' | 'kmlRing' | 'kmlBoundaries' | 'onlyLinks')
  | ('notShapefile' | 'damagedZip' | 'otherSystem' | 'damagedShapefile' | 'otherShapes');

/**
 * Something that could not be read. `reason` is a key of the catalogue, whose text may take the name of the file, the name of its coordinate
 * system, and the text that is wrong.
 */
export class ImportProblem extends Error {
  readonly values: { name: string; system: string; text: string };

  constructor(
    readonly reason: ImportReason,
    { name = '', system = '', text = '' }: { name?: string; system?: string; text?: string } = {},
  ) {
    super(reason);
    this.values = { name: cut(name, SHOWN), system, text: cut(text.trim(), SHOWN) };
  }
}

/** Most areas need no file reader, so each is loaded with the first file of its kind. If it cannot be loaded, that says nothing about the file. */
export function reader<Part>(loaded: Promise<Part>): Promise<Part> {
  return loaded.catch(() => {
    throw new ImportProblem('noReader');
  });
}
