/**
 * The index at which the least rotation of a ring begins: its westernmost corner, the southernmost of several; if the ring passes there more than
 * once, the pass with the least sequence after it. Two candidates are compared from their starts: at the first difference the greater one is dropped,
 * with all candidates that start within its equal stretch, so the time is linear in the length of the ring, however often it passes one place.
 */
export function leastRotation(x: Float64Array, y: Float64Array): number {
  const { length } = x;
  let [one, other, equal] = [0, 1, 0];
  while (one < length && other < length && equal < length) {
    const [i, j] = [(one + equal) % length, (other + equal) % length];
    const order = x[i]! - x[j]! || y[i]! - y[j]!;
    if (order === 0) {
      equal++;
      continue;
    }
    if (order > 0) one += equal + 1;
    else other += equal + 1;
    if (one === other) other++;
    equal = 0;
  }
  return Math.min(one, other);
}
