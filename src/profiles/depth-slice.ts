import { SettingError } from '../errors/setting-error';
import { type DepthInterval, readDepth } from '../records/fields/depth-interval';

/** A slice of the soil, cm below the surface. */
export interface DepthSlice {
  top: number;
  bottom: number;
}

/** Whether a layer lies in a slice, if only in part. One whose top is not above its bottom does not. */
export function overlaps({ top, bottom }: DepthInterval, slice: DepthSlice): boolean {
  return top !== null && bottom !== null && top < bottom && top < slice.bottom && bottom > slice.top;
}

/** The choices of a dialog; the first is the default. */
export const SLICE_CHOICES = ['globalsoilmap', '0-30', '0-20-50', 'own'] as const;
export type SliceChoice = (typeof SLICE_CHOICES)[number];

const NAMED: Readonly<Record<Exclude<SliceChoice, 'own'>, string>> = {
  // GlobalSoilMap, Specifications, release 2.4 (2015).
  globalsoilmap: '0-5, 5-15, 15-30, 30-60, 60-100, 100-200',
  '0-30': '0-30',
  '0-20-50': '0-20, 20-50',
};

const MOST_SLICES = 200;
const HOW_TO_WRITE = 'write slices from the top down, such as 0-10, 10-30, 30-60.';

/**
 * The slices of a setting: `globalsoilmap`, `0-30`, `0-20-50`, or `own` with slices as a person writes them (`0-10, 10-30 cm`).
 *
 * @throws SoilError `SOIL_CONFIG` if one of the person's own slices is not valid, or there are too many
 */
export function depthSlices(choice: SliceChoice, own = ''): DepthSlice[] {
  if (choice === 'own' && own.trim() === '') throw new SettingError('Depths in cm', `is empty: ${HOW_TO_WRITE}`);
  const texts = (choice === 'own' ? own : NAMED[choice]).split(',').map((text) => text.trim());
  if (texts.length > MOST_SLICES) throw new SettingError('Depths in cm', `has ${texts.length} slices; at most ${MOST_SLICES} are allowed.`);
  return texts.map((text) => {
    const { top = null, bottom = null } = readDepth(text) ?? {};
    // A minus before a zero has no meaning, either.
    if (top === null || bottom === null || top < 0 || Object.is(top, -0) || top >= bottom) {
      throw new SettingError('Depths in cm', `has "${text.slice(0, 40)}", which is not a slice: ${HOW_TO_WRITE}`);
    }
    return { top, bottom };
  });
}
