import assert from 'node:assert/strict';
import { sourceOfFound } from '../../nodes/soil-discover/found-sources';
import type { Dataset } from '../../src/service/resources';

describe('The source of datasets that were found', () => {
  const syntheticOf = (name: string): unknown => sourceOfFound({}, [{ identifier: 1, name } as Dataset])['synthetic'];

  it('says that they are invented if they come from a sandbox that runs on its own', () => {
    assert.equal(syntheticOf('Soil life survey (synthetic)'), true);
    assert.equal(syntheticOf('Soil moisture from Synthetic Aperture Radar'), false);
  });
});
