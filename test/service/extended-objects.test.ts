import assert from 'node:assert/strict';
import { readDatasetCatalog } from '../../src/service/answers/datasets';
import { RepeatedAnswers } from '../../src/service/answers/repeated-answers';
import { plainHeaders } from '../../src/transport/plain-headers';

/** As old packages do it, whose fields then turn up in every loop over an object. */
const extended = Object.prototype as { extended?: () => string };

describe('A package of the same Node-RED that gives all objects a method', () => {
  beforeEach(() => {
    extended.extended = () => 'extended';
  });
  afterEach(() => {
    delete extended.extended;
  });

  it('changes no headers', () => {
    assert.deepEqual(Object.entries(plainHeaders({ 'Content-Type': 'application/json' })), [['content-type', 'application/json']]);
  });

  it('changes no datasets, also when they are read again', async () => {
    const dataset = { type: 'DataSet', id: 'https://api.example.com/v1/datasets/12', identifier: 12, description: '', name: 'World grid', distribution: { encodingFormat: 'TIF', lockedForDownload: false } };
    const answers = new RepeatedAnswers();
    for (let time = 0; time < 3; time += 1) {
      const { read } = await answers.read('datasets', '[]', async () => ({ read: await readDatasetCatalog({ datasets: [dataset] }) }));
      const [item] = read?.items ?? [];
      assert.deepEqual(Object.keys(item ?? {}), ['type', 'id', 'identifier', 'name', 'description', 'distribution']);
      assert.deepEqual(Object.keys(item?.distribution ?? {}), ['encodingFormat', 'lockedForDownload']);
    }
  });
});
