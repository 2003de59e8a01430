import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parse } from 'wellknown';
import { isSoilError } from '../../src/errors/soil-error';
import { areaFeature } from '../../src/geometry/area-feature';
import type { Position } from '../../src/geometry/area-of-interest';
import { footprint } from '../../src/geometry/h3-cells';
import { readArea } from '../../src/geometry/read-area';
import { readShape } from '../../src/geometry/read-shape';
import { onSlowMachine, turnsDuring } from '../time/counted-turns';
import { refusal } from './refusal';

const ACCEPTED = 'expected WKT, GeoJSON, {lat, lon}, [west, south, east, north], an H3 cell or a drawing of a map';
const FORM = 'The area came as the name of a form field, which is what a web client makes of text without a content type: send it with the header Content-Type: text/plain, or application/json.';
const UPLOADED =
  'An http in node that accepts file uploads sends such an object for a file, which is in msg.req.files[0].buffer, and for plain text, which is lost.';
const LINES = 'A file read line by line ends with one: drop it with a switch node (is not empty).';

describe('An area of interest', () => {
  it('is small below the threshold of the service and large from there on', async () => {
    const small = 'POLYGON ((4.9 52.1, 4.903 52.1, 4.903 52.103, 4.9 52.103, 4.9 52.1))';
    const { hectares, retrieval } = (await readArea(small)).description;
    assert.ok(hectares > 6 && hectares < 7);
    assert.equal(retrieval, 'sync');
    assert.equal((await readArea(small, { syncThreshold: 6 })).description.retrieval, 'async');
    assert.equal((await readArea(small, { syncThreshold: hectares })).description.retrieval, 'async');
    assert.equal((await readArea([4, 50, 5, 51])).description.retrieval, 'async');
    assert.equal((await readArea({ lat: 52, lon: 5 })).description.retrieval, 'sync');
  });

  it('is refused above 30,000,000 km2', async () => {
    assert.equal(
      await refusal([-180, 60, 180, 90], 'SOIL_AREA_LIMIT'),
      'The area of 34,167,935 km² is above the 30,000,000 km² that the service takes. Divide it.',
    );
    assert.match(await refusal([-180, 61.92, 180, 90], 'SOIL_AREA_LIMIT'), /^The area of 30,0\d\d,\d{3} km² is above/);
    assert.equal((await readArea([-180, 61.95, 180, 90])).description.retrieval, 'async');
  });

  it('is refused before it is read if its text is longer than 128 million characters', async () => {
    const longer = ' '.repeat(2 ** 27);
    assert.equal(await refusal(`POLYGON (${longer})`), 'The WKT has 134,217,738 characters; the limit is 134,217,728. Simplify the area.');
    assert.equal(await refusal(`[${longer}]`), 'The JSON has 134,217,730 characters; the limit is 134,217,728. Simplify the area.');
  });

  it('is refused before it is read if its JSON holds more than an area can, or nests deeper', async () => {
    const lists = (count: number): string => `[${'[],'.repeat(count - 2)}[]]`;
    assert.match(await refusal(lists(60_000)), /^An array of coordinates does not say/);
    assert.equal(await refusal(lists(6_000_001)), 'The JSON holds more than 6,000,000 objects and lists. Divide the area.');
    const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
    assert.match(await refusal(nested(200)), /^An array of coordinates does not say/);
    assert.equal(await refusal(nested(201)), 'The JSON nests more than 200 levels deep. Flatten it.');
    assert.equal(await refusal('{"a":'.repeat(201)), 'The JSON nests more than 200 levels deep. Flatten it.');
  });

  it('has a description that is plain JSON', async () => {
    for (const input of [[0, 0, 1, 1], 'MULTIPOINT (1 2, 3 4)']) {
      const { description } = await readArea(input);
      assert.deepEqual(JSON.parse(JSON.stringify(description)), description);
    }
  });

  it('is written without exponents, and otherwise as wellknown writes it', async () => {
    assert.equal((await readArea('POLYGON ((0 0, 1e-7 0, -0.0000009 1, 0 0))')).wkt, 'POLYGON ((0 0, 0.0000001 0, -0.0000009 1, 0 0))');
    const { wkt, geometry } = await readArea('POLYGON ((10 50, 10.1234567 50, 10 50.7654321, 10 50))');
    assert.deepEqual(parse(wkt), geometry);
  });

  it('reads back as it was written', async () => {
    const degrees = fc.tuple(fc.double({ min: -170, max: 170, noNaN: true }), fc.double({ min: -80, max: 80, noNaN: true }));
    const input = fc.oneof(
      degrees.map(([lon, lat]) => ({ lat, lon })),
      fc.array(degrees, { minLength: 1, maxLength: 5 }).map((coordinates) => ({ type: 'MultiPoint', coordinates })),
      fc.array(degrees, { minLength: 3, maxLength: 5 }).map((ring) => ({ type: 'Polygon', coordinates: [ring] })),
      fc.tuple(degrees, fc.double({ min: 10, max: 500_000, noNaN: true })).map(([[lon, lat], radius]) => ({ lat, lon, radius })),
    );
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(input, async (shape) => {
        const area = await readArea(shape).catch((error: unknown) => {
          assert.ok(isSoilError(error, 'SOIL_GEOMETRY', 'SOIL_AREA_LIMIT'), String(error));
        });
        if (!area) return;
        taken++;
        assert.doesNotMatch(area.wkt, /e/);
        assert.deepEqual(parse(area.wkt), area.geometry);
        for (const again of [await readArea(area.wkt), await readArea(area.geometry), await readArea(areaFeature(area))]) {
          assert.equal(again.wkt, area.wkt);
          assert.deepEqual(again.description, { ...area.description, changes: [] });
        }
      }),
      { numRuns: 300 },
    );
    assert.ok(taken > 100, `${taken} shapes are too few to prove anything`);
  });

  it('gives other work its turn while it is read, checked and written', async () => {
    const places = Array.from({ length: 30_000 }, (_, at) => [(at % 200) / 10, Math.floor(at / 200) / 10]);
    const corners = places.map((_, at) => [10 + Math.cos(at / 4775), 50 + Math.sin(at / 4775)]);
    const square = ([x, y]: number[]): number[][][] => [[[x!, y!], [x! + 0.05, y!], [x! + 0.05, y! + 0.05], [x!, y!]]];
    const text = (positions: number[][]): string => positions.map((position) => position.join(' ')).join(', ');
    const features = places.slice(0, 8000).map((place) => ({ type: 'Feature', geometry: { type: 'Polygon', coordinates: square(place) } }));
    const islands = places.slice(0, 1500).map((_, at) => square([179.97, at / 20]));
    const inputs: [name: string, input: unknown, turns: number][] = [
      ['islands across the antimeridian', { type: 'MultiPolygon', coordinates: islands }, 8000],
      ['polygon, WKT', `POLYGON ((${text(corners)}))`, 60],
      ['polygon, GeoJSON', { type: 'Polygon', coordinates: [corners] }, 50],
      ['points, WKT', `MULTIPOINT (${text(places)})`, 500],
      ['points, GeoJSON', { type: 'MultiPoint', coordinates: places }, 500],
      ['fields', { type: 'FeatureCollection', features }, 100],
    ];
    for (const [name, input, least] of inputs) {
      const turns = await turnsDuring(() => onSlowMachine(() => readArea(input)));
      assert.ok(turns >= least, `${name}: ${turns} turns`);
    }
  });

  it('gives other work its turn before the next in line', async () => {
    const angles = Array.from({ length: 2_000 }, (_, corner) => (Math.PI * corner) / 1_000);
    const field = `POLYGON ((${angles.map((angle) => `${10 + Math.cos(angle)} ${50 + Math.sin(angle)}`).join(', ')}))`;
    // Each takes a few milliseconds, too little to give way in the middle.
    const turns = await turnsDuring(() => Promise.all(Array.from({ length: 150 }, () => readArea(field))));
    assert.ok(turns >= 5, `${turns} turns`);
  });

  it('is a Feature for a map', async () => {
    const area = await readArea('POLYGON ((0 0, 1 0, 1 1, 0 0))');
    assert.deepEqual(areaFeature(area), {
      type: 'Feature',
      bbox: [0, 0, 1, 1],
      geometry: { type: 'Polygon', coordinates: [[[0, 0], [1, 0], [1, 1], [0, 0]]] },
      properties: { hectares: area.description.hectares, parts: 1, vertices: 3, retrieval: 'async' },
    });
  });

  describe('is refused if there is none', () => {
    const inputs: [input: unknown, message: string][] = [
      [undefined, `There is no area in undefined: ${ACCEPTED}.`],
      [null, `There is no area in null: ${ACCEPTED}.`],
      [5, `There is no area in the number 5: ${ACCEPTED}.`],
      [1_782_864_000_000, '1782864000000 is a timestamp, which an inject node sends by default, and not an area: draw one on the map of soil-area, or send WKT or GeoJSON.'],
      ['52.0, 5.65', '[52.0, 5.65] does not say which number is the latitude: give {lat, lon}, or WKT as in POINT (lon lat).'],
      [' 52  -5.65 ', '[52, -5.65] does not say which number is the latitude: give {lat, lon}, or WKT as in POINT (lon lat).'],
      [1e13, `There is no area in the number 10000000000000: ${ACCEPTED}.`],
      [true, `There is no area in the boolean true: ${ACCEPTED}.`],
      [() => 5, `There is no area in a function: ${ACCEPTED}.`],
      ['', `There is no area in an empty text: ${ACCEPTED}. ${LINES}`],
      [' \n', `There is no area in an empty text: ${ACCEPTED}. ${LINES}`],
      ['Berlin', `There is no area in the text "Berlin": ${ACCEPTED}.`],
      ['[]', `There is no area in an array of 0: ${ACCEPTED}. To get an area for each element, put a split node in front. Features of one area belong in a FeatureCollection.`],
      ['{}', `There is no area in an object without fields: ${ACCEPTED}. ${UPLOADED}`],
      [Buffer.from([0xff, 0xd8, 0xff, 0xe0]), `There is no area in binary data: ${ACCEPTED}.`],
      [Buffer.from('Berlin'), `There is no area in the text "Berlin": ${ACCEPTED}.`],
      [Buffer.alloc(0), `There is no area in an empty text: ${ACCEPTED}. ${LINES}`],
      ['<!DOCTYPE html><p>Log in</p>', `There is no area in the text "<!DOCTYPE html><p>Log in</p>": ${ACCEPTED}.`],
      [{ 'POLYGON ((5 52, 6 52, 6 53, 5 52))': '' }, FORM],
      [{ '{"type":"Polygon","coordinates":[[[5,52],[6,52]': '' }, FORM],
      [{ SRID: '4326;POINT (5 52)' }, FORM],
      [{ '\n SRID': '4326;POINT (5 52)' }, FORM],
      [{ '\n POINT (5 52)': '' }, FORM],
      [{ geometryType: 'Polygon', features: [] }, `There is no area in an object with the fields geometryType, features: ${ACCEPTED}.`],
      [{ multipolygons: 5 }, `There is no area in an object with the field multipolygons: ${ACCEPTED}.`],
      [{ srid: 4326, geom: 'Berlin' }, `There is no area in an object with the fields srid, geom: ${ACCEPTED}.`],
      [{ a: 1, b: 2 }, `There is no area in an object with the fields a, b: ${ACCEPTED}.`],
      [JSON.parse('{"__proto__": {"lat": 1, "lon": 2}}'), `There is no area in an object with the field __proto__ itself. What looks like one is in __proto__: choose it as the area (as in msg.payload.__proto__), or put it into msg.payload with a change node.`],
      [Object.create({ lat: 1, lon: 2 }), `There is no area in an object without fields: ${ACCEPTED}. ${UPLOADED}`],
    ];
    for (const [index, [input, message]] of inputs.entries()) {
      it(`input ${index + 1}: ${message.slice(0, 70)}`, async () => {
        assert.equal(await refusal(input), message);
      });
    }
  });

  it('is refused in one line, whatever the names and texts of the input contain', async () => {
    const foreign = 'a\n[error] b\u001b[31m\u009b1m\u202e\u200f\u061c.';
    const plain = 'a [error] b [31m 1m   .';
    assert.equal(await refusal({ [foreign]: 1 }), `There is no area in an object with the field ${plain}: ${ACCEPTED}.`);
    for (const input of [foreign, { type: foreign, coordinates: [] }, { type: 'Point', coordinates: [1, 2], crs: foreign }, `{${foreign}`]) {
      assert.match(await refusal(input), /^[^\p{Cc}\p{Bidi_Control}\u2028\u2029]+$/u);
    }
  });

  it('is refused with nothing but a SoilError, whatever the input', async () => {
    const key = fc.constantFrom(
      ...['type', 'coordinates', 'geometry', 'geometries', 'features', 'crs', 'area', 'points', 'geojson', 'value', 'line', 'radius'],
      ...['lat', 'lon', 'lng', 'west', 'south', 'east', 'north', '__proto__', 'constructor', 'toString', 'length'],
    );
    const word = fc.constantFrom('Feature', 'FeatureCollection', 'GeometryCollection', 'Polygon', 'MultiPolygon', 'Point', 'MultiPoint', 'LineString', 'draw');
    const { node } = fc.letrec((tie) => ({
      node: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.oneof(word, fc.integer({ min: -200, max: 200 }), fc.double(), fc.string(), fc.constant(null), fc.constant(undefined), fc.anything()),
        fc.array(tie('node'), { maxLength: 5 }),
        fc.dictionary(key, tie('node'), { maxKeys: 5 }),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(node, fc.boolean(), async (input, cyclic) => {
        if (cyclic && typeof input === 'object' && input !== null && Object.isExtensible(input)) {
          for (const name of ['geometry', 'geojson', 'value', 'area']) Object.defineProperty(input, name, { value: input, configurable: true, enumerable: true });
        }
        await readArea(input).catch((error: unknown) => assert.ok(isSoilError(error, 'SOIL_GEOMETRY', 'SOIL_AREA_LIMIT'), String((error as Error).stack)));
      }),
      { numRuns: 2000 },
    );
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
  });

  it('are read one after the other, and ready in the order in which they came', async () => {
    const ready: string[] = [];
    const large = readArea(circle(100_000)).then(() => ready.push('large'));
    const none = readArea('nowhere').catch(() => ready.push('none'));
    const small = readArea('POINT (5 52)').then(() => ready.push('small'));
    await Promise.all([large, none, small]);
    assert.deepEqual(ready, ['large', 'none', 'small']);
  });

  it('do not wait for everything that another node has in line', async () => {
    const ready: string[] = [];
    const many = Array.from({ length: 5 }, () => readArea(circle(1000), { flow: 'many' }).then(() => ready.push('many')));
    const one = readArea('POINT (5 52)', { flow: 'one' }).then(() => ready.push('one'));
    await Promise.all([...many, one]);
    assert.ok(ready.indexOf('one') <= 2, String(ready));
  });

  it('are given up, in line or while they are read, when the signal says so', async () => {
    const abort = new AbortController();
    const [reading, waiting] = [readArea(circle(200_000), { signal: abort.signal }), readArea('POINT (5 52)', { signal: abort.signal })];
    const after = readArea('POINT (5 52)');
    setTimeout(() => abort.abort(new Error('Enough.')), 20);
    await Promise.all([reading, waiting].map((each) => assert.rejects(each, /Enough/)));
    assert.equal((await after).geometry.type, 'Point');
  });

  it('are given up while their text is read, and while their cells are counted', async () => {
    const signal = AbortSignal.abort(new Error('Enough.'));
    const wkt = circle(200_000);
    const ring = wkt.slice('POLYGON (('.length, -2).split(', ').map((position) => position.split(' ').map(Number));
    for (const given of [wkt, Buffer.from(wkt)]) await assert.rejects(readShape(given, signal), /Enough/);
    await assert.rejects(footprint(ring as Position[], signal), /Enough/);
  });
});

function circle(corners: number): string {
  const ring = Array.from({ length: corners }, (_, at) => (at * 2 * Math.PI) / corners).map((angle) => `${(5 + 0.1 * Math.cos(angle)).toFixed(7)} ${(52 + 0.1 * Math.sin(angle)).toFixed(7)}`);
  return `POLYGON ((${[...ring, ring[0]].join(', ')}))`;
}
