import { SoilError } from '../errors/soil-error';

/** A name from a zip, fit for a message: quoted, control and non-ASCII characters escaped, short. */
export function shownName(name: string): string {
  return JSON.stringify(name.length > 40 ? `${name.slice(0, 40)}...` : name).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** SOIL_ARCHIVE: why a zip is not read. Whatever the reason, it was cut off on its way, or it was made to do harm. */
export function archiveError(reason: string, entryName?: string): SoilError {
  return refused('is corrupt or unsafe and was not used', reason, entryName, 'Download it again; if that does not help, ask who made it.');
}

/** SOIL_ARCHIVE: why a zip is not read that may be whole, and would be the same after another download. */
export function foreignArchive(reason: string, entryName: string): SoilError {
  const advice = 'Ask who made it for one that is packed with Deflate and not encrypted, or unpack it with another program and give soil-read the folder.';
  return refused('was not used, though it may be whole', reason, entryName, advice);
}

function refused(outcome: string, reason: string, entryName: string | undefined, advice: string): SoilError {
  const where = entryName === undefined ? '' : ` (entry ${shownName(entryName)})`;
  return new SoilError('SOIL_ARCHIVE', `The zip file ${outcome}: ${reason}${where}. ${advice}`, { detail: `${reason}${where}` });
}
