import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { nodeRedVersion } from '../runtime/node-red-under-test';
import { AREA_FLOW, AreaMapPage } from './area-map-page';
import { EditorPage } from './editor-page';

describe(`Pasting on the map of soil-area, in the editor of Node-RED ${nodeRedVersion}`, function () {
  this.timeout(300_000);
  let editor: EditorPage;
  let dialog: AreaMapPage;
  let note: Locator;

  before(async () => {
    editor = await EditorPage.open({ shared: true, flow: AREA_FLOW });
  });
  after(() => editor?.close());
  beforeEach(async function () {
    editor = await editor.forTry(this.currentTest);
    dialog = await AreaMapPage.open(editor, 'area');
    note = dialog.tray.locator('.soil-map-note');
  });
  afterEach(async () => {
    assert.deepEqual(editor.faults, []);
    await editor.cancelDialogs();
  });

  /** Copies a text, as from a table: with a picture of it. */
  async function copyCells(text: string): Promise<void> {
    await editor.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await editor.page.evaluate(`(async () => {
      const picture = await new OffscreenCanvas(9, 9).getContext('2d').canvas.convertToBlob();
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': new Blob([${JSON.stringify(text)}], { type: 'text/plain' }), 'image/png': picture })]);
    })()`);
  }

  it('takes the text of cells of a table, and not the picture that comes with it, in a field as on the map', async () => {
    const { keyboard } = editor.page;
    const place = dialog.tray.locator('.soil-map-place input');
    await copyCells('52.1, 5.2');
    await place.focus();
    await keyboard.press('Control+v');
    assert.deepEqual([await place.inputValue(), await note.textContent()], ['52.1, 5.2', '']);
    await copyCells('POINT (5.2 52.1)');
    await dialog.tray.getByRole('button', { name: 'Draw a polygon' }).focus();
    await keyboard.press('Control+v');
    await dialog.tray.locator('.soil-map-panel').getByText('5.2° E, 52.1° N').waitFor();
  });
});
