import assert from 'node:assert/strict';
import type { RasterSummary } from '../../src/records/rasters/raster-summary';
import type { SoilRecord } from '../../src/records/soil-record';
import { writtenTiff } from '../records/written-tiff';
import { writtenZip } from '../records/written-zip';
import { RunningFlow } from './flow';
import { oneNode } from './one-node';
import { out, readNode } from './read-flow';
import { sendJson } from './service-stand-in';

const query = { geometry: 'POLYGON ((5.665 51.987, 5.668 51.987, 5.668 51.989, 5.665 51.989, 5.665 51.987))' };
const valuesOf = ({ payload }: { payload?: unknown }): unknown[] => (payload as SoilRecord[]).map(({ value }) => value);

describe('Missing values', () => {
  const start = oneNode();

  it('makes null of such values in soil-read', async () => {
    const zip = await writtenZip({ 'a.csv': 'property,value\npH,-9999.0\npH,6\n' });
    for (const [noValues, values] of [[['-9999'], [null, 6]], [[], [-9999, 6]], [undefined, [-9999, 6]]]) {
      const flow = await RunningFlow.start([readNode({ noValues }), out]);
      try {
        flow.send('read', { payload: zip });
        assert.deepEqual(valuesOf(await flow.message('out')), values);
      } finally {
        await flow.stop();
      }
    }
  });

  it('finds such numbers however a person writes them, and refuses what may be either of two', async () => {
    const zip = await writtenZip({ 'a.csv': 'property;value\npH;-999,9\npH;6,5\n', 'b.csv': 'property,value\nClay,-999.90\nClay,"-999,9"\nClay,-9999\n' });
    const flow = await RunningFlow.start([readNode({ noValues: ['-999,9', '\u22129.999,0'], distinct: false }), out]);
    try {
      flow.send('read', { payload: zip });
      assert.deepEqual(valuesOf(await flow.message('out')), [null, 6.5, null, null, null]);
    } finally {
      await flow.stop();
    }
    const refusing = await RunningFlow.start([readNode({ noValues: ['-9,999'] }), out]);
    try {
      refusing.send('read', { payload: zip });
      assert.match((await refusing.error()).error.message, /^The setting "Missing values" has "-9,999", whose comma may mark decimals or thousands: /);
    } finally {
      await refusing.stop();
    }
  });

  it('refuses several numbers in one line, which as one text would be the value of no record', async () => {
    const zip = await writtenZip({ 'a.csv': 'property,value\npH,-9999\npH,6\n' });
    for (const line of ['-9999, -8888', '-9999,-8888', '-9999; -8888', '-999,9; -888,8']) {
      const flow = await RunningFlow.start([readNode({ noValues: [line] }), out]);
      try {
        flow.send('read', { payload: zip });
        assert.equal((await flow.error()).error.message, `The setting "Missing values" has several values in one line, "${line}". Open the node and write one per line.`);
      } finally {
        await flow.stop();
      }
    }
  });

  it('leaves such cells of grids out of their summaries in soil-read', async () => {
    const zip = await writtenZip({ 'pH.tif': writtenTiff({ width: 3, height: 1, bands: [[6, 7, -9999]] }) });
    for (const [noValues, mean, problems] of [[['-9999'], 6.5, 0], [[], -3328.667, 1]]) {
      const flow = await RunningFlow.start([readNode({ output: 'rasters', noValues }), out]);
      try {
        flow.send('read', { payload: zip });
        const { payload, soil } = await flow.message<{ payload: RasterSummary[]; soil: { problems: { count: number } } }>('out');
        assert.deepEqual([payload[0]!.mean, soil.problems.count], [mean, problems]);
      } finally {
        await flow.stop();
      }
    }
  });

  for (const [output, noValues, values] of [['records', '-9999', [null, 6]], ['records', '', [-9999, 6]], ['raw', { not: 'seen' }, [-9999, 6]]] as const) {
    it(`is ${JSON.stringify(noValues)} in soil-data, which gives ${output}`, async () => {
      const answer = [-9999, 6].map((value) => ({ property: 'pH', value }));
      const { flow } = await start('soil-data', { output, noValues }, (_request, response) => sendJson(response, 200, answer));
      flow.send('node', { soil: { query } });
      assert.deepEqual(valuesOf(await flow.message('out')), values);
    });
  }
});
