import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import { mock } from 'node:test';
import { machineProcesses, processFate, type ProcessFate, type ProcessMark, type ProcessTable } from '../../src/processes/process-mark';
import { own, processes } from './process-scenario';

describe('The mark of a process', () => {
  const nothing = { started: null, boot: null, space: null };
  const cases: [string, ProcessFate, Partial<ProcessMark>, ProcessTable][] = [
    ['with its number and its start', 'alive', {}, processes({ 7: '300' })],
    ['with its number and another start', 'gone', {}, processes({ 7: '301' })],
    ['without a process of its number', 'gone', {}, processes({})],
    ['of an earlier run of this machine', 'gone', { boot: 'boot 0' }, processes({ 7: '300' })],
    ['of another machine', 'unknown', { boot: 'boot 0', machine: 'm2', host: 'other' }, processes({ 7: '300' })],
    ['of another machine of the same name', 'unknown', { boot: 'boot 0', machine: 'm2' }, processes({})],
    ['of a machine whose system was copied from this one', 'unknown', { boot: 'boot 0', host: 'other' }, processes({})],
    ['of another run of a machine of that name that does not say which it is', 'unknown', { boot: 'boot 0', machine: null }, processes({}, { machine: null })],
    ['whose run of this machine was not said, as where too many files are open', 'unknown', { boot: null }, processes({ 7: '300' })],
    ['where the run of this machine is not said now', 'unknown', {}, processes({ 7: '300' }, { boot: null })],
    ['of another container', 'unknown', { space: 'pid:[2]' }, processes({ 7: '300' })],
    ['of a container that had another name', 'alive', { host: 'other' }, processes({ 7: '300' })],
    ['of this machine, which says little', 'unknown', nothing, processes({ 7: null }, nothing)],
    ['of this machine, which says little, without a process of its number', 'gone', nothing, processes({}, nothing)],
    ['of this machine, which says little, with our own number', 'gone', { ...nothing, pid: 100 }, processes({ 100: null }, nothing)],
    ['of another machine, which says little', 'unknown', { ...nothing, host: 'other' }, processes({}, nothing)],
    ['whose start the machine does not say any more', 'unknown', {}, processes({ 7: null })],
    ['without a start', 'unknown', { started: null }, processes({ 7: '300' })],
  ];
  for (const [what, fate, mark, table] of cases) {
    it(`${what} says ${fate}`, () => assert.equal(processFate({ ...own, pid: 7, started: '300', ...mark }, table), fate));
  }

  it('differs from every other on this machine', () => {
    const mark = machineProcesses.own();
    assert.equal(mark.pid, process.pid);
    assert.equal(processFate({ ...mark, pid: 2 ** 22 + 1 }, machineProcesses), 'gone');
    if (mark.started === null) return;
    assert.equal(processFate(mark, machineProcesses), 'alive');
    assert.equal(processFate({ ...mark, started: '1' }, machineProcesses), 'gone');
  });

  it('says gone of a process that has ended and that its parent has not asked for', async function () {
    if (process.platform !== 'linux') return this.skip();
    // The shell becomes a program that never asks for the child of the shell, and only then may the child end: the shell would ask for it.
    const parent = spawn('sh', ['-c', 'exec 3<&0; cat <&3 >&2 & echo $!; exec sleep 600'], { stdio: ['pipe', 'pipe', 'ignore'] });
    try {
      const [line] = (await once(parent.stdout, 'data')) as [Buffer];
      const pid = Number(line.toString());
      const mark = { ...machineProcesses.own(), pid, started: machineProcesses.started(pid) };
      const program = (): Promise<string> => fs.readFile(`/proc/${parent.pid}/comm`, 'latin1');
      for (let look = 0; look < 6000 && !/^sleep/.test(await program()); look++) await new Promise((resolve) => setTimeout(resolve, 10));
      parent.stdin.end();
      for (let look = 0; look < 6000 && !/\) Z/.test(await fs.readFile(`/proc/${pid}/stat`, 'latin1')); look++) await new Promise((resolve) => setTimeout(resolve, 10));
      assert.match(await fs.readFile(`/proc/${pid}/stat`, 'latin1'), /\) Z/);
      assert.equal(processFate(mark, machineProcesses), 'gone');
    } finally {
      parent.kill('SIGKILL');
    }
  });

  it('is the same for the whole life of a process, and its start is that of the process', function () {
    if (process.platform !== 'linux') return this.skip();
    assert.deepEqual(machineProcesses.own(), machineProcesses.own());
    assert.match(machineProcesses.own().boot ?? '', /^[0-9a-f-]{36}$/);
    assert.match(machineProcesses.own().space ?? '', /^pid:\[\d+\]$/);
    assert.match(machineProcesses.own().machine ?? '0'.repeat(16), /^[0-9a-f]{16}$/);
    const own = Number(machineProcesses.own().started);
    const parents = Number(machineProcesses.started(process.ppid));
    assert.ok(own >= parents && own > 0, 'a process begins after its parent');
    assert.equal(machineProcesses.started(2 ** 22 + 1), null);
  });

  it('counts a process of another user as running, though no signal may be sent to it', () => {
    const kill = mock.method(process, 'kill', () => {
      throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' });
    });
    try {
      assert.equal(machineProcesses.exists(process.pid), true);
    } finally {
      kill.mock.restore();
    }
  });
});
