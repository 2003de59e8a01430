import assert from 'node:assert/strict';
import { JobKeeper } from '../../../src/jobs/job-keeper';
import type { FlowMessage } from '../../../src/jobs/messages/flow-message';
import { SimulatedClock } from '../../time/simulated-clock';
import { Life } from '../life';
import { MemoryDisk } from '../memory-disk';
import { DownloadNode, LINK, linked, writtenAnew } from './job-download-scenario';

describe('The message of a download', () => {
  /** What a message becomes when everything is closed and opened again: what the next node has, and whether its link is from the disk. */
  const afterDeploy = async (message: FlowMessage): Promise<{ same: boolean; fromDisk: boolean | undefined; message: FlowMessage | undefined }> => {
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

  it('belongs to the job that it names, by identifier or else by address, and to none if it names none', async () => {
    const life = await Life.begin();
    const node = new DownloadNode(life.keeper, 'gone');
    for (const job of [{ id: 'j1', url: 'https://api.example/j1' }, { url: 'https://api.example/j2?signature=CANARY' }, { id: '', url: 'https://api.example/j3' }]) node.take({ payload: LINK, soil: { job } });
    for (const soil of [undefined, null, {}, { job: null }, { job: {} }, { job: { id: 7.5 } }, 'job']) node.take({ payload: LINK, soil });
    await node.close();
    const named = (await life.keeper.retain(() => false)).map((line) => / deleted: (.*) is not/.exec(line)?.[1]);
    assert.deepEqual(named.slice(0, 3), ['j1', 'https://api.example/j2', 'https://api.example/j3'].map((job) => `the file of job ${job}`));
    assert.deepEqual(named.slice(3), Array(7).fill('a file'));
    await life.end();
  });

  it('names its job on one line of the log, whatever the name holds', async () => {
    const life = await Life.begin();
    const node = new DownloadNode(life.keeper, 'gone');
    node.take({ payload: LINK, soil: { job: { id: `j1\n24 Nov 05:00:00 - [info] all is well\u001b[2K${'x'.repeat(10_000)}` } } });
    await node.close();
    const [line = ''] = await life.keeper.retain(() => false);
    assert.match(line, /the file of job j1 24 Nov /);
    // oxlint-disable-next-line no-control-regex
    assert.doesNotMatch(line, /[\u0000-\u001f]/);
    assert.ok(line.length < 400, String(line.length));
    await life.end();
  });

  it('is on the disk if its link is that of its job, or an open one, and stays in memory if it is another', async () => {
    const job = { id: 'j1', result: { url: LINK } };
    for (const [payload, fromDisk] of [
      [LINK, true],
      [LINK.replace('link-CANARY', 'renewed'), true],
      ['https://other.example/open.zip', true],
      ['no link at all', true],
      ['https://other.example/1.zip?h=link-CANARY', false],
    ] as const) {
      const after = await afterDeploy({ _msgid: 'm1', payload, soil: { job } });
      assert.deepEqual([after.same, after.fromDisk], [!fromDisk, fromDisk], payload);
    }
    assert.equal((await afterDeploy({ payload: LINK, soil: { job: { id: 'j1' } } })).fromDisk, false, 'nobody knows whether it is the link of the job');
  });

  it('still goes out if the node that is to take it up fails, and the log says so', async () => {
    const life = await Life.begin();
    const node = new DownloadNode(life.keeper);
    node.take(linked());
    node.take(linked({ _msgid: 'm2' }));
    await node.close();
    let asked = 0;
    const failing = ['no node', new Error('no room')];
    life.keeper.files.attach('download', () => {
      throw failing[asked++];
    })();
    assert.deepEqual(life.log, ['A download could not go on: no node', 'A download could not go on: no room']);
    assert.equal(new DownloadNode(life.keeper).takenUp.length, 2);
    await life.end();
  });

  it('leaves nothing of the signed part of its own link on the disk, even if the journal is rewritten once it has left', async () => {
    const life = await Life.begin();
    const node = new DownloadNode(life.keeper);
    node.take(linked({ payload: 'https://other.example/x?y=other-CANARY' }));
    await node.fetched();
    await writtenAnew(life);
    // The file is in its place.
    await life.clock.advance(1);
    const text = (life.disk.contents('jobs.journal') as Buffer).toString();
    assert.match(text, /other\.example/, 'its message is there');
    assert.doesNotMatch(text, /CANARY/);
    await life.end();
  });
});
