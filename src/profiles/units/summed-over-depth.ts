import { isHeldWater } from './held-water';
import { unitOf } from './soil-units';
import { LONGEST_SPELLING } from './unit-spelling';

/** Per area, whatever the numerator: `t C/ha`, `Mg C ha-1`, `gC/m2`, `kg/m**2`. The prefix of a metre is in one of the groups. */
const PER_AREA =
  /(?:\/|\bper\b|-PER-)\s*(?:\(\s*)?(?:har?|hectares?|ac|acres?|(c|d|k|m|Centi|Deci|Kilo|Milli)?m(?:\^|\*\*)?2|sq(?:uare|\.)?\s*(centi|deci|kilo|milli)?met(?:re|er)s?)\b|(?:\bhar?|\bac)\s*(?:\^|\*\*)?-1\s*$|([ckdm])?m\s*(?:\^|\*\*)?-2\s*$/i;
/**
 * What may follow an area at the end of a unit: a remark, or what is weighed. Anything else makes it another unit: per depth (`t/ha/cm`,
 * `kg/m2 per 10 cm`), which is averaged over depth, or per time (`t/ha/yr`, `mg/(m2 h)`), for what passes through or is lost.
 */
const NOTHING_MORE = /^\)?\s*(?:\([^()]*\)|(?:of\s+)?(?:dry\s+)?(?:soil|matter|N|P|K|C|S|P2O5|K2O))?$/;
/** The same in the numerator, as a power: `kg yr-1 ha-1`, `kg cm-1 m-2`. */
const DIVIDED = /-1\b/;
/** Numerators that make no stock: a force (per area, a pressure), energy or power, or another area. Case counts: `kN` is a force, `kn` is not. */
const NOT_LAID_DOWN =
  /^(?:(?:da|[hkmMG])?N|(?:Kilo|Mega)?N|(?:[Kk]ilo|[Mm]ega)?newtons?|(?:k|M)?gf|kg[-_ ]?f(?:orce)?|k?p|kilopond|tf|lbf|dyn(?:es?)?|\w+_F|[mkM]?(?:Wh?|J|Pa)|k?cal|(?:Kilo|Mega)?[WJ]|[ckdm]?m\^?2)$/;
/** Per square centimetre, a stock is in grams: kilograms there are a pressure (`kg/cm2`), and what is counted, such as roots, is on the wall of a pit. */
const LAID_ON_A_SMALL_AREA = /^(?:[muµn]|Milli|Micro|Nano)?(?:g(?!f)|GM(?!_F)|mol|MOL|Bq|BQ)/;
/** Tonnes per square metre are a pressure, as of a building; those of a soil are given per hectare or square kilometre. */
const TONNES = /^t(?:on(?:ne)?s?)?$/i;
/** Properties that are pressures, even if their unit is that of a stock (kg/m2). */
const PRESSURE = /penetrat|strength|pressure|stress|cohesion/i;

/**
 * Whether values add up over depth, and have no mean over it: what lies below an area (kg/m2, t/ha), and the water that a layer holds, if given as
 * a height (mm, which is l/m2). Pressures (kN/m2, kg/cm2), and amounts per depth (t/ha/cm, mm/dm) or per time (t/ha/yr), do not.
 *
 * @param property name of what is measured
 */
export function addsUpOverDepth(unit: string | null, property: string): boolean {
  if (unit === null || unit.length > LONGEST_SPELLING || PRESSURE.test(property)) return false;
  const kind = unitOf(unit)?.kind;
  return kind === 'length' ? isHeldWater(property) : (kind === 'stock' || isLaidOnArea(unit.normalize('NFKC').replaceAll('\u2212', '-')));
}

function isLaidOnArea(unit: string): boolean {
  const area = PER_AREA.exec(unit);
  if (!area || !NOTHING_MORE.test(unit.slice(area.index + area[0].length).trim())) return false;
  const above = unit.slice(0, area.index).replace(/^.*\/unit[/#]/, '').trim();
  if (DIVIDED.test(above)) return false;
  const prefix = area.slice(1).find((group) => group !== undefined)?.toLowerCase();
  if (prefix !== undefined && !/^k/.test(prefix)) return LAID_ON_A_SMALL_AREA.test(above);
  const isSquareMetre = prefix === undefined && /m/i.test(area[0]);
  return !NOT_LAID_DOWN.test(above) && !(TONNES.test(above) && isSquareMetre);
}
