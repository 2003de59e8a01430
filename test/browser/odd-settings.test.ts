import assert from 'node:assert/strict';
import { nodeRedVersion } from '../runtime/node-red-under-test';
import { openEditorForEach } from './editor-for-each';
import { nodeAt, type EditorPage, type FlowNode } from './editor-page';

const BROKEN = 'one\nanother';

/** Values that no field can show as they are. */
const ODD: FlowNode[] = [
  { id: 'odd-service', type: 'soil-service', name: BROKEN, version: 1, mode: 'service', baseUrl: BROKEN, audience: [BROKEN], timeout: true, datasetsField: ['x', 'datasets'], emailField: { name: BROKEN } },
  nodeAt(200, 'odd-area', 'soil-area', [[]], { version: 1, name: BROKEN, areaType: [''], within: [BROKEN], splitBySize: BROKEN, outputs: 2 }),
  nodeAt(200, 'odd-discover', 'soil-discover', [[]], { version: 1, resource: ['x', 'datasets'], select: 'match', matchName: BROKEN, unlockedOnly: 'a\r\nb' }),
  nodeAt(200, 'odd-data', 'soil-data', [[]], { version: 1, startYear: [BROKEN], output: ['x', 'records'], licences: ['a\r\nb'] }),
  nodeAt(200, 'odd-submit', 'soil-submit', [[]], { version: 1, email: [BROKEN], kind: ['x', 'geometry'], reuse: 'a\r\nb' }),
  nodeAt(200, 'odd-wait', 'soil-wait', [[], []], { version: 1, timeout: true, firstPoll: [BROKEN] }),
  nodeAt(200, 'odd-download', 'soil-download', [[], []], { version: 1, folder: BROKEN, maxBytes: [5], exists: ['x', 'keep'] }),
  nodeAt(200, 'odd-read', 'soil-read', [[]], { version: 1, from: BROKEN, fromType: [], batch: true, shape: ['x', ''], licences: 'a\r\nb', noValues: ['a\r\nb'] }),
  nodeAt(200, 'odd-profile', 'soil-profile', [[]], { version: 1, slices: 'own', ownSlices: BROKEN, minCoverage: false, group: ['x', 'h3'], h3Resolution: [BROKEN] }),
];

const ZERO = nodeAt(500, 'zero', 'soil-read', [[]], { version: 1, batch: 0 });

describe(`Settings that no field can show, in the editor of Node-RED ${nodeRedVersion}`, function () {
  this.timeout(300_000);
  let editor: EditorPage;

  openEditorForEach(() => ({ shared: true, flow: [{ id: 'tab1', type: 'tab', label: 'odd' }, ZERO, ...ODD.map((node, index) => ({ ...node, y: 60 * (index + 1) }))] }), (opened) => (editor = opened));

  /** The settings of a node, what is wrong with them, and whether they count as changed. */
  const stateOf = (id: string): Promise<{ settings: Record<string, unknown>; faults: string[]; changed: boolean }> =>
    editor.page.evaluate(`(({ _def, validationErrors, changed, ...node }) => {
      const settings = Object.fromEntries(Object.keys(_def.defaults).map((name) => [name, node[name]]));
      return { settings: JSON.parse(JSON.stringify(settings)), faults: validationErrors, changed: !!changed };
    })(RED.nodes.node('${id}'))`);

  for (const { id, type } of ODD) {
    it(`stay as they are, and stay wrong, if the dialog of ${type} is only opened`, async () => {
      // What its credentials lack is said once the editor has asked Node-RED for them.
      if (type === 'soil-service') await editor.page.waitForFunction(`RED.nodes.node('${id}').credentials !== undefined`);
      const before = await stateOf(id);
      assert.notDeepEqual(before.faults, []);
      if (type === 'soil-service') {
        const tray = await editor.openConfiguration(id);
        await editor.click(editor.page.locator('#node-config-dialog-ok'));
        await tray.waitFor({ state: 'detached' });
      } else {
        await editor.openDialog(id);
        await editor.done();
      }
      assert.deepEqual(await stateOf(id), before);
      assert.equal(before.changed, false);
    });
  }

  it('are as empty as their fields, even if the flow has the number 0, which is the same to Node-RED', async () => {
    const tray = await editor.openDialog('zero');
    await tray.locator('#node-input-batch').fill('');
    await editor.done();
    const { settings, faults, changed } = await stateOf('zero');
    assert.deepEqual([settings.batch, faults.length, changed], ['', 1, true]);
  });

  it('stay beside what a person changes', async () => {
    const { settings } = await stateOf('odd-read');
    const tray = await editor.openDialog('odd-read');
    await tray.locator('#node-input-output').selectOption('geojson');
    await tray.locator('#node-input-strict').check();
    await editor.done();
    const after = await stateOf('odd-read');
    assert.deepEqual([after.settings, after.changed], [{ ...settings, output: 'geojson', strict: true }, true]);
  });
});
