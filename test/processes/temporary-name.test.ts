import assert from 'node:assert/strict';
import { makerNamedIn, markAsNamed, temporaryName } from '../../src/processes/temporary-name';
import { own } from './process-scenario';

describe('The name of a file in the making', () => {
  it('is different each time, hidden, and short enough for every file system', () => {
    const names = Array.from({ length: 1000 }, () => temporaryName());
    assert.equal(new Set(names).size, 1000);
    for (const name of names) assert.match(name, /^\.soil-data-[0-9a-f-]{40,90}\.tmp$/);
  });

  it('says who makes it', () => {
    const silent = { ...own, started: null, boot: null, space: null, machine: null };
    for (const maker of [own, silent]) assert.deepEqual(makerNamedIn(temporaryName(maker)), markAsNamed(maker));
    for (const name of ['soil.zip', '.soil-data-1.tmp', `x${temporaryName(own)}`, `${temporaryName(own)}.zip`]) assert.equal(makerNamedIn(name), undefined);
  });
});
