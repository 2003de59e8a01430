import { tidy } from './tidy';

/** What a unit measures. Only units of one kind convert into each other. */
type Kind = 'mass fraction' | 'volume fraction' | 'charge' | 'amount' | 'density' | 'conductivity' | 'length' | 'acidity' | 'stock';

interface Unit {
  kind: Kind;
  /** What one of it is in the base unit of its kind. */
  factor: number;
}

/**
 * Units as soil sources write them: plain text, UCUM (`[pH]`, `meq/(100.g)`, `cmol/kg`) and QUDT (the last part of
 * `http://qudt.org/vocab/unit/GM-PER-KiloGM`). Case counts: Mg is a megagram, mg a milligram.
 */
const SPELLINGS: Record<Kind, [factor: number, spellings: string][]> = {
  // Base kg/kg. Percent is by mass, unless its property says otherwise (see NO_MASS).
  'mass fraction': [
    [1, 'kg/kg g/g KiloGM-PER-KiloGM'],
    [0.01, '% percent PERCENT %mass mass% wt% %w/w g/100g g/(100.g) dag/kg'],
    [0.001, 'g/kg mg/g ‰ GM-PER-KiloGM MilliGM-PER-GM'],
    [0.0001, 'dg/kg'],
    [0.00001, 'cg/kg mg/100g mg/(100.g)'],
    [0.000001, 'mg/kg ug/g µg/g ppm [ppm] PPM MilliGM-PER-KiloGM MicroGM-PER-GM'],
  ],
  // Base m3/m3.
  'volume fraction': [
    [1, 'm3/m3 cm3/cm3 M3-PER-M3'],
    [0.01, 'vol% %vol volume% %v/v cm3/100cm3 cm3/(100.cm3)'],
    [0.001, 'cm3/dm3 mL/L volx10 vol%x10'],
  ],
  // Base cmol of charge per kg.
  charge: [
    [1, 'cmol(+)/kg cmol(c)/kg cmolc/kg cmol+/kg meq/100g meq/(100.g) me/100g'],
    [0.1, 'mmol(+)/kg mmol(c)/kg mmolc/kg meq/kg'],
  ],
  // Base cmol per kg, which may be of charge or of an element: a mole of calcium has two of charge (see CHARGE_ALONE).
  amount: [
    [1, 'cmol/kg CentiMOL-PER-KiloGM'],
    [0.1, 'mmol/kg MilliMOL-PER-KiloGM'],
  ],
  // Base kg/m3.
  density: [
    [1000, 'g/cm3 kg/dm3 t/m3 Mg/m3 g/mL kg/L GM-PER-CentiM3 KiloGM-PER-DeciM3 MegaGM-PER-M3 TONNE-PER-M3'],
    [10, 'cg/cm3'],
    [1, 'kg/m3 g/dm3 g/L g/l KiloGM-PER-M3 GM-PER-DeciM3 GM-PER-L'],
    [0.1, 'hg/m3'],
    [0.001, 'mg/L mg/l mg/dm3 g/m3 MilliGM-PER-L'],
  ],
  // Base dS/m.
  conductivity: [
    [10, 'S/m S-PER-M'],
    [1, 'dS/m mS/cm mmho/cm mmhos/cm DeciS-PER-M MilliS-PER-CentiM'],
    [0.01, 'mS/m MilliS-PER-M'],
    [0.001, 'uS/cm µS/cm MicroS-PER-CentiM'],
  ],
  // Base cm.
  length: [
    [100, 'm M'],
    [10, 'dm DeciM'],
    [1, 'cm CentiM'],
    [0.1, 'mm MilliM'],
  ],
  acidity: [
    [1, 'pH [pH] PH pHunits'],
    [0.1, 'pH*10 pHx10'],
  ],
  // Base kg/m2.
  stock: [
    [1, 'kg/m2 KiloGM-PER-M2'],
    [0.1, 't/ha Mg/ha t/har Mg/har hg/m2 TONNE-PER-HA MegaGM-PER-HA'],
    [0.001, 'g/m2 GM-PER-M2'],
    [0.0001, 'kg/ha kg/har KiloGM-PER-HA'],
  ],
};

const UNITS: ReadonlyMap<string, Unit> = new Map(
  Object.entries(SPELLINGS).flatMap(([kind, rows]) =>
    rows.flatMap(([factor, spellings]) =>
      spellings.split(' ').map((spelling): [string, Unit] => [spelling, { kind: kind as Kind, factor }]),
    ),
  ),
);

/** Properties of which a plain percent may be one by volume, or of something that is no mass: charges, a slope. */
const NO_MASS =
  /coarse|fragment|gravel|stone|rock|cobble|boulder|cfvo|pore|porosity|water(?![ -]?(dispers|solu|extract))|moisture(?! ?correct)|capacity|\bcap\b|wilting|retention|saturation|\bsat\b|\bexch|air.filled|volum|\b(esp|awc|bs|cf|fc|pwp)\b|slope|skeleton|stoniness/i;
/** Properties that are sums of charge by their definition, whatever is left out of their unit; and ions with one charge each. */
const CHARGE_ALONE = /exch[a-z\d]{0,20}\.?[\s_-]{0,5}cap|\b(cation|anion|exchange)\w{0,20}\b.{0,80}\bcapacity|capacity.{0,80}\b(cation|anion|exchange)|\be?cec\b|acidity|potassium|sodium|hydrogen|ammonium/i;
/** Of an area, whatever stands above it: `t C/ha`, `Mg C ha-1`, `gC/m2`, `kg/m**2`. */
const PER_AREA =
  /(\/|\bper\b|-PER-)\s*(?:\(\s*)?(har?|hectares?|ac|acres?|(c|d|k|Centi|Deci|Kilo)?m(\^|\*\*)?2|sq(uare|\.)?\s*(centi|deci|kilo)?met(re|er)s?)\b|(\bhar?|\bac)\s*(\^|\*\*)?-1\s*$|[ckd]?m\s*(\^|\*\*)?-2\s*$/i;
/** Characters. None that is known is longer; the patterns here take long for a long text. */
const LONGEST_SPELLING = 200;
const PERCENT: ReadonlySet<string> = new Set(['%', 'percent', 'PERCENT']);

/**
 * What a value in one unit is multiplied with to be in another; or, where that is not defined, why not.
 *
 * @param property name of what is measured: a plain percent of coarse fragments or water may be one by volume
 */
export function conversion(from: string | null, to: string, property = ''): { factor: number } | { refused: string } {
  if (from === null) return { refused: 'The unit is missing.' };
  if (from.trim() === to) return { factor: 1 };
  const [source, target] = [unitOf(from), unitOf(to)];
  if (!source) return { refused: `"${from.slice(0, 40)}" is not a known unit.` };
  if (!target) return { refused: `"${to.slice(0, 40)}" is not a known unit.` };
  const kinds = [source.kind, target.kind];
  const ofCharge = kinds.includes('amount') && kinds.includes('charge') && CHARGE_ALONE.test(withoutProcedure(property));
  if (source.kind !== target.kind && !ofCharge)
    return {
      refused:
        `"${from}" is ${withArticle(source.kind)}, "${to}" is ${withArticle(target.kind)}: ` +
        `one does not give the other${bridge(source.kind, target.kind)}.`,
    };
  const [fromPercent, toPercent] = [from, to].map((unit) => PERCENT.has(spelling(unit)));
  if (fromPercent !== toPercent && NO_MASS.test(property)) {
    return { refused: `A percent of "${property}" may be none by mass, so "${from}" cannot become "${to}".` };
  }
  return { factor: tidy(source.factor / target.factor) };
}

/** From and to what a value can be at all, in the base unit. Of charges, what is left of a small one by a subtraction may be below 0. */
const POSSIBLE: Partial<Record<Kind, { low: number; high: number }>> = {
  charge: { low: -5, high: Infinity },
  'mass fraction': { low: 0, high: 1 },
  'volume fraction': { low: 0, high: 1 },
  amount: { low: 0, high: Infinity },
  // Quartz and clay have 2650, and there are pores between them.
  density: { low: 0, high: 3000 },
  conductivity: { low: 0, high: Infinity },
  acidity: { low: 0, high: 14 },
  stock: { low: 0, high: Infinity },
};

/** Properties that are told as a share of something else, or beside it: of calcium carbonate that would do the same, of water beside dry soil. */
const MAY_EXCEED = /equivalent|(liquid|plastic|shrinkage).?limit|plasticity|atterberg|gravimetric|^(ll|pl|pi)$/i;

/**
 * From and to what a value of a property can be at all, in its unit; nothing where the unit is not known. What {@link MAY_EXCEED} has,
 * and percentages of no mass (a slope), may exceed the whole; grains of iron oxides may be heavier than any bulk of soil.
 */
export function possibleRange(unit: string | null, property: string): { low: number; high: number } | undefined {
  const known = unit === null ? undefined : unitOf(unit);
  const range = known && POSSIBLE[known.kind];
  if (!range) return undefined;
  const mayExceed = known.kind === 'density' ? /particle|grain|solid/i.test(property) : range.high === 1 && (NO_MASS.test(property) || MAY_EXCEED.test(property));
  // What rounding adds to the whole is none too much.
  return { low: range.low / known.factor, high: mayExceed ? Infinity : (range.high * 1.001) / known.factor };
}

/** Whether a unit is one of what lies below an area (kg/m2, t/ha): such values add up over depth, and have no mean over it. */
export function isPerArea(unit: string | null): boolean {
  return unit !== null && (unitOf(unit)?.kind === 'stock' || PER_AREA.test(unit.normalize('NFKC').replaceAll('\u2212', '-')));
}

/** The value times the factor; as it was given where that is 1. */
export function converted(value: number, factor: number): number {
  return factor === 1 ? value : tidy(value * factor);
}

/** `Exchangeable calcium (ammonium acetate)`: what it was extracted with is not what was measured. */
function withoutProcedure(property: string): string {
  return property.replace(/\([^()]*\)|,.*|\s(by|in|with)\s.*|\s-\s.*|\b\w+\s+(acetate|chloride)\b.*/gi, '');
}

function withArticle(kind: Kind): string {
  return `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`;
}

function bridge(one: Kind, other: Kind): string {
  const kinds = [one, other];
  if (kinds.includes('mass fraction') && (kinds.includes('volume fraction') || kinds.includes('density')))
    return ' without the bulk density';
  if (kinds.includes('amount') && kinds.includes('charge')) return ' without the charge of the ion';
  if (kinds.includes('mass fraction') && kinds.includes('stock')) return ' without bulk density and thickness';
  return '';
}

function unitOf(text: string): Unit | undefined {
  return UNITS.get(spelling(text));
}

/** One spelling for `g kg-1`, `g·kg⁻¹`, `g/kg` and the QUDT address of the same. */
function spelling(text: string): string {
  if (text.length > LONGEST_SPELLING) return text;
  return text
    .trim()
    .replace(/^https?:\/\/(?:www\.)?qudt\.org\/(?:\d[\d.]*\/)?vocab\/unit[/#]/, '')
    .normalize('NFKC')
    .replace(/[\u2212\u2010-\u2013]/g, '-')
    .replace(/μ/g, 'µ')
    .replace(
      /^([^\s/]*[^\s/.·*])[\s.·*]+([a-zA-Z]+)\^?-([1-3])$/,
      (_, above: string, below: string, power: string) => `${above}/${below}${power === '1' ? '' : power}`,
    )
    .replace(/[\s^]/g, '')
    .replace(/^%\((?:mass|vol)\)$/, (form) => form.replace(/[()]/g, ''));
}
