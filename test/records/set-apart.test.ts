import assert from 'node:assert/strict';
import { collection, read } from './read-scenario';
import { writtenZip } from './written-zip';

const clay = (value: number, geometry: unknown, more: object = {}): object => ({
  type: 'Feature',
  geometry,
  properties: { property: 'Clay', value, unit: '%', upper_depth_cm: 0, lower_depth_cm: 30, ...more },
});
const values = async (files: Record<string, string>): Promise<unknown> => {
  const { records, counts } = await read(await writtenZip(files));
  return [records.map(({ value }) => value), counts.repeats];
};
const csv = (header: string, ...rows: string[]): string => [`property,value,${header}`, ...rows.map((row) => `Clay,${row}`)].join('\n');

describe('Records that differ in something that could not be read', () => {
  it('are not repeats if their places are in another system, or are not points', async () => {
    const crs = { type: 'name', properties: { name: 'EPSG:28992' } };
    const points = [155_000, 156_000, 157_000, 157_000].map((x, at) => clay(at === 3 ? 40 : 10, { type: 'Point', coordinates: [x, 463_000] }));
    assert.deepEqual(await values({ 'rd.geojson': JSON.stringify({ type: 'FeatureCollection', crs, features: [...points, points[0]] }) }), [[10, 10, 10, 40], 1]);
    const fields = [5, 6, 7].map((x) => clay(10, { type: 'Polygon', coordinates: [[[x, 52], [x + 1, 52], [x, 53], [x, 52]]] }));
    assert.deepEqual(await values({ 'fields.geojson': collection(...fields, fields[0]) }), [[10, 10, 10], 1]);
  });

  it('are not repeats if a date, a depth or a coordinate cannot be read', async () => {
    assert.deepEqual(await values({ 'a.csv': csv('date', '10,01.05.2019', '10,01.05.2020', '10,01.05.2020') }), [[10, 10], 1]);
    assert.deepEqual(await values({ 'a.csv': csv('date,plot', '10,01.05.2019,A', '10,01.05.2020,A', '10,01.05.2020,A') }), [[10, 10], 1], 'beside a column that is not read');
    assert.deepEqual(await values({ 'a.csv': csv('upper_depth_cm', '10,surface', '10,<5', '10,<5') }), [[10, 10], 1]);
    assert.deepEqual(await values({ 'a.csv': csv('lat,lon', '10,52°,5°', '10,53°,5°') }), [[10, 10], 0]);
  });

  it('are not repeats if columns or attributes that are not read set them apart', async () => {
    for (const name of ['X', 'WKT', 'easting', 'upper_depth_m', 'profile_id', 'sample', 'Horizon', 'layer_no', 'time', 'GPS_LAT', 'X_LonDD', 'lat_dd', 'POINT_X', 'utm_y', 'h3_r10', 'hzn_top', 'bot_depth', 'UDICM', 'hzname', 'point_id', 'replicate', 'obs_date', 'month']) {
      assert.deepEqual(await values({ 'a.csv': csv(name, '10,1', '10,2', '10,2') }), [[10, 10], 1], name);
      const features = [1, 2, 2].map((one) => clay(10, null, { [name]: one }));
      assert.deepEqual(await values({ 'a.geojson': collection(...features) }), [[10, 10], 1], name);
    }
  });

  it('are not repeats if lists, objects or booleans that are not read set them apart', async () => {
    for (const [one, other] of [[[1], [2]], [{ id: 1 }, { id: 2 }], [true, false], [true, null], ['a'.repeat(300), 'a'.repeat(301)]]) {
      assert.deepEqual(await values({ 'a.geojson': collection(...[one, other, other].map((sample) => clay(10, null, { sample }))) }), [[10, 10], 1]);
    }
  });

  it('are repeats if those attributes are empty, or the same in another form', async () => {
    const attributes = [{ profile_id: null }, { profile_id: ' ' }, { profile_id: 'NA' }, {}, { profile_id: '7 ', plot: 'A' }, { plot: 'A', 'Profile ID': 7 }];
    assert.deepEqual(await values({ 'a.geojson': collection(...attributes.map((more) => clay(10, null, more))) }), [[10, 10], 4]);
  });

  it('are not repeats if one of their values may be two numbers', async () => {
    assert.deepEqual(await values({ 'a.csv': ['property;value', 'Clay;987,6', 'Clay;1.234', 'Clay;2.345', 'Clay;2.345'].join('\n') }), [[987.6, null, null], 1]);
  });

  it('are repeats if CSV and GeoJSON say the same of them, in any form', async () => {
    const feature = clay(10, null, { profile_id: 7, horizon: 'A', upper_depth_cm: 0 });
    const table = 'horizon,property,value,unit,upper_depth_cm,lower_depth_cm,profile_id\nA,Clay,10,%,0,30,7\n';
    assert.deepEqual(await values({ 'a.csv': table, 'b.geojson': collection(feature) }), [[10], 1]);
  });

  it('are read however deeply what sets them apart is nested', async () => {
    const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const feature = (layer: string, coordinates: string): string => `{"type":"Feature","geometry":{"type":"Polygon","coordinates":${coordinates}},"properties":{"property":"Clay","value":10,"layer":${layer}}}`;
    const features = [feature(nested(50_000), '[]'), feature('1', nested(50_000))].join();
    assert.deepEqual(await values({ 'a.geojson': `{"type":"FeatureCollection","features":[${features}]}` }), [[10, 10], 0]);
  });

  it('are repeats if only the row and its publication differ', async () => {
    for (const name of ['id', 'fid', 'OBJECTID', 'publication_date', 'last_update', 'comment', 'row']) {
      assert.deepEqual(await values({ 'a.csv': csv(name, '10,1', '10,2') }), [[10], 1], name);
    }
  });
});
