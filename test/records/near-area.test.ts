import assert from 'node:assert/strict';
import { latLngToCell } from 'h3-js';
import { NearArea } from '../../src/records/near-area';
import { ProblemList } from '../../src/records/problem-list';
import type { SoilRecord } from '../../src/records/soil-record';
import { madeRecord } from './made-record';

type Box = [number, number, number, number];

/** What is reported about an area and records, given one batch after the other. */
async function told(bbox: Box | undefined, ...batches: Partial<SoilRecord>[][]): Promise<string | undefined> {
  const [near, problems] = [new NearArea(bbox), new ProblemList(true)];
  for (const batch of batches) await near.look(batch.map(madeRecord));
  near.tell(problems);
  assert.ok(problems.count <= 1);
  assert.deepEqual([problems.first[0]?.file, problems.first[0]?.line], problems.count === 0 ? [undefined, undefined] : [null, null]);
  return problems.first[0]?.problem;
}

const at = (lon: number, lat: number): Partial<SoilRecord> => ({ lon, lat });
const cell = (lon: number, lat: number, resolution: number): Partial<SoilRecord> => ({ lon: null, lat: null, h3: latLngToCell(lat, lon, resolution) });
const FIELD: Box = [5.6, 51.97, 5.604, 51.974];

describe('records near an area', () => {
  it('cause no problem if one of them lies in it, in any batch', async () => {
    assert.equal(await told(FIELD, [at(5.602, 51.972)]), undefined);
    assert.equal(await told(FIELD, [at(5.602, 51.972), at(6.6, 51.97)]), undefined);
    assert.equal(await told(FIELD, [at(6.6, 51.97)], [at(6.6, 51.97), at(5.602, 51.972)], [at(-6, 5)]), undefined);
  });

  it('are missing if all of them lie elsewhere, which is reported with their number over all batches', async () => {
    assert.match((await told(FIELD, [at(6.6, 51.97), at(6.6, 51.971)], [], [at(6.6, 51.97)]))!, /^None of the 3 records with a place lies in or near the area of this message: the file may be of another area\. .*\{\{id\}\}/);
  });

  it('are missing if longitude and latitude were swapped, which is reported', async () => {
    assert.match((await told([51.97, 5.6, 51.974, 5.604], [at(5.602, 51.972)]))!, /^The one record with a place does not lie/);
  });

  const places: [name: string, box: Box, place: Partial<SoilRecord>, isNear: boolean][] = [
    ['0.04 degrees to the north of a field', FIELD, at(5.602, 52.01), true],
    ['0.04 degrees to the west of a field', FIELD, at(5.56, 51.972), true],
    ['0.2 degrees to the south of a field', FIELD, at(5.602, 51.77), false],
    ['0.2 degrees to the north of a field', FIELD, at(5.602, 52.17), false],
    ['0.2 degrees to the east of a point', [5.6, 51.97, 5.6, 51.97], at(5.8, 51.97), false],
    ['0.2 degrees to the east of a field', FIELD, at(5.8, 51.972), false],
    ['beside a large area, by less than its size', [5, 50, 7, 51], at(8.9, 51.9), true],
    ['beside a large area, by more than its size', [5, 50, 7, 51], at(9.1, 50.5), false],
    ['at a point', [5.6, 51.97, 5.6, 51.97], at(5.6, 51.97), true],
    ['inside a box over the antimeridian, in the west', [179.9, -17, -179.9, -16.9], at(179.95, -16.95), true],
    ['inside a box over the antimeridian, in the east', [179.9, -17, -179.9, -16.9], at(-179.95, -16.95), true],
    ['half round the Earth from such a box', [179.9, -17, -179.9, -16.9], at(0, -16.95), false],
    ['across the antimeridian from a box that ends there', [179.9, -17, 180, -16.9], at(-179.99, -16.95), true],
    ['on the antimeridian, written as the other', [-180, -17, -179.9, -16.9], at(180, -16.95), true],
    ['anywhere, with a box round the Earth', [-180, -90, 180, 90], at(77, -3), true],
    ['anywhere, with such a box from 180 to -180', [180, -10, -180, 10], at(0, 0), true],
    ['five kilometres from a field near the pole', [20, 80, 20.001, 80.001], at(20.25, 80), true],
    ['in a fine cell in the field', FIELD, cell(5.602, 51.972, 12), true],
    ['in a fine cell elsewhere', FIELD, cell(6.6, 51.972, 12), false],
    ['in a coarse cell around the field, its middle far from it', FIELD, cell(5.602, 51.972, 3), true],
    ['in a coarse cell far away', FIELD, cell(30, 10, 3), false],
  ];
  for (const [name, box, place, isNear] of places) {
    it(`${isNear ? 'include' : 'do not include'} one that lies ${name}`, async () => assert.equal((await told(box, [place])) === undefined, isNear));
  }

  it('include any with a coarse cell around the field, wherever in it the field lies', async () => {
    for (let resolution = 0; resolution <= 5; resolution += 1) {
      for (let lon = -175; lon < 180; lon += 23) {
        for (let lat = -85; lat < 90; lat += 17) assert.equal(await told([lon, lat, lon + 0.001, lat + 0.001], [cell(lon, lat, resolution)]), undefined, `${resolution} ${lon} ${lat}`);
      }
    }
  });

  it('are not looked for if there is no area, no record, or no place', async () => {
    assert.equal(await told(undefined, [at(6.6, 51.97)]), undefined);
    assert.equal(await told(FIELD, []), undefined);
    assert.equal(await told([5, -1, 6, 1], [{ lon: 5.5, lat: null }, { lon: null, lat: 0.5 }]), undefined);
    assert.match((await told([5, -1, 6, 1], [{ lon: 5.5, lat: null }, at(90, 50)]))!, /^The one record with a place does not lie/, 'half a place is near nothing');
    assert.equal(await told(FIELD, [{ lon: null, lat: null }, { lon: null, lat: null, h3: 'no cell' }]), undefined);
  });

  it('are no longer looked for once nobody waits', async () => {
    await assert.rejects(new NearArea(FIELD).look([madeRecord(at(6.6, 51.97))], AbortSignal.abort(new Error('closed'))), /closed/);
  });

  it('are reported beside the rows that are listed, and in place of one only if there are 20', () => {
    const problems = new ProblemList();
    for (let line = 1; line <= 3; line += 1) problems.add('a.csv', line, 'It was bad.');
    for (let note = 0; note < 17; note += 1) problems.note('note');
    assert.deepEqual(problems.first.map(({ line }) => line), [1, 2, 3, ...Array(17).fill(null)]);
    for (let note = 0; note < 3; note += 1) problems.note('note');
    assert.deepEqual(problems.first.map(({ line }) => line), Array(20).fill(null));
  });

  it('are reported even if 20 rows that could not be read are listed already, and never displace what was said of all files', () => {
    const problems = new ProblemList();
    problems.note('first');
    for (let line = 1; line <= 30; line += 1) problems.add('a.csv', line, 'It was bad.');
    for (let note = 0; note < 30; note += 1) problems.note(`note ${note}`);
    assert.deepEqual([problems.count, problems.first.length], [61, 20]);
    assert.deepEqual(problems.first.map(({ problem }) => problem), ['first', ...Array.from({ length: 19 }, (_, note) => `note ${note}`)]);
  });
});
