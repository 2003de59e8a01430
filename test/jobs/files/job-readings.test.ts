import assert from 'node:assert/strict';
import { isSoilError } from '../../../src/errors/soil-error';
import { Life } from '../life';
import { later } from '../scripted-service';
import { DownloadNode, linked, onDisk, takenUpAfter, writtenAnew } from './job-download-scenario';

/** The message as it comes from `soil-download`. */
const downloaded = () => linked({ payload: '/files/1.zip' });

describe('The reading of a file', () => {
  it('is taken up after a kill, by the node that read', async () => {
    const life = await Life.begin();
    new DownloadNode(life.keeper, 'read', true).take(downloaded());
    await life.clock.advance(10);
    const { keeper } = await life.kill();
    assert.deepEqual(new DownloadNode(keeper, 'other', true).takenUp, []);
    const [message, ...more] = new DownloadNode(keeper, 'read', true).takenUp;
    assert.deepEqual([message?.payload, message?.topic, more], ['/files/1.zip', 'north', []]);
  });

  it('takes the message over from the download: after a kill it comes out of only one of them', async () => {
    const life = await Life.begin();
    const [download, read] = [new DownloadNode(life.keeper), new DownloadNode(life.keeper, 'read', true)];
    download.take(linked());
    await download.fetched();
    read.take(downloaded());
    await life.clock.advance(10);
    const { keeper } = await life.kill();
    assert.deepEqual(new DownloadNode(keeper).takenUp, []);
    assert.equal(new DownloadNode(keeper, 'read', true).takenUp.length, 1);
  });

  it('by two nodes that the download goes to at once takes the message over for both, with the first write to the disk', async () => {
    const life = await Life.begin();
    const download = new DownloadNode(life.keeper);
    const readers = ['one', 'other'].map((id) => new DownloadNode(life.keeper, id, true));
    const held = later<void>();
    download.next = () => {
      life.disk.hold = (call) => (call.startsWith('sync') ? held.promise : undefined);
      // As Node-RED delivers: each a turn later.
      for (const read of readers) setImmediate(() => read.take(downloaded()));
    };
    download.take(linked());
    await download.fetched();
    await life.clock.advance(10);
    const disk = life.disk.afterKill();
    held.resolve();
    await life.end();
    const { keeper } = await Life.begin(disk, life.clock);
    const takenUp = [new DownloadNode(keeper), new DownloadNode(keeper, 'one', true), new DownloadNode(keeper, 'other', true)].map((node) => node.takenUp.length);
    assert.deepEqual(takenUp, [0, 1, 1]);
  });

  it('in one of two lines does not take over what has just left the other', async () => {
    const life = await Life.begin();
    const lines = ['one', 'other'].map((line) => ({ download: new DownloadNode(life.keeper, `download-${line}`), read: new DownloadNode(life.keeper, `read-${line}`, true) }));
    for (const { download } of lines) download.take(linked());
    for (const { download, read } of lines) {
      await download.fetched();
      read.take(downloaded());
      if (read === lines[0]!.read) await read.fetched();
    }
    await life.clock.advance(10);
    const { keeper } = await life.kill();
    const takenUp = ['download-one', 'download-other', 'read-one', 'read-other'].map((id) => new DownloadNode(keeper, id, id.startsWith('read')).takenUp.length);
    assert.deepEqual(takenUp, [0, 0, 1, 1]);
  });

  for (const parts of [false, true]) {
    it(`${parts ? 'says' : 'does not say'} after a kill that it may be the second time where ${parts ? 'a part' : 'nothing'} of its message had gone out`, async () => {
      const life = await Life.begin();
      const node = new DownloadNode(life.keeper, 'read', true);
      node.take(downloaded());
      await life.clock.advance(10);
      if (parts) await node.leaving();
      const next = new DownloadNode((await life.kill()).keeper, 'read', true);
      await next.fetched();
      assert.deepEqual(next.origins.map(({ again }) => again), [parts]);
    });
  }

  it('does not say so after a kill if its node was closed as the file came: nothing had gone out', async () => {
    const life = await Life.begin();
    const node = new DownloadNode(life.keeper, 'read', true);
    node.take(downloaded());
    await life.clock.advance(10);
    const came = node.fetched();
    await Promise.all([node.close(), came]);
    const next = new DownloadNode((await life.kill()).keeper, 'read', true);
    await next.fetched();
    assert.deepEqual(next.origins.map(({ again }) => again), [false]);
  });

  it('notes once that it goes out, in however many parts', async () => {
    const life = await Life.begin();
    const node = new DownloadNode(life.keeper, 'read', true);
    node.take(downloaded());
    for (let part = 0; part < 3; part++) await node.leaving();
    await node.fetched();
    assert.equal((await onDisk(life)).split('"delivering"').length, 2);
    assert.deepEqual((await takenUpAfter(life)).takenUp, []);
  });

  it('is dropped with a line in the log if its node was deleted', async () => {
    const life = await Life.begin();
    const node = new DownloadNode(life.keeper, 'gone', true);
    node.take(downloaded());
    await node.close();
    assert.deepEqual(await life.keeper.retain((id) => id !== 'gone'), [
      'The soil-read node gone was deleted: the file of job j1 is not read, and its message does not go on.',
    ]);
    assert.deepEqual((await takenUpAfter(life)).takenUp, []);
  });

  it('goes on if the message is too large for the disk, and the log says so', async () => {
    const life = await Life.begin();
    const node = new DownloadNode(life.keeper, 'read', true);
    node.take({ ...downloaded(), padding: 'x'.repeat(17_000_000) });
    await node.fetched();
    assert.equal(node.out.length, 1);
    assert.match(life.log.join(), /The file is read all the same, but this does not go on after a restart of Node-RED\./);
  });
});

describe('The reading of a file that Node-RED does not survive', () => {
  /** A process begins to read, and is killed. */
  async function killedWhileReading(life: Life): Promise<Life> {
    const node = new DownloadNode(life.keeper, 'read', true);
    if (node.takenUp.length === 0) node.take(downloaded());
    await life.clock.advance(10);
    assert.deepEqual(node.errors, []);
    return life.kill();
  }

  async function errorOf(life: Life): Promise<unknown> {
    const node = new DownloadNode(life.keeper, 'read', true);
    assert.equal(node.takenUp.length, 1);
    await life.clock.advance(10);
    return node.errors[0];
  }

  it('is given up after three processes, with an error, and not begun by a fifth', async () => {
    let life = await Life.begin();
    for (let process = 0; process < 3; process++) life = await killedWhileReading(life);
    const error = await errorOf(life);
    assert.ok(isSoilError(error, 'SOIL_CONFIG') && /3 times, Node-RED ended without a proper stop while it was being read/.test(error.message), String(error));
    assert.deepEqual(new DownloadNode((await life.kill()).keeper, 'read', true).takenUp, []);
  });

  it('counts before it begins: the disk has that first, however slow it is', async () => {
    const life = await killedWhileReading(await Life.begin());
    const held = later<void>();
    life.disk.hold = (call) => (call === 'sync jobs.journal' ? held.promise : undefined);
    const node = new DownloadNode(life.keeper, 'read', true);
    await life.clock.advance(10);
    assert.deepEqual([node.takenUp.length, node.origins], [1, []]);
    held.resolve();
    await node.fetched();
    assert.equal(node.origins.length, 1);
  });

  it('counts even if the message had been read, and the flow had it', async () => {
    let life = await Life.begin();
    for (let process = 0; process < 3; process++) {
      const node = new DownloadNode(life.keeper, 'read', true);
      if (process === 0) node.take(downloaded());
      await life.clock.advance(10);
      await node.fetched();
      assert.equal(node.out.length, 1);
      life = await life.kill();
    }
    assert.ok(isSoilError(await errorOf(life), 'SOIL_CONFIG'));
  });

  it('does not count what an orderly stop broke off', async () => {
    let life = await Life.begin();
    for (let process = 0; process < 5; process++) {
      const node = new DownloadNode(life.keeper, 'read', true);
      if (process === 0) node.take(downloaded());
      await life.clock.advance(10);
      assert.equal(node.takenUp.length, process === 0 ? 0 : 1);
      await node.close();
      await life.end();
      life = await Life.begin(life.disk.afterKill(), life.clock);
    }
    const node = new DownloadNode(life.keeper, 'read', true);
    await life.clock.advance(10);
    await node.fetched();
    assert.deepEqual([node.out.length, node.errors], [1, []]);
  });

  it('does not count an orderly stop during which the flow was at work on the message', async () => {
    let life = await Life.begin();
    for (let process = 0; process < 5; process++) {
      const node = new DownloadNode(life.keeper, 'read', true);
      if (process === 0) node.take(downloaded());
      await life.clock.advance(10);
      await node.fetched();
      assert.deepEqual([node.out.length, node.errors], [1, []], String(process));
      life.work.at.add('m1');
      life.work.stopAll(life.flowGate);
      await node.close();
      await life.end();
      life = await Life.begin(life.disk.afterKill(), life.clock);
    }
  });

  it('counts the process in which a deploy broke it off before it ended over it', async () => {
    let life = await Life.begin();
    const node = new DownloadNode(life.keeper, 'read', true);
    node.take(downloaded());
    await life.clock.advance(10);
    await node.close();
    for (let process = 0; process < 3; process++) life = await killedWhileReading(life);
    assert.ok(isSoilError(await errorOf(life), 'SOIL_CONFIG'));
  });

  it('counts on if the journal is rewritten meanwhile', async () => {
    let life = await Life.begin();
    for (let process = 0; process < 3; process++) {
      life = await killedWhileReading(life);
      await writtenAnew(life);
    }
    assert.ok(isSoilError(await errorOf(life), 'SOIL_CONFIG'));
  });
});
