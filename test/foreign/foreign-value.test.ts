import assert from 'node:assert/strict';
import { fieldOf, finiteNumber, foreignObject, ownField, textIn, wholeNumberOf } from '../../src/foreign/foreign-value';

describe('A value from outside', () => {
  it('is a number if it is finite, or plain decimal text', () => {
    for (const [value, number] of [[5, 5], [-0.5, -0.5], ['52.1', 52.1], [' 52.1\n', 52.1], ['+5', 5], ['-.5', -0.5], ['5.', 5], ['1e2', 100], ['1.5E-3', 0.0015]] as const) {
      assert.equal(finiteNumber(value), number);
    }
    assert.equal(finiteNumber('0.'.padEnd(40, '1')), 1 / 9);
  });

  it('is not a number if only JavaScript would make one of it', () => {
    const none = ['', ' ', '0x10', '1_000', '1,5', '5 m', 'Infinity', 'NaN', '0.'.padEnd(41, '1'), null, true, [], [5], {}, new Date(0), 5n, NaN, Infinity, undefined];
    for (const value of none) assert.equal(finiteNumber(value), undefined, String(value));
  });

  it('has only its own fields', () => {
    for (const read of [ownField, fieldOf]) {
      assert.equal(read(Object.create({ crs: 1 }) as object, 'crs'), undefined);
      assert.equal(read({}, 'constructor'), undefined);
      assert.equal(read({ crs: 1 }, 'crs'), 1);
    }
  });

  it('gives the first of several fields that is present and not null', () => {
    assert.equal(fieldOf({ id: null, name: '', '@id': 'x' }, 'id', 'identifier', 'name', '@id'), '');
    assert.equal(fieldOf({ id: null }, 'id'), undefined);
    assert.equal(ownField({ id: null }, 'id'), null);
    for (const none of [null, undefined, 'text', 5, ['id'], () => 5]) assert.equal(fieldOf(none, 'length'), undefined);
  });

  it('is an object, or none', () => {
    const object = { a: 1 };
    assert.equal(foreignObject(object), object);
    for (const none of [null, undefined, 'text', 5, [object], () => 5]) assert.equal(foreignObject(none), undefined);
  });

  it('is a text if it is one that is not empty', () => {
    assert.equal(textIn({ name: 'clay' }, 'name'), 'clay');
    for (const none of ['', 5, null, ['clay']]) assert.equal(textIn({ name: none }, 'name'), undefined);
  });

  it('is a whole number if it is one that is not below 0, or digits', () => {
    for (const [value, number] of [[0, 0], [7, 7], [' 12\n', 12], ['007', 7]] as const) assert.equal(wholeNumberOf(value), number);
    for (const none of [-1, 0.5, 2 ** 53, '-1', '1.0', '1e3', '', ' ', '9'.repeat(16), '1'.repeat(17), null, true, [1], NaN]) assert.equal(wholeNumberOf(none), undefined, String(none));
  });
});
