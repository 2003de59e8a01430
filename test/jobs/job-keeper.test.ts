import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isSoilError } from '../../src/errors/soil-error';
import { JobKeeper } from '../../src/jobs/job-keeper';
import { diskFileSystem } from '../../src/jobs/journal/file-system';
import { machineProcesses } from '../../src/processes/process-mark';
import { SimulatedClock } from '../time/simulated-clock';
import { systemError } from './memory-disk';
import { later, ScriptedService } from './scripted-service';
import { waitListener } from './wait-listener';

describe('The job keeper', () => {
  let directory: string;
  let news = 0;
  const told = (): void => void news++;

  beforeEach(async () => {
    directory = await fs.mkdtemp(path.join(os.tmpdir(), 'soil-jobs-'));
    news = 0;
  });
  afterEach(() => fs.rm(directory, { recursive: true }));

  it('is one for each directory and process, however the directory is named, until the last one lets go', async () => {
    const folder = path.join(directory, 'soil-data');
    const [one, other] = await Promise.all([JobKeeper.acquire(folder), JobKeeper.acquire(path.join(directory, '.', 'soil-data'))]);
    await fs.symlink(folder, path.join(directory, 'link'));
    const third = await JobKeeper.acquire(path.join(directory, 'link'));
    assert.ok(one === other && one === third);
    await one.release();
    await other.release();
    assert.deepEqual((await fs.readdir(folder)).sort(), ['jobs.journal', 'jobs.lock']);
    await third.release();
    assert.deepEqual(await fs.readdir(folder), ['jobs.journal']);
    const next = await JobKeeper.acquire(folder);
    assert.notEqual(next, one);
    await next.release();
  });

  it('opens anew, once the old one is closed, if it is acquired while that closes', async () => {
    for (let round = 0; round < 10; round++) {
      const keeper = await JobKeeper.acquire(directory);
      const [, next] = await Promise.all([keeper.release(), JobKeeper.acquire(directory)]);
      assert.deepEqual((await fs.readdir(directory)).sort(), ['jobs.journal', 'jobs.lock']);
      await next.release();
    }
    assert.deepEqual(await fs.readdir(directory), ['jobs.journal']);
  });

  it('keeps its files from everybody else', async function () {
    if (process.platform === 'win32') return this.skip();
    const folder = path.join(directory, 'deep', 'soil-data');
    const keeper = await JobKeeper.acquire(folder);
    assert.equal((await fs.stat(folder)).mode & 0o777, 0o700);
    const names = await fs.readdir(folder);
    assert.deepEqual(names.sort(), ['jobs.journal', 'jobs.lock']);
    for (const name of names) assert.equal((await fs.stat(path.join(folder, name))).mode & 0o777, 0o600, name);
    await keeper.release();
  });

  it('is refused while another process has the directory, and tries again at the next call', async () => {
    const lock = path.join(directory, 'jobs.lock');
    const parent = { ...machineProcesses.own(), pid: process.ppid, started: machineProcesses.started(process.ppid) };
    await fs.writeFile(lock, JSON.stringify({ ...parent, nonce: 'another' }));
    await assert.rejects(JobKeeper.acquire(directory), (error) => isSoilError(error, 'SOIL_STORAGE') && /Another Node-RED/.test(error.message));
    await fs.rm(lock);
    const keeper = await JobKeeper.acquire(directory);
    await keeper.release();
  });

  it('lets the directory go if the journal cannot be opened', async () => {
    const fileSystem = { ...diskFileSystem, open: (file: string, mode: 'append' | 'create') => (file.includes('journal') ? Promise.reject(systemError('EMFILE')) : diskFileSystem.open(file, mode)) };
    await assert.rejects(JobKeeper.acquire(directory, { fileSystem }), (error) => isSoilError(error, 'SOIL_STORAGE') && /too many files open/.test(error.message));
    assert.deepEqual(await fs.readdir(directory), []);
  });

  it('says what to do if the directory cannot be made', async () => {
    await fs.writeFile(path.join(directory, 'file'), '');
    await assert.rejects(JobKeeper.acquire(path.join(directory, 'file', 'soil-data')), (error) => isSoilError(error, 'SOIL_STORAGE') && /make the job directory/.test(error.message));
  });

  it('leaves no timer, no listener and no open file behind in five hundred redeploys', async () => {
    const clock = new SimulatedClock();
    const service = new ScriptedService();
    const handles = async (): Promise<number> => (process.platform === 'linux' ? (await fs.readdir('/proc/self/fd')).length : 0);
    const before = await handles();
    for (let round = 0; round < 500; round++) {
      const keeper = await JobKeeper.acquire(directory, { clock });
      const detach = keeper.waits.attach('wait', service, waitListener({ poll: told, completed: told, failed: told }));
      const stop = keeper.outcomes.attach('submit', { created: told, unknown: told, unsent: told });
      if (round === 0) await keeper.waits.accept({ service, job: service.jobAddress('1'), node: 'wait', message: {}, timeoutMinutes: 60, firstPollSeconds: 2, maxPollSeconds: 60 });
      stop();
      detach();
      await keeper.release();
    }
    assert.equal(clock.pending, 0);
    assert.ok((await handles()) <= before + 1);
    const keeper = await JobKeeper.acquire(directory, { clock });
    assert.deepEqual([keeper.waits.count('wait'), news], [1, 0]);
    await keeper.release();
  }).timeout(600_000);

  it('gets no poll back after it was closed', async () => {
    const clock = new SimulatedClock();
    const service = new ScriptedService();
    const answer = later<never>();
    service.otherwise = () => answer.promise;
    const keeper = await JobKeeper.acquire(directory, { clock });
    keeper.waits.attach('wait', service, waitListener({ poll: told, completed: told, failed: told, troubled: told }));
    await keeper.waits.accept({ service, job: service.jobAddress('1'), node: 'wait', message: {}, timeoutMinutes: 60, firstPollSeconds: 2, maxPollSeconds: 60 });
    await clock.advance(3_000);
    assert.equal(service.read.length, 1);
    await keeper.release();
    await clock.advance(600_000);
    assert.deepEqual([service.read.length, clock.pending, news], [1, 0, 0]);
  });
});
