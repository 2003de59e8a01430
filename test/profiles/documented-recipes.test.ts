import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { depthSlices } from '../../src/profiles/depth-slice';
import type { Grouping } from '../../src/profiles/place-group';
import { soilProfile } from '../../src/profiles/soil-profile';
import type { WantedUnit } from '../../src/profiles/wanted-units';
import type { SoilRecord } from '../../src/records/soil-record';
import { evaluated } from '../examples/jsonata';
import { madeRecord } from '../records/made-record';

const page = readFileSync(path.join(__dirname, '../../docs/profiles.md'), 'utf8');
const [, section = ''] = /\n## Carbon stock and available water\n([^]*?)\n## /.exec(page) ?? [];
const [units = '[]'] = Array.from(section.matchAll(/```json\n([^]*?)```/g), ([, json = '']) => json);
const [carbonStock = '', availableWater = ''] = Array.from(section.matchAll(/```\n(\([^]*?)```/g), ([, expression = '']) => expression);

describe('The recipes in docs/profiles.md', () => {
  const layer = (property: string, method: string, unit: string, value: number | null, depth: object = { depthTop: 0, depthBottom: 30 }): SoilRecord => madeRecord({ property, method, unit, value, ...depth });
  const carbon = layer('Organic carbon', 'wet oxidation', 'g/kg', 12);
  const density = layer('Bulk density', 'core', 'kg/m3', 1400);
  const stones = layer('Coarse fragments', 'estimated in the field', 'vol %', 10);

  const made = async (expression: string, records: SoilRecord[], slices = '0-30', grouping: Grouping = { by: 'area' }): Promise<unknown> => {
    const options = { slices: depthSlices(slices === '0-30' ? slices : 'own', slices), grouping, minimumCoverage: 0.9, units: JSON.parse(units) as WantedUnit[] };
    return evaluated(expression, (await soilProfile(records, options)).slices);
  };

  it('make a carbon stock from carbon, density, thickness and stones', async () => {
    // 12 g/kg of 1,400 kg/m3 in 0.3 m: 5.04 kg/m2, and nine tenths of it.
    assert.ok(Math.abs(Number(await made(carbonStock, [carbon, density, stones])) - 45.36) < 1e-9);
    const inPercent = layer('Organic carbon', 'wet oxidation', '%', 1.2);
    assert.ok(Math.abs(Number(await made(carbonStock, [inPercent, density, stones])) - 45.36) < 1e-9, 'whatever the unit of the source');
  });

  it('make no stock if a figure is missing, is of another method, or covers only part of the slice', async () => {
    const all = [carbon, density, stones];
    for (const missing of all) assert.equal(await made(carbonStock, all.filter((record) => record !== missing)), '');
    assert.equal(await made(carbonStock, [carbon, density, { ...stones, value: null }]), '');
    assert.equal(await made(carbonStock, [carbon, { ...density, method: 'clod, oven-dry' }, stones]), '');
    assert.equal(await made(carbonStock, [{ ...carbon, depthBottom: 20 }, density, stones]), '');
    assert.equal(await made(carbonStock, []), '');
    assert.ok(Math.abs(Number(await made(carbonStock, [carbon, density, { ...stones, value: 0 }])) - 50.4) < 1e-9, 'no stones are a figure');
  });

  it('do not combine figures of different places or depths', async () => {
    const at = (lon: number, record: SoilRecord): SoilRecord => ({ ...record, lon, lat: 52 });
    const parted = [at(1, carbon), at(2, density), at(1, stones)];
    assert.equal(await made(carbonStock, parted, '0-30', { by: 'point' }), '');
    assert.ok(Math.abs(Number(await made(carbonStock, [carbon, density, stones].map((record) => at(1, record)), '0-30', { by: 'point' })) - 45.36) < 1e-9);
    const layers = (record: SoilRecord): SoilRecord[] => [{ ...record, depthBottom: 10 }, { ...record, depthTop: 10, depthBottom: 30 }];
    assert.equal(await made(carbonStock, [...layers(carbon), ...layers(density), ...layers(stones)], '0-10, 10-30'), '');
  });

  it('make a height of available water, less the share of stones', async () => {
    const below = { depthTop: 0, depthBottom: 100 };
    const water = (value: number | null): SoilRecord => layer('Available water capacity', 'predicted', 'vol % x 10', value, below);
    const stony = (value: number): SoilRecord => ({ ...stones, ...below, value });
    assert.equal(await made(availableWater, [water(150), stony(0)], '0-100'), 150);
    assert.equal(await made(availableWater, [water(150), stony(40)], '0-100'), 90);
    assert.equal(await made(availableWater, [water(150), stony(0)]), 45);
    for (const missing of [[water(150)], [water(null), stony(0)], []]) assert.equal(await made(availableWater, missing, '0-100'), '');
  });
});
