import assert from 'node:assert/strict';
import { allNumbersTaken, numberedNames } from '../../src/disk/numbered-names';

describe('Numbered names', () => {
  it('are the name itself, then that with a number in its place, up to 9999', () => {
    const names = [...numberedNames('a.zip', (suffix) => `a${suffix}.zip`)];
    assert.deepEqual(names.slice(0, 3), ['a.zip', 'a-2.zip', 'a-3.zip']);
    assert.deepEqual([names.length, names.at(-1)], [9999, 'a-9999.zip']);
  });

  it('are made as they are asked for', () => {
    const [first] = numberedNames('a', () => assert.fail('the first was free'));
    assert.equal(first, 'a');
  });

  it('end with the error that the system gives for a name that is taken', () => {
    assert.equal((allNumbersTaken() as NodeJS.ErrnoException).code, 'EEXIST');
  });
});
