import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DATASETS } from '../../src/sandbox/world/datasets';
import { SOIL_PROPERTIES } from '../../src/sandbox/world/soil-properties';
import { root } from '../runtime/node-red-under-test';

describe('The page on the sandbox', () => {
  const page = readFileSync(path.join(root, 'docs', 'sandbox.md'), 'utf8');
  /** The identifiers in its tables, each with the name beside it. */
  const named = [...page.matchAll(/\| (\d{3}) \| ([^|]+?) (?=\|)/g)].map(([, identifier, name]) => `${identifier} ${name}`);

  it('names every dataset and soil property by its identifier', () => {
    const datasets = DATASETS.map(({ identifier, name, locked }) => `${identifier} ${name.replace(/ \(synthetic.*\)$/, locked ? ' (locked)' : '')}`);
    const properties = SOIL_PROPERTIES.map(({ identifier, name }) => `${identifier} ${name}`);
    assert.deepEqual(named.sort(), [...datasets, ...properties].sort());
  });

  it('says which datasets cover only one continent', () => {
    const everywhere = [...page.matchAll(/\| (\d{3}) \| [^|]+ \| everywhere \|/g)].map(([, identifier]) => Number(identifier));
    assert.deepEqual(everywhere, DATASETS.filter(({ regions }) => regions.length === 0).map(({ identifier }) => identifier));
  });
});
