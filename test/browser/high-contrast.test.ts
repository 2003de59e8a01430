import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { nodeRedVersion } from '../runtime/node-red-under-test';
import { openEditorForEach } from './editor-for-each';
import { nodeAt, type EditorPage } from './editor-page';

const AREA = JSON.stringify({ type: 'Polygon', coordinates: [[[5.6, 51.95], [5.75, 51.95], [5.75, 52.03], [5.6, 52.03], [5.6, 51.95]]] });
const CONTRAST = readFileSync(path.join(__dirname, 'pages', 'contrast.js'), 'utf8');

interface Shown {
  className: string;
  ratio: number;
}

/** With high contrast the system chooses all colours, and shadows are gone. */
describe(`High contrast and less motion in the editor of Node-RED ${nodeRedVersion}`, function () {
  this.timeout(300_000);
  let editor: EditorPage;

  openEditorForEach(() => {
    const flow = [
      { id: 'tab1', type: 'tab', label: 'high contrast' },
      { id: 'svc', type: 'soil-service', version: 1, mode: 'sandbox', name: '' },
      nodeAt(220, 'area', 'soil-area', [['submit']], { version: 1, service: 'svc', area: AREA, areaType: 'map', outputs: 1 }),
      nodeAt(500, 'submit', 'soil-submit', [[]], { version: 1, service: 'svc', kind: 'geometry', reuse: false }),
    ];
    return { shared: true, flow, prepare: ({ page }) => page.emulateMedia({ forcedColors: 'active' }) };
  }, (opened) => (editor = opened));

  const styleOf = (element: Locator, property: string): Promise<string> =>
    element.evaluate((one, name) => (globalThis as unknown as { getComputedStyle(of: unknown): { getPropertyValue(name: string): string } }).getComputedStyle(one).getPropertyValue(name), property);

  it('shows which line of a list the keys act on', async () => {
    const fold = (await editor.openDialog('submit')).locator('#soil-pick-datasets');
    await editor.click(fold.locator('summary'));
    const options = fold.getByRole('option');
    await options.nth(2).waitFor();
    await fold.getByRole('searchbox').focus();
    await editor.page.keyboard.press('ArrowDown');
    await editor.page.keyboard.press('ArrowDown');
    const outlines = [0, 1, 2].map((index) => styleOf(options.nth(index), 'outline-style'));
    assert.deepEqual(await Promise.all(outlines), ['none', 'solid', 'none']);
    await editor.picture('high-contrast-list');
  });

  it('shows which tool of the map is in use', async () => {
    const tray = await editor.openDialog('area');
    await tray.getByText('Size').waitFor();
    const [inUse, other] = ['Move corners', 'Draw a polygon'].map((name) => tray.getByRole('button', { name }));
    await editor.click(inUse!);
    await editor.page.mouse.move(2, 2);
    await editor.page.waitForTimeout(400);
    assert.equal(await inUse!.getAttribute('aria-pressed'), 'true');
    assert.notEqual(await styleOf(inUse!, 'background-color'), await styleOf(other!, 'background-color'));
    // Even with the focus and under the pointer, for which Node-RED forces its own colours.
    await inUse!.focus();
    for (const pointed of [other!, inUse!]) {
      await pointed.hover();
      await editor.page.waitForTimeout(400);
      const shown = await editor.page.evaluate<Shown[]>(CONTRAST);
      assert.deepEqual(shown.filter(({ className, ratio }) => className === 'fa fa-pencil' && ratio < 3), []);
    }
    await editor.picture('high-contrast-map');
  });

  it('animates nothing on the map if the system asks for less motion', async () => {
    await editor.page.emulateMedia({ reducedMotion: 'reduce' });
    const tray = await editor.openDialog('area');
    await tray.getByText('Size').waitFor();
    assert.equal(await tray.locator('.leaflet-proxy, .leaflet-fade-anim').count(), 0, 'neither zooming nor tiles');
    const isPanning = `(() => {
      const map = document.querySelector('.soil-map-canvas');
      map.focus();
      map.dispatchEvent(new KeyboardEvent('keydown', { keyCode: 39, bubbles: true }));
      return document.querySelector('.leaflet-pan-anim') !== null;
    })()`;
    const degrees = tray.locator('.soil-map-degrees').first();
    const before = await degrees.boundingBox();
    assert.equal(await editor.page.evaluate(isPanning), false, 'nor the way of the arrow keys');
    assert.notDeepEqual(await degrees.boundingBox(), before, 'they do move the map');
  });
});
