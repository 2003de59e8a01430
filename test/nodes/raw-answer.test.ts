import assert from 'node:assert/strict';
import type { RunningFlow } from './flow';
import { oneNode } from './one-node';
import { sendJson } from './service-stand-in';

const query = { geometry: 'POLYGON ((5.665 51.987, 5.668 51.987, 5.668 51.989, 5.665 51.989, 5.665 51.987))' };
const feed = { dataFeedElement: [{ item: [{ name: 'Property', value: 'pH' }, { name: 'Value', value: 6 }, { name: 'Dataset', value: 'Survey' }] }] };

describe('The raw output of soil-data', () => {
  const start = oneNode();

  async function ask(answer: unknown, output: string): Promise<RunningFlow> {
    const { flow } = await start('soil-data', { output }, (_request, response) => sendJson(response, 200, answer));
    flow.send('node', { soil: { query } });
    return flow;
  }

  for (const answer of [{}, 'words', 7, null, { values: [1, 2] }, [{ a: 1 }], feed]) {
    it(`is the JSON of the service, whatever its shape: ${JSON.stringify(answer).slice(0, 30)}`, async () => {
      const flow = await ask(answer, 'raw');
      const { payload, soil } = await flow.message('out');
      assert.deepEqual(payload, answer);
      const [records, { count, first }] = [answer === feed ? 1 : 0, soil?.problems as { count: number; first: string[] }];
      assert.equal(soil?.source?.datasets.length, records);
      assert.deepEqual([soil?.read, count, first.length], [{ found: records, records, otherLicences: 0 }, 0, 0]);
      await flow.shows('node', { fill: 'green', shape: 'dot', text: answer === feed ? '1 record' : 'answered' });
    });
  }

  it('says "no data" for an empty feed', async () => {
    const flow = await ask({ dataFeedElement: [] }, 'raw');
    assert.deepEqual((await flow.message('out')).payload, { dataFeedElement: [] });
    await flow.shows('node', { fill: 'yellow', shape: 'ring', text: 'no data · 52.0N 5.7E' });
  });

  for (const answer of [{ values: [1, 2] }, [{ a: 1 }]]) {
    it(`yields no records: an answer without any is an error, ${JSON.stringify(answer)}`, async () => {
      const { error } = await (await ask(answer, 'records')).error();
      assert.equal(error.code, 'SOIL_RESPONSE');
      assert.deepEqual([error.cause?.status, error.cause?.method], [200, 'POST']);
      assert.match(String(error.cause?.url), /\/soil-data-by-geometry$/);
    });
  }
});

describe('The records of soil-data', () => {
  const start = oneNode();
  const cells = (licence: string) => [...feed.dataFeedElement[0]!.item, { name: 'License', value: licence }];

  for (const [licences, text] of [[[], '1 record'], [['CC0'], 'no data']] as const) {
    it(`are "${text}" under the node if another one could not be read, and the licences are ${JSON.stringify(licences)}`, async () => {
      const answer = { dataFeedElement: [{ item: cells('CC-BY-4.0') }, { item: [{ name: 'Value', value: 6 }] }] };
      const { flow } = await start('soil-data', { licences }, (_request, response) => sendJson(response, 200, answer));
      flow.send('node', { soil: { query } });
      const { payload, soil } = await flow.message('out');
      const records = 1 - licences.length;
      assert.deepEqual([(payload as unknown[]).length, soil?.read], [records, { found: 1, records, otherLicences: licences.length }]);
      assert.equal((soil?.problems as { count: number } | undefined)?.count, 1);
      await flow.shows('node', { fill: 'yellow', shape: 'ring', text });
    });
  }
});
