import type { DepthSlice } from './depth-slice';

/** A layer of a profile with its value; top is above bottom. */
export interface Layer {
  top: number;
  bottom: number;
  value: number;
}

/** The value of a slice. */
export interface SliceMean {
  /** Mean of the layers, weighted by the length of their overlap with the slice; `null` where none overlaps. */
  mean: number | null;
  /** Share of the slice that layers cover, 0 to 1. */
  coverage: number;
  /** Layers that overlap the slice. */
  layers: number;
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
