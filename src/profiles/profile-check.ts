import { isCustomaryNoValue } from '../records/fields/customary-no-value';
import type { DepthInterval } from '../records/fields/depth-interval';
import { eachInSteps, sortedInSteps, type Steps } from '../time/steps';
import type { DepthSlice } from './depth-slice';
import { possibleRange } from './units/possible-range';

/** A fault in the depths of a profile, in one of its values, or in sand, silt and clay together, with its depths in cm. */
export interface ProfileFault extends DepthInterval {
  fault: 'no depth' | 'no thickness' | 'upside down' | 'repeat' | 'gap' | 'overlap' | 'impossible value' | 'not 100 %' | 'limit of 20 um';
  /** The impossible value, or the sum of sand, silt and clay, %. */
  value?: number;
}

/** Values that their unit does not allow, or that by custom stand for "no value". They still count: only the source knows what it meant. */
export function* impossibleValues(layers: readonly (DepthInterval & { value: number })[], unit: string | null, property: string): Steps<ProfileFault[]> {
  const range = possibleRange(unit, property);
  const faults: ProfileFault[] = [];
  yield* eachInSteps(layers, ({ value, top, bottom }) => {
    if (isCustomaryNoValue(value) || (range !== undefined && (value < range.low || value > range.high))) faults.push({ fault: 'impossible value', top, bottom, value });
  });
  return faults;
}

/**
 * Checks the layers of one profile: every layer has a top above its bottom, none comes twice, none overlaps the next, and none is missing
 * between two. The same depths at another time of day are no repeat. The same checks as `checkHzDepthLogic` of the R package aqp, reported one by one.
 */
export function* checkProfile(layers: readonly (DepthInterval & { date: string | null })[]): Steps<ProfileFault[]> {
  const faults: ProfileFault[] = [];
  const sound: (DepthSlice & { date: string | null })[] = [];
  yield* eachInSteps(layers, ({ top, bottom, date }) => {
    if (top === null || bottom === null) faults.push({ fault: 'no depth', top, bottom });
    else if (top === bottom) faults.push({ fault: 'no thickness', top, bottom });
    else if (top > bottom) faults.push({ fault: 'upside down', top, bottom });
    else sound.push({ top, bottom, date });
  });
  const sorted = yield* sortedInSteps(sound, (a, b) => a.top - b.top || a.bottom - b.bottom || compareDates(a.date, b.date));
  let reached: number | null = null;
  let last: (typeof sound)[number] | null = null;
  yield* eachInSteps(sorted, (layer) => {
    const { top, bottom, date } = layer;
    if (last?.top === top && last.bottom === bottom) {
      if (last.date === date) faults.push({ fault: 'repeat', top, bottom });
    } else if (reached !== null && top < reached) faults.push({ fault: 'overlap', top, bottom: Math.min(reached, bottom) });
    else if (reached !== null && top > reached) faults.push({ fault: 'gap', top: reached, bottom: top });
    reached = Math.max(reached ?? bottom, bottom);
    last = layer;
  });
  return faults;
}

function compareDates(a: string | null, b: string | null): number {
  return a === b ? 0 : (a ?? '') < (b ?? '') ? -1 : 1;
}
