import assert from 'node:assert/strict';
import { readDepth } from '../../src/records/fields/depth-interval';
import { readName, readText, readValue } from '../../src/records/fields/missing-value';
import { beginningOf, readSamplingDate } from '../../src/records/fields/sampling-date';

describe('A single value of a record', () => {
  it('is a number if it is written as one, and otherwise what was written', () => {
    const values: [raw: unknown, value: unknown][] = [
      [0, 0],
      ['0', 0],
      [' -1.5e1 ', -15],
      ['-9999', -9999],
      ['.25', 0.25],
      ['1e-12', 1e-12],
      ['0x10', '0x10'],
      ['1,000', '1,000'],
      ['<0.5', '<0.5'],
      ['1e999', '1e999'],
      ['Infinity', 'Infinity'],
      [true, 'true'],
      ['Na', 'Na'],
      [NaN, null],
      [Infinity, null],
      [' ', null],
      ['n/a', null],
      [{}, null],
    ];
    for (const [raw, value] of values) assert.equal(readValue(raw), value, String(raw));
  });

  it('is a text without blanks around it', () => {
    assert.deepEqual([' A ', ' NA ', 7, 2 ** 60, true].map(readText), ['A', null, '7', null, null]);
    assert.deepEqual([' pH ', 'NA', '  ', 7, null].map(readName), ['pH', 'NA', null, '7', null]);
  });

  it('is a depth in centimetres, or none', () => {
    assert.deepEqual([' 0-5 ', '0 to 0.3 m', '100+', '50 mm', '3 dm', '-2-0'].map(readDepth), [
      { top: 0, bottom: 5 },
      { top: 0, bottom: 30 },
      { top: 100, bottom: null },
      { top: 5, bottom: 5 },
      { top: 30, bottom: 30 },
      { top: -2, bottom: 0 },
    ]);
    for (const text of ['0cm-5cm', '0 cm to 5 CM', '0 cm – 5 cm', '0mm−50mm', '0 — 5']) assert.deepEqual(readDepth(text), { top: 0, bottom: 5 }, text);
    for (const text of ['0-5 furlong', '7 kg', 'deep', '', '0.3m-50cm', '0cm-5', '0 cm-5 furlong']) assert.equal(readDepth(text), null, text);
  });

  it('is a date that exists, or none', () => {
    for (const date of ['1958', '1958-07', '1958-01', '1958-12-01', '2000-02-29', '1958-07-09T14:30', '1958-07-09T12:00:00']) assert.equal(readSamplingDate(date), date);
    for (const date of ['1958-00-00', '1958-00', '19580000', '1958/00/00', '1958-00-00 00:00:00', '1958-00-00T00:00:00.000', '1958-00-00T00:00:00Z']) assert.equal(readSamplingDate(date), '1958', date);
    for (const date of ['1958-07-00', '19580700', '1958-07-00 00:00']) assert.equal(readSamplingDate(date), '1958-07', date);
    assert.equal(readSamplingDate('1958-07-09T14:30-00'), '1958-07-09T14:30-00:00');
    for (const text of ['1958-13', '1958-13-00', '1958-00-07', '58-00', '-00', '1958-07-00T10:00', '1958-02-30', '1900-02-29', '2001-02-29', '07/08/58', ...['1958.0', '1958-07', '1958-07-09', '1958-07-09T14:30'].flatMap((date) => [`x${date}`, `${date}x`])]) assert.equal(readSamplingDate(text), null, text);
    for (const [text, day] of [['1958.00', '1958'], ['1958-07-09T00:00', '1958-07-09']] as const) assert.equal(readSamplingDate(text), day);
  });

  it('is a date that begins at the same moment wherever it is read', () => {
    const zone = process.env['TZ'];
    process.env['TZ'] = 'Asia/Kolkata';
    try {
      for (const [date, beginning] of [
        ['1958', '1958-01-01T00:00:00.000Z'],
        ['1958-07-09', '1958-07-09T00:00:00.000Z'],
        ['1958-07-09T14:30', '1958-07-09T14:30:00.000Z'],
        ['1958-07-09T14:30:15.5', '1958-07-09T14:30:15.500Z'],
        ['1958-07-09T14:30+02:00', '1958-07-09T12:30:00.000Z'],
      ] as const)
        assert.equal(beginningOf(date)?.toISOString(), beginning);
      assert.equal(beginningOf('spring'), null);
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  });
});
