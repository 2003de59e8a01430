import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { SoilMessage } from '../../nodes/runtime/soil-message';
import { assertOwnFile } from '../../nodes/soil-read/own-file';
import { openFiles } from '../processes/open-files';
import { writtenZip } from '../records/written-zip';
import { RunningFlow, type CaughtMessage, type FlowNode } from './flow';
import { HEADER, out, readNode, row, rows, type ReadMessage } from './read-flow';
import { credentials, ServiceStandIn } from './service-stand-in';

describe('The check of a file that is read', () => {
  let archive = '';
  let folder: Record<string, unknown> = {};
  beforeEach(async () => {
    const directory = await mkdtemp(join(tmpdir(), 'own-file-'));
    archive = join(directory, 'field.zip');
    folder = { path: join(directory, 'field'), archive, bytes: 3, sha256: createHash('sha256').update('own').digest('hex') };
    await put('own', 1000);
  });
  afterEach(() => rm(dirname(archive), { recursive: true }));

  async function put(content: string, seconds: number): Promise<void> {
    await writeFile(archive, content);
    await utimes(archive, seconds, seconds);
  }

  const checked = (file: Record<string, unknown>, signal = new AbortController().signal): Promise<() => Promise<void>> => assertOwnFile(file['path'], { soil: { file } } as unknown as SoilMessage, signal);

  it('compares a zip that came again once, and then again only if its time has changed', async () => {
    const check = await checked(folder);
    await put('own', 2000);
    await check();
    // Only so does it show that the bytes are not read a second time.
    await put('not', 2000);
    await check();
    await put('not', 3000);
    await assert.rejects(check(), { code: 'SOIL_CONFIG' });
  });

  it('compares another zip that took its place, even one of the same time: disks count it in steps of some milliseconds', async () => {
    const check = await checked(folder);
    const other = join(dirname(archive), 'other.zip');
    await writeFile(other, 'not');
    await utimes(other, 1000, 1000);
    await rename(other, archive);
    await assert.rejects(check(), { code: 'SOIL_CONFIG' });
  });

  it('lets a zip go on that is open already, whatever takes its place', async () => {
    const check = await checked({ ...folder, path: archive, archive: undefined });
    await put('another', 2000);
    await check();
  });

  it('compares the size if there is no digest', () => assert.rejects(checked({ ...folder, sha256: undefined, bytes: 4 }), { code: 'SOIL_CONFIG' }));

  it('ends with the reason why it is stopped, and leaves no file open', async () => {
    const reason = new Error('The node is closing.');
    await assert.rejects(checked(folder, AbortSignal.abort(reason)), reason);
    await setTimeout(100);
    assert.deepEqual((await openFiles()).filter((file) => file.startsWith(dirname(archive))), []);
  });
});

describe('soil-read of a file that another download replaced', () => {
  let service: ServiceStandIn;
  let flow: RunningFlow;

  before(async () => {
    const [north, south] = [await writtenZip({ 'a.csv': rows(2) }), await writtenZip({ 'a.csv': rows(3) })];
    const alike = await writtenZip({ 'b.csv': rows(2) });
    assert.equal(alike.length, north.length);
    const filler = randomBytes(1_100_000);
    const [large, largeAlike] = [await writtenZip({ 'a.csv': rows(2), 'filler.bin': filler }), await writtenZip({ 'b.csv': rows(2), 'filler.bin': filler })];
    assert.equal(largeAlike.length, large.length);
    const two = (dataset: string): Promise<Buffer> => writtenZip({ 'a.csv': HEADER + row(1, dataset) + row(2, dataset), 'b.csv': HEADER + row(3, dataset) });
    const zips = new Map([['/north', north], ['/south', south], ['/alike', alike], ['/large', large], ['/large-alike', largeAlike], ['/two-of-north', await two('North')], ['/two-of-south', await two('South')]]);
    service = await ServiceStandIn.start(({ url }, response) => response.end(zips.get(url ?? '')));
  });
  after(() => service.stop());
  afterEach(() => flow.stop());

  /** Downloads one field after the other to one name, and gives the messages. */
  async function downloaded({ batch, ...settings }: { batch?: number } & Record<string, unknown>, ...fields: string[]): Promise<object[]> {
    const download: FlowNode = { id: 'download', type: 'soil-download', service: 'svc', filename: 'field.zip', ...settings, wires: [['files'], []] };
    flow = await RunningFlow.start([service.configuration(), download, { id: 'files', type: 'helper' }, readNode({ batch }), out], { credentials });
    const messages: object[] = [];
    for (const field of fields) {
      flow.send('download', { topic: field, payload: `${service.baseUrl}/${field}` });
      messages.push(structuredClone(await flow.message('files', messages.length)));
    }
    return messages;
  }

  for (const [extract, own, other] of [[false, 'north', 'south'], [true, 'north', 'south'], [false, 'north', 'alike'], [false, 'large', 'large-alike'], [true, 'large', 'large-alike']] as const) {
    it(`refuses it for the message whose file it is not (${extract ? 'unpacked' : 'a zip'}, ${other})`, async () => {
      const [north, latest] = await downloaded({ extract }, own, other);
      flow.send('read', latest!);
      assert.equal(((await flow.message('out')) as unknown as ReadMessage).payload.length, other === 'south' ? 3 : 2);
      flow.send('read', north!);
      const { error, ...refused } = await flow.message<CaughtMessage & { topic: string }>('errors');
      assert.deepEqual([error.code, refused.topic], ['SOIL_CONFIG', own]);
      assert.match(error.message, /^The file .*field.* is no longer the one that this message came with\. If another download took its place, put \{\{id\}\}/);
    });
  }

  for (const other of ['two-of-south', 'south']) {
    it(`sends nothing of a folder that takes its place while it is read (${other})`, async () => {
      const [north] = await downloaded({ extract: true, batch: 1 }, 'two-of-north');
      flow.send('read', north!);
      await flow.message('out');
      // The flow has not taken the first batch yet: the second file is opened later.
      flow.send('download', { payload: `${service.baseUrl}/${other}` });
      await flow.message('files', 1);
      const { error } = await flow.error();
      assert.match(error.message, /^The file .*field is no longer the one that this message came with/);
      const names = (flow.messages('out') as unknown as ReadMessage[]).flatMap(({ payload }) => payload.map(({ dataset }) => dataset));
      assert.deepEqual(new Set(names), new Set(['North']));
    });
  }

  it('reads a folder that was kept without its zip: the message says of no other zip that it is in it', async () => {
    await downloaded({ extract: true, exists: 'keep' }, 'north');
    await rm(join(flow.userDirectory, 'soil-data', 'downloads', 'field.zip'));
    flow.send('download', { payload: `${service.baseUrl}/south` });
    const kept = await flow.message<SoilMessage>('files', 1);
    assert.deepEqual([kept.soil?.file?.sha256, kept.soil?.file?.bytes], [null, Buffer.byteLength(rows(2))]);
    flow.send('read', kept);
    assert.equal(((await flow.message('out')) as unknown as ReadMessage).payload.length, 2);
  });

  it('reads a folder whose zip a person took away', async () => {
    const [north] = await downloaded({ extract: true }, 'north');
    await rm(join(flow.userDirectory, 'soil-data', 'downloads', 'field.zip'));
    flow.send('read', north!);
    assert.equal(((await flow.message('out')) as unknown as ReadMessage).payload.length, 2);
  });

  it('says what is wrong with the disk if the zip cannot be read for the comparison', async function () {
    // A file that can be found, but not read, not even by root.
    const unreadable = '/proc/self/mem';
    if (process.platform !== 'linux') this.skip();
    const [north] = (await downloaded({ extract: true }, 'north')) as SoilMessage[];
    flow.send('read', { ...north, soil: { ...north?.soil, file: { ...north?.soil?.file, bytes: 0, archive: unreadable } } });
    const { error } = await flow.error();
    assert.equal(error.code, 'SOIL_STORAGE');
    assert.match(error.message, /^Cannot read the soil data at \/proc\/self\/mem: the disk reported an error \(EIO\)\./);
  });

  it('reads it if the message says nothing of a file, or of another one, or each has its own', async () => {
    const [north] = (await downloaded({}, 'north', 'south')) as { payload: string }[];
    const other = join(flow.userDirectory, 'other.zip');
    await writeFile(other, await writtenZip({ 'a.csv': rows(4) }));
    const bytes = (await writtenZip({ 'a.csv': rows(3) })).length;
    for (const [index, [msg, records]] of ([[{ soil: {} }, 3], [{ soil: { file: { path: north?.payload } } }, 3], [{ soil: { file: { path: north?.payload, bytes } } }, 3], [{ payload: other }, 4]] as const).entries()) {
      flow.send('read', { ...north, ...msg });
      assert.equal((await flow.message<ReadMessage & SoilMessage>('out', index)).payload.length, records);
    }
    await flow.stop();
    const [own] = await downloaded({ exists: 'number' }, 'north', 'south');
    flow.send('read', own!);
    assert.equal(((await flow.message('out')) as unknown as ReadMessage).payload.length, 2);
  });
});
