import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { assertShortTurns, TRIES } from '../time/short-turns';
import { LARGE_AREA, SandboxClient, SMALL_FIELD } from './sandbox-client';

describe('many jobs at once', () => {
  let client: SandboxClient;
  before(async () => {
    client = await SandboxClient.start({ jobSeconds: 0 });
  });
  after(() => client.close());

  it('have addresses of their own, even by the hundreds', async () => {
    const locations = await Promise.all(Array.from({ length: 300 }, () => client.createJob({ geometry: SMALL_FIELD })));
    assert.equal(new Set(locations).size, 300);
    const states = await Promise.all(locations.map(async (location) => String((await client.get(location)).json.actionStatus)));
    assert.ok(states.every((state) => state === 'Completed'));
  });

  it('have one file each, made once for all that ask', async () => {
    const link = await client.link(await client.createJob({ geometry: SMALL_FIELD }));
    const etags = await Promise.all(Array.from({ length: 10 }, async () => (await fetch(link, { method: 'HEAD' })).headers.get('etag')));
    assert.equal(new Set(etags).size, 1);
  });

  it('are all served though only some files are kept', async () => {
    const links = await Promise.all(Array.from({ length: 50 }, async () => client.link(await client.createJob({ geometry: 'POINT(5.66 51.97)', datasets: [104] }))));
    const sizes = await Promise.all(links.map(async (link) => (await (await fetch(link)).arrayBuffer()).byteLength));
    assert.ok(sizes.every((size) => size > 1000));
    assert.equal((await fetch(links[0] ?? '', { method: 'HEAD' })).status, 200);
  });

  it('have no more than two files made at a time', async () => {
    const directory = await mkdtemp(path.join(os.tmpdir(), 'sandbox-'));
    const own = await SandboxClient.start({ jobSeconds: 0, directory });
    try {
      const links = await Promise.all(Array.from({ length: 6 }, async () => own.link(await own.createJob({ geometry: SMALL_FIELD }))));
      let left = links.length;
      const answers = links.map((link) => fetch(link, { method: 'HEAD' }).finally(() => (left -= 1)));
      let most = 0;
      while (left > 0) most = Math.max(most, (await readdir(path.join(directory, 'files'))).filter((name) => name.endsWith('.draft')).length);
      assert.deepEqual((await Promise.all(answers)).map(({ status }) => status), links.map(() => 200));
      assert.ok(most === 1 || most === 2, `${most} at a time`);
    } finally {
      await own.close();
      await rm(directory, { recursive: true });
    }
  });

  it('do not hold up small requests while a large file is made', async () => {
    // The file of a link is made when it is first asked for: each try has a file of its own.
    const links = await Promise.all(Array.from({ length: TRIES }, async () => client.link(await client.createJob({ geometry: LARGE_AREA }))));
    // A turn takes 8 ms and the garbage collector its own; in a file made in one piece, almost half of the work is one turn.
    await assertShortTurns(async () => (await fetch(links.pop() ?? '', { method: 'HEAD' })).text(), ({ longest, all }) => longest < all / 5);
  });
});
