import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openExport } from '../../src/records/export-source';
import { FeaturesByDepth } from '../../src/records/features-by-depth';
import { readRasters } from '../../src/records/rasters/read-rasters';
import { documented, documentedRecord } from './documented';
import { sandboxExport } from './sandbox-export';

describe('The examples of the page on records', () => {
  it('have the feature made of records, with methods apart, and several values of one depth in a list', async () => {
    const acidity = { ...documentedRecord, property: 'pH', unit: 'pH' };
    const features = new FeaturesByDepth();
    const inWater = { ...acidity, method: 'in water' };
    features.add([documentedRecord, { ...inWater, value: 6.7 }, { ...inWater, value: 6.5 }, { ...acidity, method: 'in CaCl2', value: 6.1 }]);
    assert.deepEqual((await features.collection()).features, [documented('geometry')]);
  });

  it('have the fields of the summary of a grid', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'soil-documented-'));
    try {
      const zip = path.join(folder, 'export.zip');
      await sandboxExport('POLYGON ((5.60 51.95, 5.62 51.95, 5.62 51.96, 5.60 51.96, 5.60 51.95))', zip);
      const source = await openExport(zip);
      const { summaries } = await readRasters(source);
      await source.close();
      assert.deepEqual(Object.keys(documented('band')).sort(), Object.keys(summaries[0] ?? {}).sort());
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
