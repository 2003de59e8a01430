import assert from 'node:assert/strict';
import type { SoilMessage, SourceDataset } from '../../nodes/runtime/soil-message';
import { RunningFlow } from './flow';

const NETHERLANDS = 'POLYGON ((5.6600 51.9870, 5.6630 51.9870, 5.6630 51.9890, 5.6600 51.9890, 5.6600 51.9870))';
const BRAZIL = 'POLYGON ((-47.9000 -15.8000, -47.8970 -15.8000, -47.8970 -15.7980, -47.9000 -15.7980, -47.9000 -15.8000))';

const ways = [
  { id: 'svc', type: 'soil-service', mode: 'sandbox' },
  { id: 'area', type: 'soil-area', wires: [['datasets']] },
  { id: 'datasets', type: 'soil-discover', service: 'svc', resource: 'datasets', select: 'none', unlockedOnly: false, wires: [['data', 'submit']] },
  { id: 'data', type: 'soil-data', service: 'svc', wires: [['profile']] },
  { id: 'profile', type: 'soil-profile', slices: '0-30', wires: [['answered']] },
  { id: 'submit', type: 'soil-submit', service: 'svc', wires: [['wait']] },
  { id: 'wait', type: 'soil-wait', service: 'svc', firstPoll: 0.05, maxPoll: 0.2, wires: [['download'], []] },
  { id: 'download', type: 'soil-download', service: 'svc', wires: [['read', 'free'], []] },
  { id: 'read', type: 'soil-read', wires: [['filed']] },
  { id: 'free', type: 'soil-read', licences: ['CC BY', 'CC0'], wires: [['allowed']] },
  ...['answered', 'filed', 'allowed'].map((id) => ({ id, type: 'helper' })),
];

describe('Attribution', function () {
  this.timeout(60_000);
  let flow: RunningFlow;
  beforeEach(async () => {
    flow = await RunningFlow.start(ways);
  });
  afterEach(() => flow.stop());

  const datasetsOf = (msg: SoilMessage): SourceDataset[] => msg.soil?.source?.datasets ?? [];
  const named = (msg: SoilMessage, name: RegExp): SourceDataset | undefined => datasetsOf(msg).find((dataset) => name.test(dataset.name));

  it('goes with the numbers of both ways: each dataset, its licence, a ready line and when it was retrieved', async () => {
    flow.send('area', { payload: NETHERLANDS });
    for (const end of ['answered', 'filed']) {
      const message = await flow.message(end);
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

  it('takes the records of the allowed licences alone', async () => {
    flow.send('area', { payload: NETHERLANDS });
    const all = await flow.message('filed');
    const allowed = await flow.message<SoilMessage & { soil: { read: { otherLicences: number } } }>('allowed');
    assert.ok(datasetsOf(all).some(({ licence }) => licence === 'CC-BY-NC-4.0'));
    assert.ok(datasetsOf(allowed).length > 0);
    assert.ok(datasetsOf(allowed).every(({ licence }) => licence === 'CC-BY-4.0' || licence === 'CC0-1.0'));
    assert.ok(allowed.soil.read.otherLicences > 0);
  });

  it('marks a dataset without a licence', async () => {
    flow.send('area', { payload: BRAZIL });
    for (const end of ['answered', 'filed']) {
      const trials = named(await flow.message(end), /^South American field trials/);
      assert.ok(trials, end);
      assert.equal((trials as { unlicensed?: boolean }).unlicensed, true);
      assert.match(trials.attribution ?? '', /No licence stated: ask the source before use/);
    }
  });
});
