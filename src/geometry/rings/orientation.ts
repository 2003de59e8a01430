/** Above this, a product of two whole numbers is no longer exact in a double. */
const EXACT = 2 ** 53;

/** Four times the relative rounding error of one operation: a bound on the error of the determinant's two products and their difference. */
const ROUNDING = 4 * 2 ** -53;

/**
 * On which side of the line from a to b the point c lies: positive for left, negative for right, 0 for on the line. All coordinates are
 * whole numbers below 2^51, and the sign is exact: where doubles cannot tell, it is computed in BigInt.
 */
export function orientation(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  const left = (bx - ax) * (cy - ay);
  const right = (by - ay) * (cx - ax);
  const determinant = left - right;
  const magnitude = Math.abs(left) + Math.abs(right);
  if (magnitude < EXACT || Math.abs(determinant) > magnitude * ROUNDING) return determinant;
  const exact = BigInt(bx - ax) * BigInt(cy - ay) - BigInt(by - ay) * BigInt(cx - ax);
  return exact > 0n ? 1 : exact < 0n ? -1 : 0;
}
