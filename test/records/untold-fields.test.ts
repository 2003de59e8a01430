import assert from 'node:assert/strict';
import { recordsFromAnswer } from '../../src/records/formats/synchronous-answer';
import { element, feed } from './answer-scenario';
import { collection, read } from './read-scenario';
import { writtenZip } from './written-zip';

const says = (what: string, names: string, number = 1): string =>
  `Element ${number}: Fields that may tell the ${what} have unknown names, and are not read: ${names}.`;
const told = async (answer: unknown): Promise<readonly string[]> => (await recordsFromAnswer(answer)).problems.first;
const clay = { property: 'Clay', value: 1 };
const whole = { ...clay, lon: 5, lat: 52, depth: '0-5' };

/** If they were dropped without a word, nobody would know why they are missing. */
describe('Places, depths and values under unknown names', () => {
  it('are reported for plain objects, once for all of them', async () => {
    const named = { ...clay, x: 5, y: 52, upper_depth_m: 0, lower_depth_m: 0.3 };
    assert.deepEqual(await told([whole, named, named]), [says('depth', '"upper_depth_m", "lower_depth_m"', 2), says('place', '"x", "y"', 2)]);
    assert.deepEqual(await told([{ ...clay, depth: '0-5', geometry: 'POINT(5 52)' }]), [says('place', '"geometry"')]);
    assert.deepEqual(await told([{ ...clay, depth: '0-5', coordinates: [5, 52] }]), [says('place', '"coordinates"')]);
    assert.deepEqual(await told([{ ...clay, depth: '0-5', location: { x: 5 } }]), [says('place', '"location"')]);
    for (const name of ['top_in', 'Depth (inches)', 'upper_depth_ft', 'layer_bottom_inch', 'depth_from_feet']) assert.deepEqual(await told([{ ...clay, lon: 5, lat: 52, [name]: 6 }]), [says('depth', `"${name}"`)]);
    assert.deepEqual(await told([{ ...whole, depth: null, depth_m: 1, top_m: 0, bottom_m: 1, layer_top: 0 }]), [says('depth', '"depth_m", "top_m", "bottom_m"')], 'three of them');
  });

  it('are reported for the cells of a feed and the attributes of a feature', async () => {
    const cells = [{ name: 'Property', value: 'Clay' }, { name: 'Value', value: 1 }, { name: 'Depth', value: '0-5' }];
    assert.deepEqual(await told(feed(element(...cells, { name: 'X', value: 5 }, { name: 'Y', value: 52 }))), [says('place', '"X", "Y"')]);
    const feature = { type: 'Feature', geometry: null, properties: { ...clay, easting: 5, depth: '0-5' } };
    assert.deepEqual(await told({ type: 'FeatureCollection', features: [feature] }), [says('place', '"easting"')]);
  });

  it('are reported for a GeoJSON file, and strict reading does not stop at them', async () => {
    const point = { type: 'Point', coordinates: [5, 52] };
    const file = collection(...[clay, clay].map((properties) => ({ type: 'Feature', geometry: point, properties: { ...properties, upper_depth_m: 0 } })));
    const { problems } = await read(await writtenZip({ 'a.geojson': file }), { strict: true });
    assert.deepEqual(problems.first, [{ file: 'a.geojson', line: 1, problem: says('depth', '"upper_depth_m"').replace('Element 1: ', '') }]);
  });

  it('are not reported if they are known otherwise, or are empty', async () => {
    assert.deepEqual(await told([{ ...whole, x: 5, y: 52, upper_depth_m: 0 }, { ...clay, x: null, geometry: '', upper_depth_m: 'NA' }]), []);
    assert.deepEqual(await told([{ property: 'clay_0-5cm', value: 1, upper_depth_m: 0 }]), []);
    for (const end of ['depth_top', 'depth_bottom']) assert.deepEqual(await told([{ ...clay, [end]: 5, upper_depth_m: 0 }]), [], end);
    assert.deepEqual(await told([{ ...clay, geometry: { type: 'Point', coordinates: [5, 52] } }]), []);
  });

  it('are reported for values, also for a list of them', async () => {
    const place = { property: 'Clay', lon: 5, lat: 52 };
    const unread = { ...place, depth: '0-5', id: 7, station: 4, mean: 25, Q05: '20.5', class: 'loam' };
    assert.deepEqual(await told([whole, unread, unread]), [says('value', '"mean", "Q05"', 2)]);
    for (const name of ['values', 'depths', 'layers']) assert.deepEqual(await told([{ ...place, [name]: [{ depth: '0-5', value: 25 }] }]), [says('value', `"${name}"`)]);
    const cells = [{ name: 'Property', value: 'Clay' }, { name: 'Depth', value: '0-5' }];
    assert.deepEqual(await told(feed(element(...cells, { name: 'Mean', value: 25 }))), [says('value', '"Mean"')]);
    const feature = { type: 'Feature', geometry: { type: 'Point', coordinates: [5, 52] }, properties: { ...place, depth: '0-5', mean: 25 } };
    assert.deepEqual(await told({ type: 'FeatureCollection', features: [feature] }), [says('value', '"mean"')]);
  });

  it('are not reported for values that are missing under their own name, or nowhere to be seen', async () => {
    for (const missing of [{ value: null, mean: 25 }, { value: 'NA', mean: 25 }, { 'original value': null, mean: 25 }, { class: 'loam' }, { sample_id: 7, '@x': 3, updateTime: 5 }]) {
      assert.deepEqual(await told([{ property: 'Clay', lon: 5, lat: 52, depth: '0-5', ...missing }]), []);
    }
    assert.deepEqual(await told(feed(element({ name: 'Property', value: 'Clay' }, { name: 'Depth', value: '0-5' }))), []);
  });
});
