/** Water that a layer holds: `Plant available water capacity`, `Soil moisture storage`, `Field capacity`, `AWC_mm`. */
const HELD_WATER =
  /\b(?:available|extractable|retained|stored|soil|drainable)[\s_-]{1,3}(?:[a-z]{1,20}[\s_-]{1,3})?(?:water|moisture)(?![a-z])|(?:water|moisture)[\s_-]{0,3}(?:storage|stored|stock|reserve|content|holding|held|capacity|retention|deficit)|field[\s_-]{0,3}capacity|wilting[\s_-]{0,3}point|(?<![a-z])(?:t?awc|awhc|aws|pawc?|pawhc|taw|whc|fc|pwp)(?![a-z])/i;
/** Other lengths: how deep something lies or is measured, its width, what falls on the soil, lies on it or passes through it, a suction as cm of water. */
const LENGTH_BESIDE_WATER =
  /\bdepth\s{1,3}(?:to|at|from|until)\b|ground[\s_-]{0,3}water|water[\s_-]{0,3}(?:table|level|repell)|(?<!d)rain|precipit|evapo|irrigat|infiltrat|potential|tension|suction|matric|\bhead\b|control[\s_-]{0,3}section|diameter|\bsize|sensor|measurement|(?:water|moisture)[\s_-]{1,3}depth|surface[\s_-]{1,3}water|snow|flux|percolat|uptake|drainage/i;

/** Whether a length is the height of the water that a layer holds, which adds up over depth. */
export function isHeldWater(property: string): boolean {
  return HELD_WATER.test(property) && !LENGTH_BESIDE_WATER.test(property);
}
