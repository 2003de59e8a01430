import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { JobKeeper } from '../../src/jobs/job-keeper';
import type { ServiceSettings } from '../../src/service/service-settings';
import type { News, Orders } from './crashing-process';
import { startJobServer, type JobServer } from './job-server';

const messages = [
  { _msgid: 'm1', geometry: 'POINT (1 1)' },
  { _msgid: 'm2', geometry: 'POINT (2 2)' },
  { _msgid: 'm3', geometry: 'POINT (1 1)' },
];

/** One step of so many is tried: all of them with 1. */
const EVERY = Number(process.env.SOIL_CRASH_EVERY ?? 37);

describe('A process that is killed', () => {
  let folder: string;
  let program: string;
  let server: JobServer;

  before(async () => {
    folder = await fs.mkdtemp(path.join(os.tmpdir(), 'soil-crash-'));
    program = path.join(folder, 'program.js');
    await build({ entryPoints: [path.join(__dirname, 'crashing-process.ts')], outfile: program, bundle: true, platform: 'node', target: 'node20', logLevel: 'error' });
  });
  beforeEach(async () => (server = await startJobServer()));
  afterEach(() => server.close());
  after(() => fs.rm(folder, { recursive: true }));

  /** @param alive ends when the process is to be killed */
  async function run(orders: Omit<Orders, 'settings'>, more: Partial<ServiceSettings> = {}, alive?: () => Promise<void>): Promise<{ news: News[]; killed: boolean }> {
    const settings = { ...server.settings, ...more };
    const child = spawn(process.execPath, [program, JSON.stringify({ ...orders, settings })], { stdio: ['ignore', 'pipe', 'pipe'] });
    void alive?.().then(() => child.kill('SIGKILL'));
    let said = '';
    let errors = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
    assert.ok(signal === 'SIGKILL' || code === 0, errors);
    const news = said.split('\n').filter(Boolean).map((line) => JSON.parse(line) as News);
    return { news, killed: signal === 'SIGKILL' };
  }

  it('runs through if it is not', async () => {
    const directory = path.join(folder, 'unharmed');
    const { news } = await run({ directory, messages, lastStep: -1 });
    assert.deepEqual(news.filter(({ news: what }) => what === 'delivered').map((each) => 'id' in each && each.id).sort(), ['m1', 'm2', 'm3']);
    assert.equal(server.posted.length, 2);
    assert.doesNotMatch(await fs.readFile(path.join(directory, 'jobs.journal'), 'utf8'), /CANARY/);
  });

  it('at any step loses no message, submits nothing twice, and reports every request whose fate is unknown', async () => {
    const { news } = await run({ directory: path.join(folder, 'count'), messages, lastStep: -1 });
    const last = news.at(-1);
    const steps = last?.news === 'done' ? last.steps : 0;
    assert.ok(steps > 60, String(steps));
    for (let step = 0; step < steps; step += EVERY) {
      server.posted.length = 0;
      server.reads.clear();
      await killAt(step, path.join(folder, `step-${step}`));
    }
  }).timeout(EVERY > 5 ? 600_000 : 0);

  async function killAt(step: number, directory: string): Promise<void> {
    const first = await run({ directory, messages, lastStep: step });
    const settled = new Set(first.news.flatMap((each) => (each.news === 'accepted' || each.news === 'unknown' ? [each.id] : [])));
    const rest = messages.filter(({ _msgid }) => !settled.has(_msgid));
    const second = await run({ directory, messages: rest, lastStep: -1 });
    assert.equal(second.killed, false);
    const all = [...first.news, ...second.news];
    const unknown = all.flatMap((each) => (each.news === 'unknown' ? [each.id] : []));
    assert.deepEqual(all.filter(({ news: what }) => what === 'failed'), []);
    for (const { _msgid } of messages) {
      const delivered = all.filter((each) => each.news === 'delivered' && each.id === _msgid);
      const unmarked = delivered.filter((each) => each.news === 'delivered' && !each.again);
      const sent = 1 + rest.filter((message) => message._msgid === _msgid).length;
      assert.ok(delivered.length > 0 || unknown.includes(_msgid), `${_msgid} is lost after a kill at step ${step}`);
      assert.ok(unmarked.length <= sent, `${_msgid} was sent ${sent} times and came out ${unmarked.length} times after a kill at step ${step}`);
    }
    for (const geometry of ['POINT (1 1)', 'POINT (2 2)']) {
      const posts = server.posted.filter((posted) => posted === geometry).length;
      const reports = unknown.filter((id) => messages.find(({ _msgid }) => _msgid === id)?.geometry === geometry).length;
      assert.ok(posts <= 1 + reports, `${geometry} was submitted ${posts} times after a kill at step ${step}, with ${reports} reports`);
    }
    const left = await fs.readdir(directory);
    assert.deepEqual(left, ['jobs.journal'], `after a kill at step ${step}`);
  }

  it('while many wait for their turn at a limited service submits again those that were not sent, and nothing twice', async () => {
    const many = Array.from({ length: 60 }, (_, at) => ({ _msgid: `m${at}`, geometry: `POINT (${at} 1)` }));
    const directory = path.join(folder, 'limited');
    const sent = async (): Promise<void> => {
      while (server.posted.length < 5) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    const first = await run({ directory, messages: many, atOnce: true, lastStep: -1 }, { requestsPerSecond: 20, maxConcurrent: 2 }, sent);
    assert.equal(first.killed, true);
    const atKill = server.posted.length;
    const second = await run({ directory, messages: [], lastStep: -1 }, { requestsPerSecond: 1000 });
    const all = [...first.news, ...second.news];
    const ended = (what: string): string[] => all.flatMap((each) => (each.news === what && 'id' in each ? [each.id] : []));
    assert.ok(atKill < many.length, 'none was left to wait for its turn when the process was killed');
    // Two can be under way, and on a slow disk a few are answered whose answer is not in the journal yet. Dozens wait.
    assert.ok(ended('unknown').length < 10, `${ended('unknown').length} of unknown fate`);
    assert.equal(new Set([...ended('delivered'), ...ended('unknown')]).size, many.length);
    assert.equal(new Set(server.posted).size, server.posted.length, 'a request was sent twice');
  });

  it('a second process is refused while the first one has the directory', async () => {
    const directory = path.join(folder, 'shared');
    const keeper = await JobKeeper.acquire(directory);
    const child = spawn(process.execPath, [program, JSON.stringify({ directory, messages, settings: server.settings, lastStep: -1 })], { stdio: ['ignore', 'ignore', 'pipe'] });
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number];
    assert.equal(code, 1);
    assert.match(errors, new RegExp(`Another Node-RED \\(process ${process.pid}\\) uses`));
    assert.equal(server.posted.length, 0);
    await keeper.release();
  });
});
