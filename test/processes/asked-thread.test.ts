import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Worker } from 'node:worker_threads';
import { AskedThread } from '../../src/processes/asked-thread';

/** Does what it is told. */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
parentPort.on('message', ({ say, settings, fill, hold, fail, end }) => {
  if (fail) throw new Error(fail);
  if (end) process.exit();
  if (fill) fill.fill(7);
  if (hold) Atomics.wait(hold, 0, 0);
  parentPort.postMessage(settings ? { env: Object.keys(process.env), execArgv: process.execArgv, workerData } : say);
});
`;

interface Order {
  say?: unknown;
  settings?: true;
  fill?: Uint8Array;
  /** It answers once this is no longer zero. */
  hold?: Int32Array;
  fail?: string;
  end?: true;
}

describe('A thread that is asked', () => {
  const threads: AskedThread<Order, unknown>[] = [];
  const start = (workerData?: unknown): AskedThread<Order, unknown> => {
    const thread = new AskedThread<Order, unknown>(PROGRAM, workerData);
    threads.push(thread);
    return thread;
  };
  afterEach(() => {
    for (const thread of threads.splice(0)) thread.close();
  });

  it('answers each in its turn, and is busy until then', async () => {
    const thread = start();
    assert.equal(thread.isBusy, false);
    const first = thread.ask({ say: 1 });
    const answers = Promise.all([first, ...[2, 3].map((say) => thread.ask({ say }))]);
    assert.equal(thread.isBusy, true);
    await first;
    assert.deepEqual(await answers, [1, 2, 3]);
    assert.deepEqual([thread.isBusy, thread.isLost], [false, false]);
  });

  it('works in memory that both share', async () => {
    const fill = new Uint8Array(new SharedArrayBuffer(3));
    await start().ask({ fill });
    assert.deepEqual([...fill], [7, 7, 7]);
  });

  it('has what it is given, and nothing of the process', async () => {
    process.env.SOIL_OF_THE_PROCESS = 'secret';
    try {
      assert.deepEqual(await start('given').ask({ settings: true }), { env: [], execArgv: [], workerData: 'given' });
    } finally {
      delete process.env.SOIL_OF_THE_PROCESS;
    }
  });

  it('answers the others if a message cannot be sent', async () => {
    const thread = start();
    const first = thread.ask({ say: 1 });
    await assert.rejects(thread.ask({ say: () => undefined }), { name: 'DataCloneError' });
    assert.deepEqual([await first, await thread.ask({ say: 2 })], [1, 2]);
  });

  for (const [what, order, said] of [
    ['fails', { fail: 'out of order' }, 'out of order'],
    ['ends', { end: true }, 'the thread for it ended'],
  ] as const) {
    it(`is lost for those that wait, and for all after them, if it ${what}`, async () => {
      const thread = start();
      assert.equal(await thread.ask({ say: 1 }), 1);
      const those = await Promise.allSettled([thread.ask(order), thread.ask({ say: 2 })]);
      assert.equal(thread.isLost, true);
      assert.equal(thread.isBusy, false);
      const [after] = await Promise.allSettled([thread.ask({ say: 3 })]);
      assert.deepEqual([...those, after].map((each) => each?.status === 'rejected' && (each.reason as Error).message), [said, said, said]);
    });
  }

  it('is lost once it is closed', async () => {
    const thread = start();
    const waiting = assert.rejects(thread.ask({ say: 1 }), { message: 'the thread for it was closed' });
    thread.close();
    await waiting;
    assert.equal(thread.isLost, true);
    await once(Reflect.get(thread, 'worker') as Worker, 'exit');
    await assert.rejects(thread.ask({ say: 2 }), { message: 'the thread for it was closed' });
    thread.close();
  });

  it('is lost from the start if it cannot be started', async () => {
    const thread = start(() => 'what no thread can be given');
    assert.equal(thread.isLost, true);
    await assert.rejects(thread.ask({ say: 1 }), { name: 'DataCloneError' });
  });

  it('keeps the process running only while it is asked', async () => {
    const ports = (): number => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;
    const before = ports();
    const thread = start();
    assert.equal(ports(), before);
    const hold = new Int32Array(new SharedArrayBuffer(4));
    const [first, second] = [thread.ask({ say: 1 }), thread.ask({ hold })];
    assert.equal(ports(), before + 1);
    await first;
    assert.equal(ports(), before + 1);
    Atomics.store(hold, 0, 1);
    Atomics.notify(hold, 0);
    await second;
    assert.equal(ports(), before);
  });

  describe('of another process', () => {
    const file = path.resolve('dist', 'src', 'processes', 'asked-thread.js');
    const run = (script: string, ...options: string[]): string => {
      const loaded = `const { AskedThread } = require(${JSON.stringify(file)}); const thread = new AskedThread(${JSON.stringify(PROGRAM)}); ${script}`;
      const { stdout, stderr, signal } = spawnSync(process.execPath, [...options, '-e', loaded], { encoding: 'utf8', timeout: 20_000, env: { ...process.env, NODE_OPTIONS: '' } });
      return signal ?? (stdout.trim() || stderr);
    };

    it('keeps it running while it is asked, and no longer', () => {
      assert.equal(run('thread.ask({ say: 1 }).then(console.log);'), '1');
      assert.equal(run("console.log('idle');"), 'idle');
    });

    it('is lost from the start if no thread may be started', () => {
      const permission = Number(process.versions.node.split('.')[0]) >= 23 ? '--permission' : '--experimental-permission';
      assert.equal(run('thread.ask({ say: 1 }).catch(({ code }) => { thread.close(); console.log(code, thread.isLost); });', permission, '--allow-fs-read=*'), 'ERR_ACCESS_DENIED true');
    });
  });
});
