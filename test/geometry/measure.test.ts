import assert from 'node:assert/strict';
import { cellArea, latLngToCell } from 'h3-js';
import { readArea } from '../../src/geometry/read-area';

const RADIUS = 6371008.8;
const RADIANS = Math.PI / 180;

/** The area between two meridians and two parallels of a sphere, in hectares: R² Δλ (sin φ2 - sin φ1). */
const zone = (west: number, south: number, east: number, north: number): number =>
  (RADIUS ** 2 * (east - west) * RADIANS * (Math.sin(north * RADIANS) - Math.sin(south * RADIANS))) / 10_000;

const descriptionOf = async (input: unknown) => (await readArea(input)).description;

describe('The measure of an area', () => {
  const zones: [west: number, south: number, east: number, north: number][] = [
    [0, 0, 1, 1],
    [10, 50, 11, 51],
    [-75.01, -33.01, -75, -33],
    [4.9, 52.1, 4.9001, 52.1001],
    [-180, -60, 180, -50],
    [0, 89, 90, 90],
  ];
  for (const box of zones) {
    it(`is that of the sphere: ${box.join(', ')}`, async () => {
      const { hectares } = await descriptionOf(box);
      assert.ok(Math.abs(hectares / zone(...box) - 1) < 1e-7, `${hectares} ha instead of ${zone(...box)}`);
    });
  }

  it('is 12,363.7 km2 for a degree at the equator', async () => {
    assert.equal(Math.round((await descriptionOf([0, 0, 1, 1])).hectares / 10) / 10, 12_363.7);
  });

  it('differs from that of the ellipsoid by what the help says', async () => {
    // Authalic surface of WGS 84: b² Δλ / 2 (sin φ / (1 - e² sin² φ) + artanh(e sin φ) / e), Snyder 1987, equation 3-12.
    const [a, flattening] = [6_378_137, 1 / 298.257223563];
    const e = Math.sqrt(flattening * (2 - flattening));
    const upTo = (degrees: number): number => {
      const sine = Math.sin(degrees * RADIANS);
      return (a ** 2 * (1 - e ** 2) * (sine / (1 - (e * sine) ** 2) + Math.atanh(e * sine) / e)) / 2;
    };
    for (const [latitude, percent] of [[0, 0.4], [35, 0], [60, -0.6], [-60, -0.6], [89.9, -0.9]] as const) {
      const { hectares } = await descriptionOf([10, latitude - 0.05, 10.1, latitude + 0.05]);
      const surveyed = (0.1 * RADIANS * (upTo(latitude + 0.05) - upTo(latitude - 0.05))) / 10_000;
      assert.equal(Math.round((hectares / surveyed - 1) * 1000) / 10 + 0, percent, String(latitude));
    }
  });

  it('leaves out holes', async () => {
    const { hectares } = await descriptionOf('POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0), (1 1, 1 2, 2 2, 2 1, 1 1))');
    assert.ok(Math.abs(hectares / (zone(0, 0, 4, 4) - zone(1, 1, 2, 2)) - 1) < 1e-8);
  });

  it('of points is that of the cells that the service uses, each counted once', async () => {
    const near: [number, number] = [4.9000001, 52.1];
    const { hectares, cells, parts } = await descriptionOf({ type: 'MultiPoint', coordinates: [[4.9, 52.1], near, [5, 52.1]] });
    const expected = [latLngToCell(52.1, 4.9, 10), latLngToCell(52.1, 5, 10)];
    assert.equal(latLngToCell(near[1], near[0], 10), expected[0]);
    assert.deepEqual(cells, expected);
    assert.equal(parts, 3);
    const sum = cellArea(expected[0]!, 'm2') / 1e4 + cellArea(expected[1]!, 'm2') / 1e4;
    assert.equal(hectares, Number(sum.toPrecision(9)));
    assert.ok(hectares > 1.8 && hectares < 3.7);
  });

  it('of polygons has no cells', async () => {
    assert.ok(!('cells' in (await descriptionOf([0, 0, 1, 1]))));
  });

  it('includes the box, the centre, the parts and the corners', async () => {
    const { bbox, centroid, parts, vertices, type } = await descriptionOf('POLYGON ((0 0, 6 0, 6 6, 0 6, 0 0), (1 1, 1 3, 3 3, 3 1, 1 1))');
    assert.deepEqual(bbox, [0, 0, 6, 6]);
    assert.deepEqual(centroid, [3.125, 3.125]);
    assert.deepEqual([type, parts, vertices], ['Polygon', 1, 8]);
  });

  it('has the same box whatever corner a ring begins at, anywhere on the Earth', async () => {
    for (const [west, south] of [[10, 50], [-70, -40], [179, -1], [-180, 0]] as const) {
      const [east, north] = [west + 1, south + 1];
      const corners = [`${west} ${south}`, `${east} ${south}`, `${east} ${north}`, `${west} ${north}`];
      for (const start of corners.keys()) {
        const ring = [...corners.slice(start), ...corners.slice(0, start), corners[start]];
        assert.deepEqual((await descriptionOf(`POLYGON ((${ring.join(', ')}))`)).bbox, [west, south, east, north]);
      }
    }
  });

  it('has the centre of a small field to the centimetre', async () => {
    const { centroid } = await descriptionOf([-75.0002, -33.0002, -75.0001, -33.0001]);
    assert.deepEqual(centroid, [-75.00015, -33.00015]);
  });

  it('has a centre even for a sliver that has no weight in doubles', async () => {
    for (const [west, south] of [[70, -30], [12.3456789, -34.5678901]] as const) {
      const corners = [[0, 0], [43.3494437, 26.7914296], [26.7914296, 16.5580141], [0, 0]].map(([x, y]) => [west + x!, south + y!]);
      const { bbox, centroid: [longitude, latitude] } = await descriptionOf({ type: 'Polygon', coordinates: [corners] });
      assert.ok(longitude > bbox[0] && longitude < bbox[2] && latitude > bbox[1] && latitude < bbox[3], `${longitude} ${latitude}`);
    }
  });

  it('has the mean of points as their centre', async () => {
    const { centroid, bbox, vertices } = await descriptionOf('MULTIPOINT (0 0, 10 4, 20 5)');
    assert.deepEqual(centroid, [10, 3]);
    assert.deepEqual(bbox, [0, 0, 20, 5]);
    assert.equal(vertices, 3);
  });

  it('has a box across the antimeridian if the area crosses it', async () => {
    const fiji = 'MULTIPOLYGON (((177 -19, 180 -19, 180 -16, 177 -16, 177 -19)), ((-180 -18, -179 -18, -179 -16, -180 -16, -180 -18)))';
    const { bbox, centroid } = await descriptionOf(fiji);
    assert.deepEqual(bbox, [177, -19, -179, -16]);
    assert.deepEqual(centroid, [178.8636364, -17.4090909]);
  });

  it('has a box and a centre across the antimeridian if the parts lie on both sides of it without reaching it', async () => {
    const polygons = await descriptionOf('MULTIPOLYGON (((170 0, 172 0, 172 2, 170 2, 170 0)), ((-171 0, -169 0, -169 2, -171 2, -171 0)))');
    assert.deepEqual([polygons.bbox, polygons.centroid], [[170, 0, -169, 2], [-179.5, 1]]);
    const points = await descriptionOf('MULTIPOINT (-179 -17, 177.5 -18, 178 -19)');
    assert.deepEqual([points.bbox, points.centroid], [[177.5, -19, -179, -17], [178.8333333, -18]]);
  });

  it('has a box that holds every part, even one that begins behind the beginning of another and ends before its end', async () => {
    const [long, short, beyond] = ['((-179 0, -100 0, -100 1, -179 1, -179 0))', '((-170 5, -165 5, -165 6, -170 6, -170 5))', '((150 0, 179 0, 179 1, 150 1, 150 0))'];
    assert.deepEqual((await descriptionOf(`MULTIPOLYGON (${long}, ${short}, ${beyond})`)).bbox, [150, 0, -100, 6]);
  });

  it('has a box that ends at the antimeridian if the parts lie all over the world', async () => {
    assert.deepEqual((await descriptionOf('MULTIPOINT (0 51, 151 -34, -118 34)')).bbox, [-118, -34, 151, 51]);
    assert.deepEqual((await descriptionOf('MULTIPOINT (-100 40, 100 40)')).bbox, [100, 40, -100, 40]);
    assert.deepEqual((await descriptionOf('MULTIPOINT (-90 40, 90 40)')).bbox, [-90, 40, 90, 40]);
    const [west, east, middle] = ['((-180 0, -10 0, -10 1, -180 1, -180 0))', '((20 0, 180 0, 180 1, 20 1, 20 0))', '((0 0, 100 0, 100 1, 0 1, 0 0))'];
    assert.deepEqual((await descriptionOf(`MULTIPOLYGON (${west}, ${middle})`)).bbox, [-180, 0, 100, 1]);
    assert.deepEqual((await descriptionOf(`MULTIPOLYGON (${west}, ${east})`)).bbox, [20, 0, -10, 1], 'unless they reach it from both sides');
    const short = '((-170 0, -10 0, -10 1, -170 1, -170 0))';
    assert.deepEqual((await descriptionOf(`MULTIPOLYGON (${short}, ${east})`)).bbox, [-170, 0, 180, 1], 'of one side alone');
    assert.deepEqual((await descriptionOf([-91, 0, 91, 1])).bbox, [-91, 0, 91, 1]);
  });
});
