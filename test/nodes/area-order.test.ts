import assert from 'node:assert/strict';
import { RunningFlow } from './flow';

describe('The order of areas behind soil-area', () => {
  let flow: RunningFlow;
  afterEach(() => flow.stop());

  it('is that in which they came, even if a small one comes right behind one with a million corners', async () => {
    flow = await RunningFlow.start([{ id: 'area', type: 'soil-area', wires: [['out']] }, { id: 'out', type: 'helper' }]);
    for (const [topic, payload] of [['large', circle(1_000_000)], ['small', 'POINT (5 52)'], ['middle', circle(1000)], ['last', { lat: 52, lon: 5 }]] as const) {
      flow.send('area', { topic, payload });
    }
    await flow.message('out', 3);
    assert.deepEqual(flow.messages('out').map(({ topic }) => topic), ['large', 'small', 'middle', 'last']);
  }).timeout(30_000);
});

function circle(count: number): object {
  const corners = Array.from({ length: count }, (_, corner) => (2 * Math.PI * corner) / count).map((angle) => [5 + 0.3 * Math.cos(angle), 52 + 0.3 * Math.sin(angle)]);
  return { type: 'Polygon', coordinates: [[...corners, corners[0]]] };
}
