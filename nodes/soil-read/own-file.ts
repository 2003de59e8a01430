import { stat } from 'node:fs/promises';
import { SoilError } from '../../src/errors/soil-error';
import { fieldOf, textIn } from '../../src/foreign/foreign-value';
import type { ExportSource } from '../../src/records/export-source';
import { soilPart, type SoilMessage } from '../runtime/soil-message';

/**
 * Refuses a file that took the place of the one that `soil-download` gave to this message: where a flow has one file name for several messages, the
 * soil of one field would go on as that of another. Known by its length.
 *
 * @param given what was opened as `source`: a path, or else nothing is looked at
 * @throws SoilError `SOIL_STORAGE`
 */
export async function assertOwnFile(given: unknown, source: ExportSource, msg: SoilMessage): Promise<void> {
  const { file } = soilPart(msg);
  const bytes = fieldOf(file, 'bytes');
  if (typeof given !== 'string' || given !== textIn(file, 'path') || typeof bytes !== 'number') return;
  const found = source.zipBytes ?? (await bytesAt(textIn(file, 'archive')));
  if (found === undefined || found === bytes) return;
  throw new SoilError(
    'SOIL_STORAGE',
    `Another download took the place of ${given}: this message came with a file of ${bytes} bytes, and now there is one of ${found}. ` +
      'Put {{id}} or {{topic}} into "File name" of soil-download, so that each message has a file of its own. To read what is there now, delete msg.soil.file.',
  );
}

/** A folder is replaced together with its zip, which lies beside it unless a person took it away. */
async function bytesAt(zip: string | undefined): Promise<number | undefined> {
  return zip === undefined ? undefined : (await stat(zip).catch(() => undefined))?.size;
}
