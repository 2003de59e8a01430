/** Numbers that sources write for a missing value; no measurement of soil is exactly one of them. As they are written, and as a 32-bit float holds them. */
const CUSTOMARY: ReadonlySet<number> = new Set(
  [-999, -9999, -99_999, -999.9, -9999.9, -32_768, -2_147_483_648].flatMap((number) => [number, Math.fround(number)]),
);

/** No quantity of soil comes near this, in any unit; the largest floats, of about 10^38, often stand for no value. */
const HUGE = 1e38;

/** Depths in cm that sources write for a layer without an end. */
const NO_DEPTHS: ReadonlySet<number> = new Set([9999, 99_999]);

/** Whether a depth by custom stands for none: taken as a depth, it would make a layer fill all slices. */
export function isCustomaryNoDepth(depth: number): boolean {
  return NO_DEPTHS.has(depth) || isCustomaryNoValue(depth);
}

/** Whether a number by custom stands for no value. Only the source knows whether it really does. */
export function isCustomaryNoValue(number: number): boolean {
  return CUSTOMARY.has(number) || Math.abs(number) >= HUGE;
}
