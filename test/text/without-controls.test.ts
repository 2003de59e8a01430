import assert from 'node:assert/strict';
import { withoutControls } from '../../src/text/without-controls';

describe('Foreign text in a message or a log', () => {
  it('begins no line, gives no order to a terminal, and turns no words around', () => {
    for (let code = 0; code < 0x10000; code++) {
      const sign = String.fromCharCode(code);
      const disturbs = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u.test(sign);
      assert.equal(withoutControls(`a${sign}b`), disturbs ? 'a b' : `a${sign}b`, code.toString(16));
    }
  });
});
