import { closeSync, openSync } from 'node:fs';
import { storageError } from '../errors/storage-error';

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

/**
 * Loads such code a turn from now, for nodes that are in the flows: once they run, an update of the package on the disk, of which Node-RED says that the
 * next start uses it, mixes nothing with what runs. If it cannot be loaded, the first message tries again and has the error.
 */
export function loadSoon(code: () => object): void {
  setImmediate(() => {
    try {
      code();
    } catch {
      // The first message has the error, or no longer any.
    }
  });
}
