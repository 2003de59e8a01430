import assert from 'node:assert/strict';
import { access, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { journalOf } from '../../src/jobs/job-store';
import { writtenZip } from '../records/written-zip';
import { until } from '../time/until';
import { RunningFlow, type FlowNode } from './flow';
import { out, readNode, rows, type ReadMessage } from './read-flow';

const ROWS = 60_000;
const BATCH = 20_000;
/** Of each of several files: a busy machine reads all of them within the patience that it gets for one message. */
const ROWS_OF_SEVERAL = 15_000;
const job = { id: 'j1', url: 'https://api.example/j1', status: 'completed', result: { url: 'https://files.example/1.zip?h=link-CANARY' } };

describe('A redeploy while soil-read reads', function () {
  this.timeout(120_000);
  let folder: string;
  let file: string;
  let flow: RunningFlow | undefined;

  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'soil-zips-'));
    file = path.join(folder, 'large.zip');
    await writeFile(file, await writtenZip({ 'a.csv': rows(ROWS) }));
  });
  after(() => rm(folder, { recursive: true, force: true }));
  afterEach(async () => {
    await flow?.stop();
    flow = undefined;
  });

  /** A flow that has begun to read. */
  async function begin(node: FlowNode, more: object = {}): Promise<RunningFlow> {
    const begun = (flow = await RunningFlow.start([node, out]));
    begun.send('read', { _msgid: 'm1', topic: 'mine', payload: file, soil: { job }, ...more });
    const journal = journalOf(path.join(begun.userDirectory, 'soil-data'));
    await until(async () => /"reads":true/.test(await readFile(journal, 'utf8').catch(() => '')), 'the reading');
    return begun;
  }

  async function read(from: RunningFlow, index = 0): Promise<ReadMessage & { topic?: string }> {
    return (await from.message('out', index)) as unknown as ReadMessage & { topic?: string };
  }

  async function redeployed(before: RunningFlow, node: FlowNode): Promise<RunningFlow> {
    await before.stop(true);
    assert.deepEqual(before.messages('errors'), []);
    return (flow = await RunningFlow.start([node, out], { userDirectory: before.userDirectory }));
  }

  /** The readings that the next life would resume. */
  async function kept({ userDirectory }: RunningFlow): Promise<string[]> {
    const journal = await readFile(journalOf(path.join(userDirectory, 'soil-data')), 'utf8');
    const ids = (change: string): string[] => [...journal.matchAll(new RegExp(`"change":"${change}","id":"([^"]+)"`, 'g'))].map(([, id]) => id as string);
    return ids('downloading').filter((id) => !ids('downloaded').includes(id));
  }

  /** What comes in now comes out next: nothing of before is left. */
  async function assertOver(next: RunningFlow, after: number): Promise<void> {
    next.send('read', { topic: 'next', payload: await writtenZip({ 'a.csv': rows(1) }), soil: {} });
    const { topic } = await read(next, after);
    assert.equal(topic, 'next');
  }

  it('loses nothing: the message goes on with all of its records, once', async () => {
    const started = new Date();
    const before = await begin(readNode(), { started });
    const next = await redeployed(before, readNode());
    const { payload, soil, ...rest } = await read(next);
    assert.deepEqual([before.messages('out').length, payload.length, soil.read.records], [0, ROWS, ROWS]);
    assert.deepEqual(rest, { _msgid: 'm1', topic: 'mine', started });
    assert.deepEqual((soil as { job?: object }).job, job);
    await assertOver(next, 1);
    await next.stop(true);
    flow = await RunningFlow.start([readNode(), out], { userDirectory: next.userDirectory });
    await assertOver(flow, 0);
  });

  it('of the modified nodes loses nothing either', async () => {
    const running = await begin(readNode());
    await running.deployModified([readNode({ name: 'changed' }), out]);
    const { payload } = await read(running);
    assert.equal(payload.length, ROWS);
    await assertOver(running, 1);
  });

  it('gives all batches once more, marked, if some had gone on', async () => {
    const node = readNode({ batch: BATCH });
    const before = await begin(node);
    await before.message('out');
    const next = await redeployed(before, node);
    const batches = await Promise.all([0, 1, 2].map((index) => read(next, index)));
    assert.ok(before.messages('out').length < batches.length, 'it was broken off');
    assert.deepEqual(batches.map(({ payload, parts }) => [payload.length, parts?.index, parts?.count]), [[BATCH, 0, undefined], [BATCH, 1, undefined], [BATCH, 2, 3]]);
    assert.deepEqual(batches.map(({ soil }) => (soil as { job?: { redelivered?: boolean } }).job?.redelivered), [true, true, true]);
    await assertOver(next, 3);
  });

  it('ends with an error if the file has been replaced by then', async () => {
    const bytes = (await readFile(file)).length;
    const own = path.join(folder, 'own.zip');
    await writeFile(own, await readFile(file));
    const before = await begin(readNode(), { payload: own, soil: { job, file: { path: own, bytes } } });
    await before.stop(true);
    await writeFile(own, await writtenZip({ 'a.csv': rows(2) }));
    flow = await RunningFlow.start([readNode(), out], { userDirectory: before.userDirectory });
    const { error } = await flow.error();
    assert.deepEqual([error.code, /is no longer the one that this message came with/.test(error.message)], ['SOIL_CONFIG', true]);
    await flow.stop(true);
    flow = await RunningFlow.start([readNode(), out], { userDirectory: before.userDirectory });
    await assertOver(flow, 0);
  });

  for (const [change, settings, given] of [
    ['another property of the message', { from: 'elsewhere' }, undefined],
    ['a path that the dialog has', { from: 'small.zip', fromType: 'str' }, 1],
  ] as const) {
    it(`ends exactly once if the node reads from ${change} by then`, async () => {
      const small = path.join(folder, 'small.zip');
      await writeFile(small, await writtenZip({ 'a.csv': rows(1) }));
      const node = readNode({ ...settings, ...('from' in settings && settings.from === 'small.zip' && { from: small }) });
      const next = await redeployed(await begin(readNode()), node);
      if (given === undefined) assert.equal((await next.error()).error.code, 'SOIL_CONFIG');
      else assert.equal((await read(next)).payload.length, given);
      await until(async () => (await kept(next)).length === 0, 'the end of what was kept');
    });
  }

  for (const [what, settings, given] of [
    ['a file is of no job', {}, () => ({ payload: file, soil: {} })],
    ['a Buffer comes', {}, async () => ({ payload: await readFile(file), soil: { job } })],
    ['the dialog has the path', { fromType: 'str' }, () => ({ soil: { job } })],
  ] as const) {
    it(`needs no journal where ${what}`, async () => {
      const running = (flow = await RunningFlow.start([readNode({ ...settings, ...('fromType' in settings && { from: file }) }), out]));
      running.send('read', await given());
      assert.equal((await read(running)).payload.length, ROWS);
      await running.stop(true);
      await assert.rejects(access(journalOf(path.join(running.userDirectory, 'soil-data'))), { code: 'ENOENT' });
    });
  }

  for (const [kind, deploy] of [
    ['all', (running: RunningFlow, nodes: FlowNode[]) => running.deployAll(nodes)],
    ['the modified nodes', (running: RunningFlow, nodes: FlowNode[]) => running.deployModified(nodes)],
  ] as const) {
    it(`goes on in memory with what is of no job, a deploy of ${kind}: what is read, and what waits for its turn`, async () => {
      const running = (flow = await RunningFlow.start([readNode(), out]));
      const one = path.join(folder, 'one-of-several.zip');
      await writeFile(one, await writtenZip({ 'a.csv': rows(ROWS_OF_SEVERAL) }));
      const bytes = await readFile(one);
      for (let topic = 0; topic < 6; topic++) running.send('read', { topic, payload: topic % 2 ? one : bytes, soil: {} });
      await new Promise((resolve) => setTimeout(resolve, 30));
      assert.deepEqual(running.messages('out'), []);
      await deploy(running, [readNode({ name: 'changed' }), out]);
      const all = await Promise.all(Array.from({ length: 6 }, (_, index) => read(running, index)));
      assert.deepEqual(all.map(({ payload }) => payload.length), Array(6).fill(ROWS_OF_SEVERAL));
      assert.deepEqual(all.map(({ topic }) => Number(topic)).sort(), [0, 1, 2, 3, 4, 5]);
      await assertOver(running, 6);
    });
  }

  it('gives all batches of a Buffer once more, marked by its job, if some had gone on', async () => {
    const running = (flow = await RunningFlow.start([readNode({ batch: BATCH }), out]));
    running.send('read', { payload: await readFile(file), soil: { job } });
    await running.message('out');
    await running.deployAll([readNode({ batch: BATCH, name: 'changed' }), out]);
    await until(() => running.messages('out').some((msg) => (msg as unknown as ReadMessage).parts?.count === 3), 'the last batch');
    const batches = running.messages('out').slice(-3) as unknown as (ReadMessage & { soil: { job?: { redelivered?: boolean } } })[];
    assert.deepEqual(batches.map(({ parts, soil }) => [parts?.index, soil.job?.redelivered]), [[0, true], [1, true], [2, true]]);
    assert.ok(running.messages('out').length > 3, 'it was broken off');
    await assertOver(running, running.messages('out').length);
  });

  for (const [unusable, spoil, when] of [
    ['the folder of the journal cannot be used', (directory: string) => writeFile(directory, 'a file where the folder should be'), 'when a message comes'],
    ['the journal cannot be read', (directory: string) => mkdir(journalOf(directory), { recursive: true }), 'at the start'],
  ] as const) {
    it(`would lose the message, as one warning says ${when}, if ${unusable}; it goes on all the same`, async () => {
      const userDirectory = await mkdtemp(path.join(os.tmpdir(), 'soil-flow-'));
      await spoil(path.join(userDirectory, 'soil-data'));
      const running = (flow = await RunningFlow.start([readNode(), out], { userDirectory }));
      const warnings = (): string[] => running.logged().filter((line) => /^If a restart .* interrupts the reading of a file, it will not start over by itself: /.test(line));
      if (when === 'at the start') await until(() => warnings().length > 0, 'the warning');
      for (const topic of ['a', 'b']) running.send('read', { topic, payload: file, soil: { job } });
      for (const index of [0, 1]) assert.equal((await read(running, index)).payload.length, ROWS);
      assert.equal(warnings().length, 1, running.logged().join('\n'));
    });
  }
});
