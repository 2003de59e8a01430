import assert from 'node:assert/strict';
import { givenRecords } from '../../src/records/given-records';
import { evaluated } from '../examples/jsonata';
import { madeRecord } from './made-record';

/** The only record of a message that has no other. */
const only = (record: object): unknown => [...givenRecords([record]).records][0];

describe('Records that a message brings', () => {
  it('are taken as they were made, up to the poles and the antimeridian', () => {
    for (const place of [{ lon: 180, lat: 90 }, { lon: -180, lat: -90 }]) assert.deepEqual(only(madeRecord(place)), madeRecord(place));
  });

  it('may have numbers as texts, and need nothing but a property', () => {
    const { lon, lat, depthTop, value } = only({ property: 'pH', lon: '5.5', lat: '52', depthTop: '0', value: '6.5' }) as Record<string, unknown>;
    assert.deepEqual([lon, lat, depthTop, value], [5.5, 52, 0, 6.5]);
    const empty = Object.fromEntries(Object.keys(madeRecord({})).map((field) => [field, null]));
    assert.deepEqual(only({ property: 'pH' }), { ...empty, property: 'pH' });
  });

  it('have no depth where there is a number that stands for none: a layer down to 9999 cm would fill all slices', () => {
    const depths = [-9999, '-9999.0', 9999, 99_999, 30].map((depthTop) => [...givenRecords([{ property: 'pH', depthTop, depthBottom: depthTop }]).records][0]!);
    assert.deepEqual(depths.flatMap(({ depthTop, depthBottom }) => [depthTop, depthBottom]), [...Array<null>(8).fill(null), 30, 30]);
  });

  it('have no place where half of it is missing, as those of files: two of them in one profile would pass for two profiles', () => {
    const places = [{ lon: 5 }, { lat: 52, lon: null }, { lon: 5, lat: 52 }].map((place) => only({ property: 'pH', ...place }) as Record<string, unknown>);
    assert.deepEqual(places.map(({ lon, lat }) => [lon, lat]), [[null, null], [null, null], [5, 52]]);
  });

  it('have the name of their property without blanks around it, which a database may add', () => {
    assert.equal((only({ property: ' Clay  ' }) as { property: unknown }).property, 'Clay');
    assert.throws(() => only({ property: ' ' }), / it has no "property"\./);
  });

  it('may have texts as numbers, and dates as the core csv node and databases give them', () => {
    const { dataset, date } = only({ property: 'pH', dataset: 2019, date: 1958 }) as Record<string, unknown>;
    assert.deepEqual([dataset, date], ['2019', '1958']);
    for (const [given, read] of [['2024/03/01', '2024-03-01'], [' 1958.0', '1958'], ['', null], ['NA', null], ['9999-12-31', null], [null, null]])
      assert.equal((only({ property: 'pH', date: given }) as { date: unknown }).date, read, String(given));
  });

  it('are refused with a date that cannot be read, without which the visits of several days would pass for one profile', () => {
    for (const date of ['01.03.2024', '2024-02-30', 'spring 2019', 1_709_251_200_000])
      assert.throws(() => only({ property: 'pH', date }), /^msg\.payload\[0\] is not a soil record: "date" is (?:the text "\d\d\.03\.2024"|the text "2024-02-30"|the text "spring 2019"|the text "1709251200000"): give a day, such as 2024-03-01, a month or a year\.$/);
  });

  const refused: [record: unknown, words: string][] = [
    [madeRecord({ lon: 180.1 }), '"lon" is the number 180.1: give degrees on WGS 84'],
    [madeRecord({ lon: -5_000_000 }), '"lon" is the number -5000000: give degrees on WGS 84'],
    [madeRecord({ lat: 90.1 }), '"lat" is the number 90.1: give degrees on WGS 84'],
    [{ ...madeRecord({}), lat: '-91' }, '"lat" is the text "-91": give degrees on WGS 84'],
    [{ ...madeRecord({}), lat: 'north' }, '"lat" is the text "north": give a number'],
    [{ ...madeRecord({}), depthTop: 'top' }, '"depthTop" is the text "top": give a number'],
    [{ ...madeRecord({}), unit: ['%'] }, '"unit" is an array of 1: give a text'],
    [{ ...madeRecord({}), date: new Date(0) }, '"date" is a Date: give a text, such as 2024-03-01'],
    [{ ...madeRecord({}), h3: 622_236_750_694_711_300 }, '"h3" is the number 622236750694711300: give a text'],
    [{ ...madeRecord({}), property: 7 }, '"property" is the number 7: give a text'],
    [{ ...madeRecord({}), property: null }, 'it has no "property". Records of your own need it, and "value", "depthTop" and "depthBottom"'],
    [madeRecord({ value: Infinity }), '"value" is the number Infinity: give a finite number or a text'],
    ['pH', 'an object was expected, but found the text "pH"'],
    [[madeRecord({})], 'it is an array. Put all records into one array first: a change node does so with the JSONata expression $reduce(payload, $append)'],
  ];
  for (const [index, [record, words]] of refused.entries()) {
    it(`are refused if one is not a record: ${words} (case ${index + 1})`, () => {
      const { records } = givenRecords([madeRecord({}), record]);
      assert.throws(() => [...records], { message: `msg.payload[1] is not a soil record: ${words}.` });
    });
  }

  it('are one array once the advice is followed for the lists of several messages', async () => {
    const lists = [[madeRecord({})], [], [madeRecord({}), madeRecord({})]];
    assert.equal(givenRecords(await evaluated('$reduce(payload, $append)', lists)).count, 3);
  });

  it('are made from summaries of grids, one for each: the mean of the area, or of the whole grid with a method that says so', () => {
    const grid = { property: 'Clay', band: 1, mean: 21.5 };
    const told = [{ ...grid, clipped: true }, { ...grid, clipped: false }, { ...grid, clipped: false, method: 'SoilGrids' }, { property: 'Clay', value: 3, clipped: false }];
    const records = told.map(only) as { value: unknown; method: unknown }[];
    assert.deepEqual(records.map(({ value, method }) => [value, method]), [[21.5, null], [21.5, 'whole grid'], [21.5, 'SoilGrids'], [3, null]]);
  });

  it('have their H3 index in hexadecimal digits, in whichever form it came', () => {
    const given = ['622236750694711295', '0x8A2A1072B59FFFF', '8a2a1072b59ffff', 'north'].map((h3) => madeRecord({ h3 }));
    assert.deepEqual([...givenRecords(given).records].map(({ h3 }) => h3), [...Array(3).fill('8a2a1072b59ffff'), 'north']);
  });

  it('count the characters of their texts as they are taken', () => {
    const given = givenRecords([madeRecord({ value: 'sandy loam' }), madeRecord({ licence: 'CC0' })]);
    assert.deepEqual([[...given.records].length, given.count, given.characters], [2, 2, 39]);
  });

  it('are refused if they are not a list', () => {
    for (const given of [undefined, null, 'pH', madeRecord({})]) assert.throws(() => givenRecords(given), /No soil records: msg\.payload must be an array of records\. /);
  });

  it('are refused with what makes them a list: JSON as text, and what a filter of JSONata gives for one match, and for none', async () => {
    const two = [madeRecord({ dataset: 'A' }), madeRecord({ dataset: 'B' })];
    for (const [payload, advice] of [[JSON.stringify(two), 'put a json node before this one'], [null, 'Put soil-data or soil-read'], [{ records: two }, 'Put soil-data or soil-read']])
      assert.throws(() => givenRecords(payload), new RegExp(`an array of records\\. .*${String(advice)}`));
    for (const [dataset, count] of [['B', 1], ['C', 0]] as const) {
      const filter = `payload[dataset = "${dataset}"]`;
      assert.equal(givenRecords(await evaluated(`[${filter}]`, two)).count, count);
      const filtered = await evaluated(filter, two);
      assert.throws(() => givenRecords(filtered), /put it in brackets, as in \[payload\[property="pH"\]\]: so they are an array/);
    }
  });

  it('are refused if they are rows of a profile, a table or a database, which would all count as without a value or a depth', () => {
    for (const row of [{ property: 'Clay', unit: '%', n: 2, mean: 28.5 }, { property: 'Texture class', mean: null, clay: 20 }])
      assert.throws(() => [...givenRecords([row]).records], /^msg\.payload\[0\] is not a soil record: it has a "mean" and no "value", like a row that soil-profile gives; send the records themselves\.$/);
    const ofTable = { property: 'Clay', value: 28.5, unit: '%', depth: '0-10 cm' };
    assert.throws(() => [...givenRecords([ofTable]).records], /"depth" and no "depthTop" and "depthBottom", like a row of a table; leave "Shaped for" empty in the node before this one\.$/);
    assert.equal([...givenRecords([{ ...ofTable, depthTop: 0, depthBottom: 10 }]).records][0]?.depthBottom, 10);
    const ofDatabase = { property: 'Clay', value: 28.5, unit: '%', depth_top: 0, depth_bottom: 10 };
    assert.throws(() => [...givenRecords([ofDatabase]).records], /"depth_top" and no "depthTop", like a row of a database; name its columns as the fields of a record /);
    assert.equal([...givenRecords([{ ...ofDatabase, depthTop: 0, depthBottom: 10 }]).records][0]?.depthBottom, 10);
    assert.equal([...givenRecords([{ property: 'Clay', mean: 3, value: 4 }]).records][0]?.value, 4);
  });
});
