/** How data of the sandbox say that they are made up: that holds whichever service or file they come from. */

/** What the name of each dataset of the sandbox ends with (docs/records.md): names of real ones may have the word in them, as of a synthetic aperture radar. */
const MARK = / \(synthetic(, locked)?\)$/;

/** Whether the name of a dataset, or of an answer, is one of the sandbox. */
export function isInvented(name: string): boolean {
  return MARK.test(name);
}
