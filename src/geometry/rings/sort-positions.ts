import type { Steps } from '../../time/steps';

/** Below this many, comparing is quicker than counting digits. */
const FEW = 2000;

/** The positions `from` to `to` (not included), by index, sorted from west to east, and those on one meridian from south to north. */
export function* sortPositions(x: Float64Array, y: Float64Array, from: number, to: number): Steps<Int32Array> {
  const order = new Int32Array(to - from);
  for (let i = from; i < to; i++) order[i - from] = i;
  const [byX, byY] = order.length < FEW ? [] : [keys(x, from, to), keys(y, from, to)];
  if (!byX || !byY) return order.sort((a, b) => x[a]! - x[b]! || y[a]! - y[b]!);
  yield;
  return yield* sortByDigits(yield* sortByDigits(order, byY, from), byX, from);
}

/**
 * The values less the smallest one; `undefined` if they do not fit 32 bits. A full turn in grid units does, but not a hole that was written a turn away
 * from its shell.
 */
function keys(values: Float64Array, from: number, to: number): Uint32Array | undefined {
  let [least, greatest] = [Infinity, -Infinity];
  for (let i = from; i < to; i++) {
    least = Math.min(least, values[i]!);
    greatest = Math.max(greatest, values[i]!);
  }
  if (greatest - least >= 2 ** 32) return undefined;
  const result = new Uint32Array(to - from);
  for (let i = from; i < to; i++) result[i - from] = values[i]! - least;
  return result;
}

/** A radix sort on 16 bits at a time, stable, so that the order by a lesser key survives. */
function* sortByDigits(order: Int32Array, key: Uint32Array, from: number): Steps<Int32Array> {
  let source = order;
  for (const shift of [0, 16]) {
    const starts = new Uint32Array(65537);
    for (const k of key) starts[((k >>> shift) & 0xffff) + 1]!++;
    for (let digit = 0; digit < 65536; digit++) starts[digit + 1]! += starts[digit]!;
    const target = new Int32Array(source.length);
    for (const index of source) {
      const digit = (key[index - from]! >>> shift) & 0xffff;
      target[starts[digit]!++] = index;
    }
    source = target;
    yield;
  }
  return source;
}
