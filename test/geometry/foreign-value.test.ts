import assert from 'node:assert/strict';
import { describeValue, field, finiteNumber } from '../../src/geometry/foreign-value';
import { inEnglish, sentence } from '../../src/geometry/sentence';

describe('A value of a message', () => {
  it('is a number where it is finite, or plain decimal text', () => {
    for (const [value, number] of [[5, 5], [-0.5, -0.5], ['52.1', 52.1], [' 52.1\n', 52.1], ['+5', 5], ['-.5', -0.5], ['5.', 5], ['1e2', 100], ['1.5E-3', 0.0015]] as const) {
      assert.equal(finiteNumber(value), number);
    }
    assert.equal(finiteNumber('0.'.padEnd(40, '1')), 1 / 9);
  });

  it('is none where JavaScript alone would make one of it', () => {
    const none = ['', ' ', '0x10', '1_000', '1,5', '5 m', 'Infinity', 'NaN', '0.'.padEnd(41, '1'), null, true, [], [5], {}, new Date(0), 5n, NaN, Infinity, undefined];
    for (const value of none) assert.equal(finiteNumber(value), undefined, String(value));
  });

  it('has its own fields alone', () => {
    assert.equal(field(Object.create({ crs: 1 }) as object, 'crs'), undefined);
    assert.equal(field({}, 'constructor'), undefined);
    assert.equal(field({ crs: 1 }, 'crs'), 1);
  });

  const descriptions: [value: unknown, words: string][] = [
    [undefined, 'undefined'],
    [null, 'null'],
    [' \n', 'an empty text'],
    ['a"b', 'the text "a\\"b"'],
    ['x'.repeat(40), `the text "${'x'.repeat(40)}"`],
    ['x'.repeat(41), `the text "${'x'.repeat(40)}…"`],
    [5, 'the number 5'],
    [true, 'the boolean true'],
    [10n ** 50n, `the bigint 1${'0'.repeat(39)}…`],
    [() => 5, 'a function'],
    [Symbol('x'), 'a symbol'],
    [[1, 2], 'an array of 2'],
    [Buffer.from('x'), 'binary data'],
    [{}, 'an object without fields'],
    [{ a: 1 }, 'an object with the field a'],
    [{ ['x'.repeat(31)]: 1 }, `an object with the field ${'x'.repeat(30)}…`],
    [{ a: 1, b: 1, c: 1, d: 1, e: 1, f: 1 }, 'an object with the fields a, b, c, d, e, f'],
    [{ a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1 }, 'an object with the fields a, b, c, d, e, f and others']
  ];
  for (const [value, words] of descriptions) {
    it(`is described: ${words}`, () => {
      const said = inEnglish(sentence('noArea', { found: describeValue(value) }));
      assert.equal(said.slice(0, said.lastIndexOf(': expected')), `There is no area in ${words}`);
    });
  }
});
