import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { nodeRedVersion } from '../runtime/node-red-under-test';
import { openEditorForEach } from './editor-for-each';
import { nodeAt, type EditorPage, type FlowNode } from './editor-page';

/** Lists of soil-profile, and a node from before names of methods and units for values without one existed. */
const LISTS: (FlowNode & { units: object[]; methodNames?: object[] })[] = [
  { ...nodeAt(250, 'older-lists', 'soil-profile', [[]], { version: 1 }), units: [{ property: 'clay', unit: 'g/kg' }, { property: 'pH', unit: 'pH' }] },
  { ...nodeAt(450, 'lists', 'soil-profile', [[]], { version: 1 }), units: [{ property: 'clay', unit: 'g/kg', missing: '%' }], methodNames: [{ method: 'CLPC', as: 'pipette' }, { method: 'PHAQ', as: '${METHOD}' }] },
  { ...nodeAt(850, 'written-lists', 'soil-profile', [[]], { version: 1 }), units: [{ unit: 'g/kg', property: ' clay', missing: '' }], methodNames: [{ as: 'pipette', method: 'CLPC', note: 'as at home' }] },
];

describe(`The lists of soil-profile in the editor of Node-RED ${nodeRedVersion}`, function () {
  this.timeout(300_000);
  let editor: EditorPage;

  openEditorForEach(() => ({ shared: true, flow: [{ id: 'tab1', type: 'tab', label: 'lists' }, ...LISTS, nodeAt(1050, 'no-list', 'soil-profile', [[]], { version: 1, units: 'clay: g/kg' }), nodeAt(650, 'new-lists', 'soil-profile', [[]], { version: 1 })] }), (opened) => (editor = opened));

  const listIn = (tray: Locator, setting: string): Locator => tray.locator('.red-ui-editableList', { has: editor.page.locator(`#soil-profile-${setting}`) });
  const marked = (field: Locator, isWrong: boolean): Locator => field.and(editor.page.locator(isWrong ? '.input-error' : ':not(.input-error)'));

  it('keep what is not a list, and say so: without one, values would keep their units; removing a line drops it', async () => {
    const setting = (): Promise<unknown[]> => editor.page.evaluate("(({ units, changed }) => [units, changed === true])(RED.nodes.node('no-list'))");
    const looked = await editor.openDialog('no-list');
    await looked.locator('#soil-profile-units-problem', { hasText: 'Each line needs a property and a unit.' }).waitFor();
    await editor.done();
    assert.deepEqual(await setting(), ['clay: g/kg', false]);
    const tray = await editor.openDialog('no-list');
    const list = listIn(tray, 'units');
    await editor.click(list.locator('.red-ui-editableList-addButton'));
    await editor.click(list.locator('.red-ui-editableList-item-remove'));
    await tray.locator('#soil-profile-units-problem', { hasText: /^$/ }).waitFor({ state: 'attached' });
    await editor.done();
    assert.deepEqual(await setting(), [[], true]);
  });

  it('say what is missing in half a line', async () => {
    const tray = await editor.openDialog('new-lists');
    await tray.getByText('each value keeps its unit').waitFor();
    for (const [setting, first, last, optional, said] of [
      ['units', 'property', 'unit', 'missing', 'Each line needs a property and a unit.'],
      ['methodNames', 'method', 'as', undefined, 'Each line needs a method and the name to give it.'],
    ] as const) {
      const list = listIn(tray, setting);
      const border = list.locator('.red-ui-editableList-border');
      // An empty list would look like a field that takes no keys.
      assert.equal(await border.isVisible(), (await border.locator('li').count()) > 0);
      await editor.click(list.locator('.red-ui-editableList-addButton'));
      await border.waitFor();
      const [one, other] = [tray.locator(`.soil-profile-${first}`), tray.locator(`.soil-profile-${last}`)];
      await one.fill('clay');
      await one.press('Tab');
      await tray.getByText(said).waitFor();
      await marked(other, true).waitFor();
      assert.equal(await other.getAttribute('aria-invalid'), 'true');
      await other.fill('g/kg');
      await other.press('Tab');
      await marked(other, false).waitFor();
      if (optional) await marked(tray.locator(`.soil-profile-${optional}`), false).waitFor();
      assert.equal(await tray.locator(`#soil-profile-${setting}-problem`).textContent(), '');
    }
  });

  it('say what conflicts: units that do not convert, a property with two units, and a method with two names', async () => {
    const tray = await editor.openDialog('new-lists');
    for (const [setting, lines, said] of [
      ['units', [['clay', 'g/kg', 'pH']], 'cannot be converted to the unit wanted'],
      ['units', [['Clay', 'g/kg', '']], 'One property has two lines here that differ'],
      ['methodNames', [['CLPC', 'pipette'], ['clpc', 'sieve']], 'One method has two names here'],
    ] as const) {
      const list = listIn(tray, setting);
      for (const line of lines) {
        await editor.click(list.locator('.red-ui-editableList-addButton'));
        for (const [at, text] of line.entries()) await list.locator('li').last().locator('input').nth(at).fill(text);
        await list.locator('li').last().locator('input').last().press('Tab');
      }
      await tray.getByText(said).waitFor();
      const wrong = list.locator('li').last().locator('input').last();
      await marked(wrong, true).waitFor();
      assert.equal(await list.locator('.input-error').count(), 1);
      await wrong.fill(setting === 'units' ? '%' : 'pipette');
      await wrong.press('Tab');
      await marked(wrong, false).waitFor();
      assert.equal(await tray.locator(`#soil-profile-${setting}-problem`).textContent(), '');
    }
  });

  it('are kept line by line, and stay as they are if a dialog is only opened', async () => {
    const lists = (id: string): Promise<unknown> => editor.page.evaluate(`((node) => [node.units, node.methodNames, !!node.changed, node.valid])(RED.nodes.node('${id}'))`);
    for (const { id, units, methodNames = [] } of LISTS) {
      await editor.openDialog(id);
      await editor.done();
      assert.deepEqual(await lists(id), [units, methodNames, false, true], id);
    }
    const tray = await editor.openDialog('older-lists');
    await tray.locator('.soil-profile-missing').first().fill(' % ');
    await editor.click(listIn(tray, 'methodNames').locator('.red-ui-editableList-addButton'));
    await tray.locator('.soil-profile-method').fill('CLPC');
    await tray.locator('.soil-profile-as').fill('pipette ');
    // An empty line does not count.
    await editor.click(listIn(tray, 'methodNames').locator('.red-ui-editableList-addButton'));
    await editor.done();
    const filled = [[{ property: 'clay', unit: 'g/kg', missing: '%' }, { property: 'pH', unit: 'pH' }], [{ method: 'CLPC', as: 'pipette' }], true, true];
    assert.deepEqual(await lists('older-lists'), filled);
    const again = await editor.openDialog('older-lists');
    const shown = await again.locator('.soil-profile-row input').evaluateAll((inputs) => inputs.map((input) => (input as unknown as { value: string }).value));
    assert.deepEqual(shown, ['clay', 'g/kg', '%', 'pH', 'pH', '', 'CLPC', 'pipette']);
    await editor.done();
    assert.deepEqual(await lists('older-lists'), filled);
  });
});
