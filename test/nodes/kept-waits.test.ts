import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Node, NodeAPI } from 'node-red';
import { acquireKeeper } from '../../nodes/runtime/keeping/keeper-use';
import type { ServiceUse } from '../../nodes/runtime/service-use';
import { KeptWaits, type WaitTimes } from '../../nodes/soil-wait/kept-waits';
import { later, ScriptedService } from '../jobs/scripted-service';
import { Node as Listener } from '../jobs/waits/wait-scenario';
import { until } from '../time/until';

const TIMES: WaitTimes = { timeoutMinutes: 60, firstPollSeconds: 60, maxPollSeconds: 60 };

describe('The waits of a node', () => {
  let userDir = '';
  let RED: NodeAPI;
  beforeEach(async () => {
    userDir = await mkdtemp(path.join(os.tmpdir(), 'kept-waits-'));
    RED = { settings: { userDir }, events: new EventEmitter(), log: { warn: () => undefined, info: () => undefined } } as unknown as NodeAPI;
  });
  afterEach(() => rm(userDir, { recursive: true, force: true }));

  const waitsOn = (service: () => Promise<ScriptedService>, listener = new Listener()): KeptWaits =>
    new KeptWaits(RED, { id: 'wait', on: () => undefined } as unknown as Node, { service } as unknown as ServiceUse, listener);
  const waitingFor = (id: string): never => ({ _msgid: id, soil: { job: { id } } }) as never;

  it('include what came just before it closes: it does not close before that is in the journal', async () => {
    const service = later<ScriptedService>();
    const waits = waitsOn(() => service.promise);
    const accepted = waits.accept(waitingFor('j1'), () => TIMES);
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

  it('go on with a service that replaces theirs while they are being written into the journal', async () => {
    const [former, next] = [new ScriptedService(), new ScriptedService()];
    let service = former;
    const waits = waitsOn(() => Promise.resolve(service));
    const writing = later<void>();
    const accepted = waits.accept(waitingFor('j1'), () => {
      writing.resolve();
      return { ...TIMES, firstPollSeconds: 0.01 };
    });
    await writing.promise;
    service = next;
    assert.equal(await waits.changeService(), true);
    await accepted;
    await until(() => next.read.length > 0, 'the status is read');
    await waits.detach();
    await waits.release();
  });

  it('end if a message right after theirs says so, but not if it came before', async () => {
    const service = new ScriptedService();
    const waits = waitsOn(() => Promise.resolve(service));
    const before = waits.accept(waitingFor('before'), () => TIMES);
    const cancelled = waits.cancel(() => Promise.resolve(undefined));
    const after = waits.accept(waitingFor('after'), () => TIMES);
    await Promise.all([before, cancelled, after]);
    const keeper = await acquireKeeper(RED);
    assert.deepEqual(keeper.list().map(({ job, state }) => [job, state]), [['after', 'waiting'], ['before', 'cancelled']]);
    await keeper.release();
    await waits.detach();
    await waits.release();
  });

  it('end for good if the node closes right after a message that says so', async () => {
    const service = new ScriptedService();
    const listener = new Listener();
    const waits = waitsOn(() => Promise.resolve(service), listener);
    await waits.accept(waitingFor('j1'), () => TIMES);
    const cancelled = waits.cancel(() => Promise.resolve(undefined));
    await waits.detach();
    await waits.release();
    await cancelled;
    assert.deepEqual(listener.errors.map(({ error }) => error.code), ['SOIL_CANCELLED']);
    const keeper = await acquireKeeper(RED);
    assert.deepEqual(keeper.list().map(({ job, state }) => [job, state]), [['j1', 'cancelled']]);
    await keeper.release();
  });
});
