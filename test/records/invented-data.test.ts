import assert from 'node:assert/strict';
import { isInvented } from '../../src/records/invented-data';
import { DATASETS } from '../../src/sandbox/datasets';

describe('Invented data', () => {
  it('are known by the name of each dataset of the sandbox, which shares no code with what reads it', () => {
    assert.ok(DATASETS.length > 0);
    for (const { name } of DATASETS) assert.ok(isInvented(name), name);
  });
});
