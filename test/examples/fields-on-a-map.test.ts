import assert from 'node:assert/strict';
import { runInNewContext } from 'node:vm';
import { example } from './example';

describe('The example fields on a map', () => {
  it('takes an item off the map right before it comes again: a browser that connects in between would take it off later', async () => {
    const flow = (await example('fields on a map')) as { id: string; type: string; func?: string; wires?: string[][] }[];
    const map = flow.find(({ type }) => type === 'worldmap')!;
    const [before, ...others] = flow.filter(({ wires = [] }) => wires.flat().includes(map.id));
    assert.deepEqual(others, [], 'nothing comes to the map in another way');
    const msg = { topic: 'hill field', payload: { name: 'hill field', lat: 52, lon: 5.7 } };
    const sent = JSON.parse(JSON.stringify(runInNewContext(`(() => {${before?.func ?? ''}\n})()`, { msg }))) as unknown;
    assert.deepEqual(sent, [[{ payload: { name: 'hill field', deleted: true } }, msg]]);
  });
});
