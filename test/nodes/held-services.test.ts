import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { mock } from 'node:test';
import { testConnection } from '../../nodes/admin/connection-test';
import { deployedService } from '../../nodes/admin/deployed-service';
import { HeldServices } from '../../nodes/admin/held-services';
import { ServiceHost } from '../../nodes/soil-service/service-host';
import { until } from '../time/until';

describe('The services that open dialogs ask', () => {
  let userDir = '';
  beforeEach(async () => {
    userDir = await mkdtemp(path.join(os.tmpdir(), 'held-services-'));
  });
  afterEach(() => rm(userDir, { recursive: true, force: true }));

  it('keep a deployed one open as long as any of the screens that show it', async () => {
    const deployed = { id: 'svc', type: 'soil-service', mode: 'sandbox', warn: () => undefined };
    const nodes = { eachNode: (call: (node: object) => void) => call(deployed), getNode: () => node };
    const RED = { settings: { userDir }, _: (key: string) => key, nodes } as never;
    const node = { ...deployed, host: new ServiceHost(RED, deployed as never, { mode: 'sandbox' }, {}) };
    const held = new HeldServices(RED);
    // One screen more than are held at a time: the first one goes.
    const screens = Array.from({ length: 21 }, (_, number) => ({ id: 'svc', settings: { mode: 'sandbox', name: number } }));
    try {
      const services = await Promise.all(screens.map((screen) => held.service(screen)));
      assert.equal(new Set(services).size, 1);
      assert.ok((await services[0]!.allDatasets()).datasets.length > 0);
      held.releaseAll();
      await assert.rejects(services[0]!.allDatasets(), { code: 'SOIL_CANCELLED' }, 'nobody asks it any more');
    } finally {
      held.releaseAll();
    }
  });

  it('ask one that is only on the screen by one client, which goes when twenty others have come', async () => {
    const nodes = { eachNode: () => undefined, getCredentials: () => undefined };
    const held = new HeldServices({ settings: { userDir }, nodes } as never);
    const address = 'http://127.0.0.1:1';
    const ask = (timeout: number) => held.service({ id: 'new', settings: { mode: 'service', baseUrl: address, authUrl: address, timeout }, clientId: 'me', clientSecret: 'typed' });
    try {
      const [first, second] = [await ask(1), await ask(2)];
      for (let other = 3; other <= 20; other++) await ask(other);
      assert.deepEqual([await ask(1) === first, await ask(2) === second], [true, true]);
      // Asked for last, it stays; the second is the oldest by now.
      await ask(1);
      for (let other = 21; other <= 39; other++) await ask(other);
      await assert.rejects(second.allDatasets(), { code: 'SOIL_CANCELLED' });
      assert.deepEqual([await ask(1) === first, await ask(2) === second], [true, false]);
    } finally {
      held.releaseAll();
    }
  });

  it('are services, and not another node that has a host', () => {
    const nodes = { eachNode: (call: (node: object) => void) => call({ id: 'printer', type: 'tcp out' }), getNode: () => ({ id: 'printer', host: 'printer.example' }) };
    assert.equal(deployedService({ nodes } as never, 'printer'), undefined);
  });

  it('stay open until a minute after the last question', async () => {
    const nodes = { eachNode: () => undefined, getCredentials: () => undefined };
    const held = new HeldServices({ settings: { userDir }, nodes } as never);
    const address = 'http://127.0.0.1:1';
    const ask = () => held.service({ id: 'new', settings: { mode: 'service', baseUrl: address, authUrl: address }, clientId: 'me', clientSecret: 'typed' });
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const first = await ask();
      for (const [seconds, isSame] of [[59, true], [59, true], [61, false]] as const) {
        mock.timers.tick(seconds * 1000);
        assert.equal((await ask()) === first, isSame);
      }
    } finally {
      held.releaseAll();
      mock.timers.reset();
    }
  });

  it('leave no server behind after a test of a sandbox that is only on the screen, which takes no credentials', async () => {
    const servers = (): number => process.getActiveResourcesInfo().filter((resource) => resource === 'TCPServerWrap').length;
    const before = servers();
    const nodes = { eachNode: () => undefined, getCredentials: () => undefined };
    const RED = { settings: { userDir }, _: (key: string) => key, nodes, log: { warn: () => undefined } } as never;
    assert.equal((await testConnection(RED, { id: 'new', settings: { mode: 'sandbox' }, clientId: '${CLIENT}' })).ok, true);
    await until(() => servers() <= before, 'The sandbox is still there.');
  });
});
