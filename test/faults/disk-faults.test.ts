import assert from 'node:assert/strict';
import * as files from 'node:fs/promises';
import path from 'node:path';
import { inspect } from 'node:util';
import { extractArchive } from '../../src/archive/extract-archive';
import { downloadFile } from '../../src/download/download-file';
import { isSoilError } from '../../src/errors/soil-error';
import { JobKeeper } from '../../src/jobs/job-keeper';
import { zipOf } from '../download/download-scenario';
import { FileServer } from '../download/file-server';
import { ScriptedService } from '../jobs/scripted-service';
import { SmallDisk } from './small-disk';

const PAGES = 16;

describe('A disk that is full', function () {
  this.timeout(300_000);
  let disk: SmallDisk;

  before(function () {
    // Injected errors are tested elsewhere.
    disk = SmallDisk.mountFor(this, 'a disk that is full', PAGES);
  });
  after(() => disk?.remove());

  it('leaves the old file whole, whichever page fills it', async () => {
    const content = zipOf(30_000);
    const old = zipOf(5000, 2);
    const server = await new FileServer(content).start();
    const target = path.join(disk.folder, 'soil.zip');
    // Without knowing the free space, as on some network shares: the transfer itself runs out of it.
    const silent = { ...files, statfs: () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOSYS' })) };
    const ends = { whole: 0, full: 0 };
    try {
      for (let free = 0; free <= 12; free++) {
        for (const fileSystem of [files, silent]) {
          disk.free();
          await files.writeFile(target, old);
          disk.fill(free);
          const request = { url: `${server.origin}/soil.zip`, job: '1', directory: disk.folder, filename: 'soil.zip', exists: 'replace' as const };
          try {
            await downloadFile({ ...request, apiOrigin: server.origin, allowPrivateHosts: false, timeoutSeconds: 60, retryBudgetSeconds: 300 }, { files: fileSystem });
            ends.whole++;
            assert.ok((await files.readFile(target)).equals(content), `whole, with ${free} pages`);
          } catch (error) {
            if (!isSoilError(error, 'SOIL_STORAGE')) throw error;
            ends.full++;
            assert.ok((await files.readFile(target)).equals(old), `full, with ${free} pages`);
          }
          for (const left of await files.readdir(disk.folder)) if (/part/.test(left)) await files.rm(path.join(disk.folder, left));
        }
      }
    } finally {
      await server.close();
    }
    assert.ok(ends.whole > 2 && ends.full > 10, JSON.stringify(ends));
  });

  it('leaves no half-unpacked folder of an archive', async () => {
    const zip = zipOf(30_000);
    for (let free = 0; free < 8; free++) {
      disk.fill(free);
      await assert.rejects(extractArchive(zip, path.join(disk.folder, 'out'), { exists: 'replace' }), (error) => isSoilError(error, 'SOIL_STORAGE'));
      assert.deepEqual((await files.readdir(disk.folder)).filter((name) => !['filler', 'soil.zip'].includes(name)), [], `${free} pages`);
    }
  });

  it('submits no job that could not be remembered, and loses none that was', async () => {
    await files.rm(path.join(disk.folder, 'soil.zip'), { force: true });
    disk.free();
    const directory = path.join(disk.folder, 'jobs');
    const service = new ScriptedService();
    const submit = (keeper: JobKeeper, number: number): Promise<unknown> =>
      keeper.submissions.submit({ service, kind: 'geometry', query: { geometry: `POINT (${Math.floor(number / 100)} ${number % 100})` }, reuse: true, options: {}, node: 'submit', message: { _msgid: String(number), text: 'x'.repeat(1500) } });
    const accepted: number[] = [];
    for (let free = 8; free >= 0; free--) {
      const keeper = await JobKeeper.acquire(directory);
      disk.fill(free);
      for (let number = 0; number < 8; number++) {
        const before = service.created.length;
        const error = await submit(keeper, free * 100 + number).then(
          () => undefined,
          (thrown: unknown) => thrown,
        );
        if (!error) accepted.push(free * 100 + number);
        else {
          assert.ok(isSoilError(error, 'SOIL_STORAGE'), inspect(error));
          // Its intent could not be written, so it was not sent; or its address could not, and then it is known as sent.
          assert.ok(service.created.length === before || /was created at the service/.test(error.message), error.message);
        }
      }
      disk.free();
      await keeper.release();
    }
    assert.ok(accepted.length > 8 && accepted.length < 72, `${accepted.length} of 72`);
    const keeper = await JobKeeper.acquire(directory);
    const posted = service.created.length;
    for (const number of accepted) await submit(keeper, number);
    assert.equal(service.created.length, posted, 'every accepted job is known, none is asked for again');
    await keeper.release();
  });
});
