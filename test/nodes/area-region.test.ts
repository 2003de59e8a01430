import assert from 'node:assert/strict';
import { RunningFlow } from './flow';

describe('The region of soil-area', () => {
  let flow: RunningFlow | undefined;
  afterEach(async () => {
    await flow?.stop();
    flow = undefined;
  });

  const start = async (within: unknown): Promise<RunningFlow> => (flow = await RunningFlow.start([{ id: 'area', type: 'soil-area', within, wires: [['out']] }, { id: 'out', type: 'helper' }]));

  it('lets an area in it through, wherever it comes from', async () => {
    const running = await start('3.3, 50.7, 7.3, 53.6');
    for (const payload of ['POINT (5.6 52)', { lat: 52, lon: 5.6 }, [5, 51, 6, 52]]) running.send('area', { payload });
    for (let count = 0; count < 3; count += 1) assert.ok(await running.message('out'));
  });

  it('refuses one outside, and says whether latitude and longitude may be swapped', async () => {
    const running = await start('3.3, 50.7, 7.3, 53.6');
    running.send('area', { payload: { lat: 5.6, lon: 52 } });
    const swapped = await running.error();
    assert.equal(swapped.error.code, 'SOIL_GEOMETRY');
    assert.match(swapped.error.message, /^The area \(.*52.*5\.6.*: west, south, east, north\) does not lie wholly in the region that "Must lie in" gives \(3\.3, 50\.7, 7\.3, 53\.6\)\. With latitude and longitude swapped, it would: check their order in the area, and in the setting\.$/);
    await flow?.stop();
    const again = await start('3.3, 50.7, 7.3, 53.6');
    again.send('area', { payload: [7, 51, 8, 52] });
    assert.match((await again.error()).error.message, /Check the area, or the setting\.$/);
    assert.deepEqual(again.messages('out'), []);
  });

  it('that is not understood is an error that names the setting', async () => {
    const running = await start('the Netherlands');
    running.send('area', { payload: 'POINT (5.6 52)' });
    const { error } = await running.error();
    assert.deepEqual([error.code, error.message], ['SOIL_CONFIG', 'The setting "Must lie in" is "the Netherlands": write west, south, east and north in degrees, such as 3.3, 50.7, 7.3, 53.6.']);
  });
});
