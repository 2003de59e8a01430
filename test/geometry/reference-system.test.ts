import assert from 'node:assert/strict';
import { areDegreesNearWgs84, isEarlierSurvey, isFromOtherMeridian } from '../../src/geometry/degrees-near-wgs84';
import { isNearWgs84 } from '../../src/geometry/reference-system';
import { changesOf, refusal, wktOf } from './refusal';

const POINT = { type: 'Point', coordinates: [10, 50] };
const named = (name: unknown): unknown => ({ type: 'name', properties: { name } });
const UTM = named('urn:ogc:def:crs:EPSG::25832');

describe('The reference system of GeoJSON', () => {
  describe('is accepted', () => {
    const spellings: unknown[] = [
      ...['urn:ogc:def:crs:OGC:1.3:CRS84', 'urn:ogc:def:crs:OGC::CRS84', 'urn:ogc:def:crs:OGC:1.3:crs84', 'urn:ogc:def:crs:OGC:1.3:CRS84h', 'urn:ogc:def:crs:OGC:2:84'],
      ...['urn:ogc:def:crs:EPSG::4326', 'urn:ogc:def:crs:EPSG:6.6:4326', 'urn:x-ogc:def:crs:EPSG:4326', 'urn:ogc:def:crs:EPSG::4979'],
      ...['http://www.opengis.net/def/crs/OGC/1.3/CRS84', 'http://www.opengis.net/def/crs/EPSG/0/4326', 'http://www.opengis.net/gml/srs/epsg.xml#4326'],
      ...['EPSG:4326', 'epsg:4326', ' EPSG:4326 ', '+init=epsg:4326', 'OGC:CRS84', 'CRS84', 'CRS:84', 'WGS84', 'WGS 84', 'GCS_WGS_1984', '4326', 4326],
    ];
    const systems: unknown[] = [
      ...spellings.map(named),
      ...['EPSG:4326', 4326, null, undefined],
      { type: 'EPSG', properties: { code: 4326 } },
      ...['proj4', 'proj4/', 'ogcwkt', 'esriwkt/'].map((form) => ({ type: 'link', properties: { href: `http://spatialreference.org/ref/epsg/4326/${form}` } })),
    ];
    for (const crs of systems) {
      it(`as WGS 84, or none: ${JSON.stringify(crs)}`, async () => {
        assert.equal(await wktOf({ ...POINT, crs }), 'POINT (10 50)');
        assert.deepEqual(await changesOf({ ...POINT, crs }), []);
      });
    }
  });

  describe('is refused', () => {
    const EXPORT = 'give degrees on WGS 84, longitude first (RFC 7946, 4). Export it in EPSG:4326: QGIS asks for that, ogr2ogr takes -t_srs EPSG:4326, PostGIS has ST_Transform(geom, 4326).';
    const LEAVE_OUT = 'give degrees on WGS 84, longitude first, without this member (RFC 7946, 4).';

    const others: [crs: unknown, shown: string][] = [
      [UTM, '"urn:ogc:def:crs:EPSG::25832"'],
      [named('urn:ogc:def:crs:OGC:1.3:CRS83'), '"urn:ogc:def:crs:OGC:1.3:CRS83"'],
      [named('EPSG:14326'), '"EPSG:14326"'],
      [named('EPSG:43260'), '"EPSG:43260"'],
      ...['EPSG:3857 on 4326 feet', 'WGS 84 / UTM zone 32N', 'DHDN to WGS 84'].map((name): [unknown, string] => [named(name), `"${name}"`]),
      [named(25832), '"25832"'],
      [named('x'.repeat(70)), `"${'x'.repeat(60)}"`],
      ['EPSG:25832', '"EPSG:25832"'],
      [25832, '"25832"'],
      [0, '"0"'],
      [{ type: 'EPSG', properties: { code: 25832 } }, '"25832"'],
      [{ type: 'link', properties: { href: 'http://spatialreference.org/ref/epsg/25832/proj4/' } }, '"http://spatialreference.org/ref/epsg/25832/proj4/"'],
    ];
    for (const [crs, shown] of others) {
      it(`as another one: ${JSON.stringify(crs).slice(0, 90)}`, async () => {
        assert.equal(await refusal({ ...POINT, crs }), `The GeoJSON is in ${shown} (crs): ${EXPORT}`);
        assert.equal(await refusal(JSON.stringify({ ...POINT, crs })), `The GeoJSON is in ${shown} (crs): ${EXPORT}`);
      });
    }

    const unclear: [crs: unknown, found: string][] = [
      [{}, 'an object without fields'],
      [named(' '), 'an object with the fields type, properties'],
      [{ wkid: 25832 }, 'an object with the field wkid'],
      [JSON.parse('{"__proto__": {"properties": {"name": "EPSG:4326"}}}'), 'an object with the field __proto__'],
      [true, 'the boolean true'],
      [false, 'the boolean false'],
      ['', 'an empty text'],
      [['EPSG:4326'], 'an array of 1'],
    ];
    for (const [crs, found] of unclear) {
      it(`if it is unclear: ${JSON.stringify(crs)}`, async () => {
        assert.equal(await refusal({ ...POINT, crs }), `The coordinate system of the GeoJSON (crs) cannot be told from ${found}: ${LEAVE_OUT}`);
      });
    }

    const system = '"urn:ogc:def:crs:EPSG::25832"';
    const feature = { type: 'Feature', properties: {}, geometry: POINT };
    const places: [input: unknown, where: string][] = [
      [{ type: 'FeatureCollection', crs: UTM, features: [feature] }, 'crs'],
      [{ type: 'FeatureCollection', features: [feature, { ...feature, crs: UTM }] }, 'features[1].crs'],
      [{ ...feature, geometry: { ...POINT, crs: UTM } }, 'geometry.crs'],
      [{ type: 'GeometryCollection', geometries: [{ ...POINT, crs: UTM }] }, 'geometries[0].crs'],
      [{ name: 'north', geojson: { ...POINT, crs: UTM } }, 'crs'],
    ];
    for (const [input, where] of places) {
      it(`wherever it is: ${where} of ${Object.keys(input as object).join()}`, async () => {
        assert.equal(await refusal(input), `The GeoJSON is in ${system} (${where}): ${EXPORT}`);
      });
    }

    it('but not among the properties of a feature, which are its own', async () => {
      assert.equal(await wktOf({ ...feature, properties: { crs: UTM } }), 'POINT (10 50)');
    });
  });
});

describe('Systems of the EPSG register in degrees', () => {
  const kinds: [kind: string, codes: number[], near: boolean, earlier: boolean, otherMeridian: boolean][] = [
    ['near enough to WGS 84', [4258, 4269, 4283, 4326, 4490, 3823, 3824, 20046], true, false, false],
    ['of an earlier survey', [4314, 4120, 4800, 4001, 4016, 3819, 10736], false, true, false],
    ['from another meridian', [4801, 4807, 4821, 8043], false, false, true],
    ['of an unknown code', [25832, 4119, 4822, 4000, 3822, 99_999], false, false, false],
  ];
  for (const [kind, codes, near, earlier, otherMeridian] of kinds) {
    it(`are known by their code: ${kind}`, () => {
      for (const code of codes) {
        assert.deepEqual([areDegreesNearWgs84(code), isEarlierSurvey(code), isFromOtherMeridian(code)], [near, earlier, otherMeridian], String(code));
      }
    });
  }

  it('are near enough by every spelling of such a code or name, and by no other', () => {
    for (const name of ['EPSG:4258', 'urn:ogc:def:crs:EPSG::4258', 'http://www.opengis.net/gml/srs/epsg.xml#4258', '4258', 'CRS:83', 'OGC:CRS83', 'WGS 84', 'EPSG:4326']) assert.ok(isNearWgs84(name), name);
    for (const name of ['EPSG:4314', 'ESRI:4258', 'CRS:27', '', 'EPSG:25832']) assert.ok(!isNearWgs84(name), name);
  });
});
