import assert from 'node:assert/strict';
import { readDatasetCatalog } from '../../../src/service/answers/datasets';
import { readSoilProperties } from '../../../src/service/answers/soil-properties';
import { readSpatialFilters } from '../../../src/service/answers/spatial-filters';
import { onSlowMachine, turnsDuring } from '../../time/counted-turns';

const forest = { type: 'LandCoverFilter', id: 'https://api.example.com/v1/spatial-filters/1', identifier: 1, name: 'Forest', description: 'Land under <b>trees</b>' };
const forestRead = { ...forest, description: 'Land under trees' };
const wrapper = { '@context': 'https://api.example.com/v1/core.jsonld', id: 'https://api.example.com/v1/spatial-filters', type: 'ItemList', description: 'Filters' };

describe('a list (section 2.4)', () => {
  const shapes: [name: string, value: unknown, count: number][] = [
    ['nested', { ...wrapper, items: { ...wrapper, items: [forest, { ...forest, identifier: 2 }] } }, 2],
    ['flat', { ...wrapper, items: [forest] }, 1],
    ['bare', [forest, forest], 2],
    ['with the one item in place of the array', { ...wrapper, items: { ...wrapper, items: forest } }, 1],
    ['with the one item in place of a flat array', { ...wrapper, items: forest }, 1],
    ['in the words of schema.org', { ...wrapper, itemListElement: [{ '@type': 'ListItem', position: 1, item: forest }] }, 1],
    ['with an inner list for each type', { ...wrapper, items: [{ ...wrapper, items: [forest] }, { ...wrapper, items: [{ ...forest, identifier: 2 }] }, { ...wrapper, items: [] }] }, 2],
    ['as the graph of JSON-LD', { '@context': wrapper['@context'], '@graph': [forest] }, 1],
    ['as the collection of Hydra', { '@type': 'hydra:Collection', 'hydra:member': [forest, forest] }, 2],
    ['in the wrapper of whatever is answered', { status: 'success', data: [forest, forest] }, 2],
    ['nested in that', { success: true, data: { ...wrapper, items: [forest] } }, 1],
    ['empty and nested', { ...wrapper, items: { ...wrapper, items: [] } }, 0],
    ['empty and flat', { ...wrapper, items: [] }, 0],
    ['empty and bare', [], 0],
    ['without items', wrapper, 0],
    ['with a wrapper without items', { ...wrapper, items: wrapper }, 0],
    ['with null for items', { ...wrapper, items: null }, 0],
    ['with an address as its type', { '@type': 'https://schema.org/ItemList' }, 0],
  ];

  for (const [name, value, count] of shapes) {
    it(`${name} has ${count} items`, async () => {
      const list = await readSpatialFilters(value);
      assert.equal(list?.items.length, count);
      assert.equal(list?.leftOut, 0);
      if (count > 0) assert.deepEqual(list?.items[0], forestRead);
    });
  }

  it('is not taken for empty if it has entries under an unknown name', async () => {
    assert.equal(await readSpatialFilters({ ...wrapper, results: [forest] }), undefined);
    assert.equal(await readSpatialFilters({ ...wrapper, items: { ...wrapper, content: [forest] } }), undefined);
    assert.deepEqual((await readSpatialFilters({ ...wrapper, '@context': [{ name: 'https://schema.org/name' }], warnings: [] }))?.items, []);
  });

  it('is not read from any of these', async () => {
    for (const value of [null, 'text', 7, {}, { message: 'hello' }, { items: 'text' }, { items: 7 }, forest, { ...forest, data: [forest] }, { data: null, message: 'hello' }, { items: { items: { items: { items: [] } } } }]) {
      assert.equal(await readSpatialFilters(value), undefined, JSON.stringify(value));
    }
  });

  it('of many items lets other work have its turn, and is read no further once it is stopped', async () => {
    const many = Array.from({ length: 20_000 }, (_, identifier) => ({ ...forest, identifier }));
    for (const read of [readSpatialFilters, readSoilProperties, readDatasetCatalog]) {
      const turns = await onSlowMachine(() => turnsDuring(async () => assert.equal((await read(many))?.items.length, many.length)));
      assert.ok(turns > 10_000, `${read.name}: ${turns} turns`);
      await assert.rejects(read(many, AbortSignal.abort(new Error('closed'))), /closed/, read.name);
    }
  });

  it('loses no item to a bad one', async () => {
    const list = await readSpatialFilters({ items: [null, 'text', 7, [], {}, { identifier: 'one' }, forest, { name: 'no identifier' }, { identifier: 3 }] });
    assert.equal(list?.leftOut, 7);
    assert.deepEqual(list?.items, [forestRead, { type: '', id: '', identifier: 3, name: '', description: '' }]);
  });

  it('reads hostile fields as text', async () => {
    const list = await readSpatialFilters(JSON.parse('[{"identifier":1,"name":"<img src=x onerror=alert(1)>","description":"a<script>alert(1)</script>b","type":{"toString":1},"__proto__":{"polluted":true},"constructor":"x"}]'));
    assert.deepEqual(list?.items, [{ type: '', id: '', identifier: 1, name: '<img src=x onerror=alert(1)>', description: 'ab' }]);
    assert.equal(({} as { polluted?: boolean }).polluted, undefined);
  });
});

describe('a soil property (section 2.2)', () => {
  it('has its units if the service gives them', async () => {
    const clay = { type: 'PhysicalProperty', identifier: 4, name: 'Clay', description: 'Below 2 &micro;m', unitText: '%,g/kg', unitCode: 'https://example.com/PERCENT,g/kg' };
    assert.deepEqual((await readSoilProperties({ items: { items: [clay] } }))?.items, [{ ...clay, description: 'Below 2 µm' }]);
  });

  it('lacks every optional field that the service leaves out, or leaves empty', async () => {
    assert.deepEqual((await readSoilProperties([{ '@type': 'DerivedProperty', identifier: '5', name: 'Texture class', description: '', unitText: null, unitCode: '' }]))?.items, [
      { type: 'DerivedProperty', identifier: 5, name: 'Texture class' },
    ]);
  });

  it('has its units as one list if they come as an array', async () => {
    assert.equal((await readSoilProperties([{ identifier: 4, unitText: ['%', 'g/kg'] }]))?.items[0]?.unitText, '%,g/kg');
  });
});
