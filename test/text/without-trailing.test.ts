import assert from 'node:assert/strict';
import { withoutTrailing } from '../../src/text/without-trailing';

describe('A text without the characters at its end', () => {
  it('keeps those that stand elsewhere', () => {
    for (const [text, expected] of [['', ''], ['/', ''], ['///', ''], ['a', 'a'], ['a/', 'a'], ['/a//b//', '/a//b']] as const) {
      assert.equal(withoutTrailing(text, /\//), expected, text);
    }
    assert.equal(withoutTrailing('undefined', /[def]/), 'undefin', 'and reads nothing before its beginning');
    assert.equal(withoutTrailing('def', /[undefi]/), '');
  });
});
