import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { HeldServices } from '../../nodes/admin/held-services';
import { ServiceHost } from '../../nodes/soil-service/service-host';

describe('The services that open dialogs ask', () => {
  let userDir = '';
  beforeEach(async () => {
    userDir = await mkdtemp(path.join(os.tmpdir(), 'held-services-'));
  });
  afterEach(() => rm(userDir, { recursive: true, force: true }));

  it('keep a deployed one open as long as one of the screens that show it', async () => {
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
    } finally {
      held.releaseAll();
    }
  });
});
