import { spelling } from './unit-spelling';

/** By definition: kg in a pound, m2 in an acre and in a square inch, and N of the weight of a kilogram. */
const [POUND, ACRE, SQUARE_INCH, WEIGHT] = [0.45359237, 4046.8564224, 0.0254 ** 2, 9.80665];

/** Units as {@link spelling} has them; case counts: Mg is a megagram, mg a milligram. */
const SPELLINGS = {
  // Base kg/kg. Percent and per mille are by mass, unless their property says otherwise (see mayBeNoMass).
  'mass fraction': [
    [1, 'kg/kg g/g'],
    [0.01, '% mass% g/100g dag/kg g/hg'],
    [0.001, 'g/kg mg/g ‰ kg/t kg/Mg'],
    [0.0001, 'dg/kg'],
    [0.00001, 'cg/kg mg/100g'],
    [0.000001, 'mg/kg ug/g ppm g/t g/Mg'],
    [0.000000001, 'ug/kg ng/g ppb'],
  ],
  // Base m3/m3.
  'volume fraction': [
    [1, 'm3/m3 cm3/cm3 L/L mL/mL'],
    [0.01, 'vol% cm3/100cm3 mL/100mL'],
    [0.001, 'cm3/dm3 mL/L L/m3 volx10 vol%x10'],
  ],
  // Base cmol of charge per kg.
  charge: [
    [100, 'mol(c)/kg'],
    [1, 'cmol(c)/kg meq/100g'],
    [0.1, 'mmol(c)/kg meq/kg'],
  ],
  // Base cmol per kg, which may be of charge or of an element: a mole of calcium has two of charge (see isChargeAlone).
  amount: [
    [100, 'mol/kg'],
    [1, 'cmol/kg'],
    [0.1, 'mmol/kg umol/g'],
  ],
  // Base kg/m3.
  density: [
    [1000, 'g/cm3 kg/dm3 t/m3 Mg/m3 g/mL kg/L'],
    [10, 'cg/cm3'],
    [1, 'kg/m3 g/dm3 g/L'],
    [0.1, 'hg/m3'],
    [0.001, 'mg/L mg/dm3 g/m3'],
  ],
  // Base dS/m.
  conductivity: [
    [10, 'S/m'],
    [1, 'dS/m mS/cm mmho/cm'],
    [0.01, 'mS/m'],
    [0.001, 'uS/cm umho/cm'],
  ],
  // Base cm.
  length: [
    [100, 'm'],
    [30.48, 'ft'],
    [10, 'dm'],
    [2.54, 'in'],
    [1, 'cm'],
    [0.1, 'mm'],
    [0.0001, 'um'],
  ],
  acidity: [
    [1, 'pH'],
    [0.1, 'pH*10 pHx10'],
  ],
  // Base kg/m2. A ton per acre is a short ton (United States).
  stock: [
    [10, 'g/cm2'],
    [1, 'kg/m2'],
    [0.1, 't/ha ton/ha Mg/ha hg/m2'],
    [(2000 * POUND) / ACRE, 'ton/ac'],
    [POUND / ACRE, 'lb/ac'],
    [0.001, 'g/m2'],
    [0.0001, 'kg/ha'],
  ],
  // Base kPa. A kilogram per square centimetre is a kilogram-force.
  pressure: [
    [1000, 'MPa N/mm2 MN/m2'],
    [101.325, 'atm'],
    [100, 'bar'],
    [10 * WEIGHT, 'kg/cm2 kgf/cm2 kp/cm2'],
    [10, 'N/cm2'],
    [(POUND * WEIGHT) / SQUARE_INCH / 1000, 'psi lb/in2'],
    [1, 'kPa kN/m2 cbar'],
    [0.1, 'hPa mbar'],
    [0.001, 'Pa N/m2'],
  ],
  // Base cm/day.
  velocity: [
    [8_640_000, 'm/s'],
    [86_400, 'cm/s'],
    [8640, 'mm/s'],
    [2400, 'm/h'],
    [100, 'm/d'],
    [60.96, 'in/h'],
    [30.48, 'ft/d'],
    [24, 'cm/h'],
    [8.64, 'um/s'],
    [2.54, 'in/d'],
    [2.4, 'mm/h'],
    [1, 'cm/d'],
    [0.1, 'mm/d'],
  ],
  // Base m2/g.
  'specific surface': [
    [1, 'm2/g'],
    [0.001, 'm2/kg'],
    [0.0001, 'cm2/g'],
  ],
} satisfies Record<string, [factor: number, spellings: string][]>;

/** What a unit measures. Only units of one kind convert into each other. */
export type Kind = keyof typeof SPELLINGS;

/** A unit of a soil property. */
export interface Unit {
  kind: Kind;
  /** What one of it is in the base unit of its kind. */
  factor: number;
}

const UNITS: ReadonlyMap<string, Unit> = new Map(
  Object.entries(SPELLINGS).flatMap(([kind, rows]) =>
    rows.flatMap(([factor, spellings]) =>
      spellings.split(' ').map((text): [string, Unit] => [text, { kind: kind as Kind, factor }]),
    ),
  ),
);

/** The unit that a source means by a text; `undefined` if it is not known. */
export function unitOf(text: string): Unit | undefined {
  return UNITS.get(spelling(text));
}
