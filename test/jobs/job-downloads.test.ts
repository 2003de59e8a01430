import assert from 'node:assert/strict';
import { setMaxListeners } from 'node:events';
import { JobKeeper, type DownloadOrigin, type WaitingMessage } from '../../src/jobs/job-keeper';
import { SimulatedClock } from '../time/simulated-clock';
import { Life } from './life';
import { MemoryDisk, systemError } from './memory-disk';
import { completed, later, ScriptedService } from './scripted-service';

const LINK = 'https://files.example/1.zip?h=link-CANARY';

function linked(more: object = {}): WaitingMessage {
  return { _msgid: 'm1', topic: 'north', payload: LINK, soil: { job: { id: 'j1', url: 'https://api.example/j1', result: { url: LINK } } }, ...more };
}

/** A soil-download node between its start and its closing: fetches as the test says. */
class DownloadNode {
  readonly out: { message: WaitingMessage; file: string; again: boolean }[] = [];
  readonly errors: unknown[] = [];
  readonly origins: DownloadOrigin[] = [];
  readonly takenUp: WaitingMessage[] = [];
  private readonly closing = new AbortController();
  private readonly files: ReturnType<typeof later<string>>[] = [];
  private readonly detach: () => void;
  private readonly going: Promise<void>[] = [];

  constructor(
    private readonly keeper: JobKeeper,
    private readonly id = 'download',
  ) {
    setMaxListeners(0, this.closing.signal);
    this.detach = keeper.attachDownloads(id, (message) => {
      this.takenUp.push(message);
      this.take(message);
    });
  }

  take(message: WaitingMessage): void {
    const file = later<string>();
    this.files.push(file);
    this.closing.signal.addEventListener('abort', () => file.reject(this.closing.signal.reason as Error));
    const work = {
      node: this.id,
      message,
      signal: this.closing.signal,
      fetch: (origin: DownloadOrigin) => {
        this.origins.push(origin);
        return file.promise;
      },
      handOver: (path: string, again: boolean) => void this.out.push({ message, file: path, again })
    };
    this.going.push(this.keeper.download(work).catch((error: unknown) => void this.errors.push(error)));
  }

  /** The file of the n-th message is there. */
  async fetched(index = 0): Promise<void> {
    this.files[index]?.resolve('a.zip');
    await this.going[index];
  }

  async failed(index = 0): Promise<void> {
    this.files[index]?.reject(new Error('no file'));
    await this.going[index];
  }

  async close(): Promise<void> {
    this.closing.abort(new Error('closed'));
    this.detach();
    await Promise.all(this.going);
  }
}

/** What a new process takes up. */
async function takenUpAfter(life: Life): Promise<DownloadNode> {
  return new DownloadNode((await life.kill()).keeper);
}

async function onDisk(life: Life): Promise<string> {
  await life.clock.advance(1);
  return (life.disk.contents('jobs.journal') as Buffer).toString();
}

describe('A download', () => {
  it('hands its message over once, and nothing of it is left', async () => {
    const life = await Life.begin();
    const node = new DownloadNode(life.keeper);
    const message = linked();
    node.take(message);
    await node.fetched();
    assert.deepEqual(node.out, [{ message, file: 'a.zip', again: false }]);
    assert.deepEqual(node.origins, [{ at: life.clock.now(), fromDisk: false }]);
    await onDisk(life);
    assert.deepEqual((await takenUpAfter(life)).takenUp, []);
  });

  it('that failed is no longer kept', async () => {
    const life = await Life.begin();
    const node = new DownloadNode(life.keeper);
    node.take(linked());
    await node.failed();
    await onDisk(life);
    assert.deepEqual([node.out.length, String(node.errors[0])], [0, 'Error: no file']);
    assert.deepEqual((await takenUpAfter(life)).takenUp, []);
  });

  it('is taken up after a kill, by the node of the same identifier, with what its message came with', async () => {
    const life = await Life.begin();
    new DownloadNode(life.keeper).take(linked());
    new DownloadNode(life.keeper, 'another').take(linked({ _msgid: 'm2' }));
    const from = life.clock.now();
    await life.clock.advance(60_000);
    const next = await life.kill();
    const node = new DownloadNode(next.keeper);
    assert.deepEqual(node.takenUp.map(({ _msgid, topic }) => [_msgid, topic]), [['m1', 'north']]);
    await node.fetched();
    assert.deepEqual(node.origins, [{ at: from, fromDisk: true }]);
    assert.deepEqual(node.out.map(({ again }) => again), [false]);
    await onDisk(next);
    assert.deepEqual((await takenUpAfter(next)).takenUp, []);
  });

  it('is taken up again and again, whatever kills it', async () => {
    let life = await Life.begin();
    new DownloadNode(life.keeper).take(linked());
    for (let kill = 0; kill < 3; kill++) {
      await onDisk(life);
      life = await life.kill();
      assert.equal(new DownloadNode(life.keeper).takenUp.length, 1);
    }
    await life.end();
  });

  it('begins at once, and has its message on the disk before it is handed over', async () => {
    const life = await Life.begin();
    const held = later<void>();
    life.disk.hold = (call) => (call.startsWith('sync') ? held.promise : undefined);
    const node = new DownloadNode(life.keeper);
    node.take(linked());
    assert.equal(node.origins.length, 1);
    const fetched = node.fetched();
    await life.clock.advance(1000);
    assert.equal(node.out.length, 0);
    held.resolve();
    await fetched;
    assert.equal(node.out.length, 1);
    await life.end();
  });

  it('costs one sync for its beginning, one before it is handed over and one after, however many there are at once', async () => {
    const life = await Life.begin();
    const node = new DownloadNode(life.keeper);
    const syncs = (): number => life.disk.calls.filter((call) => call === 'sync jobs.journal').length;
    const before = syncs();
    for (let at = 0; at < 100; at++) node.take(linked({ _msgid: `m${at}` }));
    await onDisk(life);
    assert.equal(syncs(), before + 1);
    await Promise.all(Array.from({ length: 100 }, (_, at) => node.fetched(at)));
    await onDisk(life);
    assert.equal(syncs(), before + 3);
    await life.end();
  });

  it('has no link in the journal, also after that was compacted', async () => {
    const disk = new MemoryDisk();
    const life = await Life.begin(disk);
    const node = new DownloadNode(life.keeper);
    node.take(linked());
    // A link of another storage than that of the job, in a form that no rule knows.
    node.take(linked({ _msgid: 'm2', payload: 'https://other.example/x?y=other-CANARY', note: 'see https://other.example/x?y=other-CANARY' }));
    assert.doesNotMatch(await onDisk(life), /CANARY/);
    const compactions = (): number => disk.calls.filter((call) => call === 'rename jobs.journal').length;
    const before = compactions();
    for (let at = 0; compactions() === before; at++) {
      node.take(linked({ _msgid: `n${at}`, padding: 'x'.repeat(100_000) }));
      await node.failed(2 + at);
    }
    assert.match(await onDisk(life), /m2/);
    assert.doesNotMatch(await onDisk(life), /CANARY/);
    await life.end();
  });

  it('is dropped with a line for the log where its node was deleted', async () => {
    const life = await Life.begin();
    const node = new DownloadNode(life.keeper, 'gone');
    node.take(linked());
    node.take({ payload: LINK });
    await node.close();
    assert.deepEqual(await life.keeper.retain((id) => id !== 'gone'), [
      'The soil-download node gone was deleted: the file of job j1 is not downloaded, and its message does not go on.',
      'The soil-download node gone was deleted: a file is not downloaded, and its message does not go on.'
    ]);
    assert.deepEqual(new DownloadNode(life.keeper, 'gone').takenUp, []);
    const next = await life.kill();
    assert.deepEqual(new DownloadNode(next.keeper, 'gone').takenUp, []);
    await next.end();
  });

  it('says that it may be the second time where a crash fell between handing over and noting that', async () => {
    const life = await Life.begin();
    const node = new DownloadNode(life.keeper);
    node.take(linked());
    const fetched = node.fetched();
    // What is written from here on stays off the disk.
    const disk = life.disk;
    await fetched;
    const journal = (disk.contents('jobs.journal') as Buffer).toString();
    disk.put('jobs.journal', journal.slice(0, journal.indexOf('\n', journal.indexOf('"delivering"')) + 1));
    const next = await Life.begin(disk.afterKill(), life.clock);
    const again = new DownloadNode(next.keeper);
    await again.fetched();
    assert.deepEqual(again.out.map((out) => out.again), [true]);
    await next.end();
    await life.end();
  });
});

describe('A redeploy during a download', () => {
  it('gives the very message to the next life of the node, with its link and its live parts', async () => {
    const life = await Life.begin();
    const node = new DownloadNode(life.keeper);
    const message = linked({ res: new (class Response {})() });
    node.take(message);
    await node.close();
    const after = new DownloadNode(life.keeper);
    assert.equal(after.takenUp[0], message);
    await after.fetched();
    assert.deepEqual(after.origins.map(({ fromDisk }) => fromDisk), [false]);
    assert.deepEqual([node.out.length, after.out.length], [0, 1]);
    await life.end();
  });

  it('hands nothing over where the file comes when the node has been closed', async () => {
    const life = await Life.begin();
    const node = new DownloadNode(life.keeper);
    node.take(linked());
    const closed = node.close();
    await node.fetched();
    await closed;
    assert.equal(node.out.length, 0);
    assert.equal(new DownloadNode(life.keeper).takenUp.length, 1);
    await life.end();
  });

  it('gives a message again that did not come in, and once where it comes in late after all', async () => {
    for (const comesLate of [false, true]) {
      const life = await Life.begin();
      const first = new DownloadNode(life.keeper);
      first.take(linked());
      await first.close();
      const given: WaitingMessage[] = [];
      life.keeper.attachDownloads('download', (message) => given.push(message))();
      const closed = new DownloadNode(life.keeper, 'another');
      await closed.close();
      if (comesLate) closed.take(given[0] as WaitingMessage);
      const next = new DownloadNode(life.keeper);
      if (comesLate) closed.take(given[0] as WaitingMessage);
      await life.clock.advance(1);
      assert.deepEqual(next.takenUp.map(({ _msgid }) => _msgid), ['m1']);
      await next.fetched();
      await onDisk(life);
      assert.deepEqual((await takenUpAfter(life)).takenUp, []);
    }
  });

  it('waits for a download that comes back late', async () => {
    const life = await Life.begin();
    const stop = new AbortController();
    const file = later<string>();
    const message = linked();
    const detach = life.keeper.attachDownloads('download', () => assert.fail('taken up by who left'));
    const going = life.keeper.download({ node: 'download', message, signal: stop.signal, fetch: () => file.promise, handOver: () => assert.fail('handed over') });
    stop.abort(new Error('closed'));
    detach();
    const after = new DownloadNode(life.keeper);
    assert.deepEqual(after.takenUp, []);
    file.resolve('late');
    await assert.rejects(going, /closed/);
    assert.deepEqual(after.takenUp, [message]);
    await life.end();
  });

  it('that closes every node keeps what is on no disk: live parts, and messages without a job', async () => {
    const fileSystem = new MemoryDisk();
    const parts = { fileSystem, clock: new SimulatedClock() };
    const keeper = await JobKeeper.acquire('redeployed', parts);
    const node = new DownloadNode(keeper);
    const messages = [linked({ res: new (class Response {})() }), { _msgid: 'm2', payload: LINK }, linked({ _msgid: 'm3' })];
    for (const message of messages) node.take(message);
    await node.close();
    await keeper.release();
    const opened = await JobKeeper.acquire('redeployed', parts);
    const after = new DownloadNode(opened);
    assert.equal(after.takenUp[0], messages[0]);
    assert.deepEqual(after.takenUp.map(({ _msgid }) => _msgid), ['m1', 'm3', 'm2']);
    assert.deepEqual(after.origins.map(({ fromDisk }) => fromDisk), [false, true, false]);
    for (const index of [0, 1, 2]) await after.fetched(index);
    assert.equal(after.out.length, 3);
    await after.close();
    await opened.release();
  });
});

describe('A download whose message cannot be on the disk', () => {
  it('goes on, and is written down when the disk allows', async () => {
    const life = await Life.begin();
    life.disk.fault = (call) => (call.startsWith('write') || call.startsWith('open') ? systemError('ENOSPC') : undefined);
    const node = new DownloadNode(life.keeper);
    node.take(linked());
    node.take(linked({ _msgid: 'm2' }));
    await node.fetched();
    assert.equal(node.out.length, 1);
    assert.equal(life.log.filter((line) => /no room|ENOSPC|full/i.test(line)).length, 1, life.log.join('\n'));
    life.disk.fault = () => undefined;
    await life.clock.advance(10_000);
    assert.deepEqual((await takenUpAfter(life)).takenUp.map(({ _msgid }) => _msgid), ['m2']);
  });

  it('because it is too large goes on, and the log says so once', async () => {
    const life = await Life.begin();
    const node = new DownloadNode(life.keeper);
    for (const id of ['m1', 'm2']) node.take(linked({ _msgid: id, area: 'x'.repeat(17_000_000) }));
    await Promise.all([node.fetched(0), node.fetched(1)]);
    assert.equal(node.out.length, 2);
    assert.equal(life.log.length, 1);
    assert.match(life.log[0] ?? '', /17\.0 MB .* not after a restart/);
    await life.end();
  });

  it('because it names no job goes on, and is lost with the process', async () => {
    const life = await Life.begin();
    const node = new DownloadNode(life.keeper);
    node.take({ payload: LINK });
    assert.deepEqual((await takenUpAfter(life)).takenUp, []);
    assert.equal(life.log.length, 0);
  });
});

describe('The message of a download', () => {
  /** What a message becomes when everything is closed and opened again: what the next node has, and whether its link is from the disk. */
  const afterDeploy = async (message: WaitingMessage): Promise<{ same: boolean; fromDisk: boolean | undefined; message: WaitingMessage | undefined }> => {
    const parts = { fileSystem: new MemoryDisk(), clock: new SimulatedClock() };
    const keeper = await JobKeeper.acquire('deployed', parts);
    const node = new DownloadNode(keeper);
    node.take(message);
    await node.close();
    await keeper.release();
    const opened = await JobKeeper.acquire('deployed', parts);
    const after = new DownloadNode(opened);
    const [found] = after.takenUp;
    const fromDisk = after.origins[0]?.fromDisk;
    await after.fetched();
    await opened.release();
    return { same: found === message, fromDisk, message: found };
  };

  it('is of the job that it names, by its identifier or else its address, and of none where it names none', async () => {
    const life = await Life.begin();
    const node = new DownloadNode(life.keeper, 'gone');
    for (const job of [{ id: 'j1', url: 'https://api.example/j1' }, { url: 'https://api.example/j2?signature=CANARY' }, { id: '', url: 'https://api.example/j3' }]) node.take({ payload: LINK, soil: { job } });
    for (const soil of [undefined, null, {}, { job: null }, { job: {} }, { job: { id: 7 } }, 'job']) node.take({ payload: LINK, soil });
    await node.close();
    const named = (await life.keeper.retain(() => false)).map((line) => / deleted: (.*) is not/.exec(line)?.[1]);
    assert.deepEqual(named.slice(0, 3), ['j1', 'https://api.example/j2', 'https://api.example/j3'].map((job) => `the file of job ${job}`));
    assert.deepEqual(named.slice(3), Array(7).fill('a file'));
    await life.end();
  });

  it('is on the disk where the link is that of its job, or an open one, and stays in memory where it is another', async () => {
    const job = { id: 'j1', result: { url: LINK } };
    for (const [payload, fromDisk] of [
      [LINK, true],
      [LINK.replace('link-CANARY', 'renewed'), true],
      ['https://other.example/open.zip', true],
      ['no link at all', true],
      ['https://other.example/1.zip?h=link-CANARY', false]
    ] as const) {
      const after = await afterDeploy({ _msgid: 'm1', payload, soil: { job } });
      assert.deepEqual([after.same, after.fromDisk], [!fromDisk, fromDisk], payload);
    }
    assert.equal((await afterDeploy({ payload: LINK, soil: { job: { id: 'j1' } } })).fromDisk, false, 'nobody knows whether it is the link of the job');
  });

  it('goes out all the same where the node that is to take it up fails, and the log says so', async () => {
    const life = await Life.begin();
    const node = new DownloadNode(life.keeper);
    node.take(linked());
    node.take(linked({ _msgid: 'm2' }));
    await node.close();
    let asked = 0;
    const failing = ['no node', new Error('no room')];
    life.keeper.attachDownloads('download', () => {
      throw failing[asked++];
    })();
    assert.deepEqual(life.log, ['A download could not be taken up: no node', 'A download could not be taken up: no room']);
    assert.equal(new DownloadNode(life.keeper).takenUp.length, 2);
    await life.end();
  });
});

describe('A message between soil-wait and soil-download', () => {
  /** A job is completed, and its message has left soil-wait. */
  async function passed(nodes: { download: boolean }): Promise<{ life: Life; node: DownloadNode | undefined; message: WaitingMessage }> {
    const life = await Life.begin();
    const node = nodes.download ? new DownloadNode(life.keeper) : undefined;
    const service = new ScriptedService();
    service.otherwise = completed('j1');
    const out: WaitingMessage[] = [];
    life.keeper.attach('wait', service, { poll: () => undefined, completed: (message, job) => out.push({ ...message, soil: { job } }), failed: () => assert.fail() });
    await life.keeper.wait({ service, job: service.jobAddress('j1'), node: 'wait', message: { _msgid: 'm1' }, timeoutMinutes: 60, firstPollSeconds: 1, maxPollSeconds: 1 });
    for (let second = 0; out.length === 0; second++) {
      assert.ok(second < 10);
      await life.clock.advance(1000);
    }
    return { life, node, message: out[0] as WaitingMessage };
  }

  /** What comes out of soil-wait after a kill, and what soil-download takes up. */
  async function afterKill({ disk, clock }: Life): Promise<{ waited: unknown[]; takenUp: unknown[] }> {
    await clock.advance(1);
    const next = await Life.begin(disk.afterKill(), clock);
    const service = new ScriptedService();
    service.otherwise = completed('j1');
    const waited: unknown[] = [];
    const node = new DownloadNode(next.keeper);
    next.keeper.attach('wait', service, { poll: () => undefined, completed: ({ _msgid }, { redelivered }) => waited.push([_msgid, redelivered]), failed: () => assert.fail() });
    await next.clock.advance(5000);
    const takenUp = node.takenUp.map(({ _msgid }) => _msgid);
    await node.close();
    await next.end();
    return { waited, takenUp };
  }

  it('comes out of soil-wait again after a kill, marked', async () => {
    const { life } = await passed({ download: true });
    assert.deepEqual(life.keeper.list().map(({ state }) => state), ['completed']);
    assert.deepEqual(await afterKill(life), { waited: [['m1', true]], takenUp: [] });
    await life.end();
  });

  it('does not where its download has begun', async () => {
    const { life, node, message } = await passed({ download: true });
    node?.take(message);
    assert.deepEqual(await afterKill(life), { waited: [], takenUp: ['m1'] });
    await life.end();
  });

  it('does not where it went somewhere else some seconds ago', async () => {
    const { life } = await passed({ download: true });
    await life.clock.advance(3000);
    assert.deepEqual(await afterKill(life), { waited: [], takenUp: [] });
    await life.end();
  });

  it('does not after a stop', async () => {
    const { life } = await passed({ download: true });
    await life.end();
    assert.deepEqual(await afterKill(life), { waited: [], takenUp: [] });
  });

  it('is not expected where nothing downloads', async () => {
    const { life } = await passed({ download: false });
    assert.deepEqual(await afterKill(life), { waited: [], takenUp: [] });
    await life.end();
  });
});
