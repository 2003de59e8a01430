import assert from 'node:assert/strict';
import { canaries, canariesIn, plantedForms, type CanaryName } from './canaries';

describe('The search for secrets', () => {
  const names = Object.keys(canaries) as CanaryName[];

  it('knows twelve, each different from the others', () => {
    assert.equal(names.length, 12);
    assert.equal(new Set(Object.values(canaries)).size, 12);
  });

  for (const name of names) {
    it(`finds ${name}, even if encoded`, () => {
      for (const form of plantedForms(name)) assert.ok(canariesIn(form).includes(name), String(form));
    });
  }

  it('finds nothing if there is nothing', () => {
    assert.deepEqual(canariesIn('a client secret, an access token: canary'), []);
  });
});
