import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { nodeRedVersion } from '../runtime/node-red-process';
import { until } from '../time/until';
import { EditorPage, nodeAt } from './editor-page';

const AREA = JSON.stringify({ type: 'Polygon', coordinates: [[[5.6, 51.9], [5.8, 51.9], [5.8, 52], [5.6, 52], [5.6, 51.9]]] });

describe(`What is seen of the map of soil-area, in the editor of Node-RED ${nodeRedVersion}`, function () {
  this.timeout(300_000);
  let editor: EditorPage;
  let tray: Locator;
  let canvas: Locator;

  before(async () => {
    const flow = [{ id: 'tab1', type: 'tab', label: 'map' }, nodeAt(300, 'area', 'soil-area', [[]], { version: 1, area: AREA, areaType: 'map', service: '', outputs: 1 })];
    editor = await EditorPage.open({ flow });
  });
  after(() => editor?.close());
  beforeEach(async function () {
    editor = await editor.forTry(this.currentTest);
    tray = await editor.openDialog('area');
    canvas = tray.locator('.soil-map-canvas');
    await tray.getByText('Size').waitFor();
  });
  afterEach(async () => {
    assert.deepEqual(editor.faults, []);
    await editor.cancelDialogs();
  });

  it('says what is said of it above its canvas, where it is seen, and where the area lies', async () => {
    const above = async (selector: string): Promise<boolean> => ((await tray.locator(selector).boundingBox())?.y ?? Infinity) < ((await canvas.boundingBox())?.y ?? 0);
    await tray.locator('.soil-map-panel').getByText('5.6–5.8° E, 51.9–52° N').waitFor();
    assert.equal(await above('.soil-map-note'), true);
    await editor.drop(canvas, 'bow-tie.wkt', 'POLYGON ((5.6 51.9, 5.8 52, 5.8 51.9, 5.6 52, 5.6 51.9))');
    await tray.locator('.soil-map-problem').getByText('crosses itself at 5.7 51.95').waitFor();
    assert.equal(await above('.soil-map-problem'), true);
  });

  it('fits the area into itself where it is made large and small again, unless a person looks elsewhere', async () => {
    const width = async (): Promise<number> => Math.round((await editor.page.locator('.soil-map-canvas path.soil-map-area').boundingBox())?.width ?? 0);
    const toggle = async (isLarge: boolean): Promise<void> => {
      await editor.click(editor.page.getByRole('button', { name: 'Large map, and back' }));
      await editor.page.locator('.soil-map-large').waitFor({ state: isLarge ? 'attached' : 'detached' });
      await new Promise((resolve) => setTimeout(resolve, 600));
    };
    const small = await width();
    await toggle(true);
    const large = await width();
    assert.ok(large > 1.4 * small, `${small} became ${large}`);
    await toggle(false);
    assert.equal(await width(), small);
    await editor.click(canvas.getByRole('button', { name: 'Zoom out' }));
    await until(async () => (await width()) < small, 'it is zoomed out');
    await new Promise((resolve) => setTimeout(resolve, 400));
    const chosen = await width();
    await toggle(true);
    assert.equal(await width(), chosen);
    await toggle(false);
  });
});
