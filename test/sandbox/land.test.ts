import assert from 'node:assert/strict';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import landTopology from 'world-atlas/land-110m.json';
import { isLand } from '../../src/sandbox/world/land';

describe('the coarse land of the sandbox', () => {
  it('is what its comment says: cells of one degree that hold land of Natural Earth in any of 6 x 6 places', () => {
    const crossings = landEdges();
    let wrong = 0;
    for (let row = 30; row < 180; row++) {
      const marks = new Uint8Array(360);
      for (let step = 0; step < 6; step++) {
        const latitude = -90 + row + (step + 0.5) / 6;
        const xs = crossings(latitude);
        for (let place = 0, passed = 0; place < 360 * 6; place++) {
          while (passed < xs.length && (xs[passed] ?? 0) <= -180 + (place + 0.5) / 6) passed++;
          if ((xs.length - passed) % 2 === 1) marks[Math.floor(place / 6)] = 1;
        }
      }
      for (let column = 0; column < 360; column++) if (isLand(column - 179.5, row - 89.5) !== (marks[column] === 1)) wrong++;
    }
    assert.equal(wrong, 0);
  });

  it('tells land from sea, even at the edges of the globe', () => {
    const land: [number, number][] = [[5.66, 51.97], [36.8, -1.28], [-93.6, 42], [178.5, -17.8], [179.99, 68], [-179.99, 68], [150, -33]];
    const sea: [number, number][] = [[0, 0], [-30, 40], [3, 56], [-140, 0], [180, 0], [0, 90], [0, -90], [180, -90]];
    for (const [longitude, latitude] of land) assert.equal(isLand(longitude, latitude), true, `${longitude} ${latitude}`);
    for (const [longitude, latitude] of sea) assert.equal(isLand(longitude, latitude), false, `${longitude} ${latitude}`);
  });
});

/** The longitudes at which the coasts cross a parallel, in order. Rings that cross the antimeridian are unrolled and laid out thrice. */
function landEdges(): (latitude: number) => number[] {
  const topology = landTopology as unknown as Topology<{ land: GeometryCollection }>;
  const edges: [number, number, number, number][] = [];
  for (const { geometry } of feature(topology, topology.objects.land).features) {
    const polygons = geometry.type === 'MultiPolygon' ? geometry.coordinates : geometry.type === 'Polygon' ? [geometry.coordinates] : [];
    for (const ring of polygons.flat()) {
      let turn = 0;
      ring.slice(1).forEach(([x = 0, y = 0], index) => {
        const [fromX = 0, fromY = 0] = ring[index] ?? [];
        const from = fromX + turn;
        turn -= 360 * Math.round((x - fromX) / 360);
        for (const copy of [-360, 0, 360]) edges.push([from + copy, fromY, x + turn + copy, y]);
      });
    }
  }
  const byDegree = Array.from({ length: 181 }, (): typeof edges => []);
  for (const edge of edges) {
    for (let row = Math.floor(Math.min(edge[1], edge[3]) + 90); row <= Math.max(edge[1], edge[3]) + 90; row++) byDegree[row]?.push(edge);
  }
  return (latitude) =>
    (byDegree[Math.floor(latitude + 90)] ?? [])
      .filter(([, fromY, , toY]) => fromY > latitude !== toY > latitude)
      .map(([fromX, fromY, toX, toY]) => fromX + ((toX - fromX) * (latitude - fromY)) / (toY - fromY))
      .sort((a, b) => a - b);
}
