import { SoilError } from '../errors/soil-error';
import { inTurns } from '../time/in-turns';

/** How many pieces are joined at a time. */
const PIECES = 1000;

/**
 * Joins the texts of many items into one.
 *
 * @throws SoilError `SOIL_CONFIG` if it is longer than a text can be; the signal's reason when aborted
 */
export async function textInTurns<Item>(
  items: readonly Item[],
  textOf: (item: Item) => string,
  separator: string,
  signal?: AbortSignal,
): Promise<string> {
  const parts: string[] = [];
  let pieces: string[] = [];
  try {
    await inTurns(
      items,
      (item) => {
        pieces.push(textOf(item));
        if (pieces.length < PIECES) return;
        parts.push(pieces.join(separator));
        pieces = [];
      },
      signal,
    );
    if (pieces.length > 0) parts.push(pieces.join(separator));
    return parts.join(separator);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new SoilError(
      'SOIL_CONFIG',
      `The ${items.length} rows make a text that is too long for one message. Let soil-read give them in batches of some thousands.`,
    );
  }
}
