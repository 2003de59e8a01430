import assert from 'node:assert/strict';
import { zipOf } from '../download/download-scenario';
import { RunningFlow } from './flow';
import { credentials, ServiceStandIn } from './service-stand-in';

const zip = zipOf(500);
/** Wrong for a file, and hidden where the zip goes into the message. */
const WRONG_FOR_A_FILE = { folder: '${NOT_SET}', filename: '${NOT_SET}', exists: 'ask', extract: 'perhaps', maxBytes: '1 MB' };

describe('Settings that the dialog hides', () => {
  let flow: RunningFlow | undefined;
  let service: ServiceStandIn | undefined;
  afterEach(async () => {
    await flow?.stop();
    await service?.stop();
    flow = service = undefined;
  });

  async function download(settings: object): Promise<RunningFlow> {
    service = await ServiceStandIn.start((_request, response) => response.writeHead(200, { 'content-length': zip.length }).end(zip));
    const node = { id: 'download', type: 'soil-download', service: 'svc', ...settings, wires: [['out'], []] };
    flow = await RunningFlow.start([service.configuration(), node, { id: 'out', type: 'helper' }], { credentials });
    flow.send('download', { payload: `${service.baseUrl}/soil.zip` });
    return flow;
  }

  it('are of no account to soil-download: those of a file where the zip goes into the message', async () => {
    const { payload } = await (await download({ to: 'buffer', ...WRONG_FOR_A_FILE })).message('out');
    assert.deepEqual(payload, zip);
  });

  for (const [name, value] of Object.entries(WRONG_FOR_A_FILE)) {
    it(`are named where they are seen: ${name}`, async () => {
      const { error } = await (await download({ to: 'file', maxBuffer: 'all', [name]: value })).error();
      assert.equal(error.code, 'SOIL_CONFIG');
      assert.ok(error.message.includes(`"${name}"`), error.message);
    });
  }
});
