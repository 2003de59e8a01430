import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { nodeRedVersion } from '../runtime/node-red-under-test';
import { until } from '../time/until';
import { AREA, AREA_FLOW, openMapForEach, type AreaMapPage } from './area-map-page';
import type { EditorPage } from './editor-page';

/** Reading a file waits from now on until `letThrough` is called. */
const HOLD_FILES = `
  globalThis.readBytes ??= Blob.prototype.arrayBuffer;
  const free = new Promise((resolve) => (globalThis.letThrough = resolve));
  Blob.prototype.arrayBuffer = async function () {
    await free;
    return readBytes.call(this);
  };
`;

describe(`What comes to the map of soil-area, in the editor of Node-RED ${nodeRedVersion}`, function () {
  this.timeout(300_000);
  let editor: EditorPage;
  let dialog: AreaMapPage;
  let tray: Locator;
  let note: Locator;

  openMapForEach({ shared: true, flow: AREA_FLOW }, (opened) => {
    dialog = opened;
    ({ editor, tray } = opened);
    note = tray.locator('.soil-map-note');
  });

  it('is announced by a frame, until it is dropped or leaves again', async () => {
    const frame = tray.locator('.soil-map.soil-map-dropping');
    for (const end of ['dragleave', 'drop']) {
      await dialog.canvas.dispatchEvent('dragover');
      assert.equal(await frame.count(), 1, end);
      await dialog.canvas.dispatchEvent(end);
      assert.equal(await frame.count(), 0, end);
    }
  });

  it('does not come to the editor around it as well, which would import it as a flow', async () => {
    await editor.page.evaluate("globalThis.dropped = 0; document.body.addEventListener('drop', () => dropped++)");
    await editor.drop(dialog.canvas, 'point.wkt', 'POINT (5.2 52.1)');
    await tray.locator('.soil-map-panel').getByText('5.2° E, 52.1° N').waitFor();
    await editor.drop(editor.page.locator('#red-ui-header'), 'point.wkt', 'POINT (5.2 52.1)');
    assert.equal(await editor.page.evaluate('dropped'), 1);
  });

  it('is no area if it is a picture alone, and the map says so', async () => {
    await editor.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await editor.page.evaluate(`(async () => {
      const picture = await new OffscreenCanvas(9, 9).getContext('2d').canvas.convertToBlob();
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
    })()`);
    await tray.getByRole('button', { name: 'Draw a polygon' }).focus();
    await editor.page.keyboard.press('Control+v');
    await note.getByText('No area can be read from image.png.').waitFor();
  });

  it('is not complained about once something else has come', async () => {
    await editor.page.evaluate(HOLD_FILES);
    await editor.drop(dialog.canvas, 'soil.csv', 'point,clay\n1,22\n');
    await note.getByText('Reading the file').waitFor();
    await editor.page.evaluate('Blob.prototype.arrayBuffer = readBytes');
    await editor.drop(dialog.canvas, 'point.wkt', 'POINT (5.2 52.1)');
    await tray.locator('.soil-map-panel').getByText('5.2° E, 52.1° N').waitFor();
    await editor.page.evaluate('letThrough(); new Promise((resolve) => setTimeout(resolve, 100))');
    assert.equal(await note.textContent(), '');
  });

  it('may be a place, which is shown no smaller than the map is already', async () => {
    const place = tray.getByLabel('Latitude, longitude');
    const scale = async (): Promise<number> => Number(/^(\d+) m\b/.exec((await tray.locator('.leaflet-control-scale').textContent()) ?? '')?.[1]);
    await place.fill('nowhere');
    await place.press('Enter');
    assert.equal(await place.getAttribute('aria-describedby'), await note.getAttribute('id'));
    await place.fill('52.1, 5.2');
    await place.press('Enter');
    assert.equal(await place.getAttribute('aria-describedby'), null);
    await until(async () => (await scale()) > 0, 'the map shows some fields');
    const fields = await scale();
    for (let times = 0; times < 4; times++) await editor.click(dialog.canvas.getByRole('button', { name: 'Zoom in' }));
    await until(async () => (await scale()) < fields, 'it is zoomed in');
    await new Promise((resolve) => setTimeout(resolve, 600));
    const closer = await scale();
    await place.fill('52.1001, 5.2001');
    await place.press('Enter');
    await new Promise((resolve) => setTimeout(resolve, 600));
    assert.equal(await scale(), closer);
  });

  it('is taken back by Ctrl+Z alone: with the shift key, that means the contrary in other programs', async () => {
    await dialog.bring('field.geojson', AREA);
    await dialog.tool('Delete everything');
    await tray.getByText('Nothing drawn yet. Draw').waitFor();
    await editor.page.keyboard.press('Control+Shift+z');
    await editor.page.keyboard.press('Control+z');
    await until(async () => (await dialog.shapes().count()) === 1, 'the deleted area is back');
  });
});
