import assert from 'node:assert/strict';
import type { FeatureCollection } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import coarse from 'world-atlas/countries-110m.json';
import { unwrapLines, unwrapPolygons } from '../../nodes/editor/map/unwrap';

const topology = coarse as unknown as Topology<{ countries: GeometryCollection }>;

/** The longest step of a line in degrees of longitude. */
function longestStep(line: readonly (readonly number[])[]): number {
  return Math.max(...line.slice(1).map(([lon = 0], index) => Math.abs(lon - (line[index]?.[0] ?? 0))));
}

describe('Outlines on a flat map', () => {
  it('have no border that runs across the world', () => {
    const { coordinates } = unwrapLines(mesh(topology, topology.objects.countries));
    assert.ok(coordinates.length > 100);
    for (const line of coordinates) assert.ok(longestStep(line) < 180, JSON.stringify(line.slice(0, 3)));
  });

  it('have no land that runs across the world, but for the edge of the map at a pole', () => {
    const { coordinates } = unwrapPolygons(feature(topology, topology.objects.countries));
    assert.ok(coordinates.length > 200);
    for (const [ring = []] of coordinates) {
      const steps = ring.slice(1).filter(([lon = 0], index) => Math.abs(lon - (ring[index]?.[0] ?? 0)) > 180);
      assert.ok(steps.every(([, lat]) => lat === -90), JSON.stringify(ring.slice(0, 3)));
    }
  });

  it('show what crosses 180 degrees on both sides of the map', () => {
    const square: FeatureCollection = {
      type: 'FeatureCollection',
      features: [{ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [[[179, -17], [-179, -17], [-179, -16], [179, -16], [179, -17]]] } }],
    };
    const longitudes = unwrapPolygons(square).coordinates.map(([ring = []]) => ring.map(([lon]) => lon));
    assert.deepEqual(longitudes, [
      [179, 181, 181, 179, 179],
      [-181, -179, -179, -181, -181],
    ]);
  });
});
