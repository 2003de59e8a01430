import type { BigIntStats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { fileDigest } from '../../src/disk/file-digest';
import { SoilError } from '../../src/errors/soil-error';
import { storageError } from '../../src/errors/storage-error';
import { fieldOf, textIn } from '../../src/foreign/foreign-value';
import { soilPart, type SoilMessage } from '../runtime/soil-message';

/**
 * Refuses a file that is no longer the one that `soil-download` gave to this message. If a flow uses one file name for several messages, the soil of
 * one field would pass for that of another. The size does not tell them apart: grids of the same form, not compressed, have the same.
 *
 * @param given what was opened: if it is the path in `msg.soil.file`, the file there is compared with what `msg.soil.file` says of it
 * @returns a check for later: a folder may be replaced while it is read, file by file. A zip is open and stays what it was
 * @throws SoilError `SOIL_CONFIG`, then and later; `SOIL_STORAGE` if it cannot be read, which does not say whose it is; the signal's
 * reason when aborted
 */
export async function assertOwnFile(given: unknown, msg: SoilMessage, signal: AbortSignal): Promise<() => Promise<void>> {
  const { file } = soilPart(msg);
  const [bytes, path, sha256, archive] = [fieldOf(file, 'bytes'), textIn(file, 'path'), textIn(file, 'sha256'), textIn(file, 'archive')];
  if (path === undefined || given !== path || typeof bytes !== 'number') return nothingToRefuse;
  // A folder is replaced together with its zip, which lies beside it unless a person took it away.
  const zip = archive ?? path;
  const found = await stat(zip, { bigint: true }).catch(() => undefined);
  if (!found?.isFile()) return nothingToRefuse;
  const isSame = Number(found.size) === bytes && (sha256 === undefined || sha256 === (await digestOf(zip, signal)));
  if (!isSame) {
    throw new SoilError(
      'SOIL_CONFIG',
      `The file ${path} is no longer the one that this message came with. If another download took its place, put {{id}} into "File name" of ` +
        'soil-download, so that each message has a file of its own. To read what is there now, delete msg.soil.file.',
    );
  }
  if (archive === undefined) return nothingToRefuse;
  let checked = versionOf(found);
  return async () => {
    const now = await versionAt(zip);
    if (now === checked) return;
    await assertOwnFile(given, msg, signal);
    // The same zip again: one digest is enough.
    if (now !== undefined) checked = now;
  };
}

function versionAt(path: string): Promise<string | undefined> {
  return stat(path, { bigint: true }).then(versionOf, () => undefined);
}

/** Differs for a file that took the place of another. The time alone does not tell: many systems count it in steps of some milliseconds. */
function versionOf({ ino, mtimeNs }: BigIntStats): string {
  return `${ino} ${mtimeNs}`;
}

function nothingToRefuse(): Promise<void> {
  return Promise.resolve();
}

async function digestOf(path: string, signal: AbortSignal): Promise<string> {
  try {
    return (await fileDigest(path, signal)).sha256;
  } catch (error) {
    signal.throwIfAborted();
    throw storageError(error, 'read the soil data', path);
  }
}
