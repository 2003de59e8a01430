import assert from 'node:assert/strict';
import type { SoilRecord } from '../../src/records/soil-record';
import { writtenZip } from '../records/written-zip';
import { RunningFlow, type FlowNode } from './flow';

const AREA = 'POLYGON ((5.60 51.95, 5.75 51.95, 5.75 52.03, 5.60 52.03, 5.60 51.95))';
const CSV =
  'lat,lon,property,original_name,upper_depth_cm,lower_depth_cm,value,unit,sampling_date,license,data_source\n' +
  '2.1,1,pH,PHAQ,0,10,5,pH,1958,CC0,One\n2.2,1,pH,PHAQ,0,10,6,pH,1958,CC0,Two\n';
const OUT = { id: 'out', type: 'helper' };

describe('A message with something odd in it', () => {
  let flow: RunningFlow | undefined;
  afterEach(async () => {
    await flow?.stop();
    flow = undefined;
  });

  async function start(type: string, settings: object = {}): Promise<RunningFlow> {
    const node: FlowNode = { id: 'node', type, wires: [['out']], ...settings };
    return (flow = await RunningFlow.start([{ id: 'svc', type: 'soil-service' }, node, OUT]));
  }

  async function refused(type: string, settings: object, msg: object): Promise<string> {
    await start(type, settings);
    flow!.send('node', msg);
    const { error } = await flow!.error();
    return `${error.code} ${error.message}`;
  }

  it('has an error code if part of the path to the area is missing, and the error says where', async () => {
    assert.match(await refused('soil-area', { area: 'form.areas[0]' }, { payload: AREA }), /^SOIL_GEOMETRY There is no area in msg\.form\.areas\[0\]: expected WKT/);
  });

  it('keeps what else was asked for when it gets another area', async () => {
    const flow = await start('soil-area');
    flow.send('node', { payload: AREA, soil: { query: { geometry: 'POINT (1 2)', startYear: 1990 } } });
    const { soil } = await flow.message('out');
    assert.deepEqual(Object.keys(soil?.query ?? {}).sort(), ['geometry', 'startYear']);
    assert.match(soil?.query?.geometry ?? '', /^POLYGON/);
  });

  it('gives its area to no node that has an empty one of its own', async () => {
    assert.match(await refused('soil-area', { area: '', areaType: 'wkt' }, { payload: AREA }), /^SOIL_CONFIG The setting "Area" is empty: draw or write the area there/);
  });

  it('is synthetic from the sandbox on, whatever it was before', async () => {
    const flow = await start('soil-discover', { service: 'svc', resource: 'soil-properties' });
    flow.send('node', { soil: { query: { geometry: AREA }, source: { datasets: [], synthetic: false } } });
    assert.equal((await flow.message('out')).soil?.source?.synthetic, true);
  });

  it('has an error code if part of the path to the file is missing', async () => {
    assert.match(await refused('soil-read', { from: 'file.path' }, { payload: 'somewhere.zip' }), /^SOIL_CONFIG There is nothing in msg\.file\.path: .* or correct "Zip or folder"\.$/);
  });

  it('is not blamed if the path itself is misspelt', async () => {
    assert.match(await refused('soil-area', { area: 'form[' }, { form: AREA }), /^SOIL_CONFIG Cannot read msg\.form\[: .*Correct it in the node, or choose what it is in the menu at its left\.$/);
  });

  it('has an error that says that msg.soil.query is not an object, as when it holds just the area', async () => {
    const message = await refused('soil-discover', { service: 'svc', resource: 'soil-properties' }, { soil: { query: AREA } });
    assert.match(message, /^SOIL_CONFIG msg\.soil\.query must be an object .* is a string/);
  });

  it('is refused if msg.soil is not an object, which every node would silently lose', async () => {
    const given: [soil: unknown, words: RegExp][] = [
      [JSON.stringify({ query: { datasets: [2] } }), /is a string\. .*json node/],
      [[{}], /is a list\. Move/],
      [31, /is a number\. Move/],
    ];
    for (const [type, payload] of [['soil-area', 'POINT (5 52)'], ['soil-read', await writtenZip({ 'a.csv': CSV })]] as const) {
      await start(type);
      for (const [index, [soil, words]] of given.entries()) {
        flow!.send('node', { payload, soil });
        const { error } = await flow!.error(index);
        assert.equal(error.code, 'SOIL_CONFIG');
        assert.match(error.message, /^msg\.soil must be an object/);
        assert.match(error.message, words);
      }
      await flow!.stop();
    }
  });

  it('gets a whole query from soil-area, whatever stood there', async () => {
    await start('soil-area');
    flow!.send('node', { payload: 'POINT (5 52)', soil: { query: 'POINT (1 1)' } });
    assert.deepEqual((await flow!.message('out')).soil?.query, { geometry: 'POINT (5 52)' });
  });

  it('keeps no request as JSON text, as a template node leaves it, which soil-area would lose', async () => {
    const message = await refused('soil-area', {}, { payload: 'POINT (5 52)', soil: { query: '\n{ "datasets": [102] }' } });
    assert.match(message, /^SOIL_CONFIG msg\.soil\.query must be an object .* is a string\. It holds JSON: put a json node with the property msg\.soil\.query in front, /);
  });

  it('keeps no request in a list as JSON text, either', async () => {
    const message = { payload: 'POINT (5 52)', soil: { query: ' [{ "datasets": [102] }]' } };
    assert.equal(await refused('soil-area', {}, message), 'SOIL_CONFIG msg.soil.query must be an object with fields such as geometry, but is a list as JSON text.');
  });

  it('keeps no request in a list, either: soil-area refuses it in the words of soil-data', async () => {
    const message = { payload: 'POINT (5 52)', soil: { query: [{ datasets: [102] }] } };
    for (const type of ['soil-area', 'soil-data']) {
      assert.equal(await refused(type, { service: 'svc' }, message), 'SOIL_CONFIG msg.soil.query must be an object with fields such as geometry, but is a list.');
      await flow!.stop();
    }
  });

  it('is read as elsewhere if one identifier stands for a list, and as not narrowed if a field is null', async () => {
    const [payload, datasets] = [await writtenZip({ 'a.csv': CSV }), [{ identifier: 1, name: 'One' }, { identifier: 2, name: 'Two' }]];
    await start('soil-read');
    const queries: [query: object, found: string[]][] = [
      [{ datasets: 2 }, ['Two']],
      [{ datasets: ['1'] }, ['One']],
      [{ datasets: null, geometry: null }, ['One', 'Two']],
    ];
    for (const [index, [query, found]] of queries.entries()) {
      flow!.send('node', { payload, soil: { query, source: { datasets } } });
      const { payload: records } = await flow!.message('out', index);
      assert.deepEqual((records as SoilRecord[]).map(({ dataset }) => dataset), found, JSON.stringify(query));
    }
  });

  it('is read if its sources are malformed', async () => {
    const payload = await writtenZip({ 'a.csv': CSV });
    await start('soil-read');
    const sources = ['of my own', 7, { datasets: 'many' }, { datasets: [null, 'One', 1] }, { datasets: {}, leftOut: {} }];
    for (const [index, source] of sources.entries()) {
      flow!.send('node', { payload, soil: { source } });
      const { soil } = await flow!.message('out', index);
      assert.deepEqual(soil?.source?.datasets.map(({ name }) => name).sort(), ['One', 'Two'], JSON.stringify(source));
    }
  });

  it('is read if what it says of a dataset is not a text', async () => {
    const payload = await writtenZip({ 'a.csv': CSV.replaceAll(',CC0,', ',,') });
    await start('soil-read');
    for (const [index, odd] of [5, {}, ['CC0'], { name: 'CC0' }].entries()) {
      flow!.send('node', { payload, soil: { source: { datasets: [{ name: 'One', licence: odd, author: odd, url: odd }] } } });
      const attributions = (await flow!.message('out', index)).soil?.source?.datasets.map(({ attribution }) => attribution);
      for (const attribution of attributions ?? []) assert.match(attribution ?? '', /^(One|Two)\. No licence stated: ask the source before use\. Retrieved/, JSON.stringify(odd));
      assert.equal(attributions?.length, 2);
    }
  });

  it('goes on as synthetic, and not as what stood there', async () => {
    await start('soil-discover', { service: 'svc', resource: 'soil-properties' });
    flow!.send('node', { soil: { query: { geometry: AREA }, source: { datasets: [], synthetic: 'no' } } });
    assert.equal((await flow!.message('out')).soil?.source?.synthetic, true);
  });

  it('is told which action soil-wait knows, briefly whatever it asks for', async () => {
    assert.equal(await refused('soil-wait', { service: 'svc' }, { soilAction: 'stop' }), 'SOIL_CONFIG msg.soilAction is "stop": soil-wait knows only "cancel".');
    for (const [index, soilAction] of ['stop'.repeat(1000), 10n, {}, null].entries()) {
      flow!.send('node', { soilAction });
      const { error } = await flow!.error(index + 1);
      assert.equal(error.code, 'SOIL_CONFIG');
      assert.ok(error.message.length < 100, error.message);
    }
  });

  it('says so in the very first status if its data are synthetic', async () => {
    const payload = await writtenZip({ 'a.csv': CSV });
    await start('soil-read');
    flow!.send('node', { payload, soil: { source: { datasets: [], synthetic: true } } });
    await flow!.message('out');
    assert.match(flow!.statuses('node')[0]?.text ?? '', /^sandbox · /);
  });
});
