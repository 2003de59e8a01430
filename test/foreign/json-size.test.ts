import assert from 'node:assert/strict';
import { holdsMoreThan, nestsDeeperThan } from '../../src/foreign/json-size';

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

describe('the number of objects and lists in a JSON text', () => {
  it('is told up to the limit and beyond it, for both kinds together', () => {
    assert.equal(holdsMoreThan(3, '[{}, {"a": "b"}, 1, 2, 3]'), false);
    assert.equal(holdsMoreThan(2, '[{}, {"a": "b"}, 1, 2, 3]'), true);
    assert.equal(holdsMoreThan(3, '[[],[],{}]'), true);
    assert.equal(holdsMoreThan(4, '[[],[],{}]'), false);
  });
});
