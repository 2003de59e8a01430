import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parse } from 'wellknown';
import { isSoilError } from '../../src/errors/soil-error';
import { readArea } from '../../src/geometry/read-area';
import { readWkt } from '../../src/geometry/wkt/read-wkt';
import { scanWkt } from '../../src/geometry/wkt/wkt-scanner';
import { atOnce } from '../../src/time/steps';
import { changesOf, refusal, wktOf } from './refusal';

const SQUARE = '0 0, 2 0, 2 2, 0 2, 0 0';

describe('WKT', () => {
  describe('is read', () => {
    const spellings: [text: string, wkt: string][] = [
      ['POINT (30 10)', 'POINT (30 10)'],
      ['POINT(30 10)', 'POINT (30 10)'],
      ['POINT( 30 10 )', 'POINT (30 10)'],
      ['  point\n(\t30   10\r\n)  ', 'POINT (30 10)'],
      ['\uFEFFPOINT (30 10)', 'POINT (30 10)'],
      ['POINT (30. 10.)', 'POINT (30 10)'],
      ['POINT (+30 -.5)', 'POINT (30 -0.5)'],
      ['POINT (3.0e+1 1000E-2)', 'POINT (30 10)'],
      ['POINT (1.e1 00010)', 'POINT (10 10)'],
      ['POINT (-0 0)', 'POINT (0 0)'],
      ['POINT (.5 .25)', 'POINT (0.5 0.25)'],
      ['POINT (1e-7 -2e-7)', 'POINT (0.0000001 -0.0000002)'],
      ['SRID=4326;POINT (30 10)', 'POINT (30 10)'],
      ['<http://www.opengis.net/def/crs/OGC/1.3/CRS84> POINT (30 10)', 'POINT (30 10)'],
      [' <HTTPS://WWW.OPENGIS.NET/def/crs/OGC/0/CRS84>POINT (30 10)', 'POINT (30 10)'],
      ['srid = 4326 ; point (30 10)', 'POINT (30 10)'],
      ['MULTIPOINT (1 2, 3 4)', 'MULTIPOINT (1 2, 3 4)'],
      ['MULTIPOINT ((1 2), (3 4))', 'MULTIPOINT (1 2, 3 4)'],
      ['MULTIPOINT( ( 1  2 ),(3. 4))', 'MULTIPOINT (1 2, 3 4)'],
      [`POLYGON ((${SQUARE}))`, `POLYGON ((${SQUARE}))`],
      ['POLYGON((0 0,2 0,2 2,0 2,0 0))', `POLYGON ((${SQUARE}))`],
      ['POLYGON (( 0 0 , 2  0 , 2 2 , 0 2 , 0 0 ))', `POLYGON ((${SQUARE}))`],
      [`POLYGON ( (${SQUARE} ) )`, `POLYGON ((${SQUARE}))`],
      [`POLYGON ((${SQUARE}), (0.5 0.5, 0.5 1, 1 1, 0.5 0.5))`, `POLYGON ((${SQUARE}), (0.5 0.5, 0.5 1, 1 1, 0.5 0.5))`],
      [`MULTIPOLYGON (((${SQUARE})))`, `MULTIPOLYGON (((${SQUARE})))`],
      ['MULTIPOLYGON(((0 0,1 0,1 1,0 0)),((5 5,6 5,6 6,5 5)))', 'MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)), ((5 5, 6 5, 6 6, 5 5)))'],
      [`GEOMETRYCOLLECTION (POLYGON ((${SQUARE})))`, `POLYGON ((${SQUARE}))`],
      ['GEOMETRYCOLLECTION (POINT (1 2), GEOMETRYCOLLECTION (MULTIPOINT ((3 4), (5 6))))', 'MULTIPOINT (1 2, 3 4, 5 6)'],
    ];
    for (const [text, wkt] of spellings) {
      it(`in the spelling ${JSON.stringify(text)}`, async () => {
        assert.equal(await wktOf(text), wkt);
      });
    }

    it('with as many blanks as somebody likes, even in the last position of a ring before others', async () => {
      const hole = '(0.5 0.5, 0.5 1, 1 1, 0.5 0.5)';
      assert.equal(await wktOf(`POLYGON ((0 0, 2 0, 2 2, 0 2, 0${' '.repeat(25_000)}0), ${hole})`), `POLYGON ((${SQUARE}), ${hole})`);
    });

    const longer: [text: string, wkt: string][] = [
      ['POINT Z (1 2 3)', 'POINT (1 2)'],
      ['POINT (1 2 3)', 'POINT (1 2)'],
      ['POINTZ(1 2 3)', 'POINT (1 2)'],
      ['POINT M (1 2 3)', 'POINT (1 2)'],
      ['POINT (1 2 .5)', 'POINT (1 2)'],
      ['POINT (1 2  3)', 'POINT (1 2)'],
      ['MULTIPOINTZ (1 2 3)', 'MULTIPOINT (1 2)'],
      ['POINTZM (1 2 3 4)', 'POINT (1 2)'],
      ['POINT ZM (1  2 3. 4)', 'POINT (1 2)'],
    ];
    for (const [text, wkt] of longer) {
      it(`without heights and measures: ${text}`, async () => {
        assert.equal(await wktOf(text), wkt);
        assert.deepEqual(await changesOf(text), ['1 position was cut to longitude and latitude: heights and measures are not used.']);
      });
    }

    it('with a longitude a full turn off and with more than 7 decimals, which is reported', async () => {
      assert.equal(await wktOf('MULTIPOINT (360 5, -360 6)'), 'MULTIPOINT (0 5, 0 6)');
      for (const text of ['POINT (1.00000004 2)', 'POINT (1 2.00000004)']) assert.deepEqual(await changesOf(text), ['1 position was rounded to 7 decimals (about 1 cm).']);
    });

    it('without heights in every type', async () => {
      assert.equal(await wktOf('MULTIPOLYGON Z (((0 0 7, 1 0 7, 1 1 7, 0 0 7)))'), 'MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)))');
      assert.equal(await wktOf('POLYGON((0 0 7,1 0 7,1 1 7,0 0 7))'), 'POLYGON ((0 0, 1 0, 1 1, 0 0))');
      assert.equal(await wktOf('MULTIPOINT Z ((1 2 3), (4 5 6))'), 'MULTIPOINT (1 2, 4 5)');
      assert.equal(await wktOf('GEOMETRYCOLLECTION Z (POINT Z (1 2 3))'), 'POINT (1 2)');
    });

    for (const [text, wkt, left] of [
      ['MULTIPOLYGON (EMPTY, ((0 0, 1 0, 1 1, 0 0)))', 'MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)))', '1 empty part was left out.'],
      ['MULTIPOLYGON(((0 0, 1 0, 1 1, 0 0)),empty , EMPTY)', 'MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)))', '2 empty parts were left out.'],
      ['GEOMETRYCOLLECTION (POINT EMPTY, POINT (1 2), MULTIPOLYGON(EMPTY), GEOMETRYCOLLECTION EMPTY)', 'POINT (1 2)', '3 empty parts were left out.'],
    ] as const) {
      it(`without empty parts: ${text}`, async () => {
        assert.equal(await wktOf(text), wkt);
        assert.deepEqual(await changesOf(text), [left]);
      });
    }

    it('with rests, also of empty parts, of which each counts like a position', async () => {
      const steps = readWkt(`MULTIPOLYGON (((${SQUARE})), ${'EMPTY, '.repeat(50_000)}EMPTY)`);
      let rests = 0;
      while (!steps.next().done) rests++;
      assert.ok(rests >= 6, `${rests} rests`);
      assert.match(await refusal(`MULTIPOLYGON (${'EMPTY,'.repeat(2_000_001)}EMPTY)`), /has more than 2,000,000 positions/);
    });

    it('to the same positions as by wellknown, in every spelling that wellknown reads right', () => {
      const number = fc.double({ min: -80, max: 80, noNaN: true }).map((value) => String(value).replace('e', 'E'));
      const position = fc.tuple(number, number).map(([x, y]) => `${x} ${y}`);
      const comma = fc.constantFrom(',', ', ', ' , ', ',\n');
      const list = (item: fc.Arbitrary<string>, minLength: number) =>
        fc.tuple(fc.array(item, { minLength, maxLength: 6 }), comma).map(([items, between]) => `(${items.join(between)})`);
      const text = fc.oneof(
        position.map((each) => `POINT (${each})`),
        list(position, 1).map((each) => `multipoint ${each}`),
        list(list(position, 1), 1).map((each) => `POLYGON${each}`),
        list(list(list(position, 1), 1), 1).map((each) => `MultiPolygon ${each}`),
      );
      fc.assert(
        fc.property(text, (wkt) => {
          const [geometry] = atOnce(readWkt(wkt)).geometries;
          assert.deepEqual(geometry && { type: geometry.type, coordinates: inPairs(geometry.coordinates) }, parse(wkt));
        }),
      );
    });

    it('with rests, also of a collection of single points', () => {
      const steps = scanWkt(`GEOMETRYCOLLECTION (${Array.from({ length: 50_000 }, () => 'POINT (1 2)').join(', ')})`);
      let rests = 0;
      while (!steps.next().done) rests++;
      assert.ok(rests >= 6, `${rests} rests`);
    });

    it('in a ring of 5,000 positions as in one of four', async () => {
      const ring = Array.from({ length: 4999 }, (_, i) => {
        const angle = (2 * Math.PI * i) / 4999;
        return `${(10 + Math.cos(angle)).toFixed(7)} ${(50 + Math.sin(angle)).toFixed(7)}`;
      });
      const text = `POLYGON ((${[...ring, ring[0]].join(', ')}))`;
      const area = await readArea(text);
      assert.equal(area.description.vertices, 4999);
      assert.deepEqual(parse(area.wkt), area.geometry);
      assert.deepEqual(area.geometry.coordinates, parse(text)?.type === 'Polygon' && (parse(text) as { coordinates: unknown }).coordinates);
    });
  });

  describe('is refused', () => {
    const WKT = 'The WKT cannot be read: ';
    const KEYWORDS = 'POINT, MULTIPOINT, POLYGON, MULTIPOLYGON or GEOMETRYCOLLECTION';
    const refusals: [text: string, message: string][] = [
      ['POLYGON ((30 10, 40 40, 20 40, 10 50', `${WKT}expected ")" at position 36, after "10 50", but the text ends there.`],
      ['POINT (10 50', `${WKT}expected ")" at position 12, after "10 50", but the text ends there.`],
      ['POINT (10 50]', `${WKT}expected ")" at position 12, after "10 50", but found "]".`],
      ['POINT (10 50, 3 4)', `${WKT}expected ")" at position 12, after "10 50", but found ",".`],
      ['POINT (10)', `${WKT}expected a space and a latitude at position 9, after "10", but found ")".`],
      ['POINT (10 )', `${WKT}expected a latitude (a number) at position 10, after "10", but found ")".`],
      ['POINT (10,50)', `${WKT}expected a decimal point, or a space and a latitude at position 9, after "10", but found ",".`],
      ['POLYGON ((5,70 52,00, 5,71 52,00))', `${WKT}expected a decimal point, or a space and a latitude at position 11, after "5", but found ",".`],
      ['POINT (10.5,50)', `${WKT}expected a space and a latitude at position 11, after "10.5", but found ",".`],
      ['POINT ()', `${WKT}expected a longitude (a number) at position 7, after "POINT (", but found ")".`],
      ['POINT (ten 50)', `${WKT}expected a longitude (a number) at position 7, after "POINT (", but found "ten".`],
      ['POINT (1e 5)', `${WKT}expected the digits of an exponent at position 9, after "1e", but found " ".`],
      ['POINT (. 5)', `${WKT}expected a longitude (a number) at position 7, after "POINT (", but found ".".`],
      ['POINT (- 5)', `${WKT}expected a longitude (a number) at position 7, after "POINT (", but found "-".`],
      ['POINT (NaN NaN)', `${WKT}expected a longitude (a number) at position 7, after "POINT (", but found "NaN".`],
      ['POINT (1 2) POINT (3 4)', `${WKT}expected the end of the text at position 12, after "1 2)", but found "POINT".`],
      ['POINT (1 2))', `${WKT}expected the end of the text at position 11, after "1 2)", but found ")".`],
      ['POINT (1 2) <http://x>', `${WKT}expected the end of the text at position 12, after "1 2)", but found "<http://x>".`],
      ['POINT (1 2);', `${WKT}expected the end of the text at position 11, after "1 2)", but found ";".`],
      ['POINT 1 2', `${WKT}expected "(" at position 6, after "POINT", but found "1".`],
      ['POINT', `${WKT}expected "(" at position 5, after "POINT", but the text ends there.`],
      ['POINT Q (1 2)', `${WKT}expected "(" at position 6, after "POINT", but found "Q".`],
      ['POINT Q (30.1234567 10.1234567), and more', `${WKT}expected "(" at position 6, after "POINT", but found "Q".`],
      ['POINT{1 2}', `${WKT}expected "(" at position 5, after "POINT", but found "{1".`],
      [`POINT (${' '.repeat(25)}`, `${WKT}expected a longitude (a number) at position 32, but the text ends there.`],
      ['POINTZ Z (1 2 3)', `${WKT}expected "(" at position 7, after "POINTZ", but found "Z".`],
      ['POINT Z (1 2)', `${WKT}expected a number (positions here have 3; a comma may be missing further up) at position 12, after "1 2", but found ")".`],
      ['POINT (1 2 3 4 5)', `${WKT}expected "," or ")" at position 15, after "1 2 3 4", but found "5".`],
      ['POINT (10.12345678 20.12345678 30.12345678 40.12345678 5)', `${WKT}expected "," or ")" at position 55, after "20.12345678 30.12345678 40.12345678", but found "5".`],
      ['MULTIPOINT (1 2, 3 4 5)', `${WKT}expected "," or ")" at position 21, after "3 4", but found "5".`],
      ['MULTIPOINT (1 2 3, 4 5)', `${WKT}expected a number (positions here have 3; a comma may be missing further up) at position 22, after "4 5", but found ")".`],
      ['MULTIPOINT ((1 2), 3 4)', `${WKT}expected "(" at position 19, after "MULTIPOINT ((1 2),", but found "3".`],
      ['POLYGON (30 10, 40 40, 20 40)', `${WKT}expected "(" at position 9, after "POLYGON (", but found "30".`],
      ['POLYGON (((30 10), (40 40), (20 40)))', `${WKT}expected a longitude (a number) at position 10, after "POLYGON ((", but found "(".`],
      ['POLYGON ((30 10, 40 40, 20 40)', `${WKT}expected ")" at position 30, after "20 40)", but the text ends there.`],
      ['POLYGON ((30 10 40 40, 20 40))', `${WKT}expected a number (positions here have 4; a comma may be missing further up) at position 28, after "20 40", but found ")".`],
      ['POLYGON ((30 10, 40 40; 20 40))', `${WKT}expected "," or ")" at position 22, after "40 40", but found ";".`],
      ['POLYGON ((1 2, 3 4,, 5 6))', `${WKT}expected a longitude (a number) at position 19, after "POLYGON ((1 2, 3 4,", but found ",".`],
      ['POLYGON ((1 2, 3 4, 5 6), )', `${WKT}expected "(" at position 26, after "((1 2, 3 4, 5 6),", but found ")".`],
      ['MULTIPOLYGON ((30 10, 40 40, 20 40))', `${WKT}expected "(" at position 15, after "MULTIPOLYGON ((", but found "30".`],
      ['GEOMETRYCOLLECTION (POINT (1 2) POINT (3 4))', `${WKT}expected "," or ")" at position 32, after "1 2)", but found "POINT".`],
      ['GEOMETRYCOLLECTION (POINT (1 2)', `${WKT}expected ")" at position 31, after "1 2)", but the text ends there.`],
      ['GEOMETRYCOLLECTION ()', `${WKT}expected ${KEYWORDS} at position 20, after "GEOMETRYCOLLECTION (", but found ")".`],
      ['hello (1 2)', `${WKT}expected ${KEYWORDS} at position 0, but found "hello".`],
      ['somewhere_else (1 2)', `${WKT}expected ${KEYWORDS} at position 0, but found "somewhere_el".`],
      ['(52.1, 4.9)', `${WKT}expected ${KEYWORDS} at position 0, but found "(".`],
      ['POINT 10 50', `${WKT}expected "(" at position 6, after "POINT", but found "10".`],
      ['POINT (10\u00a050)', `${WKT}expected a space and a latitude at position 9, after "10", but found "\\u00a050".`],
      ['POINT (\u200b10 50)', `${WKT}expected a longitude (a number) at position 7, after "POINT (", but found "\\u200b10".`],
      ['<http://www.opengis.net/def/crs/EPSG/0/4326> POINT (10 30)', 'The coordinate system at position 0 is not accepted: leave it out, and give the area in WGS 84 (degrees, longitude first).'],
      ['<HTTP://www.opengis.net/def/crs/EPSG/0/4326> POINT (10 30)', 'The coordinate system at position 0 is not accepted: leave it out, and give the area in WGS 84 (degrees, longitude first).'],
      ['POINT <http://www.opengis.net/def/crs/OGC/1.3/CRS84>', `${WKT}expected "(" at position 6, after "POINT", but found "<http://www.".`],
      ['SRID:4326;POINT (1 2)', `${WKT}expected "=" at position 4, after "SRID", but found ":4326".`],
      ['SRID=4326', `${WKT}expected ";" at position 9, after "SRID=4326", but the text ends there.`],
      ['SRID=;POINT (1 2)', `${WKT}expected the number of a coordinate system at position 5, after "SRID=", but found ";".`],
      ['SRID=3857;POINT (1 2)', 'SRID 3857 at position 5 is not accepted: give the area in SRID 4326 (degrees, longitude first), in PostGIS with ST_Transform(geom, 4326).'],
      ['SRID=12345678901234;POINT (1 2)', 'SRID 123456789012… at position 5 is not accepted: give the area in SRID 4326 (degrees, longitude first), in PostGIS with ST_Transform(geom, 4326).'],
      ['LINESTRING (1 2, 3 4)', `LINESTRING at position 0 is not accepted: expected ${KEYWORDS}.`],
      ['TRIANGLE ((0 0, 1 0, 1 1, 0 0))', `TRIANGLE at position 0 is not accepted: expected ${KEYWORDS}.`],
      ['CURVEPOLYGON ((0 0, 1 1))', `CURVEPOLYGON at position 0 is not accepted: expected ${KEYWORDS}. In PostGIS, ST_CurveToLine(geom) makes polygons of it.`],
      ['MULTISURFACE (((0 0, 1 1)))', `MULTISURFACE at position 0 is not accepted: expected ${KEYWORDS}. In PostGIS, ST_CurveToLine(geom) makes polygons of it.`],
      ['curvepolygon empty', `CURVEPOLYGON at position 0 is not accepted: expected ${KEYWORDS}. In PostGIS, ST_CurveToLine(geom) makes polygons of it.`],
      ['POINT EMPTY', 'POINT EMPTY at position 0 holds no position: give an area.'],
      ['polygon z empty', 'POLYGON EMPTY at position 0 holds no position: give an area.'],
      ['MULTIPOLYGON (EMPTY, EMPTY)', 'POLYGON EMPTY at position 14 holds no position: give an area.'],
      ['GEOMETRYCOLLECTION (POINT Z EMPTY)', 'POINT EMPTY at position 20 holds no position: give an area.'],
      ['GEOMETRYCOLLECTION EMPTY', 'GEOMETRYCOLLECTION EMPTY at position 0 holds no position: give an area.'],
      ['MULTIPOINT (1 2, 3 110)', 'Latitude 110 at position 17 is not between -90 and 90: latitude and longitude look swapped. Longitude comes first.'],
      ['MULTIPOLYGON (((0 0,1 0,1 1,0 0)),((5 5,6 5,6 99,5 5)))', 'Latitude 99 at position 44 is not between -90 and 90: latitude and longitude look swapped. Longitude comes first.'],
      ['POINT (90 180)', 'Latitude 180 at position 7 is not between -90 and 90: latitude and longitude look swapped. Longitude comes first.'],
      ['POINT (400 90)', 'Longitude 400 at position 7 is not between -180 and 180. Give degrees on WGS 84, longitude first.'],
      ['POINT (100 1500)', 'Latitude 1500 at position 7 is not between -90 and 90: these look like metres of a map projection. Give degrees on WGS 84, in PostGIS with ST_Transform(geom, 4326).'],
      ['POINT (3 500)', 'Latitude 500 at position 7 is not between -90 and 90. Give degrees on WGS 84, longitude first.'],
      ['POINT (120 95)', 'Latitude 95 at position 7 is not between -90 and 90. Give degrees on WGS 84, longitude first.'],
      ['POINT (361 50)', 'Longitude 361 at position 7 is not between -180 and 180. Give degrees on WGS 84, longitude first.'],
      ['POINT (1e999 50)', 'Longitude Infinity at position 7 is not between -180 and 180: these look like metres of a map projection. Give degrees on WGS 84, in PostGIS with ST_Transform(geom, 4326).'],
      ['POLYGON ((556597 6446275, 556598 6446275, 556598 6446276))', 'Latitude 6446275 at position 10 is not between -90 and 90: these look like metres of a map projection. Give degrees on WGS 84, in PostGIS with ST_Transform(geom, 4326).'],
      ['POLYGON ((0 0, 1 1, 0 0))', 'The ring at position 10 has 2 different positions: a ring takes three or more, and the first one again at its end.'],
      ['POLYGON ((0 0, 1 0, 1 1, 0 0), (5 5))', 'The ring at position 32 has 1 position: a ring takes three or more, and the first one again at its end.'],
    ];
    for (const [text, message] of refusals) {
      it(JSON.stringify(text), async () => {
        assert.equal(await refusal(text), message);
      });
    }

    it('if collections are nested without end', async () => {
      const text = `${'GEOMETRYCOLLECTION ('.repeat(100_000)}POINT (1 2)${')'.repeat(100_000)}`;
      assert.equal(await refusal(text), 'The WKT nests collections more than 16 deep at position 320. Flatten it.');
      assert.equal(await wktOf(`${'GEOMETRYCOLLECTION ('.repeat(16)}POINT (1 2)${')'.repeat(16)}`), 'POINT (1 2)');
    });

    it('if a number has no end', async () => {
      assert.equal(
        await refusal(`POINT (${'1'.repeat(200_000)} 2)`),
        'The number at position 7 has more than 100 characters. Round it to 7 decimals.',
      );
      assert.equal(await wktOf(`POINT (1.${'0'.repeat(98)} 2)`), 'POINT (1 2)');
    });

    it('if it has more positions than anyone needs', async () => {
      const message = await refusal(`MULTIPOINT (${'1 2,'.repeat(2_000_001)}3 4)`);
      assert.equal(message, 'The WKT has more than 2,000,000 positions, at position 8000012 of the text. Simplify the area.');
    });

    it('with nothing but a SoilError, whatever the text', async () => {
      const words = fc.constantFrom(
        ...['POINT', 'polygon', 'MULTIPOLYGON', 'MultiPoint', 'GEOMETRYCOLLECTION', 'Z', 'ZM', 'EMPTY', 'SRID=4326;', '(', ')', '((', '))', ','],
        ...[' ', '  ', '0', '1 2', '-3.5', '1e5', '.', '200', '\n', '__proto__', '{', '"type":"Point"'],
      );
      await fc.assert(
        fc.asyncProperty(fc.oneof(fc.string(), fc.array(words, { maxLength: 30 }).map((each) => each.join(''))), async (text) => {
          await readArea(text).catch((error: unknown) => assert.ok(isSoilError(error, 'SOIL_GEOMETRY', 'SOIL_AREA_LIMIT'), String(error)));
        }),
        { numRuns: 1000 },
      );
    });
  });
});

/** Turns alternating longitudes and latitudes into pairs, at any depth. */
function inPairs(coordinates: unknown): unknown {
  if (coordinates instanceof Float64Array) return Array.from({ length: coordinates.length / 2 }, (_, i) => [coordinates[2 * i], coordinates[2 * i + 1]]);
  return Array.isArray(coordinates) ? coordinates.map(inPairs) : coordinates;
}
