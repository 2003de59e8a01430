import assert from 'node:assert/strict';
import { paletteCost } from './palette-cost';

describe('What every editor loads at its start', () => {
  for (const language of ['en-US', 'de', 'es', 'fr', 'pt-BR']) {
    it(`is under 150 kB gzipped in ${language}: map, lists and outlines come when they are first needed`, () => {
      const bytes = paletteCost(language);
      assert.ok(bytes > 10_000 && bytes < 150_000, `${bytes} bytes`);
    });
  }
});
