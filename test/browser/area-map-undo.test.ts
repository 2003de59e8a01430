import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { nodeRedVersion } from '../runtime/node-red-under-test';
import { until } from '../time/until';
import { AREA, AREA_FLOW, openMapForEach, RING, type AreaMapPage } from './area-map-page';
import type { EditorPage } from './editor-page';

describe(`Undo on the map of soil-area, in the editor of Node-RED ${nodeRedVersion}`, function () {
  this.timeout(300_000);
  let editor: EditorPage;
  let dialog: AreaMapPage;
  let tray: Locator;
  let canvas: Locator;

  openMapForEach({ shared: true, flow: AREA_FLOW }, (opened) => {
    dialog = opened;
    ({ editor, tray, canvas } = opened);
  });

  const shapes = (): Locator => dialog.shapes();
  const tool = (name: string): Promise<void> => dialog.tool(name);
  const begin = (): Promise<void> => dialog.bring('field.geojson', AREA);

  it('takes back a misplaced corner, and a deletion, by keys and with its button', async () => {
    await begin();
    const { keyboard, mouse } = editor.page;
    await tool('Delete everything');
    await tray.getByText('Nothing drawn yet. Draw').waitFor();
    await keyboard.press('Control+z');
    await until(async () => (await shapes().count()) === 1, 'the deleted area is back');
    await tool('Delete everything');
    await tray.getByText('Nothing drawn yet. Draw').waitFor();
    await tool('Draw a polygon');
    const box = await canvas.boundingBox();
    assert.ok(box);
    const click = (x: number, y: number): Promise<void> => mouse.click(box.x + box.width * x, box.y + box.height * y, { delay: 30 });
    // Including the one under the pointer.
    const corners = canvas.locator('.marker-icon');
    const left = async (count: number, what: string): Promise<void> => until(async () => (await corners.count()) === count + 1, what);
    for (const [x, y] of [[0.3, 0.3], [0.7, 0.3], [0.7, 0.7], [0.1, 0.9]] as const) await click(x, y);
    await left(4, 'four corners');
    await keyboard.press('Backspace');
    await left(3, 'three corners');
    await keyboard.press('Control+z');
    await left(2, 'two corners');
    await tool('Take back the last corner or change (Ctrl+Z)');
    await left(1, 'one corner');
    await keyboard.press('Control+z');
    await left(0, 'no corner, and the tool still in use');
    for (const [x, y] of [[0.3, 0.3], [0.7, 0.3], [0.5, 0.7]] as const) await click(x, y);
    assert.equal((await dialog.deployedRing()).length, 4);
    tray = await editor.openDialog('area');
  });

  it('takes back the first corner of a rectangle, by keys and with its button, and leaves the tool in use', async () => {
    await begin();
    await tool('Delete everything');
    await tray.getByText('Nothing drawn yet. Draw').waitFor();
    await tool('Draw a rectangle');
    const box = await canvas.boundingBox();
    assert.ok(box);
    const click = (x: number, y: number): Promise<void> => editor.page.mouse.click(box.x + box.width * x, box.y + box.height * y, { delay: 30 });
    for (const takeBack of [() => editor.page.keyboard.press('Backspace'), () => editor.page.keyboard.press('Control+z'), () => tool('Take back the last corner or change (Ctrl+Z)')]) {
      await click(0.1, 0.1);
      await shapes().waitFor({ state: 'attached' });
      await takeBack();
      await shapes().waitFor({ state: 'detached' });
      assert.equal(await tray.getByRole('button', { name: 'Draw a rectangle' }).getAttribute('aria-pressed'), 'true');
    }
    await tray.getByText('Nothing drawn yet. Draw').waitFor();
    for (const [x, y] of [[0.4, 0.4], [0.6, 0.7]] as const) await click(x, y);
    await tray.getByText('Size').waitFor();
    // Long after the field has told the map of it.
    await editor.page.waitForTimeout(600);
    const { x, width } = (await shapes().boundingBox()) ?? { x: 0, width: 0 };
    assert.ok(Math.abs((x - box.x) / box.width - 0.4) < 0.02 && Math.abs(width / box.width - 0.2) < 0.02, `${x - box.x}, ${width} of ${box.width}`);
  });

  it('takes back a corner that was moved, and a file with line breaks that was dropped, and has what was there before', async () => {
    const other = RING.map(([lon, lat]): [number, number] => [lon + 0.4, lat]);
    await dialog.bring('field.geojson', JSON.stringify({ type: 'Polygon', coordinates: [other] }));
    await tool('Move corners');
    const corners = canvas.locator('.marker-icon:not(.marker-icon-middle)');
    await corners.nth(3).waitFor();
    await dialog.drag(corners.nth(2), [50, -40]);
    await tray.getByText('6–6.2° E').waitFor({ state: 'detached' });
    await editor.page.keyboard.press('Control+z');
    assert.deepEqual(await dialog.deployedRing(), other);
    tray = await editor.openDialog('area');
    canvas = tray.locator('.soil-map-canvas');
    await tray.getByText('6–6.2° E').waitFor();
    // What changes nothing, such as the same file again, is no step.
    for (let times = 0; times < 2; times++) {
      await editor.drop(canvas, 'field.wkt', 'POLYGON ((7\n50, 7.2 50,\n 7.2 50.1, 7 50.1, 7 50))');
      await tray.getByText('7–7.2° E').waitFor();
    }
    // The field of one line has the text by then, and has told the map.
    await editor.page.waitForTimeout(2_000);
    const inField = (): Promise<string> => editor.page.evaluate("$('#node-input-area').typedInput('value')");
    assert.equal(await inField(), 'POLYGON ((7 50, 7.2 50,  7.2 50.1, 7 50.1, 7 50))');
    await tool('Take back the last corner or change (Ctrl+Z)');
    await tray.getByText('6–6.2° E').waitFor();
    await editor.drop(canvas, 'point.wkt', 'POINT (8 50)');
    await tray.getByText('8° E, 50° N').waitFor();
    await tray.locator('.soil-map-text > summary').click();
    await tray.locator('.soil-map-as-text').fill('POINT (6.5\n50)');
    await tray.getByText('6.5° E, 50° N').waitFor();
    assert.equal(await inField(), 'POINT (6.5 50)');
    await tool('Take back the last corner or change (Ctrl+Z)');
    await tray.getByText('There is nothing to undo').waitFor();
    assert.equal(await inField(), 'POINT (6.5 50)', 'what was there before the typing does not come back');
  });
});
