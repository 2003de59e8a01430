import { eachInSteps, sortedInSteps, type Steps } from '../time/steps';
import type { DepthSlice } from './depth-slice';

/** A layer of a profile with its value; top is above bottom. */
export interface Layer extends DepthSlice {
  value: number;
}

/** The value of a slice. */
export interface SliceMean<Given extends Layer> {
  /** Mean of the layers, weighted by the length of their overlap with the slice, each depth counted once; or sum of the layers that fill it. */
  mean: number;
  /** Share of the slice that layers cover, above 0 to 1. */
  coverage: number;
  /** The layers that it is made of. */
  layers: readonly Given[];
}

/** Whether enough of a slice is covered. Coverage is a sum of differences of decimal fractions: rounding errors in the last digit are ignored. */
export function coversEnough(coverage: number, least: number): boolean {
  return coverage >= least - 1e-9;
}

/**
 * Mean over a slice, weighted by overlap length: 0-10 cm = 2 and 10-40 cm = 8 give (10 x 2 + 20 x 8) / 30 = 6 for 0-30 cm. Nothing is
 * extended past the data: what no layer covers does not count, and `coverage` shows it. A depth covered by several layers counts once, with
 * their mean: otherwise a topsoil sampled ten times would outweigh a subsoil sampled once. `null` if no layer overlaps the slice.
 */
export function* sliceMean<Given extends Layer>(layers: readonly Given[], slice: DepthSlice): Steps<SliceMean<Given> | null> {
  const inside: Given[] = [];
  const found: { depth: number; value: number; layers: 1 | -1 }[] = [];
  yield* eachInSteps(layers, (layer) => {
    const top = Math.max(layer.top, slice.top);
    const bottom = Math.min(layer.bottom, slice.bottom);
    if (bottom <= top) return;
    inside.push(layer);
    found.push({ depth: top, value: layer.value, layers: 1 }, { depth: bottom, value: -layer.value, layers: -1 });
  });
  if (found.length === 0) return null;
  const ends = yield* sortedInSteps(found, (a, b) => a.depth - b.depth || a.layers - b.layers);
  let [weighted, length] = [0, 0];
  // Of the layers at a depth: how many, and the sum of their values.
  let [here, sum, reached] = [0, 0, -Infinity];
  yield* eachInSteps(ends, (end) => {
    if (here > 0) {
      weighted += (sum / here) * (end.depth - reached);
      length += end.depth - reached;
    }
    here += end.layers;
    // Rounding errors of the sum are not carried further down.
    sum = here === 0 ? 0 : sum + end.value;
    reached = end.depth;
  });
  return { mean: weighted / length, coverage: length / (slice.bottom - slice.top), layers: inside };
}

/**
 * Sum over a slice, for what is given per area (kg/m2): the stocks of 0-10 and 10-30 cm add up to that of 0-30 cm. How a stock is spread within
 * its layer is unknown, so there is no sum (`null`) unless layers fill the slice exactly, each depth once. Layers of the same depths, such as
 * replicates, count once with their mean.
 */
export function* sliceSum<Given extends Layer>(layers: readonly Given[], slice: DepthSlice): Steps<SliceMean<Given> | null> {
  const inside = layers.filter(({ top, bottom }) => top >= slice.top && bottom <= slice.bottom);
  const within = yield* sortedInSteps(inside, (a, b) => a.top - b.top || a.bottom - b.bottom);
  let [reached, sum] = [slice.top, 0];
  for (let at = 0; at < within.length; ) {
    const { top, bottom } = within[at]!;
    if (top !== reached) return null;
    let [same, ofSame] = [0, 0];
    for (; within[at]?.top === top && within[at]?.bottom === bottom; at += 1) {
      same += 1;
      ofSame += within[at]!.value;
    }
    reached = bottom;
    sum += ofSame / same;
  }
  return reached === slice.bottom ? { mean: sum, coverage: 1, layers: within } : null;
}
