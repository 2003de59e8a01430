import { isHeldWater } from './held-water';
import { unitOf } from './soil-units';
import { LONGEST_SPELLING } from './unit-spelling';

/** Of an area, whatever stands above it: `t C/ha`, `Mg C ha-1`, `gC/m2`, `kg/m**2`. The prefix of a metre is in one of two groups. */
const PER_AREA =
  /(?:\/|\bper\b|-PER-)\s*(?:\(\s*)?(?:har?|hectares?|ac|acres?|(c|d|k|m|Centi|Deci|Kilo|Milli)?m(?:\^|\*\*)?2|sq(?:uare|\.)?\s*(centi|deci|kilo|milli)?met(?:re|er)s?)\b|(?:\bhar?|\bac)\s*(?:\^|\*\*)?-1\s*$|([ckdm])?m\s*(?:\^|\*\*)?-2\s*$/i;
/** `t/ha/cm`, `kg/m2 per 10 cm`, `kg m-2 cm-1`, `t/(ha cm)`: a mean of the depth that it is given for, not a sum over it. */
const PER_DEPTH =
  /(?:\/|\bper\b)\s*(?:\d+\s*)?(?:[cdm]?m|(?:centi|deci|milli)?met(?:re|er)s?|in|inch(?:es)?|ft|foot)\b(?!\s*(?:\^|\*\*)?-?\d)|(?<![a-z])[cdm]?m\s*(?:\^|\*\*)?-1\b|\/\s*\([^()]*[(\s.·*][cdm]?m\s*[)\s.·*]/i;
/** `mg/m2/h`, `t ha-1 yr-1`: what passes through an area or is lost from it in a time, not what lies below it. */
const PER_TIME = /(?:\/|\bper\b)\s*(?:h(?:(?:ou)?rs?)?|d(?:ays?)?|s(?:ec(?:onds?)?)?|min|weeks?|months?|y(?:(?:ea)?rs?)?|a)\b|\b(?:h(?:our|r)?|d(?:ay)?|s|min|yr?|year|a)\s*(?:\^|\*\*)?-1\s*$/i;
/** Above an area: a force, which is a pressure there, energy or power, or another area. Case counts: `kN` is a force, `kn` is none. */
const NOT_LAID_DOWN =
  /^(?:(?:da|[hkmMG])?N|(?:Kilo|Mega)?N|(?:[Kk]ilo|[Mm]ega)?newtons?|(?:k|M)?gf|kg[-_ ]?f(?:orce)?|k?p|kilopond|tf|lbf|dyn(?:es?)?|\w+_F|[mkM]?[WJ]|(?:Kilo|Mega)?[WJ]|[ckdm]?m\^?2)$/;
/** On a few square centimetres lie grams: kilograms there press on them (`kg/cm2`), and what is counted there, such as roots, is counted on the wall of a pit. */
const LAID_ON_A_SMALL_AREA = /^(?:[muµn]|Milli|Micro|Nano)?(?:g(?!f)|GM(?!_F)|mol|MOL|Bq|BQ)/;
/** Tonnes on a square metre are a pressure, as of a building; those of a soil are given for a hectare. */
const TONNES = /^t(?:on(?:ne)?s?)?$/i;
/** Properties that are pressures, also where their unit is that of a stock (kg/m2). */
const PRESSURE = /penetrat|strength|pressure|stress|cohesion/i;

/**
 * Whether values add up over depth, and have no mean over it: what lies below an area (kg/m2, t/ha), and the water that a layer holds, where it is
 * a height (mm, which is l/m2). Pressures (kN/m2, kg/cm2), and what is given for each centimetre of depth (t/ha/cm, mm/dm) or for a time (t/ha/yr), do not.
 *
 * @param property name of what is measured
 */
export function addsUpOverDepth(unit: string | null, property: string): boolean {
  if (unit === null || unit.length > LONGEST_SPELLING) return false;
  const kind = unitOf(unit)?.kind;
  if (kind === 'length') return isHeldWater(property);
  return !PRESSURE.test(property) && (kind === 'stock' || isLaidOnArea(unit.normalize('NFKC').replaceAll('\u2212', '-')));
}

function isLaidOnArea(unit: string): boolean {
  const area = PER_AREA.exec(unit);
  if (!area || PER_DEPTH.test(unit) || PER_TIME.test(unit)) return false;
  const above = unit.slice(0, area.index).replace(/^.*\/unit[/#]/, '').trim();
  const prefix = area.slice(1).find((group) => group !== undefined)?.toLowerCase();
  if (prefix !== undefined && !/^k/.test(prefix)) return LAID_ON_A_SMALL_AREA.test(above);
  return !NOT_LAID_DOWN.test(above) && !(TONNES.test(above) && /m/i.test(area[0]));
}
