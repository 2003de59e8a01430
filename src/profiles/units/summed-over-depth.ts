import { unitOf } from './soil-units';

/** Of an area, whatever stands above it: `t C/ha`, `Mg C ha-1`, `gC/m2`, `kg/m**2`. */
const PER_AREA =
  /(\/|\bper\b|-PER-)\s*(?:\(\s*)?(har?|hectares?|ac|acres?|(c|d|k|Centi|Deci|Kilo)?m(\^|\*\*)?2|sq(uare|\.)?\s*(centi|deci|kilo)?met(re|er)s?)\b|(\bhar?|\bac)\s*(\^|\*\*)?-1\s*$|[ckd]?m\s*(\^|\*\*)?-2\s*$/i;

/** Whether a unit is one of what lies below an area (kg/m2, t/ha): such values add up over depth, and have no mean over it. */
export function isPerArea(unit: string | null): boolean {
  return unit !== null && (unitOf(unit)?.kind === 'stock' || PER_AREA.test(unit.normalize('NFKC').replaceAll('\u2212', '-')));
}
