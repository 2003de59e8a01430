import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { access, mkdtemp, open, readdir, readFile, rm, type FileHandle } from 'node:fs/promises';
import { Agent, createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { sendFile } from '../../src/sandbox/http/file-answer';
import { JobStore, type JobRecord } from '../../src/sandbox/jobs/job-store';
import { ResultFiles } from '../../src/sandbox/jobs/result-files';
import { readRequestFilter } from '../../src/sandbox/request/request-filter';
import { systemError } from '../archive/faulty-files';

/** A job whose file is small. */
function job(): JobRecord {
  const filter = readRequestFilter(new Map<string, unknown>([['geometry', 'POINT (5.66 51.97)'], ['datasets', [104]]]));
  return { id: randomUUID(), operation: 'soil-data-by-geometry/queries', filter, createdAt: 0, completedAt: 0 };
}

describe('the files of jobs in the sandbox', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'job-files-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('are removed when others come, the oldest first, but not while they are being sent', async () => {
    const files = await ResultFiles.open(folder, new AbortController().signal);
    const jobs = Array.from({ length: 34 }, job);
    const [oldest, ...others] = jobs as [JobRecord, ...JobRecord[]];
    const kept = async (): Promise<number[]> => {
      const names = new Set(await readdir(folder));
      return [...jobs.keys()].filter((at) => !names.has(`${jobs[at]!.id}.zip`));
    };
    await files.use(oldest, async ({ path: at }) => {
      for (const other of others) await files.use(other, () => Promise.resolve());
      await access(at);
      assert.deepEqual(await kept(), [1, 2], 'these are gone');
    });
    await files.use(others[0]!, () => Promise.resolve());
    assert.deepEqual(await kept(), [0, 2], 'the oldest is gone, too');
    await files.close();
    assert.deepEqual(await readdir(folder), []);
  });

  it('leave nothing on a connection on which one after the other is sent', async () => {
    const files = await ResultFiles.open(folder, new AbortController().signal);
    const [one] = [job()];
    const listeners: number[] = [];
    const sent: Promise<void>[] = [];
    const server = createServer((request, response) => {
      listeners.push(request.socket.listenerCount('close'));
      sent.push(files.use(one, (file) => sendFile(request, response, file, undefined)));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    try {
      for (let times = 0; times < 20; times++) {
        const [answer] = (await once(get({ agent, port: (server.address() as AddressInfo).port }), 'response')) as [IncomingMessage];
        await once(answer.resume(), 'end');
        // The connection is free for the next request a turn later.
        await new Promise((resolve) => setImmediate(resolve));
      }
      assert.equal(listeners.length, 20);
      await Promise.all(sent);
      // The next request may come before the last file has let go of the connection.
      assert.ok(Math.max(...listeners) < 10, listeners.join());
    } finally {
      agent.destroy();
      server.close();
      await files.close();
    }
  });

  describe('that hold the jobs themselves', () => {
    let handles: { sync: FileHandle['sync'] };
    let sync: FileHandle['sync'];
    beforeEach(async () => {
      const file = await open(path.join(folder, 'any'), 'w');
      handles = Object.getPrototypeOf(file) as typeof handles;
      sync = handles.sync;
      await file.close();
      await rm(path.join(folder, 'any'));
    });
    afterEach(() => {
      handles.sync = sync;
    });

    it('are written through to the disk before they have their name', async () => {
      const found: [string[], string][] = [];
      handles.sync = async function (this: FileHandle) {
        const names = await readdir(folder);
        found.push([names.map((name) => path.extname(name)), await readFile(path.join(folder, names[0]!), 'utf8')]);
        return sync.call(this);
      };
      const store = await JobStore.open(folder, 0, () => undefined);
      const { id } = await store.add(job());
      assert.deepEqual(found.map(([names, content]) => [names, (JSON.parse(content) as JobRecord).id]), [[['.draft'], id]]);
      assert.deepEqual(await readdir(folder), [`${id}.json`]);
    });

    it('are refused if the disk does not take them, and accepted if Node.js may not write through', async () => {
      const store = await JobStore.open(folder, 0, () => undefined);
      handles.sync = () => Promise.reject(systemError('EIO'));
      const refused = job();
      await assert.rejects(store.add(refused), { code: 'EIO' });
      assert.deepEqual([store.find(refused.id), await readdir(folder)], [undefined, []]);
      handles.sync = () => Promise.reject(systemError('ERR_ACCESS_DENIED'));
      const { id } = await store.add(job());
      assert.deepEqual(await readdir(folder), [`${id}.json`]);
    });
  });
});
