import assert from 'node:assert/strict';
import { runInNewContext } from 'node:vm';
import { example } from './example';
import { evaluatedOn } from './jsonata';

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

  it('shows names and reasons as text: the map takes HTML, and looks for what is to be filled in', async () => {
    const flow = (await example('fields on a map')) as { name?: string; rules?: { p: string; to: string }[] }[];
    const expression = (name: string, property: string): string => flow.find((node) => node.name === name)?.rules?.find(({ p }) => p === property)?.to ?? '';
    const shown = await evaluatedOn(expression('name and area', 'shown'), { topic: '<b>&"\'`${x} field' });
    assert.equal(shown, '&lt;b&gt;&amp;&quot;&#39;&#96;&#36;&#123;x} field');
    const item = (await evaluatedOn(expression('the reason, on the map', 'payload'), { shown: 'field', soil: { area: { centroid: [5, 52] } }, error: { message: '<img src=x> & more' } })) as { popup: string };
    assert.equal(item.popup, 'field: &lt;img src=x> &amp; more');
  });
});
