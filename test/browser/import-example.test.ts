import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { example } from '../examples/example';
import { nodeRedVersion, root } from '../runtime/node-red-under-test';
import { EditorPage } from './editor-page';

/**
 * Nodes on the tab in front that are too near to each other: side by side, the wire between them could hardly be seen, and one below the other, they
 * would look like one. How wide they are depends on the fonts: narrow ones hide what wide ones show.
 */
const CROWDED = `(() => {
  const nodes = RED.nodes.filterNodes({ z: RED.workspaces.active() });
  const gap = (one, other, at, size) => Math.abs(one[at] - other[at]) - (one[size] + other[size]) / 2;
  const isCrowded = (one, other) => gap(one, other, 'x', 'w') < 20 && gap(one, other, 'y', 'h') < (one.type === 'comment' || other.type === 'comment' ? 20 : 10);
  return nodes.flatMap((one, index) => nodes.slice(index + 1).filter((other) => isCrowded(one, other)).map((other) => one.name + ' | ' + other.name));
})()`;

/** Nodes that a wire between two others runs through, on the tab in front: it would look as if it went to them. */
const CROSSED = `(() => {
  const nodes = RED.nodes.filterNodes({ z: RED.workspaces.active() });
  const isIn = (node, { x, y }) => Math.abs(x - node.x) < node.w / 2 && Math.abs(y - node.y) < node.h / 2 - 2;
  return [...document.querySelectorAll('.red-ui-flow-link-line')].flatMap((line) => {
    const { source, target } = line.__data__ ?? {};
    const points = Array.from({ length: Math.ceil(line.getTotalLength() / 5) }, (_, step) => line.getPointAtLength(step * 5));
    const others = source ? nodes.filter((node) => node !== source && node !== target) : [];
    return others.filter((node) => points.some((point) => isIn(node, point))).map((node) => source.name + ' > ' + target.name + ' | ' + node.name);
  });
})()`;

/** Examples that need another package. */
const PACKAGES = {
  'fields on a map': 'node-red-contrib-web-worldmap',
  'nightly ingestion into SQLite': 'node-red-node-sqlite',
  'soil dashboard': '@flowfuse/node-red-dashboard',
};

/** The variables for all flows, of each global-config. */
const VARIABLES = `(() => {
  const found = [];
  RED.nodes.eachConfig(({ type, env }) => { if (type === 'global-config') found.push(env); });
  return found;
})()`;

describe(`Import > Examples, in the editor of Node-RED ${nodeRedVersion}`, function () {
  this.timeout(300_000);
  let editor: EditorPage;

  before(async () => {
    editor = await EditorPage.open({ shared: true, flow: [{ id: 'tab1', type: 'tab', label: 'empty' }] });
  });
  after(() => editor?.close());
  beforeEach(async function () {
    editor = await editor.forTry(this.currentTest);
  });

  /** As a person does, through the menu. */
  async function importExample(name: string): Promise<void> {
    const { page } = editor;
    await editor.click(page.locator('#red-ui-header-button-sidemenu'));
    await editor.click(page.locator('#menu-item-import'));
    const dialog = page.locator('.ui-dialog', { has: page.locator('#red-ui-clipboard-dialog') });
    await dialog.waitFor();
    // A tenth of a second after it opened the dialog, Node-RED looks at the text of the clipboard. If there is none, it takes the button
    // away, whatever was chosen meanwhile: an example that is chosen before that has none.
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))');
    await editor.click(dialog.getByRole('link', { name: 'Examples' }));
    const line = dialog.getByText(name).first();
    // On a busy machine, a click on a folder of Node-RED's tree was seen to open nothing.
    for (let attempt = 0; attempt < 5 && !(await line.isVisible()); attempt++) {
      await editor.click(dialog.getByText('node-red-contrib-soil-data').first());
      await line.waitFor({ timeout: 8000 }).catch(() => undefined);
    }
    await editor.click(line);
    await editor.picture('import-example');
    await editor.click(dialog.locator('#red-ui-clipboard-dialog-ok'));
    await dialog.waitFor({ state: 'hidden' });
  }

  it('brings an example that runs as soon as it is deployed', async () => {
    const { page } = editor;
    const name = 'small area to records';
    await importExample(name);

    // The example brings a tab of its own: its nodes stand there, with new identifiers.
    const nodes = await example(name);
    await editor.click(page.locator('li.red-ui-tab', { hasText: name }).first());
    const inject = page.locator('.red-ui-flow-node-group', { hasText: nodes.find(({ type }) => type === 'inject')?.name ?? '' }).first();
    await inject.waitFor();
    await editor.deploy();
    await editor.invoke('core:show-debug-tab');
    await editor.click(inject.locator('.red-ui-flow-node-button-button').first());
    await page.getByText(/^sandbox · \d+ records$/).waitFor();
    await page.locator('.red-ui-debug-msg', { hasText: /array\[\d+\]/ }).first().waitFor();
    await editor.picture('example-ran');
    assert.deepEqual(editor.faults, []);
  });

  // A workspace has at most one global-config: what an example brings is merged into it, or left out.
  for (const env of [[], [{ name: 'FARM', value: 'north', type: 'str' }]]) {
    it(`names the packages that each example lacks, if there are ${env.length ? '' : 'no '}variables for all flows`, async () => {
      const present = env.length ? [{ id: 'global', type: 'global-config', env, modules: {} }] : [];
      await editor.load();
      await editor.page.evaluate(`RED.nodes.import(${JSON.stringify(present)})`);
      for (const [name, module] of Object.entries(PACKAGES)) {
        await importExample(name);
        const notice = editor.page.locator('.red-ui-notification', { hasText: module });
        await notice.getByRole('button', { name: 'Install all' }).waitFor();
        await editor.picture('packages-missing');
        assert.ok(await editor.page.evaluate(`RED.nodes.getWorkspaceOrder().some((id) => RED.nodes.workspace(id).label === ${JSON.stringify(name)})`), name);
      }
      assert.deepEqual(await editor.page.evaluate(VARIABLES), present.map((config) => config.env));
      assert.deepEqual(editor.faults, []);
    });
  }

  it('has examples whose nodes stand apart from each other, and from the wires of others', async () => {
    for (const file of await readdir(path.join(root, 'examples'))) {
      const nodes = await example(file.replace(/\.json$/, ''));
      const tab = nodes.find(({ type }) => type === 'tab')?.id;
      await editor.page.evaluate(`if (!RED.nodes.workspace('${tab}')) RED.nodes.import(${JSON.stringify(nodes)})`);
      await editor.page.evaluate(`RED.workspaces.show('${tab}'); RED.view.redraw(true)`);
      await editor.node(nodes.find(({ type, z }) => z === tab && type === 'comment')?.id ?? '').waitFor();
      assert.deepEqual([await editor.page.evaluate(CROWDED), await editor.page.evaluate(CROSSED)], [[], []], file);
    }
  });
});
