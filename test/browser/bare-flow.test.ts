import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { newUserDirectory } from '../runtime/node-red-process';
import { nodeRedVersion } from '../runtime/node-red-under-test';
import { EditorPage, type FlowNode } from './editor-page';

const types = ['area', 'discover', 'data', 'submit', 'wait', 'download', 'read', 'profile'];

/** A node that is not of this package, though it is called like one. */
const SENSOR = {
  js: `module.exports = (RED) => RED.nodes.registerType('soil-moisture', function (config) { RED.nodes.createNode(this, config); });`,
  html: `<script type="text/javascript">RED.nodes.registerType('soil-moisture', { category: 'input', defaults: { port: { value: 'A0' }, inverted: { value: false }, depths: { value: [] } }, inputs: 1, outputs: 1, label() { return 'moisture'; } });</script>`,
};

describe(`A flow without versions and settings in the editor of Node-RED ${nodeRedVersion}`, function () {
  this.timeout(300_000);
  const bare = types.map((type, index): FlowNode => ({ id: type, type: `soil-${type}`, z: 'tab1', x: 300, y: 70 * (index + 1), service: 'bare', wires: type === 'area' ? [['submit'], ['wait']] : [] }));
  const split: FlowNode = { id: 'split', type: 'soil-area', z: 'tab1', x: 500, y: 70, splitBySize: true, wires: [['wait'], ['submit']] };
  // In the order in which the editor writes it: Node-RED detects changes by that.
  const sensor: FlowNode = { id: 'sensor', type: 'soil-moisture', z: 'tab1', port: null, inverted: 'true', depths: '', x: 500, y: 140, wires: [[]] };
  const flow: FlowNode[] = [{ id: 'tab1', type: 'tab', label: 'bare' }, { id: 'bare', type: 'soil-service' }, ...bare, split, sensor];
  let editor: EditorPage;

  before(async () => {
    const userDirectory = await newUserDirectory();
    await mkdir(path.join(userDirectory, 'nodes'));
    for (const [end, content] of Object.entries(SENSOR)) await writeFile(path.join(userDirectory, 'nodes', `soil-moisture.${end}`), content);
    editor = await EditorPage.open({ flow, userDirectory });
  });
  after(() => editor?.close());
  afterEach(() => assert.deepEqual(editor.faults, []));

  it('has no changes in a window where nobody changed anything, when it was changed and deployed in another', async () => {
    const { page } = editor;
    const elsewhere = await page.evaluate<FlowNode[]>('RED.nodes.createCompleteNodeSet()');
    await editor.nodeRed.deploy(elsewhere.map((node) => (node.id === 'read' ? { ...node, name: 'renamed elsewhere' } : node)));
    await page.getByRole('button', { name: 'Review changes' }).click();
    await page.locator('#red-ui-deploy-dialog-confirm-deploy-review:not(.disabled)').click();
    await page.locator('.red-ui-diff-list-flow-title', { hasText: 'bare' }).click();
    const here = page.locator('.red-ui-diff-list-node-local.red-ui-diff-status-changed:visible');
    const there = page.locator('.red-ui-diff-list-node-remote.red-ui-diff-status-changed:visible');
    await there.first().waitFor();
    assert.deepEqual([await here.count(), await there.count()], [0, 1]);
    await page.locator('#red-ui-diff-view-diff-merge').click();
    await editor.node('read').getByText('renamed elsewhere').waitFor();
  });

  it('is brought up to date just by a deploy', async () => {
    await editor.nodeRed.deploy(flow);
    await editor.load();
    await editor.page.evaluate('RED.nodes.dirty(true)');
    await editor.deploy();
    for (const id of [...types, 'bare', 'split']) {
      const node = await editor.deployed(id);
      const defaults = await editor.page.evaluate<string[]>(`Object.keys(RED.nodes.node('${id}')._def.defaults)`);
      assert.equal(node.version, 1, id);
      assert.deepEqual(defaults.filter((setting) => node[setting] === undefined), [], id);
    }
    const { outputs, wires } = await editor.deployed('split');
    assert.deepEqual({ outputs, wires }, { outputs: 2, wires: split.wires });
    assert.deepEqual((await editor.deployed('area')).wires, [['submit']]);
    // This package changes nothing of other packages.
    assert.deepEqual(await editor.deployed('sensor'), sensor);
  });
});
