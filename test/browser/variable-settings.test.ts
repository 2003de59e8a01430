import assert from 'node:assert/strict';
import { nodeRedVersion } from '../runtime/node-red-under-test';
import { openEditorForEach } from './editor-for-each';
import { nodeAt, type EditorPage, type FlowNode } from './editor-page';
import { SERVICE } from './wrong-settings';

const nodeWith = (id: string, type: string, settings: object): FlowNode => nodeAt(200, id, type, [[]], { ...SERVICE, ...settings });

/** Settings with their own menu, checkbox or list in the dialog. */
const WITHOUT_TEXT: Record<string, string[]> = {
  discover: ['resource', 'select', 'unlockedOnly', 'chosen'],
  data: ['spatialFilters', 'gisDataTypes', 'output', 'licences', 'noValues'],
  submit: ['kind', 'soilProperties', 'datasets', 'reuse'],
  download: ['to', 'exists', 'extract'],
  read: ['output', 'distinct', 'strict', 'licences', 'noValues'],
  profile: ['slices', 'group', 'units', 'methodNames'],
  service: ['mode', 'datasetsField', 'allowPrivateHosts'],
};

const VARIABLE = [
  ...Object.entries(WITHOUT_TEXT).map(([type, names]) => nodeWith(`variable-${type}`, `soil-${type}`, Object.fromEntries(names.map((name) => [name, `\${${name}}`])))),
  nodeWith('variable-area', 'soil-area', { area: '${AREA}', areaType: 'wkt', splitBySize: '${SPLIT}', outputs: 2 }),
];

const CHOSEN = nodeWith('variable-chosen', 'soil-discover', { resource: 'all-datasets', select: 'chosen', chosen: '${CHOSEN}' });

/** A yes or no that is neither, as the runtime says: a checkbox would take any text for a yes. */
const NEITHER = nodeWith('neither', 'soil-submit', { reuse: 'no' });

const FLOW: FlowNode[] = [
  { id: 'tab1', type: 'tab', label: 'variables' },
  { id: 'svc', type: 'soil-service', name: 'local', version: 1, mode: 'sandbox' },
  ...[...VARIABLE, CHOSEN, NEITHER].map((node, index) => (node.type === 'soil-service' ? node : { ...node, y: 70 * (index + 1) })),
];

describe(`Settings that are environment variables, in the editor of Node-RED ${nodeRedVersion}`, function () {
  this.timeout(300_000);
  let editor: EditorPage;

  openEditorForEach(() => ({ shared: true, flow: FLOW }), (opened) => (editor = opened));

  /** The settings of a node, and whether they count as changed. */
  const stateOf = (id: string): Promise<{ settings: Record<string, unknown>; changed: boolean }> =>
    editor.page.evaluate(`((node) => ({ settings: Object.fromEntries(Object.keys(node._def.defaults).map((name) => [name, node[name]])), changed: !!node.changed }))(RED.nodes.node('${id}'))`);

  for (const { id, type } of VARIABLE) it(`stay as they are if the dialog of ${type} is only opened`, async () => {
    const before = await stateOf(id);
    assert.match(JSON.stringify(before.settings), /"\$\{/);
    if (type === 'soil-service') {
      const tray = await editor.openConfiguration(id);
      await editor.click(editor.page.locator('#node-config-dialog-ok'));
      await tray.waitFor({ state: 'detached' });
    } else {
      const tray = await editor.openDialog(id);
      assert.equal(await tray.locator('.soil-data select.input-error').count(), 0);
      await editor.done();
    }
    assert.deepEqual(await stateOf(id), { ...before, changed: false });
  });

  it('are not missed in the list of what is chosen', async () => {
    const tray = await editor.openDialog('variable-chosen');
    await tray.getByText('Chosen: 0.').waitFor();
    assert.equal(await tray.locator('#soil-discover-problem').textContent(), '');
    await editor.done();
    assert.equal((await stateOf('variable-chosen')).changed, false);
  });

  it('are not kept for another list than the one that they stand for', async () => {
    const tray = await editor.openDialog('variable-chosen');
    await tray.locator('#node-input-resource').selectOption('soil-properties');
    await tray.locator('#soil-discover-problem').getByText('Nothing is chosen').waitFor();
    await editor.done();
    assert.deepEqual((await stateOf('variable-chosen')).settings['chosen'], []);
  });

  it('are not drawn on the map, nor called a wrong area', async () => {
    const map = (await editor.openDialog('variable-area')).locator('#soil-area-map');
    await map.getByText('Nothing drawn yet.').waitFor();
    assert.equal(await map.locator('#soil-map-problem').textContent(), '');
  });

  it('give way to what is chosen, even if others of the same node stay', async () => {
    const tray = await editor.openDialog('variable-submit');
    await tray.getByText('soil properties: ${soilProperties} chosen').waitFor();
    await editor.click(tray.locator('#node-input-reuse'));
    await editor.done();
    const { settings } = await stateOf('variable-submit');
    assert.deepEqual([settings['reuse'], settings['soilProperties']], [false, '${soilProperties}']);
  });

  it('are not the only texts in the place of a yes or no: any other stays, too, and is shown as neither', async () => {
    const box = (await editor.openDialog('neither')).locator('#node-input-reuse');
    assert.deepEqual([await box.evaluate((input) => (input as unknown as { indeterminate: boolean }).indeterminate), await box.getAttribute('title')], [true, 'no']);
    const faults = (): Promise<string[]> => editor.page.evaluate("((node) => RED.editor.validateNode(node) ? [] : node.validationErrors)(RED.nodes.node('neither'))");
    assert.match((await faults()).join(), /must be true or false/, 'it is wrong in the open dialog, too');
    await editor.done();
    const { settings, changed } = await stateOf('neither');
    assert.deepEqual([settings['reuse'], changed], ['no', false]);
  });
});
