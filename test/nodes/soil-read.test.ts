import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { SoilRecord } from '../../src/records/soil-record';
import { openFiles } from '../processes/open-files';
import { writtenTiff } from '../records/written-tiff';
import { writtenZip } from '../records/written-zip';
import { until } from '../time/until';
import { RunningFlow, type CaughtMessage, type FlowNode } from './flow';
import { HEADER, out, readNode, row, rows, type ReadMessage } from './read-flow';

async function within<T>(nodes: FlowNode[], work: (flow: RunningFlow) => Promise<T>): Promise<T> {
  const flow = await RunningFlow.start(nodes);
  try {
    return await work(flow);
  } finally {
    await flow.stop();
  }
}

describe('soil-read', () => {
  it('gives the records of a zip, with their sources and problems, and leaves the rest of the message alone', async () => {
    const zip = await writtenZip({ 'output_data_points.csv': `${rows(3)}${row(0)}1,2\n,,,,,,,,,,\n` });
    await within([readNode(), out], async (flow) => {
      flow.send('read', { payload: zip, kept: 'as it was', soil: { job: { id: 'j' } } });
      const { payload, soil, kept, parts } = (await flow.message('out')) as unknown as ReadMessage & { soil: { job: unknown } };
      assert.deepEqual(
        payload.map(({ value }) => value),
        [5, 5.1, 5.2],
      );
      assert.deepEqual([kept, parts, soil.job], ['as it was', undefined, { id: 'j' }]);
      assert.deepEqual([soil.read.records, soil.read.repeats, soil.problems.count], [3, 1, 1]);
      assert.deepEqual([soil.source.synthetic, soil.source.datasets[0]?.records], [true, 3]);
      assert.deepEqual(JSON.parse(JSON.stringify(soil)), soil);
    });
  });

  it('gives GeoJSON with values by depth', async () => {
    const zip = await writtenZip({ 'a.csv': `${rows(2)}${row(2).replace('2.002,1,', ',,')}` });
    await within([readNode({ output: 'geojson' }), out], async (flow) => {
      flow.send('read', { payload: zip });
      const { payload, soil } = (await flow.message('out')) as unknown as { payload: unknown; soil: ReadMessage['soil'] & { read: { withoutPlace: number } } };
      assert.deepEqual([soil.read.records, soil.read.withoutPlace, soil.source.datasets[0]?.records], [3, 1, 3]);
      const { features } = payload as { features: { properties: Record<string, unknown> }[] };
      assert.deepEqual(
        features.map(({ properties }) => properties['pH 0-10 cm (pH)']),
        [5, 5.1],
      );
    });
  });

  it('summarises grids inside the area of the message', async () => {
    const tiff = writtenTiff({ width: 4, height: 2, bands: [[1, 2, 3, 4, 5, 6, 7, 8]], origin: [10, 52] });
    const zip = await writtenZip({ 'clay_0-5cm.tif': tiff, 'junk.tif': 'no grid' });
    await within([readNode({ output: 'rasters' }), out], async (flow) => {
      flow.send('read', { payload: zip, soil: { query: { geometry: 'POLYGON ((10 50, 12 50, 12 52, 10 52, 10 50))' } } });
      const { payload, soil } = await flow.message('out');
      const [clay, ...others] = payload as { property: string; mean: number; cells: number; depthBottom: number; clipped: boolean }[];
      assert.deepEqual(
        [clay!.property, clay!.depthBottom, clay!.clipped, clay!.cells, clay!.mean, others.length],
        ['clay', 5, true, 4, 3.5, 0],
      );
      assert.equal((soil as { problems: { count: number } }).problems.count, 1);
      assert.deepEqual(JSON.parse(JSON.stringify(payload)), payload);
      await flow.shows('read', { fill: 'yellow', shape: 'ring', text: '1 grid' });
      flow.send('read', { payload: zip });
      const [whole] = (await flow.message('out', 1)).payload as { cells: number; clipped: boolean }[];
      assert.deepEqual([whole?.cells, whole?.clipped], [8, false], 'without an area, all of it');
    });
  });

  it('shows how much it has read so far, and names the sandbox only if it comes from there', async () => {
    const zip = await writtenZip({ 'a.csv': HEADER + Array.from({ length: 12_000 }, (_, n) => row(n, 'Plots')).join('') });
    for (const [synthetic, mark] of [[false, ''], [true, 'sandbox · ']] as const) {
      await within([readNode({ output: 'geojson' }), out], async (flow) => {
        flow.send('read', { payload: zip, soil: { source: { datasets: [], synthetic } } });
        await flow.shows('read', { fill: 'green', shape: 'dot', text: `${mark}12,000 records` });
        const [reading] = flow.statuses('read');
        assert.deepEqual([reading?.fill, reading?.shape], ['blue', 'dot']);
        assert.match(reading?.text ?? '', new RegExp(`^${mark}read [5-9],\\d{3}$`));
      });
    }
  });

  it('leaves no file open, whatever its output and whatever it finds', async function () {
    if (process.platform !== 'linux') this.skip();
    const folder = await mkdtemp(path.join(os.tmpdir(), 'soil-open-'));
    const files = { 'a.csv': rows(3), 'clay.tif': writtenTiff({ width: 2, height: 1, bands: [[1, 2]] }), 'junk.tif': 'no grid' };
    const whole = await writtenZip(files);
    const damaged = Buffer.from(whole);
    damaged[60]! ^= 0xff;
    await mkdir(path.join(folder, 'unpacked'));
    for (const [name, content] of Object.entries({ 'whole.zip': whole, 'damaged.zip': damaged, 'torn.zip': whole.subarray(0, 50) })) await writeFile(path.join(folder, name), content);
    for (const [name, content] of Object.entries(files)) await writeFile(path.join(folder, 'unpacked', name), content);
    const openAtFirst = new Set(await openFiles());
    const opened = async (): Promise<string[]> => (await openFiles()).filter((file) => /\.(zip|csv|tif)/.test(file) && !openAtFirst.has(file));
    try {
      for (const output of ['records', 'geojson', 'rasters']) {
        await within([readNode({ output }), out], async (flow) => {
          for (const name of await readdir(folder)) {
            const came = (): number => flow.messages('out').length + flow.messages('errors').length;
            const before = came();
            flow.send('read', { payload: path.join(folder, name) });
            await until(() => came() > before, 'an outcome');
            let left: string[] = [];
            await until(async () => (left = await opened()).length === 0, () => `${name} as ${output} is closed: ${left.join(' ')}`);
          }
        });
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('shapes records for the node behind it, in batches too', async () => {
    const zip = await writtenZip({ 'a.csv': rows(3) });
    await within([readNode({ shape: 'csv', batch: '2' }), out], async (flow) => {
      flow.send('read', { payload: zip, parts: { id: 'outer', index: 4 } });
      const texts = [(await flow.message('out', 0)).payload, (await flow.message('out', 1)).payload] as string[];
      assert.match(texts.join(''), /^dataset,property,.*\r\nPlots \(synthetic\),pH,PHAQ,5,pH,.*\r\n.*5\.1.*\r\n.*5\.2.*\r\n$/);
      assert.doesNotMatch(texts[1]!, /dataset,property/);
      const { parts } = (await flow.message('out', 1)) as unknown as { parts: { index: number; count: number; parts: unknown } };
      assert.deepEqual([parts.index, parts.count, parts.parts], [1, 2, { id: 'outer', index: 4 }]);
    });
  });

  it('loses no place on a map to the border of a batch: there, an item replaces another of its name', async () => {
    const zip = await writtenZip({ 'a.csv': HEADER + [1, 2, 3].map((value) => `52,5,pH,PHAQ,0,10,${value},pH,1958,CC0,A\n`).join('') + row(7) });
    await within([readNode({ shape: 'worldmap', batch: '2' }), out], async (flow) => {
      flow.send('read', { payload: zip });
      const items = (await Promise.all([0, 1].map((index) => flow.message('out', index)))).flatMap(({ payload }) => payload as { name: string }[]);
      assert.deepEqual(items.map(({ name }) => name), ['soil 52 5', 'soil 52 5 (2)', 'soil 2.007 1']);
    });
  });

  it('shows in yellow that nothing of what it read is in what it gives', async () => {
    const zip = await writtenZip({ 'a.csv': 'property,value\npH,6\n' });
    for (const settings of [{ output: 'geojson' }, { shape: 'worldmap' }, { shape: 'influxdb' }]) {
      await within([readNode(settings), out], async (flow) => {
        flow.send('read', { payload: zip });
        await flow.message('out');
        await flow.shows('read', { fill: 'yellow', shape: 'ring', text: '1 record' });
      });
    }
  });

  it('shows by all batches whether anything is in what it gives, and not by the last', async () => {
    const [placed, unplaced] = ['52,5,pH,PHAQ,0,10,6,pH,1958,CC0,A\n', ',,pH,PHAQ,0,10,7,pH,1958,CC0,A\n'];
    for (const [lines, fill] of [[[placed, unplaced], 'green'], [[unplaced, unplaced.replace('7', '8')], 'yellow']] as const) {
      const zip = await writtenZip({ 'a.csv': HEADER + lines.join('') });
      await within([readNode({ shape: 'worldmap', batch: '1' }), out], async (flow) => {
        flow.send('read', { payload: zip });
        await flow.message('out', 1);
        await flow.shows('read', { fill, shape: fill === 'green' ? 'dot' : 'ring', text: '2 records' });
      });
    }
  });

  it('reads the path, the setting and the licences that its dialog names', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'soil-node-'));
    try {
      const file = path.join(folder, 'a.csv');
      await writeFile(file, HEADER + row(1, 'Open', 'CC-BY-4.0') + row(2, 'Closed', 'All rights reserved') + row(3, 'Silent', ''));
      await within([readNode({ from: file, fromType: 'str', licences: ['cc by', ' '] }), out], async (flow) => {
        flow.send('read', { payload: 'something else' });
        const { payload, soil } = (await flow.message('out')) as unknown as ReadMessage;
        assert.deepEqual(
          payload.map(({ dataset }) => dataset),
          ['Open'],
        );
        assert.equal(soil.source.synthetic, false);
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('selects the datasets of msg.soil.query by the names that discovery gave them', async () => {
    const zip = await writtenZip({ 'a.csv': HEADER + row(1, 'One', 'CC0') + row(2, 'Two', 'CC0') });
    await within([readNode(), out], async (flow) => {
      const source = {
        datasets: [
          null,
          { identifier: 1, name: 'One', licence: null },
          { identifier: 2, name: 'Two', licence: null },
        ],
        retrieved: '2026-01-01T00:00:00Z',
        synthetic: false,
      };
      flow.send('read', { payload: zip, soil: { query: { datasets: [2] }, source } });
      assert.deepEqual(
        ((await flow.message('out', 0)) as unknown as ReadMessage).payload.map(({ dataset }) => dataset),
        ['Two'],
      );
      // The name of dataset 9 is not known: leaving out all that is not named Two might leave out what was asked for.
      flow.send('read', { payload: zip, soil: { query: { datasets: [2, 9] }, source } });
      const { payload, soil } = (await flow.message('out', 1)) as unknown as ReadMessage;
      assert.deepEqual([payload.map(({ dataset }) => dataset), soil.problems.count], [['One', 'Two'], 0]);
      // Nor is that of one that the service gives no name.
      const unnamed = { ...source, datasets: [...source.datasets, { identifier: 3, name: '', licence: null }] };
      flow.send('read', { payload: zip, soil: { query: { datasets: [2, 3] }, source: unnamed } });
      assert.deepEqual(((await flow.message('out', 2)) as unknown as ReadMessage).payload.map(({ dataset }) => dataset), ['One', 'Two']);
    });
  });

  it('selects the soil properties of msg.soil.query by the names that discovery gave them, from a file that holds more', async () => {
    const discover = { type: 'soil-discover', service: 'svc' };
    const nodes: FlowNode[] = [
      { id: 'svc', type: 'soil-service', mode: 'sandbox' },
      { id: 'submit', type: 'soil-submit', service: 'svc', wires: [['wait']] },
      { id: 'wait', type: 'soil-wait', service: 'svc', firstPoll: 0.05, maxPoll: 0.2, wires: [['download'], []] },
      { id: 'download', type: 'soil-download', service: 'svc', wires: [['whole', 'properties'], []] },
      { id: 'whole', type: 'soil-read', wires: [['all']] },
      { id: 'properties', ...discover, resource: 'soil-properties', select: 'match', matchName: 'ph, clay', wires: [['datasets']] },
      { id: 'datasets', ...discover, resource: 'datasets', select: 'none', wires: [['read', 'grids']] },
      readNode({ from: 'soil.file.path' }),
      { id: 'grids', type: 'soil-read', from: 'soil.file.path', output: 'rasters', wires: [['summaries']] },
      ...['all', 'out', 'summaries'].map((id) => ({ id, type: 'helper' })),
    ];
    await within(nodes, async (flow) => {
      const geometry = 'POLYGON ((5.6600 51.9870, 5.6630 51.9870, 5.6630 51.9890, 5.6600 51.9890, 5.6600 51.9870))';
      flow.send('submit', { soil: { query: { geometry } } });
      const namesIn = ({ payload }: { payload?: unknown }): string[] => [...new Set((payload as SoilRecord[]).map(({ property }) => property))].sort();
      assert.ok(namesIn(await flow.message('all')).length > 2);
      const chosen = await flow.message('out');
      assert.deepEqual(namesIn(chosen), ['Clay', 'pH']);
      assert.deepEqual(namesIn(await flow.message('summaries')), ['Clay', 'pH']);
      const { source, problems } = chosen.soil as unknown as ReadMessage['soil'];
      assert.deepEqual((source as { soilProperties?: unknown }).soilProperties, [
        { identifier: 201, name: 'pH' },
        { identifier: 202, name: 'Clay' },
      ]);
      assert.deepEqual([source.synthetic, problems.count], [true, 0]);
    });
  });

  it('selects properties whatever the letter case or depth in their names, and says so if a file knows none of them', async () => {
    const clay = row(2).replace('pH,PHAQ', 'Clay,CLYPPT');
    const zip = await writtenZip({ 'a.csv': HEADER + row(1) + clay });
    await within([readNode(), out], async (flow) => {
      const ask = (name: string): void =>
        flow.send('read', { payload: zip, soil: { query: { soilProperties: [7] }, source: { datasets: [], soilProperties: [{ identifier: 7, name }] } } });
      const found = async (name: string, index: number): Promise<[string[], number]> => {
        ask(name);
        const { payload, soil } = (await flow.message('out', index)) as unknown as ReadMessage;
        return [payload.map(({ property }) => property), soil.problems.count];
      };
      assert.deepEqual(await found('CLAY_0-10cm_mean', 0), [['Clay'], 0]);
      await flow.shows('read', { fill: 'green', shape: 'dot', text: 'sandbox · 1 record' });
      assert.deepEqual(await found('Tonanteil', 1), [['pH', 'Clay'], 1]);
      await flow.shows('read', { fill: 'yellow', shape: 'ring', text: 'sandbox · 2 records' });
      const { soil } = (await flow.message('out', 1)) as unknown as ReadMessage;
      assert.deepEqual(soil.read.notFound, ['Tonanteil']);
      assert.match(soil.problems.first[0]!.problem, /names a soil property that was asked for \("Tonanteil"\)/);
    });
  });

  it('sends its errors to the Catch node with their codes', async () => {
    const cases: [object, object, string][] = [
      [{}, { payload: 7 }, 'SOIL_CONFIG'],
      [{}, { payload: '/nowhere/at/all.zip' }, 'SOIL_STORAGE'],
      [{}, { payload: Buffer.from('no zip') }, 'SOIL_ARCHIVE'],
      [{ strict: true }, { payload: await writtenZip({ 'a.csv': `${HEADER}1,2\n` }) }, 'SOIL_ARCHIVE'],
      [{ output: 'pictures' }, { payload: await writtenZip({}) }, 'SOIL_CONFIG'],
      [{ shape: 'excel' }, { payload: await writtenZip({}) }, 'SOIL_CONFIG'],
      [{ batch: '-1' }, { payload: await writtenZip({}) }, 'SOIL_CONFIG'],
      [{ batch: 1.5 }, { payload: await writtenZip({}) }, 'SOIL_CONFIG'],
      [{ batch: true }, { payload: await writtenZip({}) }, 'SOIL_CONFIG'],
    ];
    for (const [settings, msg, code] of cases) {
      await within([readNode(settings), out], async (flow) => {
        flow.send('read', msg);
        const { error } = await flow.message<CaughtMessage>('errors');
        assert.equal(error.code, code, JSON.stringify(settings));
      });
    }
  });

  it('does not say "no data" if there are files and none of them could be read', async () => {
    const shown: [files: Record<string, string>, text: string][] = [
      [{ 'a.csv': HEADER }, 'no data'],
      [{ 'a.csv': `${HEADER}1,2,pH\n` }, 'nothing readable'],
      [{ 'a.csv': Buffer.from(rows(2), 'utf16le').toString('latin1') }, 'nothing readable'],
      [{ 'clay.tif': 'x' }, 'no records, 1 grid file'],
      [{ 'clay.tif': 'x', 'sand.tif': 'x', 'a.csv': HEADER }, 'no records, 2 grid files'],
      [{ 'clay.tif': 'x', 'a.csv': `${HEADER}1,2,pH\n` }, 'nothing readable'],
      [{}, 'no data'],
    ];
    await within([readNode(), out], async (flow) => {
      for (const [index, [files, text]] of shown.entries()) {
        flow.send('read', { payload: await writtenZip(files) });
        assert.deepEqual((await flow.message('out', index)).payload, []);
        await flow.shows('read', { fill: 'yellow', shape: 'ring', text });
      }
    });
  });
});
