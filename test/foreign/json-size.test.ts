import assert from 'node:assert/strict';
import { nestsDeeperThan } from '../../src/foreign/json-size';

describe('the depth of a JSON text', () => {
  it('counts objects and lists, but not brackets in texts', () => {
    assert.equal(nestsDeeperThan('{"a":[{"b":1}]}', 3), false);
    assert.equal(nestsDeeperThan('{"a":[{"b":1}]}', 2), true);
    assert.equal(nestsDeeperThan('["[[[[","\\"[[[","\\\\"]', 1), false);
    assert.equal(nestsDeeperThan('["\\\\",[[1]]]', 2), true);
    assert.equal(nestsDeeperThan('["\\\\","[[["]', 1), false);
    assert.equal(nestsDeeperThan('[{},{},{}]', 2), false);
    assert.equal(nestsDeeperThan('[[],[],[]]', 2), false);
    assert.equal(nestsDeeperThan('["never ends [[[', 1), false);
  });
});
