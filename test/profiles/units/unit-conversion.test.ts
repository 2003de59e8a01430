import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { conversion, converted } from '../../../src/profiles/units/unit-conversion';

function convert(value: number, from: string, to: string, property?: string): number | string {
  const result = conversion(from, to, property);
  return 'factor' in result ? converted(value, result.factor) : result.refused;
}

const sameUnit = (one: string, other: string) => convert(1, one, other) === 1;

const NO_MASS = ['Cobbles', 'Boulders', 'cfvo', 'Porosity', 'Wilting point', 'Air-filled space', 'Gas volume', 'FC', 'PWP', 'Rubbed fiber'];
const OF_CHARGE = [
  ...['Anion capacity', 'Cation capacity', 'Exchange capacity', 'Capacity of anions', 'Capacity of cations', 'Capacity of exchange', 'Exch. cap.', 'exch_cap'],
  ...['Hydrogen', 'Ammonium', 'Sodium', 'K', 'Na', 'H', 'NH4'],
];

describe('A unit conversion', () => {
  it('knows each unit that docs/profiles.md lists, and converts it to the others beside it', () => {
    const page = readFileSync(path.join(__dirname, '../../../docs/profiles.md'), 'utf8');
    const [, table = ''] = /\| kind \| units \|\n.*\n([^]*?)\n\n/.exec(page) ?? [];
    const rows = table.split('\n').map((row) => row.split(' | '));
    assert.equal(rows.length, 11);
    for (const [kind = '', units = ''] of rows) {
      // The heights of water are a list of their own, of one kind with the fractions before it.
      const [property, lists] = kind.endsWith('by volume') ? ['Available water capacity', [units.replace(/;.*:/, ',')]] : ['', units.split(';')];
      for (const list of lists) {
        const listed = list.replace(/ \(.*?\)|[\\|]/g, '').split(',').map((unit) => unit.trim());
        assert.ok(listed.length > 1, list);
        for (const from of listed) for (const to of listed) assert.equal(typeof convert(1, from, to, property), 'number', `${from} to ${to}`);
      }
    }
  });

  it('follows the definitions of the units', () => {
    // Factors: SI prefixes; 1 meq of charge is 1 mmol of charge, so 1 meq/100 g = 1 cmol(+)/kg (Soil Survey Manual 2017, chapter 3); 1 mmho
    // = 1 mS.
    const cases: [number, string, string, number][] = [
      [1.25, '%', 'g/kg', 12.5],
      [12.5, 'g/kg', '%', 1.25],
      [250, 'mg/kg', 'g/kg', 0.25],
      [250, 'mg/kg', '%', 0.025],
      [12, 'mg/100 g', 'mg/kg', 120],
      [40, 'mg/l', 'mg/dm3', 40],
      [40, 'mg/L', 'g/m3', 40],
      [40, 'mg/L', 'g/L', 0.04],
      [7, 'ppm', 'mg/kg', 7],
      [7, 'ug/g', 'mg/kg', 7],
      [12, 'cmol(+)/kg', 'meq/100g', 12],
      [120, 'mmol(c)/kg', 'cmol(c)/kg', 12],
      [1.45, 'g/cm3', 'kg/m3', 1450],
      [1.45, 'kg/dm3', 'g/cm3', 1.45],
      [1.45, 't/m3', 'Mg/m3', 1.45],
      [145, 'cg/cm3', 'g/cm3', 1.45],
      [0.8, 'dS/m', 'mS/cm', 0.8],
      [80, 'mS/m', 'dS/m', 0.8],
      [800, 'uS/cm', 'dS/m', 0.8],
      [12, 'cm', 'mm', 120],
      [0.12, 'm', 'cm', 12],
      [62, 'pH x 10', 'pH', 6.2],
      [25, 't/ha', 'kg/m2', 2.5],
      [35, 'vol %', 'm3/m3', 0.35],
      [123, 'cg/kg', 'g/kg', 1.23],
      [123, 'dg/kg', 'g/kg', 12.3],
      [1, 'kg/kg', 'g/kg', 1000],
      [1, 'mg/g', 'g/kg', 1],
      [1, '‰', 'g/kg', 1],
      [1, 'dag/kg', '%', 1],
      [350, 'volx10', 'vol %', 35],
      [350, 'cm3/dm3', 'm3/m3', 0.35],
      [1, 'kg/L', 'kg/m3', 1000],
      [10, 'hg/m3', 'kg/m3', 1],
      [1, 'S/m', 'dS/m', 10],
      [1, 'mmho/cm', 'dS/m', 1],
      [3, 'dm', 'cm', 30],
      [1, 'hg/m2', 'kg/m2', 0.1],
      [1000, 'g/m2', 'kg/m2', 1],
      [10_000, 'kg/ha', 'kg/m2', 1],
      [1, 'g/cm2', 'kg/m2', 10],
      [3, 'ug/kg', 'ppb', 3],
      [3000, 'ppb', 'mg/kg', 3],
      [2, 'g/hg', 'g/kg', 20],
      [3, 'kg/t', 'g/kg', 3],
      [1, 'mol(c)/kg', 'cmol(c)/kg', 100],
      [5, 'umol/g', 'mmol/kg', 5],
      [5, 'mol/kg', 'cmol/kg', 500],
      [200, 'umhos/cm', 'dS/m', 0.2],
      [2, 'in', 'cm', 5.08],
      [3, 'ft', 'cm', 91.44],
      [50, 'um', 'mm', 0.05],
      // 1 lb = 0.45359237 kg, 1 acre = 4046.8564224 m2, 1 kgf = 9.80665 N (NIST Special Publication 811, appendix B).
      [100, 'lb/ac', 'kg/ha', 112.08511561],
      [1, 'tons/ac', 't/ha', 2.2417023],
      [1, 'kg/cm2', 'kPa', 98.0665],
      [1, 'psi', 'kPa', 6.894757293],
      [1, 'atm', 'hPa', 1013.25],
      [1.5, 'MPa', 'bar', 15],
      [330, 'hPa', 'kPa', 33],
      [33, 'kN/m2', 'kPa', 33],
      [1, 'N/mm2', 'MPa', 1],
      [1, 'N/cm2', 'kPa', 10],
      [1, 'kPa', 'Pa', 1000],
      [36, 'cm/h', 'm/s', 0.0001],
      [10, 'um/s', 'cm/day', 86.4],
      [1, 'in/hr', 'mm/h', 25.4],
      [1, 'm/day', 'cm/d', 100],
      [1, 'cm/s', 'm/d', 864],
      [1, 'mm/s', 'm/d', 86.4],
      [1, 'm/h', 'm/d', 24],
      [1, 'ft/d', 'cm/d', 30.48],
      [1, 'in/d', 'mm/d', 25.4],
      [80, 'm2/g', 'm2/kg', 80_000],
      [80, 'm2/g', 'cm2/g', 800_000],
    ];
    for (const [value, from, to, expected] of cases) {
      const found = convert(value, from, to);
      assert.ok(typeof found === 'number' && Math.abs(found - expected) <= 1e-8 * expected, `${value} ${from} in ${to}: ${found}`);
      assert.ok(Math.abs(Number(convert(found, to, from)) - value) <= 1e-9 * value, `and back: ${to} in ${from}`);
    }
  });

  it('tells a milligram from a megagram', () => {
    assert.equal(sameUnit('Mg/m3', 'mg/m3'), false);
    assert.equal(convert(1, 'Mg/m3', 'kg/m3'), 1000);
    assert.match(String(convert(1, 'mg/m3', 'kg/m3')), /not a known unit/);
  });

  it('takes the water in soil as a height per depth, as in irrigation, for a share by volume', () => {
    const water = 'Available water capacity';
    const cases: [number, string, string, number][] = [
      [170, 'mm/m', 'vol%', 17],
      [170, 'mm m-1', 'vol%', 17],
      [170, 'millimetres per metre', 'm3/m3', 0.17],
      [0.17, 'cm/cm', 'vol %', 17],
      [0.17, 'in/in', 'vol%', 17],
      [1.8, 'in/ft', 'vol%', 15],
      [1.7, 'mm/cm', 'vol%', 17],
      [17, 'vol%', 'mm/m', 170],
      [170, 'l/m3', 'vol%', 17],
    ];
    for (const [value, from, to, expected] of cases) assert.equal(convert(value, from, to, water), expected, `${value} ${from} in ${to}`);
    assert.equal(convert(40, 'mm/m', 'vol%', 'AWC'), 4);
    // Not for anything else; a share by mass may be written so, too.
    for (const property of ['Coefficient of linear extensibility', 'Slope', 'Rooting depth']) assert.match(String(convert(1, 'cm/cm', 'vol%', property)), /^"cm\/cm" is not a known unit\.$/);
    assert.match(String(convert(0.2, 'm/m', 'vol%', water)), /not a known unit/);
    assert.match(String(convert(1, 'mm/d', 'vol%', water)), /a velocity/);
    assert.match(String(convert(17, 'mm/m', 'g/kg', water)), /without the bulk density/);
  });

  it('of an ambiguous unit is refused', () => {
    // Parts per trillion or per thousand; an element or a compound of it; moles of carbon or of charge; tonnes or tons.
    for (const unit of ['ppt', 'tC/ha', 't C ha-1', 'mg N/kg', 'cmolC/kg', 't/ac', 'GM-PER-KiloGM-SEC', 'g/kg/cm', 'Furlong-PER-DAY']) assert.match(String(convert(1, unit, 'g/kg')), /is not a known unit/, unit);
  });

  it('is refused with the reason if it is not defined', () => {
    assert.equal(
      convert(1, '%', 'vol %'),
      '"%" is a mass fraction, "vol %" is a volume fraction: one cannot be converted to the other without the bulk density.',
    );
    assert.match(String(convert(1, 'g/dm3', 'g/kg')), /without the bulk density/);
    assert.match(String(convert(1, 'g/kg', 't/ha')), /without bulk density and thickness/);
    assert.equal(convert(1, 'pH', 'g/kg'), '"pH" is an acidity, "g/kg" is a mass fraction: one cannot be converted to the other.');
    for (const [from, to] of [['pH', 'g/cm3'], ['pH', 't/ha'], ['cmol/kg', 'g/kg']] as const) assert.match(String(convert(1, from, to)), /one cannot be converted to the other\.$/, to);
    assert.match(String(convert(1, 'furlong', 'g/kg')), /"furlong" is not a known unit/);
    assert.match(String(convert(1, 'g/kg', 'furlong')), /"furlong" is not a known unit/);
    assert.deepEqual(conversion(null, 'g/kg'), { refused: 'The unit is missing.' });
    assert.equal(
      convert(1, '%', 'g/kg', 'Coarse fragments'),
      'A percent of "Coarse fragments" may not be one by mass, so "%" cannot be converted to "g/kg".',
    );
    for (const [from, to] of [['%', 'vol%'], ['m3/m3', '%']] as const)
      assert.equal(convert(1, from, to, 'Volumetric water content'), `A percent of "Volumetric water content" may not be one by volume, so "${from}" cannot be converted to "${to}".`);
    assert.match(String(convert(1, 'g/kg', 'vol%', 'Water content')), /without the bulk density/);
    assert.equal(convert(1, '%', '%', 'Coarse fragments'), 1);
  });

  it('of a percent that may not be by mass is refused, however percent is written', () => {
    for (const percent of ['%', 'percent', 'PERCENT', 'http://qudt.org/vocab/unit/PERCENT']) {
      for (const property of [...NO_MASS, 'Coarse fragments', 'Rock fragments', 'Water content', 'Field capacity', 'Pore volume', 'Base saturation', 'Base sat.', 'BS', 'CF', 'AWC', 'T_BS', 'T_ESP', 'BSAT', 'ALUM_SAT', 'base_sat', 'CF_vol', 'WWP', 'VWC', 'Theta', 'COLE', 'Secondary carbonates, volumetric', 'Field cap', 'Exch. sodium percentage', 'Exch Na', 'Air-filled volume', 'ESP', 'Skeleton', 'Stoniness']) {
        assert.match(String(convert(1, percent, 'g/kg', property)), /may not be one by mass/, `${percent} of ${property}`);
        assert.match(String(convert(1, 'g/kg', percent, property)), /may not be one by mass/, `${property} in ${percent}`);
        for (const mass of ['g/100g', '%mass']) assert.match(String(convert(1, percent, mass, property)), /may not be one by mass/, `${mass} of ${property}`);
        assert.equal(convert(1, percent, '%', property), 1);
      }
      for (const property of ['Limestone', 'Active limestone', 'Coarse sand', 'Very coarse sand', 'Coarse silt', 'Sand, coarse', 'Sand (very coarse)', 'coarse_sand', 'Rock phosphate', 'Phosphate rock', 'TOC (Rock-Eval)', 'Water-stable aggregates', 'Clay dispersed in water', 'Hot water carbon', 'Organic carbon (moisture-free)', 'Clay (gravel-free)', 'Sand, stone free', 'Salts (saturation extract)', 'Acid neutralizing capacity', 'Calcium carbonate (volumetric)', 'Calcium carbonate equivalent, volumetric', 'Carbonates by volumetric method', 'Nitrogen, volumetric titration', 'Spores']) assert.equal(convert(1, percent, 'g/kg', property), 10, property);
      for (const property of ['Water content (mass fraction)', 'Water content, weight basis', 'Water content (m/m)', 'Gravimetric water content', 'Water content by mass', 'Moisture by weight', 'Field capacity (w/w)', 'Coarse fragments gravimetric total', 'Water retention gravimetric - 33 kPa', 'Gravel, mass percent', 'Coarse fragments (weight %)', 'Stones, wt%']) assert.equal(convert(1, percent, 'g/kg', property), 10, property);
      for (const property of ['Limestone fragments', 'Limestone gravel', 'Carbonate fragments volumetric', 'Pores', 'Vegetation cover', 'Relative humidity', 'Mottles', 'Carbonate nodules', 'Iron concretions', 'Coefficient of linear extensibility', 'Rubbed fibre', 'Sandstone', 'Coarse fragments volumetric total', 'Volumetric water content (gravimetric method)', 'Coarse fraction', 'Macropores', 'Stones', 'Rock', 'Water retention volumetric - 33 kPa', 'Phosphate retention', 'Saturation percentage']) assert.match(String(convert(1, percent, 'g/kg', property)), /may not be one by mass/, property);
      for (const property of ['Organic carbon', 'Clay (water-dispersible)', 'Organic carbon (moisture corrected)', 'Water soluble carbon']) assert.equal(convert(1, percent, 'g/kg', property), 10, property);
    }
  });

  it('takes a per mille for a tenth of a percent, by mass only if nothing else can be meant', () => {
    for (const perMille of ['‰', 'per mille', 'permille', 'permil', 'pro mille', 'promille', 'promil', '0/00', '⁰/₀₀', 'o/oo', '[ppth]', 'http://qudt.org/vocab/unit/PERMILLE']) {
      assert.deepEqual([convert(12, perMille, 'g/kg', 'Total nitrogen'), convert(12, perMille, '%', 'Total nitrogen'), convert(1.2, '%', perMille, 'Total nitrogen')], [12, 1.2, 12], perMille);
      for (const property of ['Coarse fragments', 'Slope', 'Water content', 'Isotope ratio', 'delta 13C', 'delta_15N', 'δ13C', 'd13C', 'delta C', 'N_delta', 'δN', '14C', '18O', '34S', 'x_13C']) {
        assert.match(String(convert(1, perMille, 'g/kg', property)), /^A per mille of ".*" may not be one by mass, so ".*" cannot be converted to "g\/kg"\.$/, `${perMille} of ${property}`);
        assert.match(String(convert(1, 'mg/kg', perMille, property)), /^A per mille of/);
        assert.deepEqual([convert(1, '%', perMille, property), convert(1, perMille, '%', property)], [10, 0.1]);
      }
    }
  });

  it('takes moles for moles of charge only if nothing else can be meant', () => {
    for (const property of ['CEC', 'Effective CEC', 'Cation exchange capacity', 'Exchangeable cation capacity', 'Capacity of cation exchange', 'Cation adsorption capacity', 'Exchangeable acidity', 'Exchangeable potassium', ...OF_CHARGE]) {
      assert.equal(convert(12, 'cmol/kg', 'cmol(c)/kg', property), 12, property);
      assert.equal(convert(12, 'meq/100g', 'mmol/kg', property), 120, property);
    }
    // A charge is not a mass, whatever it is called.
    assert.match(String(convert(1, 'cmol/kg', 'g/kg', 'CEC')), /"cmol\/kg" is an amount, "g\/kg" is a mass fraction: one cannot be converted to the other\.$/);
    assert.match(String(convert(1, 'g/kg', 'cmol(c)/kg', 'CEC')), /"g\/kg" is a mass fraction, "cmol\(c\)\/kg" is a charge: one cannot be converted to the other\.$/);
    // What else has another charge: no sum or ratio with it is one of charge.
    for (const other of ['calcium', 'magnesium', 'aluminium', 'aluminum', 'iron', 'manganese', 'zinc', 'copper', 'barium', 'bases', 'phosphorus', 'sulfur', 'sulphur', 'carbon', 'nitrate', 'nitrite']) {
      assert.match(String(convert(1, 'cmol/kg', 'cmol(c)/kg', `Potassium and ${other}`)), /without the charge of the ion/, other);
    }
    for (const symbol of ['Ca', 'Mg', 'Al', 'Fe', 'Mn', 'Zn', 'Cu', 'Ba', 'P']) {
      for (const property of [`K and ${symbol}`, `Na, K, ${symbol}`, `Na+, K+, ${symbol}2+`]) assert.match(String(convert(1, 'cmol/kg', 'cmol(c)/kg', property)), /without the charge of the ion/, property);
    }
    // A mole of calcium has two moles of charge, one of aluminium three.
    for (const property of ['Exchangeable Na, K, Ca, Mg', 'Sum of exchangeable potassium, sodium, calcium and magnesium', 'Exchangeable calcium', 'Exchangeable aluminium', 'Sum of bases', 'Phosphate sorption capacity', 'Exchangeable calcium (ammonium acetate)', 'Exchangeable calcium by ammonium acetate', 'Calcium - ammonium acetate extractable', 'Exchangeable calcium ammonium acetate', 'Exchangeable magnesium, ammonium acetate pH 7', 'Exchangeable magnesium, as for CEC', 'Exchangeable calcium - as for CEC', 'Exchangeable calcium BY the method for CEC', 'Exchangeable calcium (a) (CEC)', '']) {
      assert.equal(
        convert(1, 'cmol/kg', 'cmol(c)/kg', property),
        '"cmol/kg" is an amount, "cmol(c)/kg" is a charge: one cannot be converted to the other without the charge of the ion.',
      );
    }
  });

  it('does not take an extractant for part of what was measured', () => {
    for (const salt of ['Magnesium chloride', 'Mg chloride', 'Ca lactate', 'Ba chloride', 'Lithium nitrate', 'Li carbonate', 'Strontium nitrate', 'Silver nitrate']) {
      assert.equal(convert(12, 'cmol/kg', 'cmol(c)/kg', `${salt} extractable potassium`), 12, salt);
    }
    for (const salt of ['Potassium chloride', 'Sodium dithionite', 'Ammonium fluoride', 'Hydrogen peroxide', 'K chloride', 'Na acetate', 'NH4 acetate', 'NH4-OAc', 'Na EDTA', 'NH4 DTPA']) {
      assert.match(String(convert(1, 'cmol/kg', 'cmol(c)/kg', `${salt} extractable silicon`)), /without the charge of the ion/, salt);
    }
    for (const property of ['Potassium in calcium extract', 'Potassium with magnesium displaced']) assert.equal(convert(12, 'cmol/kg', 'cmol(c)/kg', property), 12, property);
    for (const property of [
      'Mehlich-3 potassium', 'Exchangeable potassium, ammonium acetate', 'Exchangeable potassium, calcium chloride', 'Potassium, sodium', 'Potassium (Mehlich 3)', 'Potassium, CaCl2-extractable', 'KCl-exchangeable acidity', 'Exchangeable acidity (potassium chloride)', 'NH4OAc-K', 'K (NH4OAc)', 'Exchangeable Na', 'Exchangeable H+',
      'Ammonium acetate exchangeable potassium', 'Ammonium-acetate potassium', 'Potassium ammonium acetate', 'Barium chloride exchangeable sodium', 'Calcium chloride extractable potassium', 'Calcium acetate lactate potassium', 'CEC by ammonium acetate', 'CEC sodium acetate', 'Exchangeable ammonium',
    ]) assert.equal(convert(12, 'cmol/kg', 'cmol(c)/kg', property), 12, property);
    for (const property of [
      'Calcium (Mehlich 3)', 'Magnesium, CaCl2-extractable', 'Calcium chloride extractable magnesium', 'Potassium chloride extractable magnesium', 'NH4OAc-Ca', 'Mg (NH4OAc)', 'Magnesium KCl', 'Ammonium-acetate calcium', 'Sodium acetate calcium', 'NH4-acetate Mg', 'Sodium-EDTA magnesium', 'Calcium [sodium acetate]', 'Magnesium extracted with potassium chloride',
      'Sodium bicarbonate extractable phosphorus', 'Sodium hydrogen carbonate P', 'Sodium pyrophosphate aluminium', 'Ammonium oxalate extractable iron', 'Ammonium extractable calcium', 'Potassium sulphate extractable carbon', 'Potassium dichromate carbon', 'Magnesium/potassium ratio', 'Calcium + magnesium + potassium',
    ]) assert.match(String(convert(1, 'cmol/kg', 'cmol(c)/kg', property)), /without the charge of the ion/, property);
  });

  it('leaves values alone that are already in the unit wanted, known or not', () => {
    for (const [value, unit] of [[3.3, 'furlong'], [3.3, ' furlong '], [0.12345678901234568, 'furlong']] as const) assert.equal(convert(value, unit, 'furlong'), value);
  });

  it('leaves no trace of binary fractions', () => {
    assert.equal(convert(2.34, '%', 'g/kg'), 23.4);
    assert.equal(convert(0.07, '%', 'mg/kg'), 700);
  });

  it('holds nothing up even if a source has a megabyte in place of a unit', () => {
    for (const piece of ['.', 'a.', 'a', ' a', '·a-']) assert.match(String(convert(1, piece.repeat(1_000_000), 'g/kg')), /^"[^"]{40}" is not a known unit\.$/);
  });

  it('takes names of object parts for unknown units', () => {
    for (const name of ['__proto__', 'constructor', 'toString']) assert.match(String(convert(1, name, '%')), /not a known unit/);
  });
});
