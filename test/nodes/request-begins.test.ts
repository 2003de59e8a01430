import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { RunningFlow } from './flow';
import { credentials, sendJson, ServiceStandIn } from './service-stand-in';

const AREA = 'POLYGON ((5.60 51.95, 5.61 51.95, 5.61 51.955, 5.60 51.955, 5.60 51.95))';
const FEED = { dataFeedElement: [{ item: [{ name: 'Property', value: 'Clay' }, { name: 'Value', value: 5 }, { name: 'Data source', value: 'Soils' }] }] };
const EARLIER = { job: { id: 'job-a', url: 'https://old.example/job-a' }, file: { path: '/old.zip' }, read: { found: 1 }, problems: { count: 0, first: [] }, profile: {} };

/** Gives datasets under the identifier 1, creates no job, and has one record. */
function serviceWith(dataset: object): Promise<ServiceStandIn> {
  return ServiceStandIn.start(({ url = '' }, response: ServerResponse) => {
    if (url.includes('/datasets/queries')) return sendJson(response, 200, { type: 'DataCatalog', DataSet: [{ type: 'DataSet', identifier: 1, ...dataset }] });
    if (url.includes('by-geometry/queries')) return sendJson(response, 422, { title: 'No.' });
    sendJson(response, 200, FEED);
  });
}

describe('A request that begins', () => {
  let flow: RunningFlow | undefined;
  const services: ServiceStandIn[] = [];
  afterEach(async () => {
    await flow?.stop();
    for (const service of services.splice(0)) await service.stop();
    flow = undefined;
  });

  const OUT = { id: 'out', type: 'helper' };
  const node = (id: string, type: string, settings: object = {}) => ({ id, type, service: 'svc', wires: [['out']], ...settings });
  const startService = async (dataset: object): Promise<ServiceStandIn> => {
    services.push(await serviceWith(dataset));
    return services.at(-1)!;
  };

  it('leaves nothing of an earlier answer in the message, even if it fails: an old job would pass for that of this area', async () => {
    const service = await startService({ name: 'Soils' });
    flow = await RunningFlow.start([service.configuration(), node('submit', 'soil-submit'), OUT], { credentials });
    const soil = { query: { geometry: AREA }, area: { type: 'Polygon' }, ...EARLIER };
    flow.send('submit', { payload: '', soil });
    const { error, soil: caught } = await flow.error();
    assert.equal(error.code, 'SOIL_REQUEST');
    assert.deepEqual(Object.keys(caught ?? {}).sort(), ['area', 'query', 'service']);
    assert.equal('job' in soil, true, 'who holds the same object keeps it');
    await flow.stop();
    flow = await RunningFlow.start([service.configuration(), node('data', 'soil-data'), OUT], { credentials });
    flow.send('data', { payload: '', soil });
    const { soil: answered } = await flow.message('out');
    assert.deepEqual([answered?.job, answered?.file, answered?.['profile']], [undefined, undefined, undefined]);
    assert.deepEqual(answered?.['read'], { found: 1, records: 1, otherLicences: 0 });
  });

  it('leaves nothing of it either if a setting is wrong', async () => {
    const wrong = [node('submit', 'soil-submit', { service: '' }), node('data', 'soil-data', { output: 'none' })];
    flow = await RunningFlow.start([...wrong, OUT]);
    for (const [index, { id }] of wrong.entries()) {
      flow.send(id, { payload: '', soil: { query: { geometry: AREA }, ...EARLIER } });
      const { error, soil } = await flow.error(index);
      assert.equal(error.code, 'SOIL_CONFIG');
      assert.deepEqual(Object.keys(soil ?? {}), ['query'], id);
    }
  });

  it('at another service uses nothing that the first said of its datasets: numbers and licences differ there', async () => {
    const [one, other] = [await startService({ name: 'Soils', license: 'CC-BY-4.0' }), await startService({ name: 'Soils' })];
    const elsewhere = { ...other.configuration(), id: 'other' };
    const both = { ...credentials, other: credentials.svc };
    const nodes = [node('discover', 'soil-discover', { resource: 'datasets' }), node('data', 'soil-data'), node('data2', 'soil-data', { service: 'other' })];
    flow = await RunningFlow.start([one.configuration(), elsewhere, ...nodes, OUT], { credentials: both });
    flow.send('discover', { payload: '', soil: { query: { geometry: AREA } } });
    const found = await flow.message('out');
    assert.deepEqual([found.soil?.service, found.soil?.source?.datasets[0]?.licence], [one.baseUrl, 'CC-BY-4.0']);
    const licenceAt = async (id: string, index: number): Promise<unknown> => {
      flow!.send(id, structuredClone({ payload: '', soil: found.soil }));
      return (await flow!.message('out', index)).soil?.source?.datasets[0]?.licence;
    };
    assert.deepEqual([await licenceAt('data', 1), await licenceAt('data2', 2)], ['CC-BY-4.0', null]);
  });

  it('at a real service is not marked as synthetic because a sandbox was asked before', async () => {
    const service = await startService({ name: 'Soils' });
    const nodes = [{ id: 'box', type: 'soil-service' }, node('discover', 'soil-discover', { service: 'box', resource: 'soil-properties' }), node('data', 'soil-data')];
    flow = await RunningFlow.start([service.configuration(), ...nodes, OUT], { credentials });
    flow.send('discover', { payload: '', soil: { query: { geometry: AREA } } });
    const found = await flow.message('out');
    assert.deepEqual([found.soil?.service, found.soil?.source?.synthetic], ['sandbox', true]);
    flow.send('data', { payload: '', soil: { ...found.soil, query: { geometry: AREA } } });
    const { soil } = await flow.message('out', 1);
    assert.deepEqual([soil?.service, soil?.source?.synthetic], [service.baseUrl, false]);
  });

  it('for another area is not said to find nothing because an earlier area had nothing', async () => {
    const service = await startService({ name: 'Soils' });
    const nodes = [node('area', 'soil-area'), node('discover', 'soil-discover', { resource: 'datasets', select: 'match', matchName: 'zzz' }), node('data', 'soil-data')];
    flow = await RunningFlow.start([service.configuration(), ...nodes, OUT], { credentials });
    flow.send('area', { payload: AREA });
    flow.send('discover', await flow.message('out'));
    const { soil } = await flow.message('out', 1);
    assert.equal(soil?.selection?.datasets?.selected, 0);
    flow.send('area', { payload: AREA, soil: structuredClone(soil) });
    assert.equal((await flow.message('out', 2)).soil?.selection?.datasets?.selected, 0, 'of the same area it still holds');
    flow.send('area', { payload: 'POINT (9 52)', soil: structuredClone(soil) });
    const other = await flow.message('out', 3);
    assert.equal(other.soil?.selection, undefined);
    flow.send('data', other);
    assert.equal((await flow.message('out', 4)).soil?.source?.datasets.length, 1);
  });
});
