import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Node, NodeAPI } from 'node-red';
import { acquireKeeper } from '../../nodes/runtime/keeping/keeper-use';
import type { ServiceUse } from '../../nodes/runtime/service-use';
import { KeptWaits } from '../../nodes/soil-wait/kept-waits';
import { later, ScriptedService } from '../jobs/scripted-service';
import { Node as Listener } from '../jobs/waits/wait-scenario';

describe('The waits of a node', () => {
  let userDir = '';
  beforeEach(async () => (userDir = await mkdtemp(path.join(os.tmpdir(), 'kept-waits-'))));
  afterEach(() => rm(userDir, { recursive: true, force: true }));

  it('have what came just before it closes: it does not close before that is in the journal', async () => {
    const RED = { settings: { userDir }, events: new EventEmitter(), log: { warn: () => undefined, info: () => undefined } } as unknown as NodeAPI;
    const service = later<ScriptedService>();
    const use = { service: () => service.promise } as unknown as ServiceUse;
    const waits = new KeptWaits(RED, { id: 'wait', on: () => undefined } as unknown as Node, use, new Listener());
    const accepted = waits.accept({ _msgid: 'm1', soil: { job: { id: 'j1' } } } as never, () => ({ timeoutMinutes: 60, firstPollSeconds: 60, maxPollSeconds: 60 }));
    let isOver = false;
    const closed = waits.detach().then(() => {
      isOver = true;
      return waits.release();
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(isOver, false);
    service.resolve(new ScriptedService());
    await Promise.all([accepted, closed]);
    const keeper = await acquireKeeper(RED);
    assert.equal(keeper.waits.count('wait'), 1);
    await keeper.release();
  });
});
