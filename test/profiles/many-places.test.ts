import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { depthSlices } from '../../src/profiles/depth-slice';
import { soilProfile } from '../../src/profiles/soil-profile';
import { madeRecord } from '../records/made-record';

/** V8's own answer to whether two objects share their hidden class: one for each row takes more memory than the rows. */
function sameHiddenClass(): (one: unknown, other: unknown) => boolean {
  setFlagsFromString('--allow-natives-syntax');
  try {
    const isSame = runInNewContext('(one, other) => %HaveSameMap(one, other)') as (one: unknown, other: unknown) => boolean;
    // Compiled with the first call.
    isSame({}, {});
    return isSame;
  } finally {
    setFlagsFromString('--no-allow-natives-syntax');
  }
}

describe('Rows of many places', () => {
  const parts = ['sand', 'silt', 'clay'].map((property, index) => ({ property, unit: '%', value: [40, 40, 20][index]! }));
  const records = Array.from({ length: 400 }, (_, at) => parts.map((part) => madeRecord({ ...part, lon: 5.1 + at / 1000, lat: 50.1, depthTop: 0, depthBottom: 30, licence: 'CC0', date: '2020-01-01' })));

  it('are alike in memory', async () => {
    const { slices } = await soilProfile(records.flat(), { slices: depthSlices('0-30'), grouping: { by: 'point' }, minimumCoverage: 0 });
    const isSame = sameHiddenClass();
    // The first rows may still teach V8 which fields hold numbers with decimals.
    const late = slices.slice(-200);
    const classes = late.filter((row, index) => late.findIndex((other) => isSame(row, other)) === index);
    assert.ok(classes.length < 5, `${classes.length} hidden classes`);
  });
});
