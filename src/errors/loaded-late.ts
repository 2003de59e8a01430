import { closeSync, openSync } from 'node:fs';
import { storageError } from './storage-error';

/**
 * Code that is loaded when it is first needed, so that not every start of Node-RED waits for it. Required, not imported: an import that failed once fails
 * for as long as the process lives. So does a package that is looked up while no file can be opened, for Node.js remembers that it has no `package.json`:
 * so whether a file can be opened is tried first.
 *
 * @param load requires it
 * @returns what gives the code. It throws SoilError `SOIL_STORAGE` if that cannot be loaded, as with too many open files: the next message tries again
 */
export function loadedLate<Code extends object>(load: () => Code): () => Code {
  let code: Code | undefined;
  return () => {
    if (code) return code;
    try {
      closeSync(openSync(__filename, 'r'));
      return (code = load());
    } catch (error) {
      throw storageError(error, 'load the code of node-red-contrib-soil-data', __dirname, false);
    }
  };
}
