import assert from 'node:assert/strict';
import { RunningFlow, type FlowNode } from './flow';
import { credentials, sendJson, ServiceStandIn } from './service-stand-in';

const layer = { property: 'pH', unit: 'pH', depthTop: 0, depthBottom: 10 };
const records = [
  { ...layer, value: 6.5, lon: 5.6, lat: 52, date: '2013-07-23' },
  { ...layer, value: 7, lon: 5.7, lat: 52 },
];

describe('Records of a small area for another node', () => {
  let flow: RunningFlow;
  let service: ServiceStandIn;
  let answer: object = {};

  before(async () => {
    service = await ServiceStandIn.start((_, response) => sendJson(response, 200, answer));
    const node = (id: string, settings: object): FlowNode => ({ id, type: 'soil-data', service: 'svc', wires: [['out']], ...settings });
    const nodes = [
      service.configuration(),
      node('csv', { shape: 'csv' }),
      node('sqlite', { shape: 'sqlite' }),
      node('influxdb', { shape: 'influxdb' }),
      node('raw', { output: 'raw', shape: 'csv' }),
      node('wrong', { shape: 'columns' }),
      { id: 'out', type: 'helper' },
    ];
    flow = await RunningFlow.start(nodes, { credentials });
  });
  after(async () => {
    await flow.stop();
    await service.stop();
  });

  const ask = async (node: string, given: object): Promise<{ payload: unknown; topic?: unknown; read: unknown }> => {
    answer = given;
    const before = flow.messages('out').length;
    flow.send(node, { topic: 'north', soil: { query: { geometry: 'POINT (5.6 52)' } } });
    const { payload, topic, soil } = (await flow.message('out', before)) as { payload: unknown; topic?: unknown; soil: { read: unknown } };
    return { payload, topic, read: soil.read };
  };

  it('have the form that the other node takes', async () => {
    const csv = await ask('csv', records);
    assert.match(String(csv.payload), /^dataset,property,.*\r\n.*,6\.5,.*\r\n.*,7,.*\r\n$/);
    assert.deepEqual(csv.read, { found: 2, records: 2, otherLicences: 0 });
    const sqlite = await ask('sqlite', records);
    assert.match(String(sqlite.topic), /^INSERT /);
    await flow.shows('sqlite', { fill: 'green', shape: 'dot', text: '2 records' });
  });

  it('say what does not fit the form', async () => {
    const { payload, read } = await ask('influxdb', records);
    assert.deepEqual((payload as { fields: unknown }[]).map(({ fields }) => fields), [{ value: 6.5 }]);
    assert.deepEqual(read, { found: 2, records: 2, otherLicences: 0, leftOut: ['Records without a date, which InfluxDB would take for new: 1.'] });
    await ask('influxdb', records.slice(1));
    await flow.shows('influxdb', { fill: 'yellow', shape: 'ring', text: '1 record' });
  });

  it('have none if the raw answer is passed on', async () => {
    assert.deepEqual((await ask('raw', records)).payload, records);
  });

  it('are refused if only profiles have the form', async () => {
    flow.send('wrong', { soil: { query: { geometry: 'POINT (5.6 52)' } } });
    assert.match((await flow.error()).error.message, /"Shaped for" is "columns": choose /);
  });
});
