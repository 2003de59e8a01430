import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { AreaGeometry } from '../../src/geometry/area-of-interest';
import { fingerprintOf } from '../../src/geometry/fingerprint';
import { readArea } from '../../src/geometry/read-area';
import { atOnce, byTurns } from '../../src/time/steps';
import { assertShortTurns } from '../time/short-turns';

const of = async (area: unknown): Promise<string> => atOnce(fingerprintOf((await readArea(area)).geometry));

describe('The fingerprint of an area', () => {
  it('is the same however the area is written', async () => {
    const spellings = [
      'POLYGON ((0 0, 2 0, 2 2, 0 2, 0 0))',
      'POLYGON ((2 2, 0 2, 0 0, 2 0, 2 2))',
      'POLYGON ((0 0, 0 2, 2 2, 2 0, 0 0))',
      'POLYGON Z ((0 0 5, 2 0 5, 2 2 5, 0 2 5))',
      'MULTIPOLYGON (((0 0, 2 0.00000001, 2 2, 0 2, 0 0)))',
      { type: 'Polygon', coordinates: [[[2, 0], [2, 2], [0, 2], [0, 0], [2, 0]]] },
      { west: 0, south: 0, east: 2, north: 2 },
    ];
    const fingerprints = new Set(await Promise.all(spellings.map(of)));
    assert.equal(fingerprints.size, 1);
    assert.match([...fingerprints][0]!, /^[\da-f]{32}$/);
    assert.equal(await of('MULTIPOINT (1 2, 3 4)'), await of('MULTIPOINT (3 4, 1 2)'));
    assert.equal(await of('POINT (1 2)'), await of({ lat: 2, lon: 1 }));
    assert.equal(await of('POINT (180 10)'), await of('POINT (-180 10)'));
  });

  const kept = {
    'POINT (1 2)': '6e1533443ab87538ba873fd79a39701b',
    'MULTIPOINT (1 2, 3 4)': '6097934c6b4db83b3d65bed50c97b598',
    'POLYGON ((0 0, 2 0, 2 2, 0 2, 0 0))': 'b10f5ae0896c7480bb4315729c69d56a',
    'MULTIPOLYGON (((0 0, 2 0, 2 2, 0 0)), ((5 51.5, 6 51.5, 6 52.25, 5 51.5)))': '2372ee6062b82c9eec3d874eb282ced8',
  };
  for (const [area, fingerprint] of Object.entries(kept)) {
    it(`of ${area} stays what it is: flows and tables keep it, and would ask for every field again`, async () => {
      assert.equal(await of(area), fingerprint);
    });
  }

  it('is the same for every order of parts and holes', async () => {
    const [a, b] = ['(1 0.2, 1 0.4, 1.4 0.4, 1 0.2)', '(5 1, 5 2, 6 2, 5 1)'];
    assert.equal(await of(`POLYGON ((0 0, 9 0, 9 9, 0 0), ${a}, ${b})`), await of(`POLYGON ((9 9, 0 0, 9 0, 9 9), ${b}, ${a})`));
    assert.equal(await of(`MULTIPOLYGON ((${a}), (${b}))`), await of(`MULTIPOLYGON ((${b}), (${a}))`));
  });

  it('is the same for a ring that passes its westernmost corner twice, wherever it begins', async () => {
    assert.equal(
      await of('POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0), (1 5, 3 3, 4 4, 1 5, 4 6, 3 7, 1 5))'),
      await of('POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0), (4 6, 3 7, 1 5, 3 3, 4 4, 1 5, 4 6))'),
    );
  });

  it('leaves others their turns while it sorts hundreds of thousands of points or parts', async () => {
    const numbers = Array.from({ length: 300_000 }, (_, at) => ((at * 7919) % 300_000) / 1e5);
    const points: AreaGeometry = { type: 'MultiPoint', coordinates: numbers.map((x) => [x, x]) };
    const parts: AreaGeometry = { type: 'MultiPolygon', coordinates: numbers.map((x) => [[[x, 0], [x + 1e-6, 0], [x, 1e-6], [x, 0]]]) };
    for (const area of [points, parts]) {
      await assertShortTurns(() => byTurns(fingerprintOf(area)), ({ longest, all }) => longest < 100_000 || longest < all / 5, area.type);
    }
  });

  it('changes if any corner is moved by a centimetre, added or removed', async () => {
    const corner = fc.nat({ max: 7 });
    const corners = Array.from({ length: 8 }, (_, at) => [5 + Math.cos((at * Math.PI) / 4), 52 + Math.sin((at * Math.PI) / 4)]);
    const ring = (list: number[][]): string => `POLYGON ((${[...list, list[0]!].map((place) => place.map((degrees) => degrees.toFixed(7)).join(' ')).join(', ')}))`;
    const whole = await of(ring(corners));
    await fc.assert(
      fc.asyncProperty(corner, fc.nat({ max: 1 }), async (at, axis) => {
        const moved = corners.map((place, index) => (index === at ? place.with(axis, place[axis]! + 1e-7) : place));
        const middle = [0, 1].map((each) => (corners[at]![each]! + corners[(at + 1) % 8]![each]!) / 2);
        const others = [moved, corners.toSpliced(at, 1), corners.toSpliced(at + 1, 0, middle)];
        for (const other of others) assert.notEqual(await of(ring(other)), whole);
      }),
      { numRuns: 16 },
    );
    for (const other of ['POINT (2 1)', 'POINT (3 2)', 'POINT (1 3)']) assert.notEqual(await of('POINT (1 2)'), await of(other));
    assert.notEqual(await of('MULTIPOINT (1 2, 3 4)'), await of('MULTIPOINT (1 2, 3 5)'));
    assert.notEqual(await of('POLYGON ((0 0, 9 0, 9 9, 0 0), (5 1, 6 1, 6 2, 5 1))'), await of('POLYGON ((0 0, 9 0, 9 9, 0 0))'));
  });
});
