import assert from 'node:assert/strict';
import { recordsFromAnswer } from '../../src/records/formats/synchronous-answer';
import { element, feed, only } from './answer-scenario';

const clay = { name: 'Property', value: 'Clay' };

describe('The cells of a data feed', () => {
  it('have their unit under any of its names', async () => {
    for (const name of ['unitText', 'unitCode', 'unit', 'units']) {
      const record = await only(feed(element(clay, { name: 'Value', value: 24, [name]: '%' }, { name: 'Depth', value: '0-0.3', [name]: 'm' })));
      assert.deepEqual([record.unit, record.depthTop, record.depthBottom], ['%', 0, 30], name);
    }
    assert.equal((await only(feed(element(clay, { name: 'Value', value: 24, unitText: '%', unit: 'P1' })))).unit, '%');
    assert.equal((await only([{ property: 'Clay', value: 24, units: 3 }])).unit, null, 'a column of that name may count things');
  });

  it('may have the unit of a depth in its text, which takes precedence over that of another cell', async () => {
    for (const depth of [{ value: '50 mm' }, { value: '50 mm', unitText: 'm' }, { value: '5e1', unitText: 'mm' }]) {
      const record = await only(feed(element(clay, { name: 'Upper depth', ...depth }, { name: 'Depth', value: '0-1 m' }, { name: 'Depth unit', value: 'm' })));
      assert.equal(record.depthTop, 5, JSON.stringify(depth));
    }
  });

  it('have no value if there are several, and no range under names that are not read', async () => {
    const { records, problems } = await recordsFromAnswer(feed(element(clay, { name: 'Value', value: [23, 24] }, { name: 'Slope', minValue: 2, maxValue: 5 })));
    assert.deepEqual([records[0]!.value, problems.first], [null, ['Element 1: "[23,24]" is a list or an object where one value was expected. It was not used.']]);
  });

  it('may give a depth by its ends, as schema.org writes a range', async () => {
    for (const [range, top, bottom] of [
      [{ minValue: 0, maxValue: 30, unitText: 'cm' }, 0, 30],
      [{ minValue: '0', maxValue: 0.3, unit: 'm' }, 0, 30],
      [{ minValue: -5, maxValue: 0 }, -5, 0],
      [{ minValue: 1, unitText: 'm' }, 100, null],
      [{ value: '0-20', minValue: 0, maxValue: 30 }, 0, 20],
    ] as const) {
      const record = await only(feed(element(clay, { name: 'Value', value: 24 }, { name: 'Depth', ...range })));
      assert.deepEqual([record.depthTop, record.depthBottom], [top, bottom], JSON.stringify(range));
    }
  });

  it('may have no range but a depth: others are reported', async () => {
    const { records, problems } = await recordsFromAnswer(feed(element(clay, { name: 'Value', minValue: 20, maxValue: 30, unitText: '%' }, { name: 'Depth', maxValue: 30 })));
    assert.deepEqual([records[0]!.value, records[0]!.depthTop, records[0]!.depthBottom], [null, null, null]);
    assert.deepEqual(problems.first, [
      'Element 1: "Value" is a range ("20-30") where one value was expected. It was not used.',
      'Element 1: "up to 30" is not a depth interval. The record is kept without a depth.',
    ]);
  });

  it('leave to their element what they do not say, and not to the feed, which holds data of several datasets', async () => {
    const beside = { dataset: { '@type': 'Dataset', name: 'Soil survey' }, license: 'CC-BY-4.0', observationDate: '1958', dateModified: '2026-01-01' };
    const answer = { '@type': 'DataFeed', name: 'Soil data', license: { '@id': 'https://creativecommons.org/publicdomain/zero/1.0/' }, dataFeedElement: [{ item: [clay], ...beside }, { item: [clay] }, { item: [clay, { name: 'License', value: 'ODbL' }, { name: 'Dataset', value: 'Profiles' }], ...beside }] };
    const { records, problems } = await recordsFromAnswer(answer);
    assert.deepEqual(records.map(({ dataset, licence, date }) => [dataset, licence, date]), [
      ['Soil survey', 'CC-BY-4.0', '1958'],
      [null, null, null],
      ['Profiles', 'ODbL', '1958'],
    ]);
    assert.equal(problems.count, 0);
  });

  it('have the licence beside them, as a text, as an object, or several times', async () => {
    for (const [license, licence] of [
      [{ '@value': 'CC0-1.0' }, 'CC0-1.0'],
      [['CC0-1.0'], 'CC0-1.0'],
      [[{ name: 'ODbL' }], 'ODbL'],
      [{ '@id': 'https://example.com/by' }, 'https://example.com/by'],
      [['CC0-1.0', { name: 'ODbL', url: 'https://example.com/odbl' }, 'NA'], 'CC0-1.0, ODbL'],
      [['NA'], null],
      [[], null],
    ] as const) {
      assert.equal((await only(feed({ item: [clay], license }))).licence, licence, JSON.stringify(license));
    }
  });

  it('accept only a name as the dataset beside them, and no date of the element', async () => {
    for (const dataset of ['LUCAS topsoil:2018', 'LUCAS: topsoil']) assert.equal((await only(feed({ item: [clay], dataset }))).dataset, dataset);
    for (const beside of [{ dataset: 102 }, { dataset: '102' }, { dataset: 'https://api.example/datasets/102' }, { dataset: { '@id': 'urn:x' } }, { source: 'API' }, { dateCreated: '2026-01-01', date: '2026-01-01', year: 2026 }]) {
      const [record] = (await recordsFromAnswer(feed({ item: [clay], ...beside }))).records;
      assert.deepEqual([record?.dataset, record?.date], [null, null], JSON.stringify(beside));
    }
  });
});
