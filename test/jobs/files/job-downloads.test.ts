import assert from 'node:assert/strict';
import { Life } from '../life';
import { MemoryDisk, systemError } from '../memory-disk';
import { later } from '../scripted-service';
import { DownloadNode, LINK, linked, onDisk, takenUpAfter, writtenAnew } from './job-download-scenario';

describe('A download', () => {
  it('hands its message over once, and nothing of it is left', async () => {
    const life = await Life.begin();
    const node = new DownloadNode(life.keeper);
    const message = linked();
    node.take(message);
    await node.fetched();
    assert.deepEqual(node.out, [{ message, file: 'a.zip' }]);
    assert.deepEqual(node.origins, [{ at: life.clock.now(), fromDisk: false, again: false }]);
    await onDisk(life);
    assert.deepEqual((await takenUpAfter(life)).takenUp, []);
  });

  it('hands its message over again, marked, if a kill may have cut it off on its way to the next node', async () => {
    for (const [after, again] of [[99, ['m1']], [100, []]] as const) {
      const life = await Life.begin();
      const node = new DownloadNode(life.keeper);
      node.take(linked());
      await node.fetched();
      await life.clock.advance(after);
      const next = await takenUpAfter(life);
      assert.deepEqual(next.takenUp.map(({ _msgid }) => _msgid), again);
      if (again.length === 0) continue;
      await next.fetched();
      assert.deepEqual(next.origins.map(({ again }) => again), [true]);
    }
  });

  it('hands its message over again as it came, even if the journal is rewritten meanwhile', async () => {
    const life = await Life.begin();
    const node = new DownloadNode(life.keeper);
    node.next = (message) => Object.assign(message, { payload: 'a.zip', topic: 'changed' });
    node.take(linked());
    await node.fetched();
    await writtenAnew(life);
    // The last of these is over on the disk, too.
    await life.clock.advance(1);
    const { takenUp } = await takenUpAfter(life);
    assert.deepEqual(takenUp.map(({ _msgid, topic, payload }) => [_msgid, topic, payload]), [['m1', 'north', 'https://files.example/1.zip']]);
  });

  it('does not come again after a stop', async () => {
    const life = await Life.begin();
    const node = new DownloadNode(life.keeper);
    node.take(linked());
    await node.fetched();
    await life.end();
    assert.deepEqual(new DownloadNode((await Life.begin(life.disk.afterKill())).keeper).takenUp, []);
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
    assert.deepEqual(node.origins, [{ at: from, fromDisk: true, again: false }]);
    assert.equal(node.out.length, 1);
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

  it('has no link in the journal, not even once that was compacted', async () => {
    const disk = new MemoryDisk();
    const life = await Life.begin(disk);
    const node = new DownloadNode(life.keeper);
    node.take(linked());
    // A link of another storage than that of the job, in a form that no rule knows.
    node.take(linked({ _msgid: 'm2', payload: 'https://other.example/x?y=other-CANARY', note: 'see https://other.example/x?y=other-CANARY' }));
    assert.doesNotMatch(await onDisk(life), /CANARY/);
    await writtenAnew(life);
    assert.match(await onDisk(life), /m2/);
    assert.doesNotMatch(await onDisk(life), /CANARY/);
    await life.end();
  });

  it('is dropped with a line in the log if its node was deleted', async () => {
    const life = await Life.begin();
    const node = new DownloadNode(life.keeper, 'gone');
    node.take(linked());
    node.take({ payload: LINK });
    await node.close();
    assert.deepEqual(await life.keeper.retain((id) => id !== 'gone'), [
      'The soil-download node gone was deleted: the file of job j1 is not downloaded, and its message does not go on.',
      'The soil-download node gone was deleted: a file is not downloaded, and its message does not go on.',
    ]);
    assert.deepEqual(new DownloadNode(life.keeper, 'gone').takenUp, []);
    const next = await life.kill();
    assert.deepEqual(new DownloadNode(next.keeper, 'gone').takenUp, []);
    await next.end();
  });

  it('says that it may be the second time if a crash fell between handing over and noting it', async () => {
    const life = await Life.begin();
    const node = new DownloadNode(life.keeper);
    node.take(linked());
    const fetched = node.fetched();
    // From here on, nothing that is written reaches the disk.
    const disk = life.disk;
    await fetched;
    const journal = (disk.contents('jobs.journal') as Buffer).toString();
    disk.put('jobs.journal', journal.slice(0, journal.indexOf('\n', journal.indexOf('"delivering"')) + 1));
    const next = await Life.begin(disk.afterKill(), life.clock);
    const again = new DownloadNode(next.keeper);
    await again.fetched();
    assert.deepEqual(again.origins.map((origin) => origin.again), [true]);
    await next.end();
    await life.end();
  });
});

describe('A download whose message cannot be written to the disk', () => {
  it('goes on, and is written as soon as the disk allows', async () => {
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
    assert.match(life.log[0] ?? '', /17\.0 MB .* does not go on after a restart/);
    await life.end();
  });

  it('because it names no job goes on, and is lost with the process', async () => {
    const life = await Life.begin();
    const node = new DownloadNode(life.keeper);
    node.take({ payload: LINK });
    assert.deepEqual((await takenUpAfter(life)).takenUp, []);
    assert.equal(life.log.length, 0);
  });

  it('because it names no job fails like any other', async () => {
    const life = await Life.begin();
    const node = new DownloadNode(life.keeper);
    node.take({ payload: LINK });
    await node.failed();
    assert.deepEqual(node.errors.map(String), ['Error: no file']);
    await life.end();
  });

  it('is not on the disk either once it has gone on and the journal is rewritten', async () => {
    const life = await Life.begin();
    const node = new DownloadNode(life.keeper);
    node.take({ payload: LINK });
    await node.fetched();
    await writtenAnew(life);
    assert.deepEqual((await takenUpAfter(life)).takenUp, []);
  });
});
