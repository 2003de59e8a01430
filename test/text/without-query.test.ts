import assert from 'node:assert/strict';
import { withoutQuery } from '../../src/text/without-query';

describe('An address without its query', () => {
  it('ends before its query or its fragment', () => {
    const addresses = { 'https://h/a': 'https://h/a', 'https://h/a?b=1#c': 'https://h/a', 'https://h/a#c?b=1': 'https://h/a', 'https://h/a?': 'https://h/a', 'https://h/a?b\n=1': 'https://h/a' };
    for (const [address, bare] of Object.entries(addresses)) assert.equal(withoutQuery(address), bare);
  });
});
