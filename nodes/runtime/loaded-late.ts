import { storageError } from '../../src/errors/storage-error';

/**
 * Code that is loaded when it is first needed, so that not every start of Node-RED waits for it. Required, not imported: an import that failed once fails
 * for as long as the process lives.
 *
 * @param load requires it
 * @throws SoilError `SOIL_STORAGE` where that fails, as with too many files open: the next message tries again
 */
export function loadedLate<Code>(load: () => Code): Code {
  try {
    return load();
  } catch (error) {
    throw storageError(error, 'load the code of node-red-contrib-soil-data', __dirname, false);
  }
}
