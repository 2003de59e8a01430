import assert from 'node:assert/strict';
import { readGeoJson } from '../../src/geometry/read-geojson';
import { changesOf, refusal, wktOf } from './refusal';

const RING = [[0, 0], [2, 0], [2, 2], [0, 0]];
const POLYGON = { type: 'Polygon', coordinates: [RING] };
const WKT = 'POLYGON ((0 0, 2 0, 2 2, 0 0))';
const feature = (geometry: unknown) => ({ type: 'Feature', properties: { name: 'north' }, geometry });
const collection = (...features: unknown[]) => ({ type: 'FeatureCollection', features });
const OTHER = { type: 'Polygon', coordinates: [[[5, 5], [6, 5], [6, 6], [5, 5]]] };

describe('GeoJSON', () => {
  it('gives other work its turn while the members of a collection are listed', () => {
    const features = Array.from({ length: 100_000 }, () => feature(POLYGON));
    const steps = readGeoJson(collection(...features));
    let before = 0;
    for (let step = steps.next(); !step.done; step = steps.next()) before++;
    // Each feature and each geometry is read, and each feature is listed before.
    assert.ok(before >= 290, String(before));
  });

  describe('is read', () => {
    const shapes: [name: string, input: unknown, wkt: string][] = [
      ['a Point', { type: 'Point', coordinates: [1, 2] }, 'POINT (1 2)'],
      ['a MultiPoint', { type: 'MultiPoint', coordinates: [[1, 2], [3, 4]] }, 'MULTIPOINT (1 2, 3 4)'],
      ['a Polygon', POLYGON, WKT],
      ['a MultiPolygon', { type: 'MultiPolygon', coordinates: [[RING], OTHER.coordinates] }, 'MULTIPOLYGON (((0 0, 2 0, 2 2, 0 0)), ((5 5, 6 5, 6 6, 5 5)))'],
      ['a MultiPolygon of one', { type: 'MultiPolygon', coordinates: [[RING]] }, 'MULTIPOLYGON (((0 0, 2 0, 2 2, 0 0)))'],
      ['a Feature', feature(POLYGON), WKT],
      ['a FeatureCollection of one', collection(feature(POLYGON)), WKT],
      ['a GeometryCollection of one', { type: 'GeometryCollection', geometries: [POLYGON] }, WKT],
      ['a Feature of a GeometryCollection', feature({ type: 'GeometryCollection', geometries: [POLYGON] }), WKT],
      ['a Polygon with a bbox and members of others', { ...POLYGON, bbox: [0, 0, 2, 2], area: 5, value: null }, WKT],
      ...[POLYGON, feature(POLYGON), collection(feature(POLYGON)), { type: 'GeometryCollection', geometries: [POLYGON] }].map(
        (shape): [string, unknown, string] => [`a ${shape.type} with members of a drawing`, { ...shape, area: [[5, 5], [6, 6]], lat: 5, lon: 6 }, WKT],
      ),
    ];
    for (const [name, input, wkt] of shapes) {
      it(`as ${name}, an object or text`, async () => {
        assert.equal(await wktOf(input), wkt);
        assert.equal(await wktOf(JSON.stringify(input)), wkt);
        assert.equal(await wktOf(`\n ${JSON.stringify(input, null, 2)} `), wkt);
        assert.deepEqual(await changesOf(input), []);
      });
    }

    it('in part if its source gave a part of its features, which is reported', async () => {
      const said = 'These are only a part of the features that the source has (__name__): if the area is all of them, fetch the others too, and put them into one FeatureCollection.';
      const pages: [members: object, name: string | undefined][] = [
        [{ exceededTransferLimit: true }, 'exceededTransferLimit'],
        [{ properties: { exceededTransferLimit: true } }, 'exceededTransferLimit'],
        [{ numberMatched: 2, numberReturned: 1 }, 'numberMatched'],
        [{ numberMatched: 1, exceededTransferLimit: false, properties: null }, undefined],
        [{ numberMatched: 'unknown', properties: { numberMatched: 2 } }, undefined],
      ];
      for (const [members, name] of pages) {
        assert.deepEqual(await changesOf({ ...collection(feature(POLYGON)), ...members }), name === undefined ? [] : [said.replace('__name__', name)], JSON.stringify(members));
      }
    });

    it('as a point if a field looks like the radius of a circle, which is reported', async () => {
      const point = (properties: unknown) => ({ type: 'Feature', properties, geometry: { type: 'Point', coordinates: [5, 52] } });
      const said = (name: string) =>
        `A point has ${name}, which is not read: it stays a point. For a circle, give {lat, lon, radius} in metres.`;
      assert.equal(await wktOf(point({ radius: 120 })), 'POINT (5 52)');
      assert.deepEqual(await changesOf(point({ name: 'tree', radius: 120 })), [said('radius')]);
      assert.deepEqual(await changesOf(point({ radiusInKm: '1.5' })), [said('radiusInKm')]);
      assert.deepEqual(await changesOf({ type: 'Point', coordinates: [5, 52], radius: 200 }), [said('radius')]);
      assert.deepEqual(await changesOf(collection(point({}), point({ radius: 1 }), point({ radius: 2 }))), [
        said('radius'), '3 geometries were merged into one area.', '2 repeated points were left out.',
      ]);
      for (const properties of [{ radius: 0 }, { radius: 'none' }, { length: 5 }, { innerRadius: 5 }, null]) assert.deepEqual(await changesOf(point(properties)), []);
      assert.deepEqual(await changesOf({ ...feature(POLYGON), properties: { radius: 120 } }), []);
    });

    it('as a text of a sequence (RFC 8142), after its record separator', async () => {
      for (const between of ['', '\n']) {
        const text = `\u001e${between}${JSON.stringify(feature(POLYGON))}\n`;
        assert.equal(await wktOf(text), WKT);
        assert.equal(await wktOf(Buffer.from(text)), WKT);
      }
      assert.match(await refusal('\u001e'), /^There is no area in an empty text/);
      const two = `\u001e${JSON.stringify(POLYGON)}\n`.repeat(2);
      assert.match(await refusal(two), /JSON/);
    });

    it('as a collection that becomes one area', async () => {
      const several = collection(feature(POLYGON), feature(null), feature({ type: 'GeometryCollection', geometries: [OTHER] }), { type: 'Feature' });
      assert.equal(await wktOf(several), 'MULTIPOLYGON (((0 0, 2 0, 2 2, 0 0)), ((5 5, 6 5, 6 6, 5 5)))');
      assert.deepEqual(await changesOf(several), ['2 features had no geometry and were left out: features[1], features[3].', '2 geometries were merged into one area.']);
    });

    it('without a feature whose geometry has no coordinates', async () => {
      const several = collection(feature({ type: 'Polygon', coordinates: [] }), feature(OTHER));
      assert.deepEqual(await changesOf(several), ['1 feature had no geometry and was left out: features[0].', ...(await changesOf(OTHER))]);
      assert.equal(await refusal(collection(several.features[0])), 'The GeoJSON holds no geometry: give at least one.');
    });

    it('without empty parts of a MultiPolygon', async () => {
      const area = { type: 'MultiPolygon', coordinates: [[], POLYGON.coordinates, []] };
      assert.equal(await wktOf(area), 'MULTIPOLYGON (((0 0, 2 0, 2 2, 0 0)))');
      assert.deepEqual(await changesOf(area), ['2 empty parts were left out.']);
    });

    it('as points that become one area', async () => {
      const several = collection(feature({ type: 'Point', coordinates: [1, 2] }), feature({ type: 'MultiPoint', coordinates: [[3, 4], [1, 2]] }));
      assert.equal(await wktOf(several), 'MULTIPOINT (1 2, 3 4)');
      assert.deepEqual(await changesOf(several), ['2 geometries were merged into one area.', '1 repeated point was left out.']);
    });

    it('without heights', async () => {
      const high = { type: 'Polygon', coordinates: [[[0, 0, 7], [2, 0, 7], [2, 2, 8], [0, 0, 7]]] };
      assert.equal(await wktOf(high), WKT);
      assert.deepEqual(await changesOf(high), ['4 positions were cut to longitude and latitude: heights and measures are not used.']);
    });

    it('without changing the object', async () => {
      const clockwise = { type: 'Polygon', coordinates: [[[0, 0], [2, 2], [2, 0]]] };
      const before = structuredClone(clockwise);
      assert.equal(await wktOf(clockwise), WKT);
      assert.deepEqual(clockwise, before);
    });
  });

  describe('is refused', () => {
    const GIVE = 'give a Point, MultiPoint, Polygon or MultiPolygon.';
    const TYPES = 'Point, MultiPoint, Polygon, MultiPolygon, GeometryCollection, Feature or FeatureCollection';
    const refusals: [input: unknown, message: string][] = [
      [{ type: 'LineString', coordinates: [[0, 0], [1, 1]] }, `A LineString has no area: ${GIVE}`],
      [collection(feature(POLYGON), feature({ type: 'LineString', coordinates: [] })), `A LineString at features[1].geometry has no area: ${GIVE}`],
      [{ type: 'polygon', coordinates: [RING] }, `Expected a GeoJSON type (${TYPES}), but found the text "polygon".`],
      [collection({ geometry: POLYGON }), `Expected a GeoJSON type at features[0] (${TYPES}), but found undefined.`],
      [collection(feature(POLYGON), 5), 'Expected a GeoJSON object at features[1], but found the number 5.'],
      [collection(), 'The GeoJSON holds no geometry: give at least one.'],
      [feature(null), 'The GeoJSON holds no geometry: give at least one.'],
      [{ type: 'FeatureCollection' }, 'Expected an array at features of the GeoJSON, but found undefined.'],
      [{ type: 'Polygon' }, 'Expected an array at coordinates of the Polygon, but found undefined.'],
      [{ type: 'Polygon', coordinates: [] }, 'There is no ring in coordinates: give the outer ring.'],
      [{ type: 'MultiPolygon', coordinates: [] }, 'There is no polygon in coordinates: give at least one.'],
      [{ type: 'MultiPolygon', coordinates: [[]] }, 'There is no polygon in coordinates: give at least one.'],
      [{ type: 'MultiPoint', coordinates: [] }, 'There is no position in coordinates: give at least one.'],
      [{ type: 'Polygon', coordinates: RING }, 'Expected [longitude, latitude] at coordinates[0][0] of the Polygon, but found the number 0.'],
      [{ type: 'Polygon', coordinates: [[[0, 0], [1], [1, 1]]] }, 'Expected [longitude, latitude] at coordinates[0][1] of the Polygon, but found an array of 1.'],
      [{ type: 'Point', coordinates: ['4.9', 52] }, 'Expected two numbers at coordinates of the Point, but found the text "4.9" and the number 52.'],
      [{ type: 'Point', coordinates: [4.9, '52'] }, 'Expected two numbers at coordinates of the Point, but found the number 4.9 and the text "52".'],
      [{ type: 'MultiPolygon', coordinates: [[RING], [5]] }, 'Expected an array at coordinates[1][0] of the MultiPolygon, but found the number 5.'],
      [{ type: 'Point', coordinates: [NaN, 52] }, 'Longitude NaN at coordinates is not between -180 and 180. Give degrees on WGS 84, longitude first.'],
      [
        feature({ type: 'MultiPolygon', coordinates: [[RING], [[[0, 0], [1, 0], [1, 91]]]] }),
        'Latitude 91 at geometry.coordinates[1][0][2] is not between -90 and 90: latitude and longitude look swapped. Longitude comes first.',
      ],
      [
        { type: 'Polygon', coordinates: [[[0, 0], [1, 1], [0, 0]]] },
        'The ring at coordinates[0] has 2 different positions: a ring takes three or more, and the first one again at its end.',
      ],
      [
        collection(feature(POLYGON), feature({ type: 'Point', coordinates: [1, 2] })),
        'Points (1) and polygons (1) do not go together in one area: send them as two.',
      ],
    ];
    for (const [input, message] of refusals) {
      it(`${message.slice(0, 60)}: ${JSON.stringify(input).slice(0, 100)}`, async () => {
        assert.equal(await refusal(input), message);
      });
    }

    it('if the text is not JSON', async () => {
      assert.match(await refusal('{"type": "Point", '), /^The text begins like JSON, but cannot be read: .+ JSON .+\.$/);
    });

    it('if it is nested without end, or contains itself', async () => {
      let nested: unknown = POLYGON;
      for (let i = 0; i < 50_000; i++) nested = { type: 'GeometryCollection', geometries: [nested] };
      assert.equal(await refusal(nested), 'The GeoJSON nests collections more than 16 deep. Flatten it.');
      const itself = { type: 'Feature', geometry: null as unknown };
      itself.geometry = itself;
      assert.equal(await refusal(itself), 'The GeoJSON nests collections more than 16 deep. Flatten it.');
      const cycle = { type: 'GeometryCollection', geometries: [] as unknown[] };
      cycle.geometries.push(cycle, cycle, cycle);
      assert.equal(await refusal(cycle), 'The GeoJSON nests collections more than 16 deep. Flatten it.');
    });

    it('if it is nested more than 16 deep, and not before', async () => {
      const within = (levels: number): unknown => (levels === 0 ? POLYGON : { type: 'GeometryCollection', geometries: [within(levels - 1)] });
      assert.deepEqual(await changesOf(within(16)), []);
      assert.equal(await refusal(within(17)), 'The GeoJSON nests collections more than 16 deep. Flatten it.');
    });

    it('if it refers to the same members over and over', async () => {
      let shared = { type: 'GeometryCollection', geometries: [] as unknown[] };
      for (let i = 0; i < 15; i++) shared = { type: 'GeometryCollection', geometries: Array(10).fill(shared) };
      assert.equal(await refusal(shared), 'The GeoJSON has more than 2,000,000 members. Divide the area.');
    });

    it('if an array claims an enormous length', async () => {
      const endless: unknown[] = [];
      endless.length = 4_000_000_000;
      assert.equal(await refusal({ type: 'MultiPoint', coordinates: endless }), 'The area has more than 2,000,000 positions. Simplify it.');
      assert.equal(await refusal({ type: 'FeatureCollection', features: endless }), 'The GeoJSON has more than 2,000,000 members. Divide the area.');
    });

    it('if an array has holes', async () => {
      // oxlint-disable-next-line no-sparse-arrays
      const message = await refusal({ type: 'MultiPoint', coordinates: [[1, 2], , [3, 4]] });
      assert.equal(message, 'Expected [longitude, latitude] at coordinates[1] of the MultiPoint, but found undefined.');
    });
  });
});
