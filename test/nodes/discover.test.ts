import assert from 'node:assert/strict';
import { RunningFlow } from './flow';
import { credentials, sendJson, ServiceStandIn } from './service-stand-in';

const AREA = 'POLYGON ((5.6 51.95, 5.75 51.95, 5.75 52.03, 5.6 52.03, 5.6 51.95))';
const list = (items: object[]): object => ({ type: 'ItemList', items: { type: 'ItemList', items } });
const datasets = [
  { type: 'DataSet', identifier: 1, name: 'Open', description: '<p>Free &amp; open</p>', distribution: { lockedForDownload: false } },
  { type: 'DataSet', identifier: 2, name: 'Locked', description: '', distribution: { lockedForDownload: true } },
];

describe('soil-discover', () => {
  let flow: RunningFlow;
  let service: ServiceStandIn;

  before(async () => {
    service = await ServiceStandIn.start((request, response, body) => {
      if (request.url?.startsWith('/v1/datasets/2')) return sendJson(response, 200, datasets[1]);
      if (body.includes('"soilProperties":[9]')) return sendJson(response, 200, { type: 'DataCatalog', DataSet: [datasets[1]] });
      if (body.includes('"soilProperties":[10]')) return sendJson(response, 200, { type: 'DataCatalog', DataSet: [{ type: 'DataSet', identifier: 3, name: 'Silent' }, datasets[1]] });
      if (request.url?.startsWith('/v1/datasets')) return sendJson(response, 200, { type: 'DataCatalog', DataSet: datasets });
      if (request.url?.startsWith('/v1/soil-properties')) {
        return sendJson(response, 200, list([{ type: 'ChemicalProperty', identifier: 7, name: 'pH' }, { type: 'PhysicalProperty', identifier: 8, name: 'Clay' }]));
      }
      return sendJson(response, 200, list([]));
    });
    const discover = (id: string, settings: object): { id: string; type: string } =>
      ({ id, type: 'soil-discover', service: 'svc', wires: [[`${id}-out`]], ...settings }) as never;
    flow = await RunningFlow.start(
      [
        service.configuration(),
        discover('filters', { resource: 'spatial-filters' }),
        discover('cropland', { resource: 'spatial-filters', select: 'match', matchName: 'cropland' }),
        discover('properties', { resource: 'soil-properties', select: 'match', matchName: 'clay' }),
        discover('nothing', { resource: 'soil-properties', select: 'match', matchName: 'gold' }),
        discover('datasets', { resource: 'datasets' }),
        discover('locked', { resource: 'datasets', unlockedOnly: false, select: 'none' }),
        discover('chosenLocked', { resource: 'datasets', select: 'chosen', chosen: [1, 2] }),
        discover('anyUnlocked', { resource: 'datasets', select: 'none' }),
        discover('all', { resource: 'all-datasets' }),
        discover('one', { resource: 'dataset', datasetId: '2' }),
        discover('given', { resource: 'dataset', datasetId: '' }),
        { id: 'submit', type: 'soil-submit', service: 'svc', wires: [[]] },
        { id: 'data', type: 'soil-data', service: 'svc', wires: [['data-out']] },
        ...['filters', 'cropland', 'properties', 'nothing', 'datasets', 'locked', 'chosenLocked', 'anyUnlocked', 'all', 'one', 'given', 'data'].map((id) => ({ id: `${id}-out`, type: 'helper' })),
      ],
      { credentials },
    );
  });
  after(async () => {
    await flow.stop();
    await service.stop();
  });

  const ask = async (id: string, query: object = { geometry: AREA }): ReturnType<RunningFlow['message']> => {
    const before = flow.messages(`${id}-out`).length;
    flow.send(id, { soil: { query }, topic: 'kept' });
    return flow.message(`${id}-out`, before);
  };

  it('leaves out datasets that are marked as locked, and no others', async () => {
    const { soil } = await ask('datasets', { geometry: AREA, soilProperties: [10] });
    assert.deepEqual(soil?.query?.datasets, [3]);
  });

  it('sends the geometry and the filters chosen so far', async () => {
    await ask('properties', { geometry: AREA, spatialFilters: [4, 5] });
    const { path, body } = service.requests.at(-1) ?? { path: '', body: '' };
    assert.equal(path, '/v1/soil-properties/queries');
    assert.deepEqual(JSON.parse(body), { geometry: AREA, spatialFilters: [4, 5] });
  });

  it('puts what it selected into the query, and what it found into the payload', async () => {
    const msg = await ask('properties');
    assert.deepEqual(msg.soil?.query?.soilProperties, [8]);
    assert.deepEqual((msg.payload as { name: string }[]).map(({ name }) => name), ['pH', 'Clay']);
    assert.equal((msg as { topic?: string }).topic, 'kept');
  });

  it('leaves out locked datasets unless it is told otherwise', async () => {
    assert.deepEqual((await ask('datasets')).soil?.query?.datasets, [1]);
    assert.deepEqual(((await ask('locked')).payload as object[]).length, 2);
    assert.deepEqual(((await ask('all')).payload as { identifier: number }[]).map(({ identifier }) => identifier), [1]);
  });

  it('names a locked dataset that was looked for, all the way to the numbers that lack it', async () => {
    const { soil } = await ask('chosenLocked');
    const leftOut = [{ identifier: 2, name: 'Locked', licence: null, locked: true, reason: 'locked', records: null }];
    assert.deepEqual([soil?.query?.datasets, soil?.source?.leftOut], [[1], leftOut]);
    const before = flow.messages('data-out').length;
    flow.send('data', { soil });
    assert.deepEqual((await flow.message('data-out', before)).soil?.source?.leftOut, leftOut);
    for (const datasets of [[1, 2], ['1', '2'], 2, '2']) {
      const listed = await ask('datasets', { geometry: AREA, datasets });
      assert.deepEqual([listed.soil?.query?.datasets, listed.soil?.source?.leftOut], [[1], leftOut], 'the message had a list of its own');
    }
    assert.deepEqual((await ask('all', { datasets: 2 })).soil?.source?.leftOut, leftOut);
    assert.equal((await ask('datasets')).soil?.source?.leftOut, undefined, 'all were wanted, and the help tells that these are not among them');
  });

  it('tells what the found datasets are, beside the properties found before', async () => {
    const soilProperties = [{ identifier: 8, name: 'Clay' }];
    const before = flow.messages('locked-out').length;
    flow.send('locked', { soil: { query: { geometry: AREA }, source: { soilProperties } } });
    const source = (await flow.message('locked-out', before)).soil?.source;
    assert.deepEqual(source?.soilProperties, soilProperties);
    assert.deepEqual(source?.datasets, [
      { identifier: 1, name: 'Open', licence: null, locked: false, unlicensed: true },
      { identifier: 2, name: 'Locked', licence: null, locked: true, unlicensed: true },
    ]);
    assert.equal(source?.synthetic, false);
  });

  it('adds what it found to what is known already', async () => {
    const before = flow.messages('properties-out').length;
    const source = { datasets: [{ identifier: 1, name: 'Open' }], retrieved: '2026-01-01T00:00:00.000Z', synthetic: true };
    const selection = { spatialFilters: { found: 3, selected: 0 } };
    flow.send('properties', { soil: { query: { geometry: AREA }, source, selection } });
    const { soil } = await flow.message('properties-out', before);
    assert.deepEqual(soil?.source, { ...source, soilProperties: [{ identifier: 8, name: 'Clay' }] });
    assert.deepEqual(soil?.selection, { ...selection, soilProperties: { found: 2, selected: 1 } });
    const { datasets: none, synthetic, retrieved } = (await ask('properties')).soil!.source!;
    assert.deepEqual([none, synthetic, Number.isNaN(Date.parse(retrieved))], [[], false, false]);
  });

  it('shows how many of those found it selected only if it selects', async () => {
    await ask('locked');
    await flow.shows('locked', { fill: 'green', shape: 'dot', text: '2 found' });
    await ask('properties');
    await flow.shows('properties', { fill: 'green', shape: 'dot', text: '1 of 2 chosen' });
  });

  it('takes nothing from a selection that is not one', async () => {
    const before = flow.messages('locked-out').length;
    flow.send('locked', { soil: { query: { geometry: AREA }, selection: 'text' } });
    assert.deepEqual((await flow.message('locked-out', before)).soil?.selection, { datasets: { found: 2, selected: 2 } });
  });

  it('gives descriptions as plain text', async () => {
    assert.equal(((await ask('datasets')).payload as { description: string }[])[0]?.description, 'Free & open');
  });

  it('reads one dataset by its identifier', async () => {
    const { payload, soil } = await ask('one', {});
    assert.equal((payload as { name: string }).name, 'Locked');
    assert.deepEqual(soil?.source?.datasets, [{ identifier: 2, name: 'Locked', licence: null, locked: true, unlicensed: true }]);
    await flow.shows('one', { fill: 'green', shape: 'dot', text: 'dataset 2' });
    for (const [index, given] of [2, ' 2 '].entries()) {
      flow.send('given', { payload: given });
      assert.equal(((await flow.message('given-out', index)).payload as { identifier: number }).identifier, 2);
    }
  });

  it('shows a yellow ring if the area has nothing', async () => {
    await ask('filters');
    await flow.shows('filters', { fill: 'yellow', shape: 'ring', text: 'no data · 52.0N 5.7E' });
  });

  it('keeps a selection without a match, and an area with only locked datasets, from becoming a request for everything', async () => {
    const { soil: unmet } = await ask('nothing');
    const { soil: locked } = await ask('datasets', { geometry: AREA, soilProperties: [9] });
    const { soil: missed } = await ask('cropland');
    const { soil: allOfNone } = await ask('filters');
    const { soil: ownList } = await ask('filters', { geometry: AREA, spatialFilters: [7] });
    const { soil: ownOne } = await ask('filters', { geometry: AREA, spatialFilters: 7 });
    const { soil: ownText } = await ask('filters', { geometry: AREA, spatialFilters: '7' });
    const { soil: notNarrowed } = await ask('anyUnlocked', { geometry: AREA, soilProperties: [9] });
    assert.deepEqual([unmet?.query?.soilProperties, locked?.query?.datasets], [[], []]);
    const asked = service.requests.length;
    for (const [index, soil] of [unmet, locked, missed, ownList, ownOne, ownText].entries()) {
      flow.send('data', { soil });
      assert.deepEqual((await flow.message('data-out', index)).payload, []);
    }
    for (const [index, soil] of [unmet, locked, missed, ownList, ownOne, ownText].entries()) {
      flow.send('submit', { soil });
      assert.equal((await flow.error(index)).error.code, 'SOIL_CONFIG');
    }
    await flow.shows('submit', { fill: 'red', shape: 'ring', text: 'nothing selected' });
    assert.equal(service.requests.length, asked);
    for (const [index, soil] of [notNarrowed, allOfNone].entries()) {
      flow.send('submit', { soil });
      assert.equal((await flow.error(6 + index)).error.code, 'SOIL_RESPONSE', 'it was asked for');
    }
  });

  it('refuses what is no identifier of a dataset', async () => {
    const earlier = flow.messages('errors').length;
    for (const [index, payload] of ['', 'two', -2, 1.5, undefined].entries()) {
      flow.send('given', { payload });
      assert.match((await flow.error(earlier + index)).error.message, /^No dataset identifier/, JSON.stringify(payload));
    }
  });
});
