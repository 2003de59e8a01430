import assert from 'node:assert/strict';
import { recordsFromAnswer } from '../../src/records/formats/synchronous-answer';
import { HEADER, read, row } from './read-scenario';
import { writtenZip } from './written-zip';

const clay = { property: 'Clay', value: 1, depth: '0-5' };

describe('Half a place', () => {
  it('is not a place, whichever half it is, and what is wrong with the other is reported once', async () => {
    for (const [place, problem] of [
      [{ lon: 181, lat: 52 }, '"181" is not a longitude in degrees. The record is kept without it.'],
      [{ lon: 5, lat: 'north' }, '"north" is not a latitude in degrees. The record is kept without it.'],
      [{ lon: '', lat: 52 }, 'There is a latitude (52), but no longitude. The record is kept without a place.'],
      [{ lon: 5, lat: null }, 'There is a longitude (5), but no latitude. The record is kept without a place.'],
      [{ lon: 2 ** 60, lat: 52 }, '"1152921504606847000" is not a longitude in degrees. The record is kept without it.'],
      [{ lon: true, lat: 52 }, '"true" is not a longitude in degrees. The record is kept without it.'],
      [{ lon: 5 }, 'There is a longitude (5), but no latitude. The record is kept without a place.'],
      [{ lon: [5], lat: 52 }, '"[5]" is a list or an object where one value was expected. It was not used.'],
    ] as const) {
      const { records, problems } = await recordsFromAnswer([{ ...clay, ...place }]);
      assert.deepEqual([records[0]?.lon, records[0]?.lat, problems.first], [null, null, [`Element 1: ${problem}`]]);
    }
    const untold = await recordsFromAnswer([{ ...clay, lon: 5, Y: 52 }]);
    assert.match(untold.problems.first.join(), /Fields that may tell the place have unknown names, and are not read: "Y"\./);
    const { records, problems } = await recordsFromAnswer([{ ...clay, lon: 0, lat: 0 }, clay]);
    assert.deepEqual([records.map(({ lon, lat }) => [lon, lat]), problems.count], [[[0, 0], [null, null]], 0]);
  });

  it('still sets rows apart: they are not repeats', async () => {
    const rows = ['2', '3', '3'].map((lat) => row('pH', 7, 'A', 'CC0', 181).replace('7,2,', `7,${lat},`)).join('');
    const { records, counts } = await read(await writtenZip({ 'a.csv': HEADER + rows }));
    assert.deepEqual([records.length, counts.repeats], [2, 1]);
  });
});
