import assert from 'node:assert/strict';
import { impossibleValues } from '../../src/profiles/profile-check';

const at = (value: number): { top: number; bottom: number; value: number } => ({ top: 0, bottom: 30, value });

describe('A value that its unit does not allow', () => {
  for (const [property, unit, impossible, possible] of [
    ['Clay', '%', [-9999, -0.1, 101, 240], [0, 0.5, 100, 100.05]],
    ['Clay', 'g/kg', [-1, 1010], [0, 1000]],
    ['Organic carbon', 'mg/kg', [-1, 1_100_000], [0, 999_000]],
    ['Volumetric water content', 'cm3/cm3', [-0.2], [0.4]],
    ['pH', 'pH', [-1, 14.5, 65], [0, 3.5, 14]],
    ['pH', 'pH*10', [-10, 650], [65, 140]],
    ['Bulk density', 'g/cm3', [-9999], [0.1, 1.4]],
    ['Electrical conductivity', 'dS/m', [-1], [0, 400]],
    ['Carbon stock', 't/ha', [-1], [0, 900]],
    ['Calcium carbonate equivalent', '%', [-1], [108]],
    ['Slope', '%', [-1], [140]],
    ['Cation exchange capacity', 'cmol(+)/kg', [], [-0.2, 80]],
    ['Clay', null, [-3.4e38, -1e38, 1e38, 1.7e308], [-9999, 1e9]],
    ['Calcium carbonate equivalent', '%', [3.4e38], [108]],
    ['Cation exchange capacity', 'cmol(+)/kg', [-3.4e38], [-0.2]],
    ['Clay', 'handfuls', [], [-9999, 1e9]],
  ] as const) {
    it(`is told, and no other: ${property} in ${unit}`, () => {
      const found = impossibleValues([...impossible, ...possible].map(at), unit, property);
      assert.deepEqual(found, impossible.map((value) => ({ fault: 'impossible value', top: 0, bottom: 30, value })));
    });
  }
});
