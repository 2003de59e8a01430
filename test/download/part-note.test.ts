import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, renameSync, symlinkSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noteOf, saveNote, takeNote, type PartNote } from '../../src/download/part-note';
import { rememberGone } from '../../src/processes/known-gone';
import { machineProcesses } from '../../src/processes/process-mark';
import { faultyFiles, systemError } from '../archive/faulty-files';

describe('the note beside a part', () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'note-'));
    path = join(folder, 'soil.zip.part.json');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const now = Date.now();
  const { files } = faultyFiles(() => undefined);
  const own = machineProcesses.own();
  const gone = { ...own, pid: 2 ** 22 + 1 };
  const living = { ...own, pid: process.ppid, started: machineProcesses.started(process.ppid) };
  const distant = { pid: 1, started: '1', boot: 'of another machine', space: 'pid:[1]', machine: null, host: 'elsewhere' };
  const abandoned = (): PartNote => ({ ...noteOf('job old'), owner: { ...gone, token: 'old' } });
  const put = (note: object | string): void => writeFileSync(path, typeof note === 'string' ? note : JSON.stringify(note));
  const found = (): PartNote => JSON.parse(readFileSync(path, 'utf8')) as PartNote;
  const names = (): Promise<string[]> => readdir(folder);

  it('is written if there is none', async () => {
    const note = noteOf('job 1');
    assert.deepEqual(await takeNote(path, note, files, now), { known: {} });
    assert.deepEqual(found(), note);
    assert.deepEqual([note.version, note.origin, note.owner], [1, 'job 1', { ...own, token: note.owner.token }]);
    assert.notEqual(noteOf('job 1').owner.token, note.owner.token);
  });

  it('takes the place of one that was abandoned, and tells what that said', async () => {
    const old = { ...abandoned(), etag: '"a"', total: 7 };
    put(old);
    const note = noteOf('job 1');
    assert.deepEqual(await takeNote(path, note, files, now), { earlier: old, known: {} });
    assert.deepEqual(found(), note);
    assert.deepEqual(await names(), ['soil.zip.part.json']);
  });

  it('is taken over by one of many', async () => {
    put(abandoned());
    const takers = await Promise.all(Array.from({ length: 20 }, () => takeNote(path, noteOf('job 1'), files, now)));
    assert.equal(takers.filter((taken) => taken !== undefined).length, 1);
    assert.deepEqual(await names(), ['soil.zip.part.json']);
  });

  it('does not touch one that cannot be read, however old it is', async () => {
    put(abandoned());
    const { files: blind } = faultyFiles(({ operation }) => (operation === 'readFile' ? systemError('EACCES') : undefined));
    assert.equal(await takeNote(path, noteOf('job 1'), blind, now + 10 * 60 * 60 * 1000), undefined);
    assert.equal(found().owner.token, 'old');
    assert.deepEqual(await names(), ['soil.zip.part.json']);
  });

  it('is saved through no link that somebody put in the way', async () => {
    const note = noteOf('job 1');
    const other = join(folder, 'of somebody else');
    writeFileSync(other, 'years of work');
    const { files: watched } = faultyFiles(({ operation, path: written }) => {
      if (operation === 'writeFile') symlinkSync(other, written);
      return undefined;
    });
    await assert.rejects(saveNote(path, note, watched), { code: 'EEXIST' });
    assert.equal(readFileSync(other, 'utf8'), 'years of work');
    await saveNote(path, note, files);
    assert.deepEqual(found(), note);
  });

  it('is not touched while a program may still be writing', async () => {
    const live = { ...abandoned(), owner: { ...living, token: 'live' } };
    put(live);
    assert.equal(await takeNote(path, noteOf('job 1'), files, now), undefined);
    assert.deepEqual(found(), live);
  });

  it('counts as in use while its part changes, however old it is itself', async () => {
    put({ ...abandoned(), owner: { ...distant, token: 'x' } });
    writeFileSync(join(folder, 'soil.zip.part'), 'x');
    const [minute, day] = [now / 1000 - 60, now / 1000 - 86_400];
    utimesSync(path, day, day);
    utimesSync(join(folder, 'soil.zip.part'), minute, minute);
    assert.equal(await takeNote(path, noteOf('job 1'), files, now), undefined);
    utimesSync(join(folder, 'soil.zip.part'), day, day);
    assert.ok(await takeNote(path, noteOf('job 1'), files, now));
  });

  it('of another machine is in use though no process of its number is here', async () => {
    put({ ...abandoned(), owner: { ...distant, pid: 2 ** 22 + 1, token: 'x' } });
    assert.equal(await takeNote(path, noteOf('job 1'), files, now), undefined);
  });

  it('of a process that is known to be gone is free at once, as after a container was killed and came back under another name', async () => {
    const owner = { ...own, pid: 1, space: 'pid:[1]', host: 'container before', token: 'x' };
    put({ ...abandoned(), owner });
    assert.equal(await takeNote(path, noteOf('job 1'), files, now), undefined);
    rememberGone(owner);
    assert.ok(await takeNote(path, noteOf('job 1'), files, now));
    for (const another of [{ pid: 5 }, { started: '7' }, { space: 'pid:[2]' }, { boot: 'of another machine' }, { machine: 'another' }, { host: 'container after' }]) {
      put({ ...abandoned(), owner: { ...owner, ...another } });
      assert.equal(await takeNote(path, noteOf('job 1'), files, now), undefined, JSON.stringify(another));
    }
  });

  it('of this process is free: it knows itself which parts it writes', async () => {
    put({ ...abandoned(), owner: { ...own, token: 'x' } });
    assert.ok(await takeNote(path, noteOf('job 1'), files, now));
  });

  it('of a process with the number and the host name of this one is in use if the container is another', async function () {
    if (process.platform !== 'linux') return this.skip();
    put({ ...abandoned(), owner: { ...own, space: 'pid:[1]', token: 'x' } });
    assert.equal(await takeNote(path, noteOf('job 1'), files, now), undefined);
  });

  it('is left behind an hour after its last change, and no sooner', async () => {
    const owner = { ...distant, token: 'x' };
    for (const [age, taken] of [[3599, false], [3600, true]] as const) {
      put({ ...abandoned(), owner });
      // Whole seconds, so that no file system rounds them.
      const wholeNow = Math.floor(now / 1000) * 1000;
      utimesSync(path, wholeNow / 1000 - age, wholeNow / 1000 - age);
      assert.equal((await takeNote(path, noteOf('job 1'), files, wholeNow)) !== undefined, taken, `${age} s`);
    }
  });

  it('may say that nothing is there yet', async () => {
    const old = { ...abandoned(), total: 0 };
    put(old);
    assert.deepEqual(await takeNote(path, noteOf('job old'), files, now), { earlier: old, known: { etag: undefined, total: 0 } });
  });

  it('belongs to the part beside it, whatever the folder is called', async () => {
    const odd = join(folder, 'maps.json');
    mkdirSync(odd);
    const note = join(odd, 'soil.zip.part.json');
    writeFileSync(note, JSON.stringify({ ...abandoned(), owner: { ...distant, token: 'x' } }));
    utimesSync(note, now / 1000 - 86_400, now / 1000 - 86_400);
    writeFileSync(join(odd, 'soil.zip.part'), 'x');
    assert.equal(await takeNote(note, noteOf('job 1'), files, now), undefined);
  });

  const owner = { ...distant, token: 't' };
  const malformed = [
    {}, [], { version: 2 },
    { version: 1, origin: 5, owner }, { version: 1, origin: 'x', etag: 5, owner }, { version: 1, origin: 'x', total: -1, owner }, { version: 1, origin: 'x', total: '1', owner },
    { version: 1, origin: 'x' }, { version: 1, origin: 'x', owner: { ...owner, pid: '1' } }, { version: 1, origin: 'x', owner: { ...owner, host: 5 } }, { version: 1, origin: 'x', owner: { ...owner, token: undefined } },
    { version: 1, origin: 'x', owner: { pid: process.pid, host: own.host, token: 't' } }, { version: 1, origin: 'x', owner: { ...owner, space: 5 } },
  ];
  it('is taken to be in the making for ten seconds if it cannot be read', async () => {
    for (const text of ['', '{"version":1', 'null', ...malformed.map((each) => JSON.stringify(each))]) {
      put(text);
      utimesSync(path, now / 1000 - 5, now / 1000 - 5);
      assert.equal(await takeNote(path, noteOf('job 1'), files, now), undefined, text);
      utimesSync(path, now / 1000 - 15, now / 1000 - 15);
      assert.equal((await takeNote(path, noteOf('job 1'), files, now))?.earlier?.origin, '', text);
    }
  });

  it('belongs to the one who was faster, whenever that was', async () => {
    const theirs = { ...abandoned(), owner: { ...living, token: 'theirs' } };
    const races: [when: string, happens: () => void][] = [
      ['rename', () => unlinkSync(path)],
      ['rename', () => put(theirs)],
      ['readFile', () => unlinkSync(path)],
    ];
    for (const [when, happens] of races) {
      put(abandoned());
      let happened = false;
      const racing = faultyFiles(({ operation }) => {
        if (operation === when && !happened) {
          happened = true;
          happens();
        }
        return undefined;
      });
      assert.equal(await takeNote(path, noteOf('job 1'), racing.files, now), undefined, when);
      assert.ok(happened);
      assert.deepEqual((await names()).filter((name) => name !== 'soil.zip.part.json'), []);
      if (happens.toString().includes('theirs')) assert.deepEqual(found(), theirs);
    }
    put(abandoned());
    const linkless = faultyFiles(({ operation }) => {
      if (operation === 'rename') put(theirs);
      return operation === 'link' ? systemError('EPERM') : undefined;
    });
    assert.equal(await takeNote(path, noteOf('job 1'), linkless.files, now), undefined, 'without hard links');
    assert.deepEqual(found(), theirs);
    assert.deepEqual(await names(), ['soil.zip.part.json']);
    for (const operation of ['link', 'open']) {
      put(abandoned());
      const late = faultyFiles((call) => {
        // A note of theirs comes in right before ours, on a file system with hard links and on one without.
        if (call.operation === operation && call.number === 2) put(theirs);
        return operation === 'open' && call.operation === 'link' ? systemError('EPERM') : undefined;
      });
      assert.equal(await takeNote(path, noteOf('job 1'), late.files, now), undefined);
      assert.deepEqual(found(), theirs);
    }
  });

  it('passes on what the disk says', async () => {
    for (const [operation, before] of [['writeFile', undefined], ['rename', abandoned()], ['unlink', abandoned()]] as const) {
      await rm(path, { force: true });
      if (before) put(before);
      const broken = faultyFiles((call) => (call.operation === operation ? systemError('EIO') : undefined));
      await assert.rejects(takeNote(path, noteOf('job 1'), broken.files, now), { code: 'EIO' }, operation);
    }
  });

  it('is not left torn if the disk had no room for it', async () => {
    const full = faultyFiles(({ operation }) => (operation === 'writeFile' ? systemError('ENOSPC') : undefined));
    await assert.rejects(takeNote(path, noteOf('job 1'), full.files, now), { code: 'ENOSPC' });
    assert.deepEqual(await names(), []);
    assert.equal(full.open(), 0);
  });

  it('stays if the process has too many files open to see whether it is there', async () => {
    const old = abandoned();
    put(old);
    const { files: exhausted } = faultyFiles(({ operation }) => (operation === 'open' || operation === 'writeFile' ? systemError('EMFILE') : undefined));
    await assert.rejects(takeNote(path, noteOf('job 1'), exhausted, now), { code: 'EMFILE' });
    assert.deepEqual(found(), old);
  });

  it('of another that comes in while ours cannot be written stays', async () => {
    const theirs = { ...abandoned(), owner: { ...living, token: 'theirs' } };
    put(abandoned());
    const full = faultyFiles((call) => {
      if (call.operation === 'open' && call.number === 2) put(theirs);
      return call.operation === 'writeFile' || (call.operation === 'open' && call.number === 2) ? systemError('ENOSPC') : undefined;
    });
    await assert.rejects(takeNote(path, noteOf('job 1'), full.files, now), { code: 'ENOSPC' });
    assert.deepEqual(found(), theirs);
    assert.deepEqual(await names(), ['soil.zip.part.json']);
  });

  it('is replaced as a whole, and nothing is left behind if that fails', async () => {
    const note = noteOf('job 1');
    await takeNote(path, note, files, now);
    await saveNote(path, { ...note, etag: '"a"' }, files);
    assert.equal(found().etag, '"a"');
    for (const operation of ['writeFile', 'rename']) {
      const broken = faultyFiles((call) => (call.operation === operation ? systemError('ENOSPC') : undefined));
      await assert.rejects(saveNote(path, { ...note, etag: '"b"' }, broken.files), { code: 'ENOSPC' });
    }
    assert.equal(found().etag, '"a"');
    assert.deepEqual(await names(), ['soil.zip.part.json']);
  });

  it('cannot be written if there is a folder of its name', async () => {
    mkdirSync(path);
    assert.equal(await takeNote(path, noteOf('job 1'), files, now), undefined);
    renameSync(path, `${path}.away`);
  });
});
