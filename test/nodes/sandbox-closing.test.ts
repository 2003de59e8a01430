import { until } from '../time/until';
import { RunningFlow } from './flow';

describe('The sandbox of a service', () => {
  let flow: RunningFlow | undefined;
  let before = 0;
  afterEach(() => flow?.stop());

  /** Servers that this process listens with. */
  const listening = (): number => process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;

  /** Closing a server takes some turns of the event loop; so may one of an earlier test. */
  const areLeft = (sandboxes: number): Promise<void> => until(() => listening() <= before + sandboxes, () => `${listening() - before} sandboxes`);

  async function start(settings: object): Promise<RunningFlow> {
    before = listening();
    flow = await RunningFlow.start([
      { id: 'svc', type: 'soil-service', mode: 'sandbox', ...settings },
      { id: 'node', type: 'soil-discover', service: 'svc', resource: 'all-datasets', wires: [['out']] },
      { id: 'out', type: 'helper' },
    ]);
    return flow;
  }

  it('is closed again if a setting of the service is wrong, however many messages come', async () => {
    const running = await start({ timeout: 'soon' });
    for (let index = 0; index < 3; index++) {
      running.send('node', {});
      await running.error(index);
    }
    await areLeft(0);
  });

  it('is one for all messages, and closed with its nodes', async () => {
    const running = await start({});
    for (let index = 0; index < 3; index++) {
      running.send('node', {});
      await running.message('out', index);
    }
    await areLeft(1);
    await running.stop();
    flow = undefined;
    await areLeft(0);
  });
});
