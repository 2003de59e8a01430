import assert from 'node:assert/strict';
import { changesOf, refusal, wktOf } from './refusal';

const WKT = 'POLYGON ((5 52, 6 52, 6 53, 5 52))';
/** A geometry as PostGIS returns it from a column. */
const WKB = '0101000020E610000000000000000016400000000000004A40';
const POINT = { type: 'Point', coordinates: [5, 52] };

describe('An object with an area in one of its fields', () => {
  const rows: [field: string, row: Record<string, unknown>][] = [
    ['geom', { id: 1, name: 'north', geom: WKT }],
    ['wkt', { wkt: `SRID=4326;${WKT}` }],
    ['st_asgeojson', { id: 1, st_asgeojson: JSON.stringify(POINT) }],
    ['geometry', { id: 1, geometry: POINT }],
    ['loc', { _id: 'a1', type: 'field', loc: POINT }],
    ['location', { name: 'gate', location: { lat: 52, lng: 5 } }],
    ['h3', { id: 1, h3: '8a1969335cd7fff' }],
    ['cell', { id: 1, cell: '622054503267303423' }],
    ['bbox', { bbox: '5.6,51.9,5.7,52' }],
    ['coords', { timestamp: 1, coords: { latitude: 52, longitude: 5, accuracy: 3 } }],
  ];
  for (const [field, row] of rows) {
    it(`is refused with the field to choose: ${field}`, async () => {
      for (const input of [row, JSON.stringify(row)]) {
        assert.match(await refusal(input), new RegExp(`^There is no area in an object with .+ itself\\. What looks like one is in ${field}: choose .+ \\(as in msg\\.payload\\.${field}\\)`));
      }
    });
  }

  it('is refused with several fields to choose from, if there are any', async () => {
    const row = { id: 1, center: { lat: 52, lon: 5 }, geo_json: { type: 'Feature', geometry: POINT }, c: WKT, d: WKT };
    assert.match(await refusal(row), /What looks like one is in center, geo_json, c: choose it as the area \(as in msg\.payload\.center\)/);
  });

  it('is refused with the field to choose in the notation of Node-RED, if its name has a space', async () => {
    assert.match(await refusal({ 'field boundary': WKT }), /is in field boundary: choose it as the area \(as in msg\.payload\["field boundary"\]\)/);
  });

  it('is refused with what to ask the database for, if the format of the field is not read', async () => {
    for (const row of [{ id: 1, geom: WKB }, { self: 'https://farm.example/1', file: 'north.kml', geom: WKB }]) assert.match(await refusal(row), /^This is well-known binary, .* ST_AsGeoJSON/);
  });

  it('is refused with the field to choose if the row has one that is read beside one that is not', async () => {
    const rows = [{ id: 1, geom: WKB, st_asgeojson: JSON.stringify(POINT) }, { wkt: WKT, geom: WKB }, { kml: '<kml><Point/></kml>', center: POINT }];
    for (const row of rows) assert.match(await refusal(row), /What looks like one is in (st_asgeojson|wkt|center): choose it/);
  });

  it('is refused with its boundary to choose or to ask the database for, not with its cell or its box', async () => {
    const cellAndBox = { h3: '8a1969335cd7fff', bbox: '5.6,51.9,5.7,52' };
    assert.match(await refusal({ ...cellAndBox, geom: WKT }), /What looks like one is in geom: choose it/);
    assert.match(await refusal({ ...cellAndBox, geom: WKB }), /^This is well-known binary, .* ST_AsGeoJSON/);
    assert.match(await refusal(cellAndBox), /What looks like one is in h3, bbox: choose it/);
  });

  it('is not said to be a file if a field is an address, as in many objects', async () => {
    assert.match(await refusal({ temperature: 5, link: 'https://farm.example/field.geojson' }), /^There is no area in an object with the fields temperature, link/);
  });

  it('is read if the object itself is an area', async () => {
    assert.equal(await wktOf({ lat: 53, lon: 6, gateway: { lat: 52, lon: 5 }, note: WKT }), 'POINT (6 53)');
  });

  it('is read as the point of lat and lon, and a radius beside them that has another name is reported', async () => {
    const circle = { latitude: 53, longitude: 6, radiusMeters: 100 };
    assert.equal(await wktOf(circle), 'POINT (6 53)');
    assert.deepEqual(await changesOf(circle), ['A point has radiusMeters, which is not read: it stays a point. For a circle, give {lat, lon, radius} in metres.']);
    assert.deepEqual(await changesOf({ latitude: 53, longitude: 6, radius: '', radius_km: 'none', radiation: 7 }), []);
  });

  it('is read as the point of lat and lon, and a boundary beside them is reported, as that of a field beside its centre', async () => {
    const polygon = { type: 'Polygon', coordinates: [[[5, 52], [6, 52], [6, 53], [5, 52]]] };
    const said = (name: string, path = `.${name}`): string =>
      `The point of lat and lon was read; ${name} beside them, which looks like a boundary, was not: to use that, choose it as the area (as in msg.payload${path}).`;
    const boundaries: [unknown, name: string, path?: string][] = [
      [{ geometry: polygon }, 'geometry'],
      [{ wkt: `SRID=4326;${WKT}` }, 'wkt'],
      [{ center: POINT, 'field boundary': { type: 'Feature', geometry: { ...polygon, type: 'MultiPolygon', coordinates: [polygon.coordinates] } } }, 'field boundary', '["field boundary"]'],
      [{ geojson_text: JSON.stringify(polygon) }, 'geojson_text'],
    ];
    for (const [boundary, ...name] of boundaries) {
      const row = { lat: '53', lon: '6', ...(boundary as object) };
      assert.equal(await wktOf(row), 'POINT (6 53)');
      assert.deepEqual(await changesOf(row), [said(...name)]);
    }
    for (const other of [{ geometry: POINT }, { wkt: 'POINT (5 52)' }, { note: 'polygon 7' }, { shape: { type: 'Polygon' } }, { gateway: { lat: 52, lon: 5 } }]) {
      assert.deepEqual(await changesOf({ lat: 53, lon: 6, ...other }), []);
    }
    assert.equal((await changesOf({ lat: 53, lon: 6, radius: 50, geometry: polygon })).length, 1, 'a circle is meant');
  });

  it('is not seen if a field only begins like one, or has a name that would fill the sentence', async () => {
    const fields = [{ note: 'pointless (very)' }, { note: 'a POINT (5 52)' }, { values: [1, 2, 3, 4] }, { place: { lat: null, lon: null } }, { place: { lon: 5 } }, { imei: '862165041234567' }, { serial: '8a1969335cd7ffe' }, { number: '622054503267303422' }, { values: '1,2,3,4' }, { ['n'.repeat(61)]: WKT }];
    assert.match(await refusal({ ['n'.repeat(60)]: WKT }), /What looks like one is in n{60}: choose it/);
    for (const input of fields) assert.match(await refusal(input), /^There is no area in an object with the field \w+…?: expected WKT/);
  });
});

describe('An array', () => {
  const arrays: [name: string, input: unknown[], advice: RegExp][] = [
    ['a path of a map', [{ lat: 52, lng: 5 }, { lat: 52, lng: 6 }, { lat: 53, lng: 6 }], /^An array of places .+ \{"area": \[\.\.\.\]\}; .+ split node .+ MultiPoint\.$/],
    ['rows with places', [{ name: 'a', latitude: 52, longitude: 5 }], /^An array of places /],
    ['rings of Leaflet', [[{ lat: 52, lng: 5 }, { lat: 52, lng: 6 }, { lat: 53, lng: 6 }]], /^An array of places /],
    ['a ring', [[5, 52], [6, 52], [6, 53], [5, 52], [5, 52]], /^An array of coordinates .+ \{"type": "Polygon", /],
    ['a triangle', [[5, 52], [6, 52], [6, 53], [5, 52]], /^An array of coordinates /],
    ['two positions', [[5, 52], [6, 53]], /^An array of coordinates /],
    ['a number and a text', [5, '52'], /^There is no area in an array of 2: /],
    ['rings', [[[5, 52], [6, 52], [6, 53], [5, 52]]], /^An array of coordinates /],
    ['rows with geometries', [{ id: 1, geom: WKT }], /^There is no area in an array of 1: .+ To get an area for each element, put a split node in front\./],
    ['features', [{ type: 'Feature', properties: {}, geometry: POINT }], /^There is no area in an array of 1: .+ FeatureCollection\.$/],
  ];
  for (const [name, input, advice] of arrays) {
    it(`is refused with what to do: ${name}`, async () => {
      assert.match(await refusal(input), advice);
      assert.match(await refusal(JSON.stringify(input)), advice);
    });
  }

  it('of places is a polygon once the advice is followed', async () => {
    assert.equal(await wktOf({ area: [{ lat: 52, lng: 5 }, { lat: 52, lng: 6 }, { lat: 53, lng: 6 }] }), WKT);
  });
});
