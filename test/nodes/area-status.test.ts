import assert from 'node:assert/strict';
import { RunningFlow } from './flow';

/** A field of about 4.6 ha, so far to the east. */
function feature(east: number): object {
  const [west, end] = [5.665 + east, 5.668 + east];
  const ring = [[west, 51.987], [end, 51.987], [end, 51.989], [west, 51.989], [west, 51.987]];
  return { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } };
}

describe('The status of soil-area', () => {
  let flow: RunningFlow;
  afterEach(() => flow.stop());

  /** The last status after an area of these features. */
  async function statusOf(...features: object[]): Promise<string | undefined> {
    flow = await RunningFlow.start([{ id: 'area', type: 'soil-area', wires: [['out']] }, { id: 'out', type: 'helper' }]);
    flow.send('area', { payload: { type: 'FeatureCollection', features } });
    await flow.message('out');
    return flow.statuses('area').at(-1)?.text;
  }

  it('is the size for one feature', async () => {
    assert.match((await statusOf(feature(0))) ?? '', /^[\d.]+ ha$/);
  });

  for (const [payload, text] of [
    [undefined, 'no area'],
    [1763800000000, 'no area'],
    ['', 'no area'],
    [{ type: 'FeatureCollection', features: [] }, 'no area'],
    ['POLYGON ((5 52, 6 52', 'no valid area'],
    [{ lat: 95, lon: 5 }, 'no valid area'],
  ] as const) {
    it(`is "${text}" for ${JSON.stringify(payload)}`, async () => {
      flow = await RunningFlow.start([{ id: 'area', type: 'soil-area', wires: [[]] }]);
      flow.send('area', { payload });
      await flow.shows('area', { fill: 'red', shape: 'ring', text });
    });
  }

  it('is that of the area as it was, even if the flow changes its message before the status is written', async () => {
    flow = await RunningFlow.start([{ id: 'area', type: 'soil-area', wires: [['out']] }, { id: 'out', type: 'helper' }]);
    for (let count = 0; count < 5; count++) {
      flow.send('area', { payload: feature(0) });
      const { soil } = await flow.message('out', count);
      Object.assign(soil?.area ?? {}, { hectares: 'none' });
    }
    await new Promise((resolve) => setTimeout(resolve, 400));
    const texts = flow.statuses('area').map(({ text }) => text ?? '');
    assert.deepEqual([texts.length > 3, new Set(texts).size], [true, 1], texts.join());
    assert.match(texts[0]!, /^[\d.]+ ha$/);
  });

  it('says how many features became the one area', async () => {
    assert.match((await statusOf(feature(0), feature(0.01), feature(0.02))) ?? '', /^3 merged · [\d.]+ ha$/);
  });
});
