/**
 * Where the least of a ring's rotations begins: at its westernmost corner, the southern one of several; where it comes by that place again, where what
 * follows is least. Two candidates are compared from their beginnings on: where they part, the greater one goes, and all that
 * begin within what was equal go with it, so that time grows with the length of the ring, however often it comes by one place.
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
