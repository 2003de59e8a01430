import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { isSoilError } from '../../../src/errors/soil-error';
import { FlowGate } from '../../../src/jobs/delivery/flow-gate';
import { JobKeeper } from '../../../src/jobs/job-keeper';
import { DirectoryLock } from '../../../src/jobs/journal/directory-lock';
import type { ProcessTable } from '../../../src/processes/process-mark';
import { own, processes } from '../../processes/process-scenario';
import { SimulatedClock } from '../../time/simulated-clock';
import { until } from '../../time/until';
import { DownloadNode, LINK, linked } from '../files/job-download-scenario';
import { MemoryDisk, systemError } from '../memory-disk';
import { completed, ScriptedService } from '../scripted-service';
import { waitListener } from '../wait-listener';
import { Node } from '../waits/wait-scenario';
import { parts } from './lock-scenario';

const OTHER = { ...own, pid: 7, host: 'barn', space: 'pid:[2]', nonce: 'n-other' };
const TAKEN_OVER = /^Another Node-RED \(process 7 on barn\) has taken over .*, because this one stood still/;

/** What a process finds after it stood still for long: another one has replaced its lock. */
function takeOver(disk: MemoryDisk, directory: string): string {
  const lock = JSON.stringify(OTHER);
  disk.put(`${directory}jobs.lock`, lock);
  return lock;
}

/** Until this process has given a sign of life a while ago: it would not notice another lock of the same millisecond. */
async function beforeTakeOver(disk: MemoryDisk): Promise<void> {
  const asked = new Date(0);
  await disk.touch('jobs.lock', asked);
  await until(async () => (await disk.modified('jobs.lock')) !== asked.getTime(), 'a sign of life');
  await pause(20);
}

describe('A job directory that another process took over, because this one stood still', () => {
  it('is left to that process: its lock is neither kept alive nor removed', async () => {
    const disk = new MemoryDisk();
    const lock = await DirectoryLock.take('d', { ...parts(disk, processes({})), beatMs: 1 });
    await beforeTakeOver(disk);
    const theirs = takeOver(disk, '');
    const { code, message } = await lock.lost;
    assert.match(message, TAKEN_OVER);
    assert.equal(code, 'SOIL_STORAGE');
    const touched = await disk.modified('jobs.lock');
    await pause(20);
    await lock.release();
    assert.deepEqual([disk.contents('jobs.lock')?.toString(), await disk.modified('jobs.lock')], [theirs, touched]);
  });

  it('is not taken for lost if its lock is unreadable or missing', async () => {
    const disk = new MemoryDisk();
    const lock = await DirectoryLock.take('d', { ...parts(disk, processes({})), beatMs: 1 });
    let isLost = false;
    void lock.lost.then(() => (isLost = true));
    disk.put('jobs.lock', 'torn');
    await pause(50);
    await disk.remove('jobs.lock');
    await pause(20);
    await lock.release();
    assert.equal(isLost, false);
  });

  it('is noticed before the journal is rewritten, and not only at the next beat', async () => {
    const disk = new MemoryDisk();
    const clock = new SimulatedClock();
    const log: string[] = [];
    const table: ProcessTable = { own: () => own, exists: () => false, started: () => null };
    const keeper = await JobKeeper.acquire('taken over unnoticed', { clock, random: () => 0.5, fileSystem: disk, processes: table, log: (line: string) => log.push(line), beatMs: 3_600_000 });
    const service = new ScriptedService();
    const wait = (): Promise<unknown> =>
      keeper.waits.accept({ service, job: service.jobAddress('1'), node: 'wait', message: {}, firstPollSeconds: 2, maxPollSeconds: 60, timeoutMinutes: 60 });
    disk.fault = (call) => (call === 'sync jobs.journal' ? systemError('EIO') : undefined);
    await assert.rejects(wait(), { code: 'SOIL_STORAGE' });
    disk.fault = () => undefined;
    takeOver(disk, '');
    const theirs = disk.contents('jobs.journal');
    await assert.rejects(wait(), (error) => isSoilError(error, 'SOIL_STORAGE') && TAKEN_OVER.test(error.message));
    assert.deepEqual([disk.contents('jobs.journal'), log.filter((line) => TAKEN_OVER.test(line)).length], [theirs, 1]);
    await keeper.release();
  });

  it('is neither written nor polled for, and no message is handed over: the sender of one is told why', async () => {
    const disk = new MemoryDisk();
    const clock = new SimulatedClock();
    const log: string[] = [];
    const table: ProcessTable = { own: () => own, exists: () => false, started: () => null };
    const given = { clock, random: () => 0.5, fileSystem: disk, processes: table, log: (line: string) => log.push(line), beatMs: 1 };
    const keeper = await JobKeeper.acquire('taken over', given);
    const service = new ScriptedService();
    const handed: unknown[] = [];
    keeper.waits.attach('wait', service, waitListener({ completed: (message) => handed.push(message), failed: (_, error) => handed.push(error) }));
    const wait = (id: string): Promise<unknown> =>
      keeper.waits.accept({ service, job: service.jobAddress('1'), node: 'wait', message: { _msgid: id }, firstPollSeconds: 2, maxPollSeconds: 60, timeoutMinutes: 60 });
    const waiting = wait('m1');
    await clock.advance(1);
    await waiting;
    const before = disk.contents('jobs.journal');
    await beforeTakeOver(disk);
    takeOver(disk, '');
    await until(() => log.length > 0, 'the line in the log');
    assert.match(log.join(), TAKEN_OVER);
    service.polls = { '1': [completed()] };
    const polls = service.read.length;
    await clock.advance(3_600_000);
    assert.deepEqual([handed, service.read.length], [[], polls]);
    const refused = assert.rejects(wait('m2'), (error) => isSoilError(error, 'SOIL_STORAGE') && TAKEN_OVER.test(error.message));
    await clock.advance(1);
    await refused;
    assert.deepEqual(disk.contents('jobs.journal'), before);
    await keeper.release();
    assert.equal(disk.contents('jobs.lock')?.toString(), JSON.stringify(OTHER));
  });

  it('leaves to that process what was about to leave here', async () => {
    const [disk, clock, flowGate] = [new MemoryDisk(), new SimulatedClock(), new FlowGate()];
    const log: string[] = [];
    const table: ProcessTable = { own: () => own, exists: () => false, started: () => null };
    const given = { clock, random: () => 0.5, fileSystem: disk, processes: table, log: (line: string) => log.push(line), beatMs: 1, flowGate };
    const keeper = await JobKeeper.acquire('taken over while messages leave', given);
    const service = new ScriptedService();
    const waiting = new Node();
    const [downloads, alone] = [new DownloadNode(keeper), new DownloadNode(keeper, 'of no job')];
    keeper.waits.attach('wait', service, waiting);
    downloads.take(linked());
    alone.take({ payload: LINK });
    const accepted = keeper.waits.accept({ service, job: service.jobAddress('1'), node: 'wait', message: { _msgid: 'm9' }, firstPollSeconds: 2, maxPollSeconds: 60, timeoutMinutes: 60 });
    await clock.advance(1);
    await accepted;
    flowGate.close();
    service.polls = { '1': [completed()] };
    await clock.advance(5_000);
    await beforeTakeOver(disk);
    takeOver(disk, '');
    await until(() => log.length > 0, 'the line in the log');
    flowGate.open();
    await clock.advance(10);
    await Promise.all([downloads.fetched(), alone.fetched()]);
    await assert.rejects(keeper.waits.cancel('wait'), (error) => isSoilError(error, 'SOIL_STORAGE') && TAKEN_OVER.test(error.message));
    assert.deepEqual([waiting.done, waiting.errors, downloads.out], [[], [], []]);
    assert.match(String(downloads.errors[0]), /has taken over/);
    assert.equal(alone.out.length, 1, 'no other process knows of it');
    await keeper.release();
  });
});
