import assert from 'node:assert/strict';
import { showNoData } from '../../nodes/runtime/status/no-data';
import { writtenZip } from '../records/written-zip';
import { oneNode } from './one-node';
import { HEADER, row } from './read-flow';
import { sendJson } from './service-stand-in';
import { speaking } from './speaking';

/** A field in the Netherlands, with latitude and longitude swapped. */
const EXCHANGED = 'POLYGON ((51.950 5.600, 51.952 5.600, 51.952 5.602, 51.950 5.602, 51.950 5.600))';
const COUNTRY = 'POLYGON ((5 50, 7 50, 7 52, 5 52, 5 50))';
const OVER_THE_DATE_LINE = 'MULTIPOLYGON (((179.9 -17, 180 -17, 180 -16.9, 179.9 -16.9, 179.9 -17)), ((-180 -17, -179.9 -17, -179.9 -16.9, -180 -16.9, -180 -17)))';

describe('A node that finds no data', () => {
  const start = oneNode();
  const source = { datasets: [], retrieved: '2026-01-01T00:00:00.000Z', synthetic: false, temporalCoverage: '1950/2020' };

  it('says where the area is, or at which year the data end or begin', async () => {
    const { flow } = await start('soil-data', {}, (_, response) => sendJson(response, 200, { dataFeedElement: [] }));
    let sent = 0;
    // No two in a row end alike: what is shown is the status of the latest.
    for (const [text, query, from] of [
      ['no data · 5.6N 52.0E', { geometry: EXCHANGED }, source],
      ['no data · 33.4S 70.7W', { geometry: 'POINT (-70.66 -33.44)' }, {}],
      ['no data', { geometry: COUNTRY }, {}],
      ['no data after 2020', { geometry: EXCHANGED, startYear: 2021 }, source],
      ['no data', { geometry: OVER_THE_DATE_LINE }, {}],
      ['no data before 1950', { geometry: EXCHANGED, endYear: 1949 }, source],
      ['no data · 5.6N 52.0E', { geometry: EXCHANGED, startYear: 2020, endYear: 2030 }, source],
      ['no data after 2020', { geometry: EXCHANGED, startYear: 2021 }, { ...source, temporalCoverage: '1950-01-01/2020-12-31' }],
      ['no data · 5.6N 52.0E', { geometry: EXCHANGED, startYear: 2021 }, { ...source, temporalCoverage: '1950/..' }],
      ['no data', { geometry: COUNTRY, startYear: 2021 }, { ...source, temporalCoverage: [1950, 2020] }],
    ] as const) {
      flow.send('node', { soil: { query, source: from } });
      assert.deepEqual((await flow.message('out', sent++)).payload, []);
      await flow.shows('node', { fill: 'yellow', shape: 'ring', text });
    }
  });

  it('names the place with the letters and the decimal point of the language', async () => {
    for (const [language, place] of [['de', '5,6N 52,0O'], ['es', '5,6N 52,0E'], ['fr', '5,6N 52,0E'], ['pt-BR', '5,6N 52,0L']] as const) {
      const shown: unknown[] = [];
      await showNoData(speaking(language), { show: (...status: unknown[]) => void shown.push(status) } as never, { geometry: EXCHANGED });
      assert.deepEqual(shown, [['attention', 'noDataAt', { place }]], language);
    }
  });

  it('says where it looked for datasets, and passes on which years there are if it finds some', async () => {
    let found: object[] = [];
    const { flow } = await start('soil-discover', { resource: 'datasets' }, (_, response) =>
      sendJson(response, 200, { type: 'DataCatalog', temporalCoverage: '1950/2020', DataSet: found }),
    );
    flow.send('node', { soil: { query: { geometry: EXCHANGED, startYear: 2021 } } });
    await flow.shows('node', { fill: 'yellow', shape: 'ring', text: 'no data · 5.6N 52.0E' });
    found = [{ type: 'DataSet', identifier: 1, name: 'Profiles', description: '' }];
    flow.send('node', { soil: { query: { geometry: EXCHANGED } } });
    assert.equal((await flow.message('out', 1)).soil?.source?.temporalCoverage, '1950/2020');
  });

  it('says so for a file as well', async () => {
    const { flow } = await start('soil-read', {}, () => assert.fail());
    flow.send('node', { payload: await writtenZip({ 'output_data_points.csv': 'property,value\n' }), soil: { query: { geometry: EXCHANGED, startYear: 2021 }, source } });
    await flow.shows('node', { fill: 'yellow', shape: 'ring', text: 'no data after 2020' });
  });

  for (const type of ['soil-data', 'soil-read'] as const) {
    it(`says how many records there are, but draws attention, if none of them has a value (${type})`, async () => {
      let values: (number | null)[] = [];
      const element = (value: number | null): object => ({ item: [{ name: 'Property', value: 'Clay' }, { name: 'Value', value }] });
      const { flow } = await start(type, { distinct: false }, (_, response) => sendJson(response, 200, { dataFeedElement: values.map(element) }));
      for (const [fill, shape, ...found] of [['yellow', 'ring', null, null], ['green', 'dot', null, 0]] as const) {
        values = [...found];
        const csv = `property,value\n${found.map((value) => `Clay,${value ?? ''}\n`).join('')}`;
        flow.send('node', { payload: await writtenZip({ 'a.csv': csv }), soil: { query: { geometry: EXCHANGED } } });
        await flow.shows('node', { fill, shape, text: '2 records' });
      }
    });
  }

  it('names neither year nor place for a file whose data the allowed licences leave out', async () => {
    const { flow } = await start('soil-read', { licences: ['CC BY'] }, () => assert.fail());
    const zip = await writtenZip({ 'a.csv': HEADER + row(1, 'Plots', 'CC-BY-NC-4.0') });
    flow.send('node', { payload: zip, soil: { query: { geometry: EXCHANGED, startYear: 2021 }, source } });
    await flow.shows('node', { fill: 'yellow', shape: 'ring', text: 'no data' });
  });
});
