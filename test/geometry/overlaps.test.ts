import assert from 'node:assert/strict';
import fc from 'fast-check';
import { hectaresOf } from '../../src/geometry/measure';
import { readArea } from '../../src/geometry/read-area';
import { mergeOverlaps } from '../../src/geometry/rings/overlaps';
import { RingsBuilder } from '../../src/geometry/rings/rings';
import { polygonsOf } from '../../src/geometry/to-geometry';
import { atOnce } from '../../src/time/steps';
import { turn, unionOfConvex, type Place } from './brute-force';
import { changesOf, wktOf } from './refusal';

type Box = [west: number, south: number, east: number, north: number];

const boxText = ([west, south, east, north]: Box): string =>
  `((${west} ${south}, ${east} ${south}, ${east} ${north}, ${west} ${north}, ${west} ${south}))`;
const multiPolygon = (boxes: Box[]): string => `MULTIPOLYGON (${boxes.map(boxText).join(', ')})`;
const hectares = async (input: unknown): Promise<number> => (await readArea(input)).description.hectares;

/** The area of a box between meridians and parallels on the sphere, in hectares. */
const boxHectares = ([west, south, east, north]: Box): number => {
  const radians = Math.PI / 180;
  return ((6371008.8 ** 2 * (east - west) * radians * (Math.sin(north * radians) - Math.sin(south * radians))) / 10_000);
};

describe('Polygons of one area', () => {
  it('may share borders, as neighbouring fields do', async () => {
    const fields: Box[] = [[0, 0, 1, 1], [1, 0, 2, 1], [0, 1, 2, 2]];
    const { wkt, description } = await readArea(multiPolygon(fields));
    assert.equal(wkt, multiPolygon(fields));
    assert.deepEqual(description.changes, []);
    assert.ok(Math.abs(description.hectares / boxHectares([0, 0, 2, 2]) - 1) < 1e-9);
  });

  it('may share a border on which only one of them has a corner, a hair off the line', async () => {
    const text = 'MULTIPOLYGON (((0 0, 1 0.0001, 1 1, 0 1, 0 0)), ((0 0, 0 -1, 1 -1, 1 0.0001, 0.3333333 0.0000334, 0 0)))';
    assert.deepEqual(await changesOf(text), []);
  });

  it('may lie in holes of each other', async () => {
    const text = 'MULTIPOLYGON (((0 0, 4 0, 4 4, 0 4, 0 0), (1 1, 1 3, 3 3, 3 1, 1 1)), ((1 1, 3 1, 3 3, 1 3, 1 1)))';
    assert.deepEqual(await changesOf(text), []);
    assert.ok(Math.abs((await hectares(text)) / (await hectares([0, 0, 4, 4])) - 1) < 1e-9);
  });

  it('are left out if they lie in another one, or come twice', async () => {
    const text = multiPolygon([[0, 0, 4, 4], [1, 1, 2, 2], [0, 0, 4, 4]]);
    assert.equal(await wktOf(text), multiPolygon([[0, 0, 4, 4]]));
    assert.deepEqual(await changesOf(text), ['2 polygons were inside another one and were left out.']);
  });

  it('count shared ground once, and say so', async () => {
    const { wkt, description } = await readArea(multiPolygon([[0, 0, 2, 1], [1, 0, 3, 1]]));
    assert.equal(wkt, multiPolygon([[0, 0, 2, 1], [1, 0, 3, 1]]));
    assert.ok(Math.abs(description.hectares / boxHectares([0, 0, 3, 1]) - 1) < 1e-8);
    assert.deepEqual(description.changes, [
      `Polygons overlap by ${Number(boxHectares([1, 0, 2, 1]).toPrecision(4)).toLocaleString('en')} ha, most of it near 0.5N 1.5E: ground that they share counts once.`,
    ]);
  });

  it('are left out if they lie in another one without sharing sides with it', async () => {
    for (let seed = 1; seed <= 20; seed++) {
      const [x, y, z] = [7, 11, 13].map((factor) => ((seed * factor) % 17) / 10) as [number, number, number];
      const inner = `${0.5 + x} ${0.6 + y}, ${2.3 + y} ${0.7 + z}, ${1.9 + z} ${2.3 + x}, ${0.5 + x} ${0.6 + y}`;
      const text = `MULTIPOLYGON (((0.1 0, 4.3 0.7, 4.9 5.1, -0.2 4.8, 0.1 0)), ((${inner})))`;
      assert.ok((await changesOf(text)).includes('1 polygon was inside another one and was left out.'), text);
    }
  });

  it('are reported at the place where they share the most', async () => {
    for (const boxes of [[[0, 0, 2, 1], [1.9, 0, 4, 1], [10, 0, 12, 1], [11, 0, 13, 1]], [[10, 0, 12, 1], [11, 0, 13, 1], [20, 0, 22, 1], [21.9, 0, 23, 1]]] as Box[][]) {
      assert.match((await changesOf(multiPolygon(boxes)))[0] ?? '', /most of it near 0.5N 11.5E:/);
    }
  });

  it('count shared slivers once, without saying so', async () => {
    const { description } = await readArea(multiPolygon([[0, 0, 10, 10], [9.9995, 0, 20, 10]]));
    assert.ok(Math.abs(description.hectares / boxHectares([0, 0, 20, 10]) - 1) < 1e-7, String(description.hectares));
    assert.deepEqual(description.changes, []);
  });

  it('share only the ground where they meet, whatever corners one of them has elsewhere', async () => {
    const comb = '((-1 0, 10 0, 10 0.2, 9 0.2, 4 0.2, 0 0.2, 0 0.4, 10 0.4, 10 0.6, 9 0.6, 4 0.6, 0 0.6, 0 0.8, 10 0.8, 10 1, 9 1, 4 1, -1 1, -1 0))';
    const arms: Box[] = [[0, 0, 10, 0.2], [0, 0.4, 10, 0.6], [0, 0.8, 10, 1]];
    const box: Box = [5, -0.1, 8, 1.1];
    const shared = arms.map(([, south, , north]): Box => [5, south, 8, north]);
    const sum = (boxes: Box[]): number => boxes.reduce((total, each) => total + boxHectares(each), 0);
    const union = sum([[-1, 0, 0, 1], ...arms, box]) - sum(shared);
    const measured = await hectares(`MULTIPOLYGON (${comb}, ${boxText(box)})`);
    assert.ok(Math.abs(measured / union - 1) < 1e-7, `${measured} ha instead of ${union}`);
  });

  it('are measured in full or refused, however small the budget is', () => {
    const builder = new RingsBuilder();
    const add = (west: number, south: number, size: number): void => {
      for (const [x, y] of [[west, south], [west + size, south], [west + size, south + size], [west, south + size]] as const) builder.add(x, y);
      builder.endRing();
      builder.endPart();
    };
    for (const place of [0, 9000]) for (const shift of [0, 500]) add(place + shift, place, 1000);
    for (let i = 0; i < 60; i++) add(3000 + 20 * (i % 10), 3000 + 20 * Math.floor(i / 10), 10);
    const rings = builder.rings();
    const whole = atOnce(mergeOverlaps(rings, [])).sharedHectares;
    let refused = 0;
    for (let steps = 0; steps < 400; steps += 5) {
      try {
        assert.equal(atOnce(mergeOverlaps(rings, [], steps)).sharedHectares, whole, `${steps} steps`);
      } catch (error) {
        assert.equal((error as { code?: string }).code, 'SOIL_GEOMETRY', String(error));
        refused++;
      }
    }
    assert.ok(refused > 20 && refused < 78, `${refused} refused`);
  });

  it('have the area of their union, however many boxes overlap', async () => {
    const side = fc.integer({ min: 0, max: 12 });
    const box = fc
      .tuple(side, side, side, side)
      .filter(([west, south, east, north]) => west !== east && south !== north)
      .map(([a, b, c, d]): Box => [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]);
    await fc.assert(
      fc.asyncProperty(fc.array(box, { minLength: 2, maxLength: 7 }), async (boxes) => {
        let union = 0;
        for (let x = 0; x < 12; x++) {
          for (let y = 0; y < 12; y++) {
            if (boxes.some(([west, south, east, north]) => west <= x && x < east && south <= y && y < north)) union += boxHectares([x, y, x + 1, y + 1]);
          }
        }
        const measured = await hectares(multiPolygon(boxes));
        assert.ok(Math.abs(measured / union - 1) < 1e-7, `${measured} ha instead of ${union}`);
      }),
      { numRuns: 200 },
    );
  });

  it('have the area of their union if one overlaps two others that reach beyond what they share', async () => {
    const across = '((31.3493909 39.9373211, 31.3486968 39.9290144, 31.3494658 39.9288909, 31.3493909 39.9373211))';
    const west = '((31.3467003 39.9331085, 31.3497978 39.9324704, 31.350008 39.9330781, 31.3467003 39.9331085))';
    const east = '((31.3508348 39.9326126, 31.3507826 39.9331267, 31.3494233 39.9314715, 31.3508348 39.9326126))';
    const measured = await hectares(`MULTIPOLYGON (${across}, ${west}, ${east})`);
    assert.ok(Math.abs(measured / 4.2024 - 1) < 1e-4, `${measured} ha`);
  });

  it('have the area of their union, however triangles overlap', () => {
    const place = fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 30 }));
    const triangle = fc
      .tuple(place, place, place)
      .map((corners): Place[] => (turn(...corners) < 0 ? corners.toReversed() : corners))
      .filter(([a, b, c]) => turn(a!, b!, c!) > 20);
    // Thousandths of a degree at the equator: practically flat.
    const unit = boxHectares([0, 0, 0.001, 0.001]);
    fc.assert(
      fc.property(fc.array(triangle, { minLength: 3, maxLength: 5 }), (triangles) => {
        const builder = new RingsBuilder();
        for (const triangle of triangles) {
          for (const [x, y] of triangle) builder.add(x * 10_000, y * 10_000);
          builder.endRing();
          builder.endPart();
        }
        const { rings, sharedHectares } = atOnce(mergeOverlaps(builder.rings(), []));
        const union = unit * unionOfConvex(triangles);
        const measured = atOnce(polygonsOf(rings)).reduce((sum, coordinates) => sum + hectaresOf({ type: 'Polygon', coordinates }), -sharedHectares);
        assert.ok(Math.abs(measured / union - 1) < 1e-4, `${measured} ha instead of ${union}`);
      }),
      { numRuns: 1000 },
    );
  });

  it('have the area of their union if slanting edges cross', async () => {
    const diamonds = 'MULTIPOLYGON (((0 -1, 1 0, 0 1, -1 0, 0 -1)), ((1 -1, 2 0, 1 1, 0 0, 1 -1)))';
    const shared = 'POLYGON ((0 0, 0.5 -0.5, 1 0, 0.5 0.5, 0 0))';
    const sum = 2 * (await hectares('POLYGON ((0 -1, 1 0, 0 1, -1 0, 0 -1))'));
    assert.ok(Math.abs((await hectares(diamonds)) / (sum - (await hectares(shared))) - 1) < 1e-4);
  });

  it('have the area of their union if a slanting edge is cut on one side', async () => {
    const [triangle, box] = ['((0 0, 0.04 0, 0.04 0.03, 0 0))', '((0.01 -0.01, 0.03 -0.01, 0.03 0.04, 0.01 0.04, 0.01 -0.01))'];
    const [one, other, shared] = await Promise.all([triangle, box, '((0.01 0, 0.03 0, 0.03 0.0225, 0.01 0.0075, 0.01 0))'].map((each) => hectares(`POLYGON ${each}`)));
    const union = one! + other! - shared!;
    assert.ok(Math.abs((await hectares(`MULTIPOLYGON (${triangle}, ${box})`)) / union - 1) < 1e-6);
  });

  it('are refused if there is too much to measure', () => {
    const builder = new RingsBuilder();
    for (let i = 0; i < 100; i++) {
      for (const [x, y] of [[i, -500], [1000 + i, -500], [1000 + i, 500 + i], [i, 500 + i]] as const) builder.add(x, y);
      builder.endRing();
      builder.endPart();
    }
    assert.throws(() => atOnce(mergeOverlaps(builder.rings(), [], 10_000)), {
      code: 'SOIL_GEOMETRY',
      message:
        'Too many polygons overlap, first at 0.00005S 0.0000001E, to measure the area that they share. Merge them into polygons that do not overlap.',
    });
    assert.ok(atOnce(mergeOverlaps(builder.rings(), [])).sharedHectares > 0);
  });

  /** Strips one above the other, each overlapping the next by a third. */
  function strips(number: number, from: 'south' | 'north') {
    const builder = new RingsBuilder();
    for (let i = 0; i < number; i++) {
      const south = 1000 * (from === 'south' ? i : number - i);
      for (const [x, y] of [[0, south], [1e7, south], [1e7, south + 1500], [0, south + 1500]] as const) builder.add(x, y);
      builder.endRing();
      builder.endPart();
    }
    return builder.rings();
  }

  it('are measured in steps that grow with their number, not its square, if each overlaps its neighbours', () => {
    assert.ok(atOnce(mergeOverlaps(strips(10_000, 'south'), [], 1_000_000)).sharedHectares > 0);
  });

  it('are measured within the time of a test if each of very many overlaps its neighbours, whichever comes first', () => {
    const [up, down] = (['south', 'north'] as const).map((from) => atOnce(mergeOverlaps(strips(100_000, from), [])).sharedHectares);
    assert.ok(up! > 0 && Math.abs(up! / down! - 1) < 1e-3, `${up} and ${down}`);
  });

  it('are refused if they have too many corners to sort', () => {
    const builder = new RingsBuilder();
    for (const middle of [0, 1e6]) {
      for (let i = 0; i < 10_000; i++) {
        const angle = (2 * Math.PI * i) / 10_000;
        builder.add(Math.round(middle + 1e7 * Math.cos(angle)), Math.round(1e7 * Math.sin(angle)));
      }
      builder.endRing();
      builder.endPart();
    }
    assert.throws(() => atOnce(mergeOverlaps(builder.rings(), [], 60_000)), { code: 'SOIL_GEOMETRY' });
    assert.ok(atOnce(mergeOverlaps(builder.rings(), [], 200_000)).sharedHectares > 0);
  });
});
