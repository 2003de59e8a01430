import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ServiceHost } from '../../nodes/soil-service/service-host';
import { until } from '../time/until';

describe('A service that nodes share', () => {
  let userDir = '';
  let host: ServiceHost;
  let before = 0;
  beforeEach(async () => {
    userDir = await mkdtemp(path.join(os.tmpdir(), 'service-host-'));
    const node = { id: 'svc', trace: () => undefined, warn: () => undefined };
    host = new ServiceHost({ settings: { userDir }, _: (key: string) => key } as never, node as never, { mode: 'sandbox' }, {});
    before = listening();
  });
  afterEach(() => rm(userDir, { recursive: true, force: true }));

  /** Servers that this process listens with. */
  const listening = (): number => process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;

  it('leaves no sandbox behind if a message came after the last of them had let go', async () => {
    const user = {};
    host.attach(user);
    await host.service();
    await host.detach(user);
    await host.service();
    await until(() => listening() <= before, 'the sandbox is closed');
  });

  it('stays for a node that comes in the turn of such a message', async () => {
    const user = {};
    const late = await host.service();
    host.attach(user);
    assert.equal(await host.service(), late);
    assert.ok((await late.allDatasets()).datasets.length > 0);
    await host.detach(user);
    await until(() => listening() <= before, 'the sandbox is closed');
  });

  it('has one sandbox at a time, even if one node comes while another lets go', async () => {
    const [first, second] = [{}, {}];
    host.attach(first);
    const service = await host.service();
    const close = service.close.bind(service);
    service.close = async () => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await close();
    };
    const leaving = host.detach(first).then(() => 'closed');
    host.attach(second);
    const coming = host.service().then(() => 'open');
    assert.equal(await Promise.race([coming, leaving]), 'closed');
    assert.equal(await coming, 'open');
    await host.detach(second);
  });
});
