import assert from 'node:assert/strict';
import { nodeRedVersion } from '../runtime/node-red-under-test';
import { until } from '../time/until';
import { EditorPage } from './editor-page';

/** The nodes and services of this package in the editor, and by how many nodes each service is used. */
const COUNTED = `(() => {
  const found = [];
  RED.nodes.eachNode(({ type, g }) => { if (type.startsWith('soil')) found.push(type + (g ? ' in a group' : '')); });
  RED.nodes.eachConfig(({ type, users }) => { if (type === 'soil-service') found.push('service of ' + users.length); });
  return found.join();
})()`;

/** Removes what COUNTED counts. */
const CLEARED = `(() => {
  const found = [];
  RED.nodes.eachNode(({ type, id }) => { if (type.startsWith('soil')) found.push(id); });
  RED.nodes.eachConfig(({ type, id }) => { if (type === 'soil-service') found.push(id); });
  found.forEach((id) => RED.nodes.remove(id));
  RED.view.redraw(true);
})()`;

describe(`The first node on a flow in the editor of Node-RED ${nodeRedVersion}`, function () {
  this.timeout(300_000);
  let editor: EditorPage;

  before(async () => {
    const group = { id: 'group1', type: 'group', z: 'tab1', name: 'field', style: {}, nodes: ['note'], x: 164, y: 379, w: 152, h: 82 };
    const note = { id: 'note', type: 'comment', z: 'tab1', g: 'group1', name: 'note', info: '', x: 240, y: 420, wires: [] };
    editor = await EditorPage.open({ shared: true, flow: [{ id: 'tab1', type: 'tab', label: 'new' }, group, note] });
  });
  after(() => editor?.close());
  // What a failed test left there must not fail the next one, or its retry.
  beforeEach(async () => {
    await editor.page.keyboard.press('Escape');
    await editor.page.evaluate(CLEARED);
  });
  afterEach(() => assert.deepEqual(editor.faults, []));

  const has = (expected: string): Promise<void> => until(async () => (await editor.page.evaluate(COUNTED)) === expected, `the editor has: ${expected}`);

  it('has no service before it exists: browsing the node types adds none, and an added one is removed with it', async () => {
    const { page } = editor;
    await page.locator('#red-ui-workspace-chart').click({ position: { x: 300, y: 300 }, modifiers: ['Control'] });
    await page.locator('#red-ui-type-search-input').pressSequentially('soil submit');
    // The list follows what is typed a moment later: Enter takes what it shows.
    const offered = page.locator('.red-ui-type-search li:visible');
    await until(async () => (await offered.count()) === 1 && (await offered.and(page.locator('.selected', { hasText: 'soil submit' })).count()) === 1, 'one type is left, and chosen');
    await page.locator('.red-ui-flow-node-ghost').waitFor();
    assert.equal(await page.evaluate(COUNTED), '');
    await page.keyboard.press('Enter');
    await has('soil-submit,service of 1');
    await page.keyboard.press('Escape');
    await editor.invoke('core:undo');
    await has('');
  });

  it('takes it back from a group as well', async () => {
    const { page } = editor;
    const note = await editor.node('note').boundingBox();
    assert.ok(note);
    await page.locator('[data-palette-type="soil-submit"]').hover();
    await page.mouse.down();
    // The editor looks now and then, while the mouse moves, which group is below it.
    await until(async () => {
      await page.mouse.move(note.x + 60 * Math.random(), note.y, { steps: 3 });
      return (await page.locator('.red-ui-flow-group-hovered').count()) > 0;
    }, 'the group is where the node falls');
    await page.mouse.up();
    await has('soil-submit in a group,service of 1');
    await editor.invoke('core:undo');
    await has('');
  });

  it('brings a sandbox along, and takes it back on undo', async () => {
    const { page } = editor;
    const wasDirty = await page.evaluate('RED.nodes.dirty()');
    await page.locator('[data-palette-type="soil-submit"]').scrollIntoViewIfNeeded();
    await page.locator('[data-palette-type="soil-submit"]').dragTo(page.locator('#red-ui-workspace-chart'), { targetPosition: { x: 300, y: 200 } });
    await has('soil-submit,service of 1');
    await editor.invoke('core:undo');
    await has('');
    assert.equal(await page.evaluate('RED.nodes.dirty()'), wasDirty);
    await editor.invoke('core:redo');
    await has('soil-submit,service of 1');
    await editor.deploy();
    const deployed = (await editor.nodeRed.get('/flows')).json() as { id: string; type: string; service?: string }[];
    const service = deployed.find(({ type }) => type === 'soil-service');
    assert.equal(deployed.find(({ type }) => type === 'soil-submit')?.service, service?.id);
  });

  it('is followed by those that a program adds in the same turn: they share the service, except one that has its own', async () => {
    const { page } = editor;
    const added = (types: string[], own = ''): Promise<void> =>
      page.evaluate(`${JSON.stringify(types)}.forEach((type, index) => {
        const { node, historyEvent } = RED.view.createNode(type, 300, 100 + 100 * index);
        node.service = '${own}';
        RED.nodes.add(node);
        RED.history.push(historyEvent);
      })`);
    await added(['soil-submit', 'soil-wait']);
    await has('soil-submit,soil-wait,service of 2');
    await editor.invoke('core:undo');
    await has('soil-submit,service of 1');
    await page.evaluate(CLEARED);
    await added(['soil-submit'], 'theirs');
    await page.evaluate('new Promise((resolve) => setTimeout(resolve))');
    assert.equal(await page.evaluate(COUNTED), 'soil-submit');
  });

  it('is not one that is pasted or imported: that stays as it was', async () => {
    const service = { id: 'service', type: 'soil-service', sandbox: true };
    const pasted = { id: 'pasted', type: 'soil-area', z: 'tab1', x: 400, y: 300, wires: [[]] };
    await editor.page.evaluate(`RED.view.importNodes(${JSON.stringify([service, pasted])}, { touchImport: true, applyNodeDefaults: true })`);
    await has('soil-area,service of 0');
    assert.equal(await editor.page.evaluate("RED.nodes.node('pasted').service"), '');
  });
});
