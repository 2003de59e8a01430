import assert from 'node:assert/strict';
import { mkdtemp, open, readFile, rm, type FileHandle } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { syncFolder } from '../../src/disk/sync-folder';
import { systemFiles } from '../../src/disk/system-files';
import { diskFileSystem } from '../../src/jobs/journal/file-system';
import { JobStore } from '../../src/sandbox/jobs/job-store';

/** As Node.js 26 answers every fsync under `--permission`. */
function refuse(code: string): () => Promise<void> {
  return () => Promise.reject(Object.assign(new Error('fsync API is disabled when Permission Model is enabled.'), { code }));
}

describe('A Node.js with --permission, which refuses every fsync', () => {
  let folder = '';
  let calls: Pick<FileHandle, 'sync' | 'datasync'>;
  let own: Pick<FileHandle, 'sync' | 'datasync'>;
  const process = globalThis.process as { permission?: unknown };

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'no-sync-'));
    const handle = await open(path.join(folder, 'any'), 'w');
    calls = Object.getPrototypeOf(handle) as FileHandle;
    await handle.close();
    own = { sync: calls.sync, datasync: calls.datasync };
    Object.assign(calls, { sync: refuse('ERR_ACCESS_DENIED'), datasync: refuse('ERR_ACCESS_DENIED') });
    process.permission = {};
  });
  afterEach(async () => {
    Object.assign(calls, own);
    delete process.permission;
    await rm(folder, { recursive: true, force: true });
  });

  it('lets files, folders and the journal be written without', async () => {
    const handle = await systemFiles.open(path.join(folder, 'file'), 'wx');
    await handle.writeFile('text');
    await handle.sync();
    await handle.datasync();
    await handle.close();
    const journal = await diskFileSystem.open(path.join(folder, 'journal'), 'create');
    await journal.write(Buffer.from('line'));
    await journal.sync();
    await journal.close();
    await syncFolder(folder, systemFiles);
    assert.equal(await readFile(path.join(folder, 'file'), 'utf8'), 'text');
  });

  it('lets the sandbox keep its jobs without', async () => {
    const jobs = await JobStore.open(path.join(folder, 'jobs'), 0, () => undefined);
    const { id } = await jobs.add({ operation: 'soil-data-by-area-queries', filter: { geometry: '' } as never, createdAt: 0, completedAt: 1 });
    assert.match(await readFile(path.join(folder, 'jobs', `${id}.json`), 'utf8'), /soil-data-by-area-queries/);
  });

  it('is not taken for a disk that fails', async () => {
    Object.assign(calls, { sync: refuse('EIO') });
    const handle = await systemFiles.open(path.join(folder, 'file'), 'wx');
    await assert.rejects(handle.sync(), { code: 'EIO' });
    await handle.close();
  });
});
