import type { DepthSlice } from './depth-slice';

/** A layer of a profile with its value; top is above bottom. */
export interface Layer extends DepthSlice {
  value: number;
}

/** The value of a slice. */
export interface SliceMean {
  /**
   * Mean of the layers, weighted by the length of their overlap with the slice, or sum of the layers that fill it; `null` where there is
   * none.
   */
  mean: number | null;
  /** Share of the slice that layers cover, 0 to 1. */
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
 * extended past the data: what no layer covers counts for nothing, and `coverage` tells. Where layers overlap each other, each counts with
 * its length.
 */
export function sliceMean(layers: readonly Layer[], slice: DepthSlice): SliceMean {
  let sum = 0;
  let length = 0;
  const covered: DepthSlice[] = [];
  for (const layer of layers) {
    const top = Math.max(layer.top, slice.top);
    const bottom = Math.min(layer.bottom, slice.bottom);
    if (bottom <= top) continue;
    sum += layer.value * (bottom - top);
    length += bottom - top;
    covered.push({ top, bottom });
  }
  if (length === 0) return { mean: null, coverage: 0, layers: 0 };
  return { mean: sum / length, coverage: unionLength(covered) / (slice.bottom - slice.top), layers: covered.length };
}

/**
 * Sum over a slice, for what is given per area (kg/m2): a stock of 0-10 and one of 10-30 cm make that of 0-30 cm together. It belongs to
 * whole layers, and how it is spread within one nobody knows: where layers do not fill the slice exactly, each depth once, there is none.
 */
export function sliceSum(layers: readonly Layer[], slice: DepthSlice): SliceMean {
  const within = layers.filter(({ top, bottom }) => top >= slice.top && bottom <= slice.bottom).sort((a, b) => a.top - b.top);
  let [reached, sum] = [slice.top, 0];
  for (const { top, bottom, value } of within) {
    if (top !== reached) return { mean: null, coverage: 0, layers: 0 };
    reached = bottom;
    sum += value;
  }
  return reached === slice.bottom ? { mean: sum, coverage: 1, layers: within.length } : { mean: null, coverage: 0, layers: 0 };
}

function unionLength(parts: DepthSlice[]): number {
  parts.sort((a, b) => a.top - b.top);
  let length = 0;
  let reached = -Infinity;
  for (const { top, bottom } of parts) {
    if (bottom <= reached) continue;
    length += bottom - Math.max(top, reached);
    reached = bottom;
  }
  return length;
}
