import assert from 'node:assert/strict';
import { describeValue } from '../../src/geometry/describe-value';
import { inEnglish, sentence } from '../../src/geometry/sentence';

describe('A value of a message, in words', () => {
  const descriptions: [value: unknown, words: string][] = [
    [undefined, 'undefined'],
    [null, 'null'],
    [' \n', 'an empty text'],
    ['a"b', 'the text "a\\"b"'],
    ['x'.repeat(41), `the text "${'x'.repeat(41)}"`],
    ['x'.repeat(42), `the text "${'x'.repeat(40)}…"`],
    [`${'x'.repeat(39)}🌾🌾`, `the text "${'x'.repeat(39)}…"`],
    ['https://user:canary@h.example/f.zip', 'the text "https://…"'],
    ['see mqtts://h/f?sig=canary', 'the text "see mqtts://…"'],
    ['https%3A%2F%2Fh%2Ff%3Fsig%3Dcanary', 'the text "https%3A%2F%2F…"'],
    [5, 'the number 5'],
    [true, 'the boolean true'],
    [10n ** 50n, `the bigint 1${'0'.repeat(39)}…`],
    [() => 5, 'a function'],
    [Symbol('x'), 'a symbol'],
    [[1, 2], 'an array of 2'],
    [Buffer.from('x'), 'binary data'],
    [{}, 'an object without fields'],
    [{ a: 1 }, 'an object with the field a'],
    [{ ['x'.repeat(32)]: 1 }, `an object with the field ${'x'.repeat(30)}…`],
    [{ 'https://user:canary@h.example/f.wkt': '' }, 'an object with the field https://…'],
    [{ a: 1, b: 1, c: 1, d: 1, e: 1, f: 1 }, 'an object with the fields a, b, c, d, e, f'],
    [{ a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1 }, 'an object with the fields a, b, c, d, e, f and others'],
  ];
  for (const [value, words] of descriptions) {
    it(`is ${words}`, () => {
      const said = inEnglish(sentence('noArea', { found: describeValue(value) }));
      assert.equal(said.slice(0, said.lastIndexOf(': expected')), `There is no area in ${words}`);
    });
  }
});
