import { writtenTiff } from '../records/written-tiff';
import { writtenZip } from '../records/written-zip';
import { RunningFlow } from './flow';
import { HEADER, out, readNode, rows } from './read-flow';

const AWAY = 'POLYGON ((30 50, 32 50, 32 52, 30 52, 30 50))';
const grid = (values: number[]): Buffer => writtenTiff({ width: 2, height: 1, bands: [values], origin: [10, 52] });

describe('What soil-read shows when it gives summaries of grids', () => {
  it('is how many are empty, or that there is no grid', async () => {
    const flow = await RunningFlow.start([readNode({ output: 'rasters', noValues: ['0'] }), out]);
    const clay = grid([1, 2]);
    const empty = grid([0, 0]);
    try {
      for (const [files, geometry, shown] of [
        [{ 'clay.tif': clay, 'sand.tif': empty }, undefined, { fill: 'green', shape: 'dot', text: '2 grids, 1 empty' }],
        [{ 'clay.tif': clay }, AWAY, { fill: 'yellow', shape: 'ring', text: '1 grid, empty' }],
        [{ 'a.csv': rows(2) }, undefined, { fill: 'yellow', shape: 'ring', text: 'no grids' }],
        [{ 'a.csv': HEADER, 'clay.tif': 'x' }, undefined, { fill: 'yellow', shape: 'ring', text: 'nothing readable' }],
      ] as const) {
        flow.send('read', { payload: await writtenZip(files), soil: { query: { geometry } } });
        await flow.shows('read', shown);
      }
    } finally {
      await flow.stop();
    }
  });
});
