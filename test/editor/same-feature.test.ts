import assert from 'node:assert/strict';
import { asSameFeature } from '../../nodes/editor/map/same-feature';

describe('A geometry that was changed on the map', () => {
  const geometry = '{"type":"Point","coordinates":[5.6,51.9]}';
  const feature = { type: 'Feature', id: 'north', properties: { crop: 'rye' }, geometry: { type: 'Point', coordinates: [5, 51] } };
  const collection = (...features: unknown[]): string => JSON.stringify({ type: 'FeatureCollection', features });
  const changed = { type: 'Feature', id: 'north', properties: { crop: 'rye' }, geometry: JSON.parse(geometry) as unknown };

  for (const [what, before, expected] of [
    ['a Feature', JSON.stringify(feature), changed],
    ['the only one of a collection', collection(feature), changed],
    ['a Feature without an id and properties', '{"type": "Feature", "geometry": null}', { type: 'Feature', properties: null, geometry: changed.geometry }],
  ] as const) {
    it(`stays ${what}`, () => assert.deepEqual(JSON.parse(asSameFeature(before, geometry)), expected));
  }

  for (const before of ['', geometry, 'POINT (5 51)', collection(feature, feature), collection(), '{"type":"Feature"', '{"properties":{"type":"Feature"}}']) {
    it(`is one by itself after ${before === '' ? 'nothing' : before.slice(0, 60)}`, () => assert.equal(asSameFeature(before, geometry), geometry));
  }

  it('is nothing if nothing is left of it', () => assert.equal(asSameFeature(JSON.stringify(feature), ''), ''));
});
