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

  it('says how many features became the one area', async () => {
    assert.match((await statusOf(feature(0), feature(0.01), feature(0.02))) ?? '', /^3 merged · [\d.]+ ha$/);
  });
});
