import assert from 'node:assert/strict';
import { writtenZip } from '../records/written-zip';
import { RunningFlow, type CaughtMessage, type FlowNode } from './flow';
import { out, readNode, rows, type ReadMessage } from './read-flow';
import { credentials, ServiceStandIn } from './service-stand-in';

describe('soil-read of a file that another download replaced', () => {
  let service: ServiceStandIn;
  let flow: RunningFlow;

  before(async () => {
    const zips = new Map([['/north', await writtenZip({ 'a.csv': rows(2) })], ['/south', await writtenZip({ 'a.csv': rows(3) })]]);
    service = await ServiceStandIn.start(({ url }, response) => response.end(zips.get(url ?? '')));
  });
  after(() => service.stop());
  afterEach(() => flow.stop());

  /** Downloads one field after the other to one name, and gives the messages. */
  async function downloaded(settings: object): Promise<object[]> {
    const download: FlowNode = { id: 'download', type: 'soil-download', service: 'svc', filename: 'field.zip', ...settings, wires: [['files'], []] };
    flow = await RunningFlow.start([service.configuration(), download, { id: 'files', type: 'helper' }, readNode(), out], { credentials });
    const messages: object[] = [];
    for (const field of ['north', 'south']) {
      flow.send('download', { topic: field, payload: `${service.baseUrl}/${field}` });
      messages.push(structuredClone(await flow.message('files', messages.length)));
    }
    return messages;
  }

  for (const extract of [false, true]) {
    it(`refuses it for the message whose file it is not (${extract ? 'unpacked' : 'a zip'})`, async () => {
      const [north, south] = await downloaded({ extract });
      flow.send('read', south!);
      assert.equal(((await flow.message('out')) as unknown as ReadMessage).payload.length, 3);
      flow.send('read', north!);
      const { error, ...refused } = await flow.message<CaughtMessage & { topic: string }>('errors');
      assert.deepEqual([error.code, refused.topic], ['SOIL_STORAGE', 'north']);
      assert.match(error.message, /^Another download took the place of .*field.*: this message came with a file of \d+ bytes, and now there is one of \d+\. Put \{\{id\}\}/);
    });
  }

  it('reads it where the message says nothing of a file, or each has its own', async () => {
    const [north] = await downloaded({});
    flow.send('read', { ...north, soil: {} });
    assert.equal(((await flow.message('out')) as unknown as ReadMessage).payload.length, 3);
    await flow.stop();
    const [own] = await downloaded({ exists: 'number' });
    flow.send('read', own!);
    assert.equal(((await flow.message('out')) as unknown as ReadMessage).payload.length, 2);
  });
});
