import assert from 'node:assert/strict';
import fs, { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { JobStore, type JobRecord } from '../../src/sandbox/jobs/job-store';
import { readRequestFilter } from '../../src/sandbox/request/request-filter';
import { startSandbox } from '../../src/sandbox/sandbox';
import { systemError } from '../archive/faulty-files';
import { LARGE_AREA, SandboxClient, SMALL_FIELD } from './sandbox-client';

describe('the jobs of a sandbox with a directory', () => {
  const clock = { time: Date.UTC(2026, 0, 1), now: () => clock.time };
  let directory: string;
  let client: SandboxClient;
  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'sandbox-test-'));
    client = await SandboxClient.start({ directory, clock, jobSeconds: 10, tokenSeconds: 60 * 24 * 60 * 60 });
  });
  afterEach(async () => {
    await client.close();
    await rm(directory, { recursive: true });
  });

  const restart = async (log?: (line: string) => void): Promise<void> => {
    await client.close();
    client = await SandboxClient.start({ directory, clock, jobSeconds: 10, ...(log ? { log } : {}) });
  };
  const pathOf = (location: string): string => location.slice(location.indexOf('/v1/'));

  it('survive a restart and go on where they left off', async () => {
    const job = pathOf(await client.createJob({ geometry: SMALL_FIELD }));
    clock.time += 5_000;
    await restart();
    assert.equal((await client.get(job)).json.actionStatus, 'Active');
    clock.time += 5_000;
    assert.equal((await client.get(job)).json.actionStatus, 'Completed');
  });

  it('begin again after a restart with the clock set back: nobody waits until it is that time again', async () => {
    const job = pathOf(await client.createJob({ geometry: SMALL_FIELD }));
    clock.time -= 30 * 24 * 60 * 60 * 1000;
    await restart();
    assert.equal((await client.get(job)).json.actionStatus, 'Created');
    clock.time += 10_000;
    assert.equal((await client.get(job)).json.actionStatus, 'Completed');
  });

  it('get the same file again', async () => {
    const job = pathOf(await client.createJob({ geometry: SMALL_FIELD }));
    clock.time += 10_000;
    const first = await fetch(await client.link(job));
    const bytes = Buffer.from(await first.arrayBuffer());
    await restart();
    const second = await fetch(await client.link(job), { headers: { range: 'bytes=1000-', 'if-range': first.headers.get('etag') ?? '' } });
    assert.equal(second.status, 206);
    assert.ok(Buffer.from(await second.arrayBuffer()).equals(bytes.subarray(1000)));
  });

  it('get their file again if it was deleted', async () => {
    const job = pathOf(await client.createJob({ geometry: SMALL_FIELD }));
    clock.time += 10_000;
    const first = Buffer.from(await (await fetch(await client.link(job))).arrayBuffer());
    for (const name of await readdir(path.join(directory, 'files'))) await rm(path.join(directory, 'files', name));
    const second = Buffer.from(await (await fetch(await client.link(job))).arrayBuffer());
    assert.ok(second.equals(first));
  });

  it('are accepted, and have their file, even if somebody removed the folders', async () => {
    const job = pathOf(await client.createJob({ geometry: SMALL_FIELD }));
    for (const name of await readdir(directory)) await rm(path.join(directory, name), { recursive: true });
    const other = pathOf(await client.createJob({ geometry: SMALL_FIELD }));
    assert.match(other, /^\/v1/);
    clock.time += 10_000;
    for (const one of [job, other]) assert.equal((await fetch(await client.link(one))).status, 200);
    await restart();
    assert.equal((await client.get(other)).status, 200);
  });

  it('are accepted, and have their file, even if a virus scanner holds what has just been written, as on Windows', async () => {
    const { rename } = fs;
    const held = new Set<string>();
    fs.rename = (from, to) => {
      if (held.has(String(from))) return rename(from, to);
      held.add(String(from));
      return Promise.reject(systemError('EPERM'));
    };
    try {
      const { status, json } = await client.post('/v1/soil-data-by-geometry/queries', { geometry: SMALL_FIELD });
      assert.equal(status, 201);
      clock.time += 10_000;
      assert.equal((await fetch(await client.link(pathOf(String(json.Location))))).status, 200);
      assert.equal(held.size, 2);
    } finally {
      fs.rename = rename;
    }
  });

  it('are refused with what the system says if they cannot be kept, since a sandbox within Node-RED has no log to look into', async () => {
    await rm(path.join(directory, 'jobs'), { recursive: true });
    await writeFile(path.join(directory, 'jobs'), 'no folder');
    const { status, json } = await client.post('/v1/soil-data-by-geometry/queries', { geometry: SMALL_FIELD });
    assert.equal(status, 500);
    assert.match(String(json.detail), /^The sandbox cannot keep its files: .+ \(E[A-Z]+\)\.$/);
  });

  it('are read despite other files that hold no job', async () => {
    const job = pathOf(await client.createJob({ geometry: SMALL_FIELD }));
    const lines: string[] = [];
    const name = '01234567-89ab-cdef-0123-456789abcdef';
    const other = { id: name, operation: 'soil-data-by-geometry/queries', createdAt: 0, completedAt: 1 };
    await writeFile(path.join(directory, 'jobs', 'torn.json'), '{"id":');
    await writeFile(path.join(directory, 'jobs', `${name}.json`), JSON.stringify({ ...other, filter: { geometry: 5 } }));
    await writeFile(path.join(directory, 'jobs', 'elsewhere.json'), JSON.stringify({ ...other, filter: { geometry: SMALL_FIELD } }));
    const [named, undated] = ['mine', '01234567-89ab-cdef-0123-456789abcde0'];
    await writeFile(path.join(directory, 'jobs', `${named}.json`), JSON.stringify({ ...other, id: named, filter: { geometry: SMALL_FIELD } }));
    await writeFile(path.join(directory, 'jobs', `${undated}.json`), JSON.stringify({ ...other, id: undated, createdAt: undefined, filter: { geometry: SMALL_FIELD } }));
    await writeFile(path.join(directory, 'jobs', 'notes.txt'), 'no job, and none that anybody would take for one');
    await restart((line) => lines.push(line));
    const passedOver = lines.flatMap((line) => /^(\S+) in the job directory does not hold a job: skipped/.exec(line)?.[1] ?? []);
    assert.deepEqual(passedOver.sort(), [`${undated}.json`, `${name}.json`, 'elsewhere.json', 'mine.json', 'torn.json']);
    assert.equal((await client.get(job)).status, 200);
    assert.equal((await client.get(`/v1/soil-data-by-geometry/queries/${name}`)).status, 404);
  });

  it('leave no draft of a file that was being made when the process was killed', async () => {
    const id = '01234567-89ab-cdef-0123-456789abcdef';
    await writeFile(path.join(directory, 'jobs', `${id}.json.${id}.draft`), '{"id":');
    await writeFile(path.join(directory, 'jobs', 'mine.draft'), 'not ours');
    await restart();
    assert.deepEqual(await readdir(path.join(directory, 'jobs')), ['mine.draft']);
  });

  it('are forgotten after thirty days', async () => {
    const job = pathOf(await client.createJob({ geometry: SMALL_FIELD }));
    clock.time += 30 * 24 * 60 * 60 * 1000;
    await restart();
    assert.equal((await client.get(job)).status, 200);
    clock.time += 1;
    await restart();
    assert.equal((await client.get(job)).status, 404);
    assert.deepEqual(await readdir(path.join(directory, 'jobs')), []);
  });

  it('are forgotten by their age, whatever their identifiers', async () => {
    const jobs: string[] = [];
    for (let day = 0; day < 6; day++) {
      jobs.push(pathOf(await client.createJob({ geometry: SMALL_FIELD })));
      clock.time += 24 * 60 * 60 * 1000;
    }
    clock.time += 27 * 24 * 60 * 60 * 1000 - 1;
    await restart();
    assert.deepEqual(await Promise.all(jobs.map(async (job) => (await client.get(job)).status)), [404, 404, 404, 200, 200, 200]);
  });

  it('are forgotten with their files after thirty days, even in a run that lasts', async () => {
    const job = pathOf(await client.createJob({ geometry: SMALL_FIELD }));
    clock.time += 30 * 24 * 60 * 60 * 1000 + 1;
    const next = pathOf(await client.createJob({ geometry: SMALL_FIELD }));
    assert.deepEqual([(await client.get(job)).status, (await client.get(next)).status], [404, 200]);
    assert.equal((await readdir(path.join(directory, 'jobs'))).length, 1);
  });

  it('remove no file that is not theirs, but all of their own from a run that was killed', async () => {
    const files = path.join(directory, 'files');
    await mkdir(path.join(files, 'photographs'));
    await writeFile(path.join(files, 'thesis.zip'), 'years of work');
    const name = '01234567-89ab-cdef-0123-456789abcdef';
    await writeFile(path.join(files, `${name}.zip`), '');
    await writeFile(path.join(files, `${name}.zip.${name}.draft`), '');
    await restart();
    assert.deepEqual((await readdir(files)).sort(), ['photographs', 'thesis.zip']);
    assert.equal(await readFile(path.join(files, 'thesis.zip'), 'utf8'), 'years of work');
  });

  it('leave no draft of a file that was being made when the sandbox was closed', async () => {
    const job = await client.createJob({ geometry: LARGE_AREA });
    clock.time += 10_000;
    const cut = fetch(await client.link(job)).then((answer) => answer.arrayBuffer()).catch(() => undefined);
    const left = (): Promise<string[]> => readdir(path.join(directory, 'files'));
    while (!(await left()).some((name) => name.endsWith('.draft')));
    await client.close();
    await cut;
    assert.deepEqual(await left(), []);
  });

  it('leave no files but their own behind', async () => {
    await client.createJob({ geometry: SMALL_FIELD });
    const job = await client.createJob({ geometry: SMALL_FIELD });
    clock.time += 10_000;
    await (await fetch(await client.link(job))).arrayBuffer();
    await client.close();
    assert.deepEqual((await readdir(directory)).sort(), ['files', 'jobs']);
    assert.deepEqual(await readdir(path.join(directory, 'files')), []);
    assert.ok((await readdir(path.join(directory, 'jobs'))).every((name) => name.endsWith('.json')));
  });
});

describe('jobs with very large geometries', () => {
  it('make room for more once they are done, and are refused before', async () => {
    const geometry = 'x'.repeat(64 * 1024 * 1024);
    const store = await JobStore.open(undefined, 0, () => undefined);
    const add = (createdAt: number): Promise<JobRecord> =>
      store.add({ operation: 'soil-data-by-geometry/queries', filter: { ...readRequestFilter(new Map([['geometry', SMALL_FIELD]])), geometry }, createdAt, completedAt: createdAt + 5 });
    const jobs = [await add(0), await add(1), await add(2), await add(3)];
    await assert.rejects(add(4), { status: 429 });
    const next = await add(5);
    assert.deepEqual([...jobs, next].map(({ id }) => store.find(id) !== undefined), [false, true, true, true, true]);
  });
});

describe('a hundred thousand jobs', () => {
  const filter = readRequestFilter(new Map(Object.entries({ geometry: SMALL_FIELD })));
  const jobs = async (completedAt: number): Promise<{ store: JobStore; add: () => Promise<JobRecord>; first: JobRecord }> => {
    const store = await JobStore.open(undefined, 0, () => undefined);
    const add = (): Promise<JobRecord> => store.add({ operation: 'soil-data-by-geometry/queries', filter, createdAt: 5, completedAt });
    const first = await add();
    for (let count = 1; count < 100_000; count++) await add();
    return { store, add, first };
  };

  it('make room for more, the oldest first', async () => {
    const { store, add, first } = await jobs(5);
    assert.ok(store.find(first.id));
    const next = await add();
    assert.deepEqual([store.find(first.id), store.find(next.id)], [undefined, next]);
  });

  it('take no more while none is done, and no job is forgotten', async () => {
    const { store, add, first } = await jobs(6);
    await assert.rejects(add(), { status: 429, message: /too many jobs under way.*when some of them are completed/ });
    assert.ok(store.find(first.id));
  });
});

describe('a sandbox without a directory', () => {
  const variable = process.platform === 'win32' ? 'TEMP' : 'TMPDIR';
  const usual = process.env[variable];
  let temporary: string;
  before(async () => {
    temporary = await mkdtemp(path.join(tmpdir(), 'sandbox-test-'));
    process.env[variable] = temporary;
  });
  after(async () => {
    if (usual === undefined) delete process.env[variable];
    else process.env[variable] = usual;
    await rm(temporary, { recursive: true });
  });

  it('makes files even after the system has cleared its place for temporary ones', async () => {
    const client = await SandboxClient.start({ jobSeconds: 0 });
    for (const name of await readdir(temporary)) await rm(path.join(temporary, name), { recursive: true });
    const file = await client.export({ geometry: SMALL_FIELD });
    assert.equal(file.subarray(0, 2).toString(), 'PK');
    await client.close();
  });

  it('leaves nothing in the place for temporary files', async () => {
    const client = await SandboxClient.start({ jobSeconds: 0 });
    await client.export({ geometry: SMALL_FIELD });
    assert.equal((await readdir(temporary)).length, 1);
    await client.close();
    assert.deepEqual(await readdir(temporary), []);
  });

  it('leaves nothing there if its port is taken', async () => {
    const client = await SandboxClient.start();
    await assert.rejects(startSandbox({ port: Number(new URL(client.sandbox.baseUrl).port) }), { code: 'EADDRINUSE' });
    await client.close();
    assert.deepEqual(await readdir(temporary), []);
  });
});
