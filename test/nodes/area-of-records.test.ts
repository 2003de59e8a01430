import assert from 'node:assert/strict';
import { writtenZip } from '../records/written-zip';
import { RunningFlow } from './flow';
import { out, readNode, rows, type ReadMessage } from './read-flow';

/** The records lie at 1 E, 2 N. */
const ELSEWHERE = { area: { bbox: [40, 50, 40.004, 50.004] }, query: { geometry: 'POLYGON ((40 50, 40.004 50, 40.004 50.004, 40 50))' } };
const THERE = { area: { bbox: [0.9, 2, 1.1, 2.1] }, query: { geometry: 'POLYGON ((0.9 2, 1.1 2, 1.1 2.1, 0.9 2))' } };

describe('soil-read of a file that may be of another area', () => {
  const reading = async (settings: object, soil: object, count = 1): Promise<{ messages: ReadMessage[]; status: unknown }> => {
    const flow = await RunningFlow.start([readNode(settings), out]);
    try {
      flow.send('read', { payload: await writtenZip({ 'a.csv': rows(5) }), soil });
      const messages: ReadMessage[] = [];
      for (let index = 0; index < count; index += 1) messages.push((await flow.message('out', index)) as unknown as ReadMessage);
      return { messages, status: flow.statuses('read').at(-1) };
    } finally {
      await flow.stop();
    }
  };
  const line = /^None of the 5 records with a place lies in or near the area of this message: the file may be of another area/;

  it('says so, with a yellow status, and gives all records', async () => {
    for (const soil of [ELSEWHERE, { area: ELSEWHERE.area }, { query: ELSEWHERE.query }, { ...ELSEWHERE, area: { bbox: ['odd'] } }]) {
      const { messages, status } = await reading({ strict: true }, soil);
      const { payload, soil: told } = messages[0]!;
      assert.deepEqual([payload.length, told.problems.count, told.problems.first[0]?.file], [5, 1, null]);
      assert.match(told.problems.first[0]!.problem, line);
      assert.equal((status as { fill: string }).fill, 'yellow');
    }
  });

  it('says so with the last of several batches', async () => {
    const { messages, status } = await reading({ batch: 2 }, ELSEWHERE, 3);
    assert.deepEqual(messages.map(({ payload, soil }) => [payload.length, soil.problems.count]), [[2, 0], [2, 0], [1, 1]]);
    assert.match(messages[2]!.soil.problems.first[0]!.problem, line);
    assert.equal((status as { fill: string }).fill, 'yellow');
  });

  it('says so of GeoJSON', async () => {
    const { messages } = await reading({ output: 'geojson' }, ELSEWHERE);
    assert.match(messages[0]!.soil.problems.first[0]!.problem, line);
  });

  it('goes by the geometry of the request if the flow has replaced that of soil-area, even by a long one', async () => {
    const ring = (west: number, south: number): string => Array.from({ length: 1001 }, (_, at) => [west + 0.1 * Math.cos(at * Math.PI / 500), south + 0.1 * Math.sin(at * Math.PI / 500)].join(' ')).join(', ');
    const long = (west: number, south: number): { geometry: string } => ({ geometry: `POLYGON ((${ring(west, south)}))` });
    const near = { area: ELSEWHERE.area, query: THERE.query };
    const far = { area: THERE.area, query: ELSEWHERE.query };
    const lines: number[] = [];
    for (const soil of [near, far, { ...near, query: long(1, 2) }, { ...far, query: long(40, 50) }]) lines.push((await reading({}, soil)).messages[0]!.soil.problems.count);
    assert.deepEqual(lines, [0, 1, 0, 1]);
  });

  it('says nothing if they lie in the area, or if the area is not known', async () => {
    const bySpatialFilter = { area: ELSEWHERE.area, query: { spatialFilters: [7] } };
    for (const soil of [THERE, { query: THERE.query }, {}, { query: { geometry: 'no area' } }, bySpatialFilter]) {
      const { messages, status } = await reading({}, soil);
      assert.deepEqual([messages[0]!.soil.problems.count, (status as { fill: string }).fill], [0, 'green'], JSON.stringify(soil));
    }
  });
});
