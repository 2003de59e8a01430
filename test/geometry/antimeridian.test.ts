import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isSoilError } from '../../src/errors/soil-error';
import type { Position } from '../../src/geometry/area-of-interest';
import { readArea } from '../../src/geometry/read-area';
import { readRings } from '../../src/geometry/read-positions';
import { splitRings } from '../../src/geometry/rings/antimeridian';
import { atOnce } from '../../src/time/steps';
import { changesOf, refusal, wktOf } from './refusal';

const SHORT_WAY = 'Edges of more than 180 degrees were taken the short way round, across the antimeridian.';
const SPLIT = 'The area crosses the antimeridian and was split there (RFC 7946, 3.1.9).';
const MOVED = 'Longitudes beyond 180 degrees were brought into -180 to 180.';

/** Whether a corner of a ring lies on an edge that does not begin or end there. */
function touchesItself(places: readonly [number, number][]): boolean {
  const edges = places.map((from, index) => [from, places[(index + 1) % places.length] as [number, number]] as const);
  const isBetween = (at: number, one: number, other: number): boolean => at >= Math.min(one, other) && at <= Math.max(one, other);
  return places.some(([x, y]) =>
    edges.some(([[ax, ay], [bx, by]]) => {
      const ends = (x === ax && y === ay) || (x === bx && y === by);
      return !ends && (bx - ax) * (y - ay) === (by - ay) * (x - ax) && isBetween(x, ax, bx) && isBetween(y, ay, by);
    }),
  );
}

describe('An area at the antimeridian', () => {
  it('has 247 km2, where the plane would make it 444,808 km2', async () => {
    const { wkt, description } = await readArea('POLYGON ((179.9 0, -179.9 0, -179.9 0.1, 179.9 0.1, 179.9 0))');
    assert.equal(wkt, 'MULTIPOLYGON (((180 0.1, 179.9 0.1, 179.9 0, 180 0, 180 0.1)), ((-180 0, -179.9 0, -179.9 0.1, -180 0.1, -180 0)))');
    assert.ok(Math.abs(description.hectares - 24_728) < 2, `${description.hectares} ha`);
    assert.deepEqual(description.bbox, [179.9, 0, -179.9, 0.1]);
    assert.deepEqual(description.centroid, [180, 0.05]);
    assert.deepEqual([description.parts, description.vertices], [2, 8]);
    assert.deepEqual(description.changes, [SHORT_WAY, SPLIT]);
  });

  it('is the same in every spelling', async () => {
    const expected = await wktOf('POLYGON ((179 0, -179 0, -179 1, 179 1, 179 0))');
    for (const spelling of [
      'POLYGON ((179 0, 181 0, 181 1, 179 1, 179 0))',
      'POLYGON ((-181 0, -179 0, -179 1, -181 1, -181 0))',
      'POLYGON ((179 0, -179 0, -179 1, 179 1))',
      [179, 0, -179, 1],
    ]) {
      assert.equal(await wktOf(spelling), expected);
    }
    assert.deepEqual(await changesOf('POLYGON ((179 0, 181 0, 181 1, 179 1, 179 0))'), [SPLIT]);
  });

  it('may have corners on both spellings of the meridian', async () => {
    assert.equal(
      await wktOf('POLYGON ((179 0, 180 0, -180 0, -179 0, -179 1, -180 1, 180 1, 179 1, 179 0))'),
      'MULTIPOLYGON (((180 1, 179 1, 179 0, 180 0, 180 1)), ((-180 0, -179 0, -179 1, -180 1, -180 0)))',
    );
  });

  it('may begin on one spelling of the meridian and end on the other', async () => {
    assert.equal(await wktOf('POLYGON ((180 0, 180 1, 179 1, 179 0, -180 0, 180 0))'), 'POLYGON ((180 0, 180 1, 179 1, 179 0, 180 0))');
    assert.equal(await wktOf('POLYGON ((-180 0, -179 0, -179 1, -180 1, 180 0, -180 0))'), 'POLYGON ((-180 0, -179 0, -179 1, -180 1, -180 0))');
    assert.equal(await refusal('POLYGON ((180 0, 179 0, -180 0, 180 0))'), 'The ring at 0N 180E has no area: its corners lie on one meridian. Give at least one corner beside it.');
  });

  it('is moved, not split, if all of it lies beyond', async () => {
    assert.equal(await wktOf('POLYGON ((350 50, 351 50, 351 51, 350 50))'), 'POLYGON ((-10 50, -9 50, -9 51, -10 50))');
    assert.deepEqual(await changesOf('POLYGON ((350 50, 351 50, 351 51, 350 50))'), [MOVED]);
    assert.equal(await wktOf('POLYGON ((180 0, 181 0, 181 1, 180 0))'), 'POLYGON ((-180 0, -179 0, -179 1, -180 0))');
  });

  it('keeps its holes: those that cross the meridian become bays, the others stay in their piece', async () => {
    const wkt = await wktOf(
      'POLYGON ((170 0, 190 0, 190 10, 170 10, 170 0), (171 1, 171 2, 172 2, 171 1), (179 4, 179 6, 181 6, 181 4, 179 4), (-179 8, -179 9, -178 9, -179 8))',
    );
    assert.equal(
      wkt,
      'MULTIPOLYGON (((180 10, 170 10, 170 0, 180 0, 180 4, 179 4, 179 6, 180 6, 180 10), (171 1, 171 2, 172 2, 171 1)), ' +
        '((-180 0, -170 0, -170 10, -180 10, -180 6, -179 6, -179 4, -180 4, -180 0), (-179 8, -179 9, -178 9, -179 8)))',
    );
  });

  it('moves holes that are a full turn away to its outer ring', async () => {
    const shells = ['170 0, 190 0, 190 10, 170 10, 170 0', '-190 0, -170 0, -170 10, -190 10, -190 0'];
    const holes: [inPlace: string, elsewhere: string][] = [
      ['(178 1, 179 1, 178 2, 178 1)', '(-182 1, -181 1, -182 2, -182 1)'],
      ['(-178 1, -179 1, -178 2, -178 1)', '(182 1, 181 1, 182 2, 182 1)'],
      ['(170 5, 171 4, 171 6, 170 5)', '(-190 5, -189 4, -189 6, -190 5)'],
      ['(190 5, 189 4, 189 6, 190 5)', '(-170 5, -171 4, -171 6, -170 5)'],
      ['(179 4, 179 6, 181 6, 181 4, 179 4)', '(179 4, 179 6, 180 6, -180 6, -179 6, -179 4, -180 4, 180 4, 179 4)'],
    ];
    for (const hole of holes) {
      const spellings = await Promise.all(shells.flatMap((shell) => hole.map((each) => wktOf(`POLYGON ((${shell}), ${each})`))));
      assert.equal(new Set(spellings).size, 1, spellings.join('\n'));
    }
  });

  it('falls into as many pieces as the meridian makes, each with its hole', async () => {
    const hole = (x: number, y: number): string => `(${x} ${y + 0.25}, ${x} ${y + 0.75}, ${x + 0.25} ${y + 0.75}, ${x} ${y + 0.25})`;
    const comb = `POLYGON ((179 0, 182 0, 182 1, 179.5 1, 179.5 2, 181 2, 181 3, 179 3, 179 0), ${hole(180.5, 0)}, ${hole(180.25, 2)}, ${hole(179.125, 1.5)})`;
    assert.equal(
      await wktOf(comb),
      'MULTIPOLYGON (((180 1, 179.5 1, 179.5 2, 180 2, 180 3, 179 3, 179 0, 180 0, 180 1), (179.125 1.75, 179.125 2.25, 179.375 2.25, 179.125 1.75)), ' +
        '((-180 0, -178 0, -178 1, -180 1, -180 0), (-179.5 0.25, -179.5 0.75, -179.25 0.75, -179.5 0.25)), ' +
        '((-180 2, -179 2, -179 3, -180 3, -180 2), (-179.75 2.25, -179.75 2.75, -179.5 2.75, -179.75 2.25)))',
    );
  });

  // The outer piece has corners at the latitudes of the holes.
  it('keeps the holes of pieces if one reaches round the other', async () => {
    const around = '(-180 0, -170 0, -169.3 3, -169 5, -170 10, -175 10, -176 5, -175 1, -180 1, -180 0)';
    const within = '(-180 4, -177 4, -177 6, -180 6, -180 4)';
    const holes = { around: ['(-175.25 2, -173 3, -173 2, -175.25 2)', '(-176 5, -172 10, -169 5, -176 5)'], within: '(-179 5, -178 5.5, -178 5, -179 5)' };
    const shell = '(179 0, 190 0, 190.7 3, 191 5, 190 10, 185 10, 184 5, 185 1, 179.5 1, 179.5 4, 183 4, 183 6, 179 6, 179 0)';
    assert.equal(
      await wktOf(`POLYGON (${shell}, ${holes.within}, ${holes.around.join(', ')})`),
      `MULTIPOLYGON (((180 1, 179.5 1, 179.5 4, 180 4, 180 6, 179 6, 179 0, 180 0, 180 1)), (${around}, ${holes.around.join(', ')}), (${within}, ${holes.within}))`,
    );
  });

  it('keeps a hole that touches the meridian with one corner as a hole on its side', async () => {
    const shell = '(179 0, 181 0, 181 4, 179 4, 179 0)';
    const [west, east] = ['(180 4, 179 4, 179 0, 180 0, 180 4)', '(-180 0, -179 0, -179 4, -180 4, -180 0)'];
    const westHole = '(180 2, 179.5 1.5, 179.5 2.5, 180 2)';
    assert.equal(await wktOf(`POLYGON (${shell}, ${westHole})`), `MULTIPOLYGON ((${west}, ${westHole}), (${east}))`);
    const eastHole = '(-179.5 2.5, -179.5 1.5, -180 2, -179.5 2.5)';
    assert.equal(await wktOf(`POLYGON (${shell}, ${eastHole})`), `MULTIPOLYGON ((${west}), (${east}, ${eastHole}))`);
  });

  it('loses what reaches only a centimetre across', async () => {
    assert.equal(await wktOf('POLYGON ((179 4.9, 180.0000001 5, 179 5.1, 179 4.9))'), 'POLYGON ((180 5, 179 5.1, 179 4.9, 180 5))');
  });

  it('says that longitudes were beyond 180 degrees only if some were, not of a part that stays beside one that is split', async () => {
    const [across, beside, beyond] = ['((179 0, -179 0, -179 1, 179 1, 179 0))', '((10 0, 11 0, 11 1, 10 0))', '((190 0, 191 0, 191 1, 190 0))'];
    assert.deepEqual(await changesOf(`MULTIPOLYGON (${across}, ${beside})`), [SHORT_WAY, SPLIT]);
    assert.deepEqual(await changesOf(`MULTIPOLYGON (${across}, ${beyond})`), [SHORT_WAY, MOVED, SPLIT]);
  });

  it('does not move its other parts, even if they are half the Earth wide', async () => {
    assert.equal(
      await wktOf('MULTIPOLYGON (((-90 0, 90 0, 90 1, -90 1, -90 0)), ((179 10, -179 10, -179 11, 179 11, 179 10)), ((350 5, 351 5, 351 6, 350 5)))'),
      'MULTIPOLYGON (((-90 0, 90 0, 90 1, -90 1, -90 0)), ((180 11, 179 11, 179 10, 180 10, 180 11)), ' +
        '((-180 10, -179 10, -179 11, -180 11, -180 10)), ((-10 5, -9 5, -9 6, -10 5)))',
    );
  });

  it('falls into thousands of pieces, each with its hole', async () => {
    const teeth = Array.from({ length: 12_000 }, (_, i) => i / 200);
    const shell = [...teeth.flatMap((y) => [`179 ${y}`, `182 ${y}`, `182 ${y + 0.004}`, `179 ${y + 0.004}`]), '178 61', '178 -1'].join(', ');
    const holes = teeth.map((y) => `(181 ${y + 0.001}, 181.5 ${y + 0.002}, 181 ${y + 0.002}, 181 ${y + 0.001})`).join(', ');
    const { geometry } = await readArea(`POLYGON ((${shell}, 179 0), ${holes})`);
    const pieces = geometry.coordinates as [number, number][][][];
    const east = pieces.filter(([outer]) => outer![0]![0] < 0);
    assert.equal(east.length, teeth.length);
    for (const [outer, hole, ...more] of east) {
      const latitudes = outer!.map(([, latitude]) => latitude);
      assert.ok(hole!.every(([, latitude]) => latitude > Math.min(...latitudes) && latitude < Math.max(...latitudes)));
      assert.equal(more.length, 0);
    }
  });

  it('may cross it tens of thousands of times', async () => {
    const teeth = Array.from({ length: 30_000 }, (_, i) => `179 ${i * 19e-4}, -179 ${i * 19e-4 + 95e-5}`);
    const { description } = await readArea(`POLYGON ((${teeth.join(', ')}, -178 57, -178 -1, 178 -1, 179 0))`);
    assert.ok(description.parts > 28_000, String(description.parts));
  });

  it('falls apart if only edges on the meridian join its pieces', async () => {
    const lobes = 'POLYGON ((180 0, 181 0, 181 10, 180 10, 180 8, 179 8, 179 7, 180 7, 180 3, 179 3, 179 2, 180 2, 180 0))';
    assert.equal(
      await wktOf(lobes),
      'MULTIPOLYGON (((180 8, 179 8, 179 7, 180 7, 180 8)), ((180 3, 179 3, 179 2, 180 2, 180 3)), ((-180 0, -179 0, -179 10, -180 10, -180 0)))',
    );
  });

  it('is left alone if it uses the meridian as the edge of a map', async () => {
    const antarctica = 'POLYGON ((-180 -90, 180 -90, 180 -80, 90 -70, 0 -75, -90 -72, -180 -80, -180 -90))';
    const { wkt, description } = await readArea(antarctica);
    assert.equal(wkt, antarctica);
    assert.deepEqual(description.changes, []);
    assert.deepEqual(description.bbox, [-180, -90, 180, -70]);
    const arctic = 'POLYGON ((-180 70, 180 70, 180 90, -180 90, -180 70))';
    assert.equal(await wktOf(arctic), arctic);
  });

  it('is refused if a ring goes around a pole', async () => {
    assert.equal(
      await refusal('POLYGON ((0 -70, 120 -70, -120 -70, 0 -70))'),
      'The ring at 70S 0E goes around a pole. Cut it along the antimeridian, with corners at latitude 90 or -90.',
    );
    assert.match(await refusal('POLYGON ((-180 -90, 180 -89, 180 -80, 90 -70, 0 -75, -90 -72, -180 -80, -180 -90))'), /at 90S 180W goes around a pole/);
  });

  it('is refused if all of it lies on the meridian', async () => {
    const message = 'The ring at 0N 180E has no area: its corners lie on one meridian. Give at least one corner beside it.';
    for (const ring of ['180 0, -180 0, 180 1, 180 0', '180 0, -180 1, 180 1, 180 0']) assert.equal(await refusal(`POLYGON ((${ring}))`), message);
  });

  it('is refused if it is so narrow across the meridian that nothing is left on either side', async () => {
    const sliver = 'POLYGON ((180 0.0000001, 180.0000002 0.0000001, 179.9999998 0, 180 0.0000001))';
    assert.match(await refusal(sliver), /^The ring at 0.0000001N 180E has no area: its corners lie on one meridian/);
  });

  it('is refused if it goes round the Earth more than once', async () => {
    assert.equal(
      await refusal('POLYGON ((0 0, 120 0, -120 0, 0 0, 80 0, 80 1, 0 1, -120 1, 120 1, 0 1, 0 0))'),
      'The ring at 0N 0E goes round the Earth more than once. Divide the area.',
    );
  });

  it('is refused if a corner touches an edge, and lies beyond it once that edge is cut', async () => {
    const [touching, beside] = ['182.2 -7.1, 177.3 -7.8', '182.3 -7.1, 177.3 -7.8'];
    const wktOn = (bottom: string): string => `POLYGON ((180 -0.1, ${bottom}, 180 0, 178 -7.7, 180 -0.1))`;
    assert.equal(await refusal(wktOn(touching)), 'The outer ring of polygon 1 crosses itself at 7.7S 178E. Move or remove a corner there, or divide the area in two.');
    assert.equal((await readArea(wktOn(beside))).description.parts, 2);
  });

  it('brings points into -180 to 180', async () => {
    assert.equal(await wktOf('MULTIPOINT (181 5, 350 6, 180 7)'), 'MULTIPOINT (-179 5, -10 6, 180 7)');
    assert.deepEqual(await changesOf('POINT (181 5)'), ['1 longitude was beyond 180 degrees and was brought into -180 to 180.']);
    assert.equal(await wktOf('MULTIPOINT (180 5, -180 5, -180 6)'), 'MULTIPOINT (180 5, -180 6)', 'one place in both spellings of the meridian');
    assert.deepEqual(await changesOf('MULTIPOINT (180 5, -180 5, -180 6)'), ['1 repeated point was left out.']);
  });

  it('measures the same as anywhere else, and reads back as it was written', async () => {
    const place = fc.tuple(fc.integer({ min: -30, max: 30 }), fc.integer({ min: -80, max: 80 }));
    const ring = fc.array(place, { minLength: 3, maxLength: 8 });
    const wktAt = (places: [number, number][], longitude: number, wrap: boolean): string => {
      const text = places.map(([x, y]) => {
        const lon = Number((x / 10 + longitude).toFixed(1));
        return `${wrap && lon > 180 ? Number((lon - 360).toFixed(1)) : lon} ${y / 10}`;
      });
      return `POLYGON ((${text.join(', ')}, ${text[0]}))`;
    };
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(ring, fc.boolean(), async (places, wrap) => {
        const here = await readArea(wktAt(places, 20, false)).catch((error: unknown) => {
          assert.ok(isSoilError(error, 'SOIL_GEOMETRY'));
        });
        if (!here) return;
        taken++;
        // A corner on another edge may end up beside it when that edge is cut, because coordinates are rounded to a grid.
        const there = await readArea(wktAt(places, 180, wrap)).catch((error: unknown) => {
          assert.ok(touchesItself(places) && isSoilError(error, 'SOIL_GEOMETRY'), String(error));
        });
        if (!there) return;
        // A long edge that is cut bends a little in the projection in which areas are measured.
        const [west, south, east, north] = here.description.bbox;
        const tolerance = 1000 * (east - west) * (north - south);
        assert.ok(Math.abs(there.description.hectares - here.description.hectares) < tolerance, `${there.wkt}, not ${here.wkt}`);
        const again = await readArea(there.wkt);
        assert.equal(again.wkt, there.wkt);
        assert.deepEqual({ ...again.description, changes: [] }, { ...there.description, changes: [] });
        assert.deepEqual(again.description.changes, []);
      }),
      { numRuns: 500 },
    );
    assert.ok(taken > 50, `${taken} polygons are too few to prove anything`);
  });

  it('is refused if it has more holes than can be assigned in a second', () => {
    const coast = Array.from({ length: 50_000 }, (_, i): Position[] => [[181, i / 5e4], [181.1, (i + 0.5) / 5e4]]).flat();
    // Two shells lie beyond: the other one is a strip north of the bay.
    const shell: Position[] = [[179, 0], ...coast, [181, 1], [179.9, 1], [179.9, 1.1], [181, 1.1], [181, 1.2], [179, 1.2], [179, 0]];
    const islands = Array.from({ length: 3_500 }, (_, i): Position[] => {
      const y = i / 3500;
      return [[180.1, y], [180.1, y + 2e-5], [180.4, y], [180.1, y]];
    });
    const rings = atOnce(readRings([{ type: 'Polygon', coordinates: [shell, ...islands], where: () => '' }], []));
    assert.throws(() => atOnce(splitRings(rings, [])), (error: Error) => isSoilError(error, 'SOIL_GEOMETRY') && /^The area crosses the antimeridian and has too many holes there, one of them at [\d.]+N 179\.\d+W\. /.test(error.message));
  });
});
