import assert from 'node:assert/strict';
import { tryLinks } from './link-cases';

describe('a link to where it must not lead', () => {
  const count = Number(process.env['SOIL_LINK_CASES'] ?? 400);
  const seed = Number(process.env['SOIL_SEED'] ?? 20260102);

  it(`is refused in every form, directly and after a redirect, and no connection is made (${count} cases, seed ${seed})`, async function () {
    this.timeout(120_000 + count * 1000);
    assert.deepEqual(await tryLinks(count, seed), { cases: count, refused: count, strayConnections: [], credentials: [] });
  });
});
