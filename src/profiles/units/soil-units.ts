import { spelling } from './unit-spelling';

/** What a unit measures. Only units of one kind convert into each other. */
export type Kind = 'mass fraction' | 'volume fraction' | 'charge' | 'amount' | 'density' | 'conductivity' | 'length' | 'acidity' | 'stock';

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
  // Base kg/kg. Percent and per mille are by mass, unless their property says otherwise (see mayBeNoMass).
  'mass fraction': [
    [1, 'kg/kg g/g KiloGM-PER-KiloGM'],
    [0.01, '% percent PERCENT %mass mass% wt% %w/w g/100g g/(100.g) dag/kg'],
    [0.001, 'g/kg mg/g ‰ permille permil promille promil 0/00 o/oo [ppth] PERMILLE GM-PER-KiloGM MilliGM-PER-GM'],
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
  // Base cmol per kg, which may be of charge or of an element: a mole of calcium has two of charge (see isChargeAlone).
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

/** The unit that a source means by a text; `undefined` where it is not known. */
export function unitOf(text: string): Unit | undefined {
  return UNITS.get(spelling(text));
}
