import assert from 'node:assert/strict';
import Module from 'node:module';
import { buildZip } from '../archive/zip-builder';
import { until } from '../time/until';
import { RunningFlow } from './flow';
import { oneNode } from './one-node';
import { credentials, sendJson, ServiceStandIn } from './service-stand-in';

type Load = (this: unknown, request: string, ...rest: unknown[]) => unknown;

describe('Code that is loaded when it is first needed', () => {
  const start = oneNode();
  const modules = Module as unknown as { _load: Load };
  const load = modules._load;
  const zip = buildZip([{ name: 'a.csv', content: 'property,value\nClay,1\n' }]);
  let flow: RunningFlow | undefined;
  afterEach(async () => {
    modules._load = load;
    await flow?.stop();
    flow = undefined;
  });

  /** As in a process with too many files open. */
  const refuse = (...endings: string[]): void => {
    modules._load = function (request, ...rest) {
      if (endings.some((ending) => request.endsWith(ending))) throw Object.assign(new Error('EMFILE: too many open files, open'), { code: 'EMFILE' });
      return load.call(this, request, ...rest);
    };
  };
  const refused = /^Cannot load the code of node-red-contrib-soil-data at .*: this process has too many files open \(EMFILE\)/;

  it('is there once nodes run that need it: an update of the package, which only the next start uses, does not mix with what runs', async () => {
    const service = await ServiceStandIn.start((_, response) => response.end(zip));
    try {
      flow = await RunningFlow.start([
        service.configuration(),
        { id: 'download', type: 'soil-download', service: 'svc', to: 'buffer', wires: [['read'], []] },
        { id: 'read', type: 'soil-read', wires: [['out']] },
        { id: 'out', type: 'helper' },
      ], { credentials });
      await new Promise((resolve) => setImmediate(resolve));
      refuse('/download-file', '/read-export', '/zip-reader');
      flow.send('download', { payload: `${service.baseUrl}/file` });
      await flow.message('out');
    } finally {
      await service.stop();
    }
  });

  for (const [type, file, payload] of [
    ['soil-data', '/put-answer', undefined],
    ['soil-profile', '/put-profiles', [{ property: 'pH', value: 6, depthTop: 0, depthBottom: 30 }]],
  ] as const) {
    it(`is there once ${type} runs`, async () => {
      const running = (await start(type, {}, (_, response) => sendJson(response, 200, { dataFeedElement: [] }))).flow;
      await new Promise((resolve) => setImmediate(resolve));
      refuse(file);
      running.send('node', { payload, soil: { query: { geometry: 'POINT (5 52)' } } });
      await running.message('out');
    });
  }

  it('to read a zip, is loaded with the next message if it could not be loaded before', async () => {
    refuse('/read-export');
    const running = (await start('soil-read', {}, (_, response) => sendJson(response, 200, {}))).flow;
    running.send('node', { payload: zip });
    const { error } = await running.error();
    assert.deepEqual([error.code, refused.test(error.message)], ['SOIL_STORAGE', true], error.message);
    modules._load = load;
    running.send('node', { payload: zip });
    await until(() => running.messages('out').length === 1, 'the records');
  });

  for (const [what, type, ending] of [
    ['for a download', 'soil-download', '/download-file'],
    ['for the sandbox', 'soil-data', '/sandbox'],
  ] as const) {
    it(`${what}, has an error code of the contract if it cannot be loaded`, async () => {
      refuse(ending);
      flow = await RunningFlow.start([{ id: 'svc', type: 'soil-service', mode: 'sandbox' }, { id: 'node', type, service: 'svc', wires: [[]] }]);
      flow.send('node', { payload: 'https://files.example/soil.zip', soil: { query: { geometry: 'POINT (5 52)' } } });
      const { error } = await flow.error();
      assert.deepEqual([error.code, refused.test(error.message)], ['SOIL_STORAGE', true], error.message);
    });
  }
});
