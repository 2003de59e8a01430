import assert from 'node:assert/strict';
import { readDataset, readDatasetCatalog } from '../../../src/service/answers/datasets';

const grid = {
  type: 'DataSet',
  id: 'https://api.example.com/v1/datasets/12',
  identifier: 12,
  name: 'World grid',
  description: '<p>Modelled at 250 m.</p><p>See <a href="https://example.com">the paper</a></p>',
  url: 'https://example.com/grid',
  measurementTechnique: { type: 'DefinedTerm', name: 'Derived', termCode: 'DerivedSoilProfile', url: 'https://example.com/term' },
  distribution: { type: 'DataDownload', encodingFormat: 'TIF', lockedForDownload: false },
  size: { type: 'QuantitativeValue', value: '16', unitCode: 'files' },
};
const gridRead = { ...grid, description: 'Modelled at 250 m.\nSee the paper' };

describe('a dataset catalogue (section 2.4)', () => {
  const catalogue = { '@context': 'https://api.example.com/v1/core.jsonld', id: 'https://api.example.com/v1/datasets', type: 'DataCatalog', description: 'All <i>datasets</i>', temporalCoverage: '1950/2020' };

  it('has its years and its datasets', async () => {
    assert.deepEqual(await readDatasetCatalog({ ...catalogue, DataSet: [grid] }), {
      temporalCoverage: '1950/2020',
      items: [gridRead],
      leftOut: 0,
    });
  });

  for (const field of ['DataSet', 'dataSet', 'dataset', 'datasets', 'dataSets', 'items', '@graph', 'hydra:member']) {
    it(`is read with its list in "${field}"`, async () => {
      assert.deepEqual((await readDatasetCatalog({ ...catalogue, [field]: [grid] }))?.items, [gridRead]);
      assert.deepEqual((await readDatasetCatalog({ ...catalogue, [field]: grid }))?.items, [gridRead]);
      assert.deepEqual((await readDatasetCatalog({ ...catalogue, [field]: [] }))?.items, []);
    });
  }

  it('is read bare, nested and empty', async () => {
    assert.deepEqual(await readDatasetCatalog([grid]), { temporalCoverage: undefined, items: [gridRead], leftOut: 0 });
    assert.deepEqual((await readDatasetCatalog({ items: { items: [grid] } }))?.items, [gridRead]);
    assert.deepEqual((await readDatasetCatalog(catalogue))?.items, []);
  });

  it('is not taken for empty if its datasets are under an unknown name', async () => {
    assert.equal(await readDatasetCatalog({ ...catalogue, results: [grid] }), undefined);
  });

  it('is not read from any of these', async () => {
    for (const value of [null, 'text', {}, { error: 'no' }, grid, { DataSet: 'text' }]) assert.equal(await readDatasetCatalog(value), undefined);
  });

  it('loses no dataset to a bad one', async () => {
    const read = await readDatasetCatalog({ DataSet: [null, { name: 'nameless' }, grid] });
    assert.deepEqual([read?.leftOut, read?.items.length], [2, 1]);
  });
});

describe('a dataset (section 2.3)', () => {
  const one = async (fields: object): Promise<unknown> => (await readDatasetCatalog([{ identifier: 1, ...fields }]))?.items[0];
  const bare = { type: '', id: '', identifier: 1, name: '', description: '' };

  it('may lack every optional field', async () => {
    assert.deepEqual(await one({}), bare);
    assert.deepEqual(await one({ url: null, measurementTechnique: null, distribution: {}, size: 'many', author: {}, license: [] }), bare);
  });

  it('keeps author and licence in the shapes in which deployments send them', async () => {
    const shapes: [fields: object, read: object][] = [
      [{ author: 'A. Soil', license: 'CC BY 4.0' }, { author: 'A. Soil', licence: 'CC BY 4.0' }],
      [{ author: { name: 'A. Soil' }, licence: { url: 'https://example.com/by' } }, { author: 'A. Soil', licence: 'https://example.com/by' }],
      [{ creator: [{ name: 'A. Soil' }, 'B. Earth', {}] }, { author: 'A. Soil, B. Earth' }],
    ];
    for (const [fields, read] of shapes) assert.deepEqual(await one(fields), { ...bare, ...read });
  });

  it('is locked by a flag or by its text', async () => {
    for (const [value, locked] of [[true, true], ['true', true], [false, false], ['False', false]] as const) {
      assert.deepEqual(await one({ distribution: { lockedForDownload: value } }), { ...bare, distribution: { lockedForDownload: locked } });
    }
    assert.deepEqual(await one({ distribution: [{ encodingFormat: 'GeoJSON', lockedForDownload: 'perhaps' }] }), { ...bare, distribution: { encodingFormat: 'GeoJSON' } });
  });

  it('has a count as text, and a technique as a name', async () => {
    assert.deepEqual(await one({ size: { value: 2040000, unitCode: 'data points' }, measurementTechnique: 'Observed' }), {
      ...bare,
      size: { value: '2040000', unitCode: 'data points' },
      measurementTechnique: { name: 'Observed' },
    });
  });

  it('links to web addresses only', async () => {
    assert.deepEqual(await one({ url: 'javascript:alert(1)', measurementTechnique: { url: 'data:text/html,x' } }), bare);
  });
});

describe('one dataset by its identifier (section 4.4)', () => {
  it('comes bare or in a catalogue of one', () => {
    assert.deepEqual(readDataset(grid, 12), gridRead);
    assert.deepEqual(readDataset([grid], 12), gridRead);
    assert.deepEqual(readDataset({ type: 'DataCatalog', DataSet: [grid] }, 12), gridRead);
  });

  it('has the requested identifier if it brings none', () => {
    for (const dataset of [{ type: 'DataSet' }, { name: 'World grid' }]) assert.equal(readDataset(dataset, 12)?.identifier, 12);
  });

  it('is missing if the answer is another dataset, or not a dataset', () => {
    for (const value of [{ ...grid, identifier: 13, id: undefined }, {}, [], null, 'text', { message: 'hello' }, { type: 'DataCatalog' }]) assert.equal(readDataset(value, 12), undefined, JSON.stringify(value));
  });
});
