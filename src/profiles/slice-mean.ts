import type { DepthSlice } from './depth-slice';

/** A layer of a profile with its value; top is above bottom. */
export interface Layer extends DepthSlice {
  value: number;
}

/** The value of a slice. */
export interface SliceMean {
  /** Mean of the layers, weighted by the length of their overlap with the slice and each depth once, or sum of the layers that fill it. */
  mean: number;
  /** Share of the slice that layers cover, above 0 to 1. */
  coverage: number;
  /** Layers that overlap the slice. */
  layers: number;
}

/** Whether enough of a slice is covered. Coverage is a sum of differences of decimal fractions: the last digit is left out of the question. */
export function coversEnough(coverage: number, least: number): boolean {
  return coverage >= least - 1e-9;
}

/**
 * Mean over a slice, weighted by overlap length: 0-10 cm = 2 and 10-40 cm = 8 give (10 x 2 + 20 x 8) / 30 = 6 for 0-30 cm. Nothing is
 * extended past the data: what no layer covers counts for nothing, and `coverage` tells. A depth covered by several layers counts once, with
 * their mean: a topsoil that was sampled ten times would outweigh the subsoil that was sampled once. `null` where no layer overlaps the slice.
 */
export function sliceMean(layers: readonly Layer[], slice: DepthSlice): SliceMean | null {
  const ends: { depth: number; value: number; layers: 1 | -1 }[] = [];
  for (const layer of layers) {
    const top = Math.max(layer.top, slice.top);
    const bottom = Math.min(layer.bottom, slice.bottom);
    if (bottom > top) ends.push({ depth: top, value: layer.value, layers: 1 }, { depth: bottom, value: -layer.value, layers: -1 });
  }
  if (ends.length === 0) return null;
  ends.sort((a, b) => a.depth - b.depth || a.layers - b.layers);
  let [weighted, length] = [0, 0];
  // Of the layers at a depth: how many, and the sum of their values.
  let [here, sum, reached] = [0, 0, -Infinity];
  for (const end of ends) {
    if (here > 0) {
      weighted += (sum / here) * (end.depth - reached);
      length += end.depth - reached;
    }
    here += end.layers;
    // What sums lose does not go on below.
    sum = here === 0 ? 0 : sum + end.value;
    reached = end.depth;
  }
  return { mean: weighted / length, coverage: length / (slice.bottom - slice.top), layers: ends.length / 2 };
}

/**
 * Sum over a slice, for what is given per area (kg/m2): a stock of 0-10 and one of 10-30 cm make that of 0-30 cm together. It belongs to
 * whole layers, and how it is spread within one nobody knows: where layers do not fill the slice exactly, each depth once, there is none. Layers of the
 * same depths, such as replicates, count once with their mean.
 */
export function sliceSum(layers: readonly Layer[], slice: DepthSlice): SliceMean | null {
  const within = layers.filter(({ top, bottom }) => top >= slice.top && bottom <= slice.bottom).sort((a, b) => a.top - b.top || a.bottom - b.bottom);
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
  return reached === slice.bottom ? { mean: sum, coverage: 1, layers: within.length } : null;
}
