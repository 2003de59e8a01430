import assert from 'node:assert/strict';
import { nodeRedVersion } from '../runtime/node-red-process';
import { EditorPage, type FlowNode } from './editor-page';

describe(`A flow without versions and settings in the editor of Node-RED ${nodeRedVersion}`, function () {
  this.timeout(300_000);

  it('is brought up to date when it is only deployed', async () => {
    const types = ['area', 'discover', 'data', 'submit', 'wait', 'download', 'read', 'profile'];
    const bare = types.map((type, index): FlowNode => ({ id: type, type: `soil-${type}`, z: 'tab1', x: 300, y: 70 * (index + 1), service: 'bare', wires: [] }));
    const split: FlowNode = { id: 'split', type: 'soil-area', z: 'tab1', x: 500, y: 70, splitBySize: true, wires: [] };
    const editor = await EditorPage.open({ flow: [{ id: 'tab1', type: 'tab', label: 'bare' }, { id: 'bare', type: 'soil-service' }, ...bare, split] });
    try {
      await editor.page.evaluate('RED.nodes.dirty(true)');
      await editor.deploy();
      for (const id of [...types, 'bare', 'split']) {
        const node = await editor.deployed(id);
        const defaults = await editor.page.evaluate<string[]>(`Object.keys(RED.nodes.node('${id}')._def.defaults)`);
        assert.equal(node.version, 1, id);
        assert.deepEqual(defaults.filter((setting) => node[setting] === undefined), [], id);
      }
      assert.equal((await editor.deployed('split')).outputs, 2);
      assert.deepEqual(editor.faults, []);
    } finally {
      await editor.close();
    }
  });
});
