import assert from 'node:assert/strict';
import { areaFeature } from '../../src/geometry/area-feature';
import type { KeptFeature } from '../../src/geometry/kept-feature';
import { readArea } from '../../src/geometry/read-area';

const geometry = { type: 'Polygon', coordinates: [[[0, 0], [2, 0], [2, 2], [0, 0]]] };
const feature = (properties: unknown, more: object = {}) => ({ type: 'Feature', properties, geometry, ...more });
const LEFT_OUT = ['The properties of the feature were left out: they have more than 10,000 characters as JSON, or are nested more than 20 levels deep.'];

async function kept(input: unknown): Promise<[KeptFeature | undefined, string[]]> {
  const { description } = await readArea(input);
  assert.deepEqual(JSON.parse(JSON.stringify(description)), description, 'plain JSON');
  return [description.feature, description.changes];
}

/** A driver of a database, such as MongoDB's, whose identifiers are objects. */
const driver = (asJson: () => unknown) => ({
  ObjectId: class {
    readonly buffer = Buffer.from('65f0c2', 'hex');
    toJSON(): unknown {
      return asJson();
    }
  },
});

describe('The feature that an area was given as', () => {
  const properties = { name: 'north field', crop: null, codes: [1, { two: true }] };

  it('keeps its id and its properties, whether an object, a text, a collection of one or an event of a map', async () => {
    const one = feature(properties, { id: 'p-7' });
    const beside = { type: 'FeatureCollection', features: [{ type: 'Feature', geometry: null, properties: { name: 'none' } }, one] };
    for (const input of [one, JSON.stringify(one), { type: 'FeatureCollection', features: [one] }, beside, { action: 'draw', geojson: one }]) {
      assert.deepEqual((await kept(input))[0], { id: 'p-7', properties });
    }
    const parts = { type: 'GeometryCollection', geometries: [geometry, { type: 'Polygon', coordinates: [[[5, 5], [6, 5], [6, 6], [5, 5]]] }] };
    assert.deepEqual((await kept({ ...one, geometry: parts }))[0], { id: 'p-7', properties });
    assert.deepEqual((await kept(feature({}, { id: 0 })))[0], { id: 0 });
  });

  it('is not kept if there are several features, if it says nothing, and if there is none', async () => {
    const other = { ...feature(properties), geometry: { type: 'Polygon', coordinates: [[[5, 5], [6, 5], [6, 6], [5, 5]]] } };
    for (const input of [{ type: 'FeatureCollection', features: [feature(properties), other] }, { type: 'FeatureCollection', features: [feature(properties), other.geometry] }]) {
      assert.equal((await kept(input))[0], undefined);
    }
    for (const input of [feature({}), feature(null), feature('north'), feature([1]), feature(undefined, { id: null }), feature(Buffer.from('north')), feature(new Float64Array(2)), feature({ act: () => 5, none: undefined }), feature({}, { id: Infinity }), feature({}, { id: {} }), geometry]) assert.deepEqual(await kept(input), [undefined, []]);
  });

  it('is plain JSON, and a copy', async () => {
    const when = new Date('2026-03-01T00:00:00Z');
    const odd = { when, never: new Date(NaN), bytes: Buffer.alloc(50_000), act: () => 5, big: 5n, none: undefined, far: Infinity, list: [() => 5, undefined, NaN], inner: JSON.parse('{"__proto__": {"x": 1}, "y": 2}') as object };
    const [found] = await kept(feature(odd));
    assert.deepEqual(found, { properties: { when: when.toISOString(), never: null, far: null, list: [null, null, null], inner: { y: 2 } } });
    const broken = Object.defineProperty({ name: 'north' }, 'crop', { enumerable: true, get: () => assert.fail('nobody reads it') });
    assert.deepEqual((await kept({ ...feature(null), properties: broken }))[0], { properties: { name: 'north' } });
    const given = { deep: { name: 'north' } };
    const area = await readArea(feature(given));
    const shown = areaFeature(area);
    (shown.properties.deep as { name: string }).name = 'changed';
    assert.deepEqual([given, area.description.feature], [{ deep: { name: 'north' } }, { properties: { deep: { name: 'north' } } }]);
  });

  it('has identifiers of a database, as objects of its driver, in the form that these give for JSON', async () => {
    const { ObjectId } = driver(() => '65f0c2');
    assert.deepEqual((await kept(feature({ farm: new ObjectId(), list: [new ObjectId()] }, { id: new ObjectId() })))[0], {
      id: '65f0c2', properties: { farm: '65f0c2', list: ['65f0c2'] },
    });
    const broken = driver(() => assert.fail('broken')).ObjectId;
    const endless: new () => object = driver(() => new endless()).ObjectId;
    assert.deepEqual((await kept(feature({ name: 'north', farm: new broken() }, { id: new broken() })))[0], { properties: { name: 'north' } });
    assert.deepEqual(await kept(feature({ farm: new endless() }, { id: new endless() })), [undefined, LEFT_OUT]);
    assert.deepEqual((await kept(feature({ farm: { toJSON: () => 'own' } })))[0], { properties: { farm: {} } });
  });

  it('is left out if it is too much for a message, and that is reported', async () => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    let deep: unknown = 5;
    for (let level = 0; level < 30; level++) deep = { deep };
    for (const much of [{ text: 'x'.repeat(10_000) }, { text: 'x'.repeat(1e8) }, { list: new Array(1e6).fill(1) }, cycle, { deep }]) {
      assert.deepEqual(await kept(feature(much, { id: 7 })), [{ id: 7 }, LEFT_OUT]);
    }
    assert.deepEqual(await kept(feature({ text: 'x'.repeat(9_900) })), [{ properties: { text: 'x'.repeat(9_900) } }, []]);
    for (const much of [{ ['x'.repeat(10_000)]: 1 }, Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`name ${at}`, 1]))]) {
      assert.deepEqual(await kept(feature(much, { id: 7 })), [{ id: 7 }, LEFT_OUT], 'names count as well');
    }
    // In JSON, each of them is a null and a comma.
    const unsaid = (length: number): object => ({ list: new Array(length) });
    assert.deepEqual(await kept(feature(unsaid(2_001))), [undefined, LEFT_OUT], 'so does what JSON has no word for, in a list');
    assert.deepEqual(await kept(feature(unsaid(1_990))), [{ properties: { list: new Array(1_990).fill(null) } }, []]);
    for (const around of [(inner: unknown) => [inner], (inner: unknown) => ({ inner })]) {
      const nested = (levels: number): object => ({ deep: Array.from({ length: levels }).reduce(around, 5) });
      assert.deepEqual(await kept(feature(nested(20))), [{ properties: nested(20) }, []]);
      assert.deepEqual(await kept(feature(nested(21))), [undefined, LEFT_OUT]);
    }
  });

  it('is in the Feature for a map, where measured values override it, and comes back as it was', async () => {
    const area = await readArea(feature({ name: 'north', hectares: 'official' }, { id: 7 }));
    const { hectares } = area.description;
    const shown = areaFeature(area);
    assert.deepEqual([shown.id, shown.properties], [7, { name: 'north', hectares, parts: 1, vertices: 3, retrieval: 'async' }]);
    assert.deepEqual((await kept(shown))[0], { id: 7, properties: { name: 'north' } });
    const own = { hectares: 'official', parts: 2, vertices: 4 };
    assert.deepEqual((await kept(feature(own)))[0], { properties: own }, 'of whoever has but some of the same names');
  });
});
