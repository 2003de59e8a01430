import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findJsonFault } from '../../../src/service/answers/json-text';

describe('the fault of a broken JSON text', () => {
  const faults: [text: string, position: number, expected: string][] = [
    ['', 0, 'a value'],
    ['tru', 3, 'the rest of a value'],
    ['trux', 0, 'a value'],
    ['{"a":6.', 7, 'the rest of a value'],
    ['{"a":6. ', 6, '"," or "}"'],
    ['[-', 2, 'the rest of a value'],
    ['[1.5e+', 6, 'the rest of a value'],
    ['["\\', 3, 'the rest of a text in quotes'],
    ['["\\u00', 6, 'the rest of a text in quotes'],
    ['["\\u00"', 2, 'the rest of a text in quotes'],
    ['<html>', 0, 'a value'],
    ['{"a":1,', 7, 'a name in quotes'],
    ['{"a":1,}', 7, 'a name in quotes'],
    ['{a:1}', 1, 'a name in quotes'],
    ['{"a" 1}', 5, '":"'],
    ['{"a":1 "b":2}', 7, '"," or "}"'],
    ['{"a":[1,2 3]}', 10, '"," or "]"'],
    ['[1,]', 3, 'a value'],
    ['[01]', 2, '"," or "]"'],
    ['[]]', 2, 'the end of the text'],
    ['{"a":"cut of', 12, 'the rest of a text in quotes'],
    ['"\\q"', 1, 'the rest of a text in quotes'],
    ['"a\nb"', 2, 'the rest of a text in quotes'],
    ['{"a":{"b":[1', 12, '"," or "]"'],
  ];

  for (const [text, position, expected] of faults) {
    it(`in ${JSON.stringify(text)} is at position ${position}`, () => {
      assert.deepEqual(findJsonFault(text), { position, expected });
    });
  }

  it('is found exactly when JSON.parse refuses a text', () => {
    const piece = fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '"a"', '1', '-0.5e3', 'true', 'null', ' ', '\\', '\n', '0');
    fc.assert(
      fc.property(fc.oneof(fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')), fc.json()), (text) => {
        assert.equal(findJsonFault(text) === undefined, parses(text), text);
      }),
      { numRuns: 2000 },
    );
  });

  it('is at the end of the text if a sound text was cut', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (json, at) => {
        const list = `[${json}]`;
        const cut = list.slice(0, at % list.length);
        assert.ok((findJsonFault(cut)?.position ?? -1) >= cut.trimEnd().length, cut);
      }),
      { numRuns: 2000 },
    );
  });
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
