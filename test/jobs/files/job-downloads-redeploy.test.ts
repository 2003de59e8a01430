import assert from 'node:assert/strict';
import { FlowGate } from '../../../src/jobs/delivery/flow-gate';
import { JobKeeper } from '../../../src/jobs/job-keeper';
import type { FlowMessage } from '../../../src/jobs/messages/flow-message';
import { SimulatedClock } from '../../time/simulated-clock';
import { Life } from '../life';
import { MemoryDisk } from '../memory-disk';
import { later } from '../scripted-service';
import { DownloadNode, LINK, linked, onDisk } from './job-download-scenario';

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

  it('hands nothing over if the file comes after the node was closed', async () => {
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

  it('is what ends a download that fails by itself after its node was closed: the message is kept, and no error is reported', async () => {
    const life = await Life.begin();
    const closing = new AbortController();
    const fetch = (): Promise<never> => {
      closing.abort(new Error('The node was closed.'));
      return Promise.reject(new Error('The connection was lost.'));
    };
    const work = { node: 'download', message: linked(), signal: closing.signal, fetch, handOver: () => undefined };
    await assert.rejects(life.keeper.files.carryOut(work), closing.signal.reason as Error);
    assert.equal(new DownloadNode(life.keeper).takenUp.length, 1);
    await life.end();
  });

  it('gives a message again if it did not come in, and only once if it comes in late after all', async () => {
    for (const comesLate of [false, true]) {
      const life = await Life.begin();
      const first = new DownloadNode(life.keeper);
      first.take(linked());
      await first.close();
      const given: FlowMessage[] = [];
      life.keeper.files.attach('download', (message) => given.push(message))();
      const closed = new DownloadNode(life.keeper, 'another');
      await closed.close();
      if (comesLate) closed.take(given[0] as FlowMessage);
      const next = new DownloadNode(life.keeper);
      if (comesLate) closed.take(given[0] as FlowMessage);
      await life.clock.advance(1);
      assert.deepEqual(next.takenUp.map(({ _msgid }) => _msgid), ['m1']);
      await next.fetched();
      await onDisk(life);
      const { keeper } = await life.kill();
      assert.deepEqual(['download', 'another'].map((id) => new DownloadNode(keeper, id).takenUp), [[], []]);
    }
  });

  it('gives a message that came twice as one object twice again, and never a third time', async () => {
    const life = await Life.begin();
    const first = new DownloadNode(life.keeper);
    const message = linked();
    first.take(message);
    first.take(message);
    await first.close();
    const given: FlowMessage[] = [];
    life.keeper.files.attach('download', (again) => given.push(again));
    const out: string[] = [];
    const { signal } = new AbortController();
    const work = { node: 'download', signal, fetch: () => Promise.resolve('a.zip'), handOver: (file: string) => out.push(file) };
    // A node gets its keeper in a later turn.
    await Promise.all(given.map((again) => life.keeper.files.carryOut({ ...work, message: again })));
    assert.deepEqual([given.length, out.length, new DownloadNode(life.keeper).takenUp.length], [2, 2, 0]);
    await life.end();
  });

  it('waits for a download that comes back late', async () => {
    const life = await Life.begin();
    const stop = new AbortController();
    const file = later<string>();
    const message = linked();
    const detach = life.keeper.files.attach('download', () => assert.fail('taken up by who left'));
    const going = life.keeper.files.carryOut({ node: 'download', message, signal: stop.signal, fetch: () => file.promise, handOver: () => assert.fail('handed over') });
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

  it('that closes every node keeps the link of a job whose file is read', async () => {
    const parts = { fileSystem: new MemoryDisk(), clock: new SimulatedClock() };
    const keeper = await JobKeeper.acquire('redeployed as it reads', parts);
    const node = new DownloadNode(keeper, 'read', true);
    const message = linked({ payload: '/files/1.zip' });
    node.take(message);
    await node.close();
    await keeper.release();
    const opened = await JobKeeper.acquire('redeployed as it reads', parts);
    const after = new DownloadNode(opened, 'read', true);
    assert.deepEqual(after.takenUp, [message]);
    await after.close();
    await opened.release();
  });

  it('that closes every node keeps what a full disk has not taken: no message is lost, and none comes out twice', async () => {
    const fileSystem = new MemoryDisk();
    const parts = { fileSystem, clock: new SimulatedClock() };
    const keeper = await JobKeeper.acquire('redeployed with a full disk', parts);
    const node = new DownloadNode(keeper);
    node.take(linked());
    await parts.clock.advance(1);
    fileSystem.fillUp();
    node.take(linked({ _msgid: 'm2' }));
    await node.fetched();
    await node.close();
    await keeper.release();
    fileSystem.fault = () => undefined;
    const opened = await JobKeeper.acquire('redeployed with a full disk', parts);
    const after = new DownloadNode(opened);
    assert.deepEqual([node.out, after.takenUp].map((messages) => messages.length), [1, 1]);
    assert.equal(after.takenUp[0]?._msgid, 'm2');
    await parts.clock.advance(1);
    assert.match(String(fileSystem.contents('jobs.journal')), /m2.*"downloaded"/s, 'the disk has both by then');
    await after.close();
    await opened.release();
  });

  it('that closes every node in the turn in which a message leaves gives it again, marked, even if the disk is full', async () => {
    const flowGate = new FlowGate();
    const parts = { fileSystem: new MemoryDisk(), clock: new SimulatedClock(), flowGate };
    const keeper = await JobKeeper.acquire('redeployed as it leaves', parts);
    const node = new DownloadNode(keeper);
    node.take(linked());
    await parts.clock.advance(1);
    parts.fileSystem.fillUp();
    await node.fetched();
    flowGate.close();
    await parts.clock.advance(1);
    await node.close();
    await keeper.release();
    flowGate.open();
    parts.fileSystem.fault = () => undefined;
    const opened = await JobKeeper.acquire('redeployed as it leaves', parts);
    const after = new DownloadNode(opened);
    await after.fetched();
    assert.deepEqual([node.out.length, after.origins.map(({ again }) => again)], [1, [true]]);
    await opened.release();
  });

  it('that closes every node keeps a message without a job even if it is the only one', async () => {
    const parts = { fileSystem: new MemoryDisk(), clock: new SimulatedClock() };
    const keeper = await JobKeeper.acquire('redeployed with one', parts);
    const node = new DownloadNode(keeper);
    const message = { _msgid: 'm1', payload: LINK };
    node.take(message);
    await node.close();
    await keeper.release();
    const opened = await JobKeeper.acquire('redeployed with one', parts);
    const after = new DownloadNode(opened);
    assert.deepEqual(after.takenUp, [message]);
    await after.fetched();
    assert.equal(after.out.length, 1);
    await opened.release();
  });
});
