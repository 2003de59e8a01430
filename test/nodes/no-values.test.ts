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
