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
  const where = entryName === undefined ? '' : ` (entry ${shownName(entryName)})`;
  const message = `The zip file is corrupt or unsafe and was not used: ${reason}${where}. Download it again; if that does not help, ask who made it.`;
  return new SoilError('SOIL_ARCHIVE', message, { detail: `${reason}${where}`.slice(0, 500) });
}
