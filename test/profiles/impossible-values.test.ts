import assert from 'node:assert/strict';
import { impossibleValues } from '../../src/profiles/profile-check';
import { atOnce } from '../../src/time/steps';

const at = (value: number): { top: number; bottom: number; value: number } => ({ top: 0, bottom: 30, value });

describe('A value that its unit does not allow', () => {
  for (const [property, unit, impossible, possible] of [
    ['Clay', '%', [-9999, -0.1, 101, 240], [0, 0.5, 100, 100.05]],
    ['Clay', 'g/kg', [-1, 1010], [0, 1000]],
    ['Limestone', '%', [-1, 101], [90]],
    ['Coarse sand', '%', [-1, 101], [60]],
    ['Moisture by weight', '%', [-1], [130]],
    ['Clay', '‰', [-1, 1010], [0, 1000]],
    ['Clay', 'per mille', [1010], [1000]],
    ['Slope', '‰', [-1], [1400]],
    ['delta 13C', '‰', [-9999], [-27, 12]],
    ['d15N', 'per mille', [-9999], [-3, 8]],
    ['Organic carbon', 'mg/kg', [-1, 1_100_000], [0, 999_000]],
    ['Volumetric water content', 'cm3/cm3', [-0.2, 35], [0.4]],
    ['Coarse fragments', 'vol%', [-1, 150], [0, 80]],
    ['Coarse fragments', 'g/kg', [-1], [1500]],
    ['pH', 'pH', [-1, 14.5, 65], [0, 3.5, 14]],
    ['pH', 'pH*10', [-10, 650], [65, 140]],
    ['Bulk density', 'g/cm3', [-9999, 3.1, 1300], [0.1, 1.4, 3]],
    ['bdod', 'cg/cm3', [1300], [140, 300]],
    ['Bulk density', 'kg/m3', [130_000], [1300]],
    ['Particle density', 'g/cm3', [-1], [2.65, 4.9]],
    ['Grain density', 'g/cm3', [-1], [2.65, 4.9]],
    ['Density of solids', 'g/cm3', [-1], [2.65, 4.9]],
    ['Phosphorus in solution', 'mg/l', [-1], [0.1, 1300]],
    ['Electrical conductivity', 'dS/m', [-1], [0, 400]],
    ['Saturated hydraulic conductivity', 'cm/day', [-1], [0, 3000]],
    ['log10 Ksat', 'cm/day', [-9999], [-2, 3]],
    ['log Ksat', 'cm/day', [-9999], [-2, 3]],
    ['ln(Ksat)', 'cm/day', [-9999], [-2, 3]],
    ['Logarithm of Ksat', 'cm/day', [-9999], [-2, 3]],
    ['Specific surface area', 'm2/g', [-1], [0, 800]],
    ['Matric potential', 'kPa', [-9999], [-1500, 33]],
    ['Lead', 'ppb', [-1, 1.1e9], [17_000]],
    ['Carbon stock', 't/ha', [-1], [0, 900]],
    ['Calcium carbonate equivalent', '%', [-1], [108]],
    ['Liquid limit', '%', [-1], [120]],
    ['Plastic limit', 'g/kg', [-1], [1100]],
    ['Plasticity index', '%', [-1], [130]],
    ['PI', '%', [-1], [130]],
    ['LL', '%', [-1], [130]],
    ['PL', '%', [-1], [130]],
    ['Shrinkage limit', '%', [-1], [130]],
    ['Upper Atterberg limit', '%', [-1], [130]],
    ['GWC (gravimetric)', '%', [-1], [130]],
    ['Gravimetric water content', '%', [-1], [250]],
    ['Water content by mass', 'kg/kg', [-1], [3]],
    ['Moisture', '%', [-1], [180]],
    ['Clay (water-dispersible)', '%', [-1, 101], [60]],
    ['Slope', '%', [-1], [140]],
    ['Cation exchange capacity', 'cmol(+)/kg', [-9999, -99.99, -5.1], [-0.2, 80]],
    ['Exchangeable potassium', 'cmol/kg', [-0.1], [0, 0.4, 80]],
    ['Exchangeable acidity', 'mmol(c)/kg', [-51], [-49, 80]],
    ['Depth to water table', 'cm', [-9999, -999, -999.9], [-50, 998, 9999]],
    ['Clay', null, [-3.4e38, -1e38, 1e38, 1.7e308, -999, -9999, -99_999, -999.9, Math.fround(-999.9), -9999.9, -32_768, -2_147_483_648], [-99, -9998, 9999, 1e9]],
    ['Calcium carbonate equivalent', '%', [3.4e38], [108]],
    ['Cation exchange capacity', 'cmol(+)/kg', [-3.4e38], [-0.2]],
    ['Clay', 'handfuls', [-9999], [-998, 1e9]],
  ] as const) {
    it(`is reported, and no other: ${property} in ${unit}, such as ${impossible[0]}`, () => {
      const found = atOnce(impossibleValues([...impossible, ...possible].map(at), unit, property));
      assert.deepEqual(found, impossible.map((value) => ({ fault: 'impossible value', top: 0, bottom: 30, value })));
    });
  }
});
