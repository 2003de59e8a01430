import { isCustomaryNoValue } from '../fields/customary-no-value';
import type { BandStatistics } from './band-statistics';
import type { RasterBand } from './raster-band';
import type { RasterDescription } from './raster-description';
import { holdsSingles } from './raster-structure';

/** Significant digits of a number that was converted back from its unit: the rest is rounding noise. */
const DIGITS = 12;
/** How many bands a sentence names. */
const NAMED = 5;

/**
 * The numbers, as a grid stores them, that stand for no value in a band: the one that the grid declares, and those that a person lists, either as
 * stored or in the unit of the band (stored x scale + offset).
 *
 * @param listed texts among them do not apply to grids
 */
export function noValuesOfBand({ structure, noData }: RasterDescription, { scale, offset }: RasterBand, listed: ReadonlySet<number | string>): number[] {
  const isSingle = holdsSingles(structure);
  const further = [...listed].flatMap((number) => (typeof number === 'number' ? [number, Number(((number - offset) / scale).toPrecision(DIGITS))] : []));
  return [...(noData === null ? [] : [noData]), ...further.map((number) => (isSingle ? Math.fround(number) : number))];
}

/**
 * A sentence on numbers of a grid that by custom stand for no value, but count as values in it; nothing if there are none.
 *
 * @param found the statistics of each band, by its number from 0
 * @param digits significant digits of a number
 */
export function customaryNoValues(found: ReadonlyMap<number, BandStatistics | null>, digits: number): string | undefined {
  const suspect = [...found].flatMap(([band, statistics]) => {
    const number = [statistics?.min, statistics?.max].find((end) => end !== undefined && isCustomaryNoValue(end));
    return number === undefined ? [] : [{ band: band + 1, number: Number(number.toPrecision(digits)) }];
  });
  if (suspect.length === 0) return undefined;
  const numbers = [...new Set(suspect.map(({ number }) => number))].slice(0, NAMED).join(', ');
  const bands = suspect.slice(0, NAMED).map(({ band }) => band).join(', ');
  return `By convention, ${numbers} (band ${bands}) stands for no value, but the grid does not say so, so it counts as a value. If it stands for none, list it under "Missing values".`;
}
