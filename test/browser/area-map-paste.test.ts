import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { nodeRedVersion } from '../runtime/node-red-under-test';
import { until } from '../time/until';
import { AREA, AREA_FLOW, openMapForEach, type AreaMapPage } from './area-map-page';
import type { EditorPage } from './editor-page';

describe(`Pasting on the map of soil-area, in the editor of Node-RED ${nodeRedVersion}`, function () {
  this.timeout(300_000);
  let editor: EditorPage;
  let dialog: AreaMapPage;
  let note: Locator;

  openMapForEach({ shared: true, flow: AREA_FLOW }, (opened) => {
    dialog = opened;
    ({ editor } = opened);
    note = opened.tray.locator('.soil-map-note');
  });

  /** Pastes a text where the focus is; from a table, it comes with a picture of its cells. */
  async function paste(text: string, fromTable = false): Promise<void> {
    await editor.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await editor.page.evaluate(`(async () => {
      const content = { 'text/plain': new Blob([${JSON.stringify(text)}], { type: 'text/plain' }) };
      if (${fromTable}) content['image/png'] = await new OffscreenCanvas(9, 9).getContext('2d').canvas.convertToBlob();
      await navigator.clipboard.write([new ClipboardItem(content)]);
    })()`);
    await editor.page.keyboard.press('Control+v');
  }

  it('takes the text of cells of a table, and not the picture that comes with it, in a field as on the map', async () => {
    const place = dialog.tray.locator('.soil-map-place input');
    await place.focus();
    await paste('52.1, 5.2', true);
    assert.deepEqual([await place.inputValue(), await note.textContent()], ['52.1, 5.2', '']);
    await dialog.tray.getByRole('button', { name: 'Draw a polygon' }).focus();
    await paste('POINT (5.2 52.1)', true);
    await dialog.tray.locator('.soil-map-panel').getByText('5.2° E, 52.1° N').waitFor();
  });

  it('takes KML that is pasted into the text of the area, which then shows what it has become', async () => {
    await dialog.tray.locator('.soil-map-text > summary').click();
    const text = dialog.tray.locator('.soil-map-as-text');
    assert.equal(await text.inputValue(), AREA);
    await text.focus();
    await paste('\n<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><Point><coordinates>5.2,52.1</coordinates></Point></Placemark></kml>');
    await dialog.tray.locator('.soil-map-panel').getByText('5.2° E, 52.1° N').waitFor();
    assert.equal(await text.inputValue(), '{"type":"Point","coordinates":[5.2,52.1]}');
    // What a person goes on typing changes this area, and not the one before.
    await editor.page.keyboard.type(' ');
    assert.equal((await dialog.deployed()).area, '{"type":"Point","coordinates":[5.2,52.1]}');
  });

  it('takes a feature copied in QGIS there, too', async () => {
    await dialog.tray.locator('.soil-map-text > summary').click();
    const text = dialog.tray.locator('.soil-map-as-text');
    await text.focus();
    await paste('wkt_geom\tid\nPoint (5.2 52.1)\t7\n');
    await dialog.tray.locator('.soil-map-panel').getByText('5.2° E, 52.1° N').waitFor();
    assert.equal(await text.inputValue(), 'Point (5.2 52.1)');
    await paste('Point (5.2 52.1)\nPoint (5.3 52.1)');
    await until(async () => (await text.inputValue()) === 'GEOMETRYCOLLECTION (Point (5.2 52.1), Point (5.3 52.1))', 'both features are there');
  });

  it('leaves plain text that is dropped into a field there', async () => {
    const area = (): Promise<unknown> => editor.page.evaluate("$('#node-input-area').typedInput('value')");
    const before = await area();
    const place = dialog.tray.locator('.soil-map-place input');
    await editor.drag(place, { text: '52.1, 5.2' });
    await until(async () => (await place.inputValue()) === '52.1, 5.2', 'the place is in its field');
    assert.equal(await area(), before);
  });
});
