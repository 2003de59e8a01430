import assert from 'node:assert/strict';
import { liesIn, readRegion, type Region, wouldLieIn } from '../../src/geometry/region';

const NETHERLANDS: Region = [3.3, 50.7, 7.3, 53.6];
const FIJI: Region = [176, -21, -178, -12];

describe('A region', () => {
  it('has four sides in degrees, as a person or GeoJSON writes them', () => {
    for (const text of ['3.3, 50.7, 7.3, 53.6', ' 3.3,50.7,7.3,53.6 ', '[3.3, 50.7, 7.3, 53.6]', '3.30,50.70,7.30,5.36e1']) assert.deepEqual(readRegion(text), NETHERLANDS, text);
    assert.deepEqual(readRegion('176,-21,-178,-12'), FIJI);
    assert.deepEqual(readRegion(' [-180, -90, 180, 90] '), [-180, -90, 180, 90]);
  });

  for (const text of ['', '1,2,3', '1,2,3,4,5', '3.3 50.7 7.3 53.6', '3.3,53.6,7.3,50.7', '3.3,50.7,3.3,53.6', '181,0,182,1', '-181,0,1,1', '0,0,181,1', '0,1,2,1', '1,0,1,1', '0,-91,1,0', '0,0,1,91', 'a,b,c,d', ',,,', '0x1,0,2,1', '{"west":1}']) {
    it(`is not one: ${text}`, () => assert.equal(readRegion(text), undefined));
  }

  it('contains only what lies wholly in it, up to its sides', () => {
    for (const box of [[5, 52, 5.1, 52.1], [3.3, 50.7, 7.3, 53.6], [3.3, 50.7, 3.3, 50.7], [7.3, 53.6, 7.3, 53.6]] as const) assert.ok(liesIn([...box], NETHERLANDS), box.join());
    const rounding = 5e-8;
    assert.ok(liesIn([3.3 - rounding, 50.7 - rounding, 7.3 + rounding, 53.6 + rounding], NETHERLANDS), 'but for rounding');
    for (const box of [[52, 5, 52.1, 5.1], [3.2, 52, 5, 53], [5, 52, 7.4, 53], [5, 50.6, 6, 52], [5, 52, 6, 53.7], [8, 52, 9, 53], [2, 52, 3, 53], [7.2, 52, 3.4, 53]] as const) {
      assert.ok(!liesIn([...box], NETHERLANDS), box.join());
    }
  });

  it('may cross the antimeridian, as an area may, and may go around the Earth', () => {
    for (const box of [[177, -18, 178, -17], [-180, -18, -179, -17], [179, -18, -179, -17], [176, -21, -178, -12]] as const) assert.ok(liesIn([...box], FIJI), box.join());
    for (const box of [[175, -18, 178, -17], [-180, -18, -177, -17], [0, -18, 1, -17], [-178, -18, 176, -17], [-179, -18, 177, -17]] as const) assert.ok(!liesIn([...box], FIJI), box.join());
    const around: Region = [-180, -90, 180, 90];
    for (const box of [[177, -18, 178, -17], [179, -18, -179, -17], [-180, -90, 180, 90]] as const) assert.ok(liesIn([...box], around), box.join());
    const north: Region = [-180, 0, 180, 90];
    assert.ok(liesIn([-10, 0, 10, 1], north) && !liesIn([-10, -1, 10, 1], north));
  });

  it('tells whether the latitude and longitude of an area were swapped', () => {
    assert.ok(wouldLieIn([52, 5, 52.1, 5.1], NETHERLANDS));
    for (const box of [[5, 52, 5.1, 52.1], [120, 5, 121, 6], [30, 40, 31, 41], [53, 5, 51, 6]] as const) assert.ok(!wouldLieIn([...box], NETHERLANDS), box.join());
  });
});
