import assert from 'node:assert/strict';
import { point, read } from './geojson-reading';

describe('A GeoJSON file of points with a member crs', () => {
  const named = (name: unknown): object => ({ type: 'name', properties: { name } });
  const told = (name: string): string => `The coordinates are in "${name}", not in degrees on WGS 84.`;
  const NOT_TAKEN = 'They were not used.';
  const first = point({ property: 'pH', value: 1 }, [5, 52]);
  const withOwn = point({ property: 'pH', value: 2, lon: 6, lat: 53 }, [5, 52]);
  const places = (written: unknown): unknown => {
    const { records, problems } = read(JSON.stringify(written), 7);
    return [records.map(({ lon, lat }) => [lon, lat]), problems];
  };

  it('does not take coordinates of a system other than WGS 84 for a place, and says so once', () => {
    for (const [crs, name] of [
      ...['urn:ogc:def:crs:EPSG::4267', 'EPSG:28992', 'EPSG:3857', 'urn:ogc:def:crs:OGC:1.3:CRS27', 'CRS:83 / UTM zone 10N'].map((each) => [named(each), each] as const),
      ...['http://www.opengis.net/def/crs/EPSG/0/4277', 'EPSG:4120', 'EPSG:4238', 'EPSG:6990', 'EPSG:8700', 'ESRI:4171', 'EPSG:4901', 'EPSG:14171', 'a, "crs": {b}'].map((each) => [named(each), each] as const),
      ...['EPSG:4267', 'EPSG:4326,5773', 'features'].map((each) => [each, each] as const),
      [4267, '4267'] as const,
    ]) {
      const quotedName = JSON.stringify(name).slice(1, -1);
      const features = [first, withOwn];
      for (const written of [{ crs, features }, { crs, name: 'a', bbox: [5, 52], features }]) assert.deepEqual(places(written), [[[null, null], [6, 53]], [[null, `${told(quotedName)} ${NOT_TAKEN}`]]]);
      const behind = `${told(quotedName)} The features before this were read as degrees on WGS 84.`;
      assert.deepEqual(places({ features, crs }), [[[5, 52], [5, 52]], [[null, behind]]]);
      for (const own of [{ ...first, crs }, { ...first, geometry: { ...first.geometry, crs } }]) {
        assert.deepEqual(places({ features: [own, own] }), [[[null, null], [null, null]], [[null, `${told(quotedName)} ${NOT_TAKEN}`]]]);
      }
    }
  });

  it('takes coordinates of WGS 84, and of systems near it, in any spelling', () => {
    const near = [4326, 4979, 4171, 4167, 4617, 6318, 4490, 6668, 4619, 4686, 7683, 10968, 20046, 5340, 4737, 9057, 7912, 4937, 4258, 4269, 4283, 4674, 7844];
    const names = near.flatMap((code) => [`urn:ogc:def:crs:EPSG::${code}`, `EPSG:${code}`, `http://www.opengis.net/def/crs/EPSG/0/${code}`, `http://www.opengis.net/gml/srs/epsg.xml#${code}`, `EPSG#${code}`, `http://spatialreference.org/ref/epsg/${code}/proj4`, `${code}`]);
    names.push('', ' ', ' EPSG:4258 ', 'urn:ogc:def:crs:OGC:1.3:CRS84', 'urn:ogc:def:crs:OGC:1.3:CRS83', 'CRS83', 'CRS:83', 'urn:ogc:def:crs:EPSG:9.8:4171', 'http://spatialreference.org/ref/epsg/4171/proj4/');
    for (const crs of [...names.map(named), ...names, ...near, null, {}, true]) {
      const written = [{ crs, features: [first] }, { features: [{ ...first, crs }] }, { features: [{ ...first, geometry: { ...first.geometry, crs } }] }];
      for (const each of written) assert.deepEqual(places(each), [[[5, 52]], []], JSON.stringify(each));
    }
  });

  it('takes no coordinates if the system is not JSON', () => {
    const { records, problems } = read(`{"crs":{EPSG:28992},"features":[${JSON.stringify(first)}]}`, 7);
    assert.deepEqual([records[0]!.lon, problems], [null, [[null, `${told('{EPSG:28992}')} ${NOT_TAKEN}`]]]);
  });

  it('does not take a text "crs" that is not the name of a member for a system', () => {
    assert.deepEqual(places({ name: 'crs', title: 'EPSG:4267', more: { crs: 'EPSG:4267' }, features: [first] }), [[[5, 52]], []]);
  });
});
