import assert from 'node:assert/strict';
import { tryMutants } from './zip-mutants';

describe('a damaged zip', () => {
  const count = Number(process.env['SOIL_ZIP_MUTANTS'] ?? 1500);
  const seed = Number(process.env['SOIL_SEED'] ?? 20260101);

  it(`gives the files of the original or none (${count} mutants, seed ${seed})`, async function () {
    this.timeout(120_000 + count * 100);
    const { mutants, refused, unchanged } = await tryMutants(count, seed);
    assert.equal(mutants, count);
    assert.ok(refused > count / 2 && unchanged > 0, `${refused} refused, ${unchanged} read`);
  });
});
