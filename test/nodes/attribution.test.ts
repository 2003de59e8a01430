import assert from 'node:assert/strict';
import type { SoilMessage, SourceDataset } from '../../nodes/runtime/soil-message';
import { RunningFlow } from './flow';

const NETHERLANDS = 'POLYGON ((5.6600 51.9870, 5.6630 51.9870, 5.6630 51.9890, 5.6600 51.9890, 5.6600 51.9870))';
const BRAZIL = 'POLYGON ((-47.9000 -15.8000, -47.8970 -15.8000, -47.8970 -15.7980, -47.9000 -15.7980, -47.9000 -15.8000))';

const ways = [
  { id: 'svc', type: 'soil-service', mode: 'sandbox' },
  { id: 'area', type: 'soil-area', wires: [['datasets']] },
  { id: 'datasets', type: 'soil-discover', service: 'svc', resource: 'datasets', select: 'none', unlockedOnly: false, wires: [['data', 'freeData', 'submit', 'discovered']] },
  { id: 'data', type: 'soil-data', service: 'svc', wires: [['profile']] },
  { id: 'freeData', type: 'soil-data', service: 'svc', licences: ['CC BY', 'CC0'], wires: [['allowedAtOnce']] },
  { id: 'profile', type: 'soil-profile', slices: '0-30', wires: [['answered']] },
  { id: 'submit', type: 'soil-submit', service: 'svc', wires: [['wait']] },
  { id: 'wait', type: 'soil-wait', service: 'svc', firstPoll: 0.05, maxPoll: 0.2, wires: [['download'], []] },
  { id: 'download', type: 'soil-download', service: 'svc', wires: [['read', 'free'], []] },
  { id: 'read', type: 'soil-read', wires: [['filed']] },
  { id: 'free', type: 'soil-read', licences: ['CC BY', 'CC0'], wires: [['allowed']] },
  ...['discovered', 'answered', 'allowedAtOnce', 'filed', 'allowed'].map((id) => ({ id, type: 'helper' })),
];

describe('Attribution', () => {
  let flow: RunningFlow;
  // Both at once: a job of the sandbox takes its seconds.
  before(async () => {
    flow = await RunningFlow.start(ways);
    for (const payload of [NETHERLANDS, BRAZIL]) flow.send('area', { payload, topic: payload });
  });
  after(() => flow.stop());

  /** What came to this end of the area. */
  async function at<T extends SoilMessage>(end: string, topic = NETHERLANDS): Promise<T> {
    const both = [await flow.message<T & { topic?: string }>(end, 0), await flow.message<T & { topic?: string }>(end, 1)];
    return both.find((message) => message.topic === topic) as T;
  }

  const datasetsOf = (msg: SoilMessage): SourceDataset[] => msg.soil?.source?.datasets ?? [];
  const named = (msg: SoilMessage, name: RegExp): SourceDataset | undefined => datasetsOf(msg).find((dataset) => name.test(dataset.name ?? ''));

  it('goes with the numbers of both ways: each dataset, its licence, a ready line and when it was retrieved', async () => {
    for (const end of ['answered', 'filed']) {
      const message = await at(end);
      const grids = named(message, /^World soil grids/) ?? named(message, /^World soil profiles/);
      assert.ok(grids, end);
      assert.match(
        grids.attribution ?? '',
        /^Sandbox Institute for Invented Soils\. World soil \w+ \(synthetic\)\. Licence: CC-BY(-NC)?-4\.0\. https:\/\/example\.org\/[\w-]+\. Retrieved \d{4}-\d\d-\d\d$/,
      );
      assert.ok((grids.records ?? 0) > 0);
      assert.equal(typeof grids.identifier, 'number');
      assert.equal(grids.locked, false);
      const source = message.soil?.source;
      assert.ok(Math.abs(Date.now() - Date.parse(source?.retrieved ?? '')) < 120_000);
      assert.equal(source?.synthetic, true);
      assert.deepEqual(JSON.parse(JSON.stringify(source)), source);
    }
  });

  it('takes only records of the allowed licences, and says what it left out', async () => {
    for (const [whole, part] of [
      ['answered', 'allowedAtOnce'],
      ['filed', 'allowed'],
    ] as const) {
      const all = await at(whole);
      const allowed = await at<SoilMessage & { soil: { read: { otherLicences: number; records: number } } }>(part);
      assert.ok(datasetsOf(all).some(({ licence }) => licence === 'CC-BY-NC-4.0'));
      assert.ok(datasetsOf(allowed).length > 0);
      assert.ok(datasetsOf(allowed).every(({ licence }) => licence === 'CC-BY-4.0' || licence === 'CC0-1.0'));
      assert.equal((allowed.payload as unknown[]).length, allowed.soil.read.records);

      const others = (allowed.soil.source?.leftOut ?? []).filter(({ reason }) => reason === 'licence');
      assert.ok(others.length > 0 && allowed.soil.read.otherLicences > 0, part);
      assert.equal(others.reduce((sum, { records }) => sum + records!, 0), allowed.soil.read.otherLicences);
      for (const other of others) assert.equal(other.licence, datasetsOf(all).find(({ name }) => name === other.name)?.licence);
      assert.ok(others.every(({ identifier }) => typeof identifier === 'number'));
    }
  });

  it('names a locked dataset that was asked for, wherever the numbers come from', async () => {
    for (const end of ['answered', 'filed', 'allowed']) {
      const { leftOut = [], datasets = [] } = (await at(end)).soil?.source ?? {};
      const locked = leftOut.filter(({ reason }) => reason === 'locked');
      assert.deepEqual(
        locked.map(({ name, locked: mark, records }) => [name, mark, records]),
        [['Restricted farm records (synthetic, locked)', true, null]],
        end,
      );
      assert.ok(datasets.length > 0 && datasets.every(({ name }) => !name?.includes('locked')), end);
    }
  });

  it('marks a dataset without a licence, as soil-discover does', async () => {
    assert.equal(named(await at('discovered', BRAZIL), /^South American field trials/)?.unlicensed, true);
    for (const end of ['answered', 'filed']) {
      const trials = named(await at(end, BRAZIL), /^South American field trials/);
      assert.ok(trials, end);
      assert.equal(trials.unlicensed, true);
      assert.equal(trials.unlicensedRecords, trials.records);
      assert.match(trials.attribution ?? '', /No licence stated: ask the source before use/);
    }
  });
});

describe('Licences of a node', () => {
  let flow: RunningFlow;
  afterEach(() => flow.stop());

  it('refuses to pass on a raw answer if only some licences are allowed', async () => {
    flow = await RunningFlow.start([ways[0]!, { id: 'data', type: 'soil-data', service: 'svc', output: 'raw', licences: ['CC BY'], wires: [[]] }]);
    flow.send('data', { soil: { query: { geometry: NETHERLANDS } } });
    const { error } = await flow.error();
    assert.deepEqual([error.code, /"Output" \(raw\) and "Only these licences"/.test(error.message)], ['SOIL_CONFIG', true]);
  });

  it('lets nothing through if the list of licences cannot be understood', async () => {
    flow = await RunningFlow.start([ways[0]!, ...['soil-data', 'soil-read'].map((type) => ({ id: type, type, service: 'svc', licences: { allow: 'CC BY' }, wires: [[]] }))]);
    flow.send('soil-data', { soil: { query: { geometry: NETHERLANDS } } });
    flow.send('soil-read', { payload: __dirname });
    for (const index of [0, 1]) assert.match((await flow.error(index)).error.message, /"Only these licences" is {"allow":"CC BY"}: it must be a list/);
  });
});
