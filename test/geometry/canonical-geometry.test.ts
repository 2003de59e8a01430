import assert from 'node:assert/strict';
import fc from 'fast-check';
import { canonicalGeometry } from '../../src/geometry/canonical-geometry';
import { atOnce } from '../../src/time/steps';

const canonical = (wkt: string): string => atOnce(canonicalGeometry(wkt));

const same = (...spellings: string[]): void => {
  for (const spelling of spellings) assert.equal(canonical(spelling), canonical(spellings[0]!), spelling);
};
const different = (one: string, other: string): void => assert.notEqual(canonical(one), canonical(other));

describe('The canonical text of a geometry', () => {
  it('is the same for every spelling', () => {
    same(
      'POLYGON ((0 0, 2 0, 2 2, 0 2, 0 0))',
      'polygon((0 0,2 0,2 2,0 2,0 0))',
      'SRID=4326;POLYGON (( 0.0  0., 2e0 0, +2 2, 0 2, -0 0 ))',
      'POLYGON Z ((0 0 5, 2 0 5, 2 2 5, 0 2 5, 0 0 5))',
      'MULTIPOLYGON (((0 0, 2 0, 2 2, 0 2, 0 0)))',
      'GEOMETRYCOLLECTION (POLYGON ((0 0, 2 0, 2 2, 0 2, 0 0)))',
      'POLYGON ((0 0, 2 0, 2 0, 2 2, 0 2))',
      'POLYGON ((0 0.00000001, 2 0, 2 2, 0 2, 0 0))',
    );
    same('POINT (1 2)', 'MULTIPOINT ((1 2))', 'MULTIPOINT (1 2, 1 2)', 'POINT(1.0 2)');
  });

  it('is the same for every order of parts, holes and points', () => {
    const [a, b] = ['(1 1, 1 2, 2 2, 1 1)', '(5 5, 5 6, 6 6, 5 5)'];
    same(`POLYGON ((0 0, 9 0, 9 9, 0 0), ${a}, ${b})`, `POLYGON ((0 0, 9 0, 9 9, 0 0), ${b}, ${a})`);
    same(`MULTIPOLYGON ((${a}), (${b}))`, `MULTIPOLYGON ((${b}), (${a}))`);
    same('MULTIPOINT (1 2, 3 4)', 'MULTIPOINT (3 4, 1 2, 3 4)');
  });

  it('is the same wherever a ring begins and whichever way it runs', () => {
    const place = fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 4 }));
    fc.assert(
      fc.property(fc.uniqueArray(place, { minLength: 3, maxLength: 9, selector: String }), fc.nat(), fc.boolean(), (places, shift, backwards) => {
        const turned = [...places.slice(shift % places.length), ...places.slice(0, shift % places.length)];
        const ring = (list: [number, number][]): string => `POLYGON ((${[...list, list[0]!].map((each) => each.join(' ')).join(', ')}))`;
        // A ring with as much area on its left as on its right has no direction.
        const area = places.reduce((sum, [x, y], i) => sum + x * places[(i + 1) % places.length]![1] - y * places[(i + 1) % places.length]![0], 0);
        fc.pre(area !== 0);
        same(ring(places), ring(backwards ? turned.toReversed() : turned));
      }),
    );
  });

  it('is the same for a ring that passes its first corner twice', () => {
    same(
      'POLYGON ((0 0, 4 -4, 4 -2, 0 0, 4 2, 4 4, 0 0))',
      'POLYGON ((0 0, 4 2, 4 4, 0 0, 4 -4, 4 -2, 0 0))',
    );
  });

  it('differs if the ground does', () => {
    different('POINT (1 2)', 'POINT (2 1)');
    different('POINT (1 2)', 'POINT (1 2.0000001)');
    different('POLYGON ((0 0, 2 0, 2 2, 0 0))', 'POLYGON ((0 0, 2 0, 2 2, 0 2, 0 0))');
    different('POLYGON ((0 0, 9 0, 9 9, 0 0), (5 1, 6 1, 6 2, 5 1))', 'MULTIPOLYGON (((0 0, 9 0, 9 9, 0 0)), ((5 1, 6 1, 6 2, 5 1)))');
    different('MULTIPOINT (1 2, 3 4)', 'MULTIPOINT (1 2)');
  });

  it('is refused if the text is not a geometry', () => {
    assert.throws(() => canonical('POLYGON ((0 0, 1 1'), {
      code: 'SOIL_GEOMETRY',
      message: 'The WKT cannot be read: expected ")" at position 18, after "1 1", but the text ends there.',
    });
  });
});
