/** A number without the last digits that binary fractions leave behind (23.400000000000002). */
export function tidy(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(12));
}
