import assert from 'node:assert/strict';
import { readArea } from '../../src/geometry/read-area';
import { clipPolygons } from '../../src/records/rasters/clip-area';

describe('What grids are clipped to', () => {
  const square = (west: number): number[][] => [[west, 50], [west + 1, 50], [west + 1, 51], [west, 51], [west, 50]];
  const hole = [[5.4, 50.4], [5.4, 50.6], [5.6, 50.6], [5.6, 50.4], [5.4, 50.4]];

  it('is a polygon with its holes, or all polygons of an area', async () => {
    const polygon = [square(5), hole];
    assert.deepEqual(await clipPolygons(await readArea({ type: 'Polygon', coordinates: polygon })), [polygon]);
    const both = [polygon, [square(7)]];
    assert.deepEqual(await clipPolygons(await readArea({ type: 'MultiPolygon', coordinates: both })), both);
  });

  it('is an H3 cell of six corners around each point, in two parts if it crosses the antimeridian', async () => {
    for (const [points, parts] of [[[[5.5, 50.5]], 1], [[[5.5, 50.5], [7.5, 50.5]], 2], [[[180, -16.4]], 2]] as const) {
      const polygons = await clipPolygons(await readArea({ type: 'MultiPoint', coordinates: points }));
      assert.equal(polygons.length, parts, JSON.stringify(points));
      for (const [ring] of polygons) assert.ok(ring!.length >= 4);
    }
    const ring = (await clipPolygons(await readArea({ lat: 50.5, lon: 5.5 })))[0]![0]!;
    assert.equal(ring.length, 7);
    assert.ok(ring.some(([lon]) => lon < 5.5) && ring.some(([lon]) => lon > 5.5) && ring.some(([, lat]) => lat < 50.5) && ring.some(([, lat]) => lat > 50.5));
  });
});
