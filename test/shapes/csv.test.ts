import assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import { shapedProfile, shapedRecords } from '../../src/shapes/shape';
import { context, later, record, slice, texture } from './shape-scenario';

describe('The shape for CSV', () => {
  it('is text that a CSV reader gives back, with the header once', async () => {
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
    const profile = parse(String((await shapedProfile('csv', [slice({}), texture], { ...context, name: 'north field' }, 'area')).payload), {
      columns: true,
      record_delimiter: '\r\n',
    });
    assert.deepEqual(
      (profile as Record<string, string>[]).map(({ topic, property, mean, datasets, usda }) => [topic, property, mean, datasets, usda]),
      [
        ['north field', 'pH', '6.12345', 'A; B', ''],
        ['north field', 'Texture class', '', 'A; B', 'loam'],
      ],
    );
  });
});
