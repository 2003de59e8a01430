import { TurnTaker } from '../../time/turn-taker';

/** In the tag Predictor (TIFF 6.0, section 14; Adobe's technical note 3 for floats). */
export const NO_PREDICTOR = 1;
const HORIZONTAL = 2;
const FLOATING_POINT = 3;
/** Numbers between two looks at the clock. */
const NUMBERS_AT_ONCE = 65_536;

/** The layout of a block whose numbers are stored as differences. */
export interface DifferenceLayout {
  predictor: number;
  /** Numbers in a row, over all bands that the block holds. */
  rowLength: number;
  /** How many bands the block holds, cell by cell. */
  bands: number;
  /** Bytes of a number. */
  bytes: number;
}

/**
 * Turns the differences in a block back into numbers, in place. The library would do the same, but block the event loop for the whole
 * block. Numbers of several bytes are in the byte order of the machine.
 *
 * @throws Error if the predictor is unknown, or if the block ends within a row: its message goes on after "The
 * grid cannot be read, because"
 */
export async function undoPredictor(block: ArrayBufferLike, { predictor, rowLength, bands, bytes }: DifferenceLayout): Promise<void> {
  if (predictor !== HORIZONTAL && predictor !== FLOATING_POINT) throw new Error(`its predictor (code ${predictor}) is not supported`);
  if (block.byteLength % (rowLength * bytes) !== 0) throw new Error('one of its blocks ends within a row of cells');
  const turns = new TurnTaker();
  const floats = predictor === FLOATING_POINT;
  const numbers = floats ? new Uint8Array(block) : wholeNumbers(block, bytes);
  const unitsOfRow = floats ? rowLength * bytes : rowLength;
  let untilRest = NUMBERS_AT_ONCE;
  for (let start = 0; start < numbers.length; start += unitsOfRow) {
    const end = start + unitsOfRow;
    for (let from = start + bands; from < end; from += NUMBERS_AT_ONCE) {
      addUp(numbers, bands, from, Math.min(end, from + NUMBERS_AT_ONCE));
      if (unitsOfRow > NUMBERS_AT_ONCE) await turns.rest();
    }
    if (floats) await gather(numbers as Uint8Array, start, rowLength, bytes, turns);
    untilRest -= unitsOfRow;
    if (untilRest > 0) continue;
    untilRest = NUMBERS_AT_ONCE;
    await turns.rest();
  }
}

type WholeNumbers = Uint8Array | Uint16Array | Uint32Array | BigUint64Array;

/** Unsigned for all: differences of signed numbers, and those of the bits of floats, add up to the same bits. */
function wholeNumbers(block: ArrayBufferLike, bytes: number): WholeNumbers {
  if (bytes === 1) return new Uint8Array(block);
  if (bytes === 2) return new Uint16Array(block);
  return bytes === 4 ? new Uint32Array(block) : new BigUint64Array(block);
}

/** Each number is stored as its difference from the number of the same band on its left. */
function addUp(numbers: WholeNumbers, bands: number, from: number, end: number): void {
  // Those of 64 bits are added up as bigints by the same words.
  const sums = numbers as Uint8Array;
  for (let at = from; at < end; at += 1) sums[at]! += sums[at - bands]!;
}

/** A row of floats is stored with the highest bytes of all first, then the next ones: puts the bytes of each float together, the lowest first. */
async function gather(bytes: Uint8Array, start: number, rowLength: number, bytesOfNumber: number, turns: TurnTaker): Promise<void> {
  const apart = bytes.slice(start, start + rowLength * bytesOfNumber);
  for (let byte = 0; byte < bytesOfNumber; byte += 1) {
    const of = (bytesOfNumber - 1 - byte) * rowLength;
    for (let from = 0; from < rowLength; from += NUMBERS_AT_ONCE) {
      const end = Math.min(rowLength, from + NUMBERS_AT_ONCE);
      for (let at = from; at < end; at += 1) bytes[start + at * bytesOfNumber + byte] = apart[of + at]!;
      if (rowLength > NUMBERS_AT_ONCE) await turns.rest();
    }
  }
}
