import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { nodeRedVersion } from '../runtime/node-red-under-test';
import { until } from '../time/until';
import { AREA_FLOW, openMapForEach } from './area-map-page';
import type { EditorPage } from './editor-page';

const BOW_TIE = 'POLYGON ((5.6 51.9, 5.8 52, 5.8 51.9, 5.6 52, 5.6 51.9))';
const CROSSES = 'The outer ring crosses itself at 51.95N 5.7E. Move or remove a corner there, or divide the area in two.';

describe(`The view of the map of soil-area, in the editor of Node-RED ${nodeRedVersion}`, function () {
  this.timeout(300_000);
  let editor: EditorPage;
  let tray: Locator;
  let canvas: Locator;

  openMapForEach({ shared: true, flow: AREA_FLOW }, (opened) => ({ editor, tray, canvas } = opened));

  it('shows its messages above its canvas, in view, and says where the area lies', async () => {
    const above = async (selector: string): Promise<boolean> => ((await tray.locator(selector).boundingBox())?.y ?? Infinity) < ((await canvas.boundingBox())?.y ?? 0);
    await tray.locator('.soil-map-panel').getByText('5.6–5.8° E, 51.9–52° N').waitFor();
    assert.equal(await above('.soil-map-note'), true);
    await editor.drop(canvas, 'bow-tie.wkt', BOW_TIE);
    await tray.locator('.soil-map-problem').getByText('crosses itself at 51.95N 5.7E').waitFor();
    assert.equal(await above('.soil-map-problem'), true);
  });

  it('has something at least 24 pixels high to press wherever a person presses beside the map', async () => {
    await editor.click(tray.getByRole('button', { name: 'Map tiles' }));
    const pressed = await tray.locator('.soil-map :is(button, summary, input:not([type="file"]), textarea, a)').all();
    const heights = await Promise.all(pressed.map(async (one) => ((await one.isVisible()) ? ((await one.boundingBox())?.height ?? 0) : Infinity)));
    assert.ok(heights.length > 18);
    assert.ok(Math.min(...heights) >= 24, heights.join());
  });

  it('has one complaint at a time, in its colour: that about the file dropped last, and then again that about the area', async () => {
    const [note, problem] = [tray.locator('.soil-map-note'), tray.locator('.soil-map-problem')];
    const colour = (of: Locator): Promise<string> => of.evaluate((element) => getComputedStyle(element as never).color);
    await editor.drop(canvas, 'bow-tie.wkt', BOW_TIE);
    await problem.getByText(CROSSES).waitFor();
    const [quiet, red] = [await colour(note), await colour(problem)];
    await editor.drop(canvas, 'soil.csv', 'point,clay\n1,22\n');
    await note.getByText('No area can be read from soil.csv.').waitFor();
    assert.deepEqual([await problem.isVisible(), await colour(note)], [false, red]);
    await editor.picture('map-unreadable-file');
    await editor.click(tray.getByRole('button', { name: 'Move corners' }));
    await problem.waitFor();
    assert.equal(await colour(note), quiet);
    await editor.drop(canvas, 'soil.csv', 'point,clay\n1,22\n');
    await note.getByText('No area can be read from soil.csv.').waitFor();
    await typed().fill('POINT (5');
    await problem.getByText('The WKT cannot be read').waitFor();
    await editor.drop(canvas, 'soil.csv', 'point,clay\n1,22\n');
    await problem.waitFor({ state: 'hidden' });
    await editor.drop(canvas, 'broken.wkt', 'POLYGON ((5 51, 5');
    // While the file is read, the complaint about the text before it is in view.
    await until(async () => (await note.textContent()) === '', 'the file is read');
    await problem.getByText('The WKT cannot be read').waitFor();
  });

  it('fits the area into view when it is enlarged and reduced, unless a person has moved the view', async () => {
    const width = async (): Promise<number> => Math.round((await editor.page.locator('.soil-map-canvas path.soil-map-area').boundingBox())?.width ?? 0);
    const toggle = async (isLarge: boolean): Promise<void> => {
      await editor.click(editor.page.getByRole('button', { name: 'Enlarge or shrink the map' }));
      await editor.page.locator('.soil-map-large').waitFor({ state: isLarge ? 'attached' : 'detached' });
      await editor.trayAtRest();
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

  const field = (): Locator => tray.locator('#node-input-area + .red-ui-typedInput-container');
  const typed = (): Locator => field().locator('input').first();

  /** What the flow has against the node, once it has something. */
  async function complaints(): Promise<string[]> {
    await editor.page.waitForFunction("RED.nodes.node('area').valid === false");
    return editor.page.evaluate("RED.nodes.node('area').validationErrors");
  }

  it('shows where a ring crosses itself, marks the field, and the node has its triangle', async () => {
    await editor.drop(canvas, 'bow-tie.wkt', BOW_TIE);
    await tray.locator('.soil-map-problem').getByText(CROSSES).waitFor();
    await canvas.locator('path.soil-map-fault').waitFor();
    assert.equal(await canvas.locator('path.soil-map-area').count(), 1);
    await field().and(editor.page.locator('.input-error')).waitFor();
    assert.equal(await typed().getAttribute('aria-invalid'), 'true');
    await editor.picture('map-crossing');
    await editor.done();
    assert.deepEqual(await complaints(), [`Area: ${CROSSES}`]);
    tray = await editor.openDialog('area');
    await field().and(editor.page.locator('.input-error')).waitFor();
    await tray.locator('.soil-map-problem').getByText(CROSSES).waitFor();
    await editor.cancelDialogs();
    await editor.invoke('core:undo');
    assert.equal(await editor.page.evaluate("RED.nodes.node('area').valid"), true);
  });

  it('shows an area across the antimeridian in one piece, however far it goes', async () => {
    const shapes = canvas.locator('path.soil-map-area');
    const boxes = [['[170, 0, -170, 5]', '170° E – 170° W'], ['[-10, 0, -20, 5]', '10–20° W'], ['[100, 0, 10, 5]', '100–10° E']] as const;
    for (const [box, place] of boxes) {
      await editor.drop(canvas, 'box.json', box);
      await tray.locator('.soil-map-panel').getByText(place).waitFor();
      const [west, east] = await Promise.all([shapes.first().boundingBox(), shapes.last().boundingBox()]);
      // Side by side, but for the width of their lines.
      assert.ok(west && east && Math.abs(west.x + west.width - east.x) < 5, `${box}: ${JSON.stringify([west, east])}`);
    }
  });

  it('shows points on both sides of the antimeridian next to each other, each in its cell', async () => {
    await editor.drop(canvas, 'points.wkt', 'MULTIPOINT (179.998 52, -179.998 52)');
    await tray.locator('.soil-map-panel').getByText('179.998° E – 179.998° W').waitFor();
    const cells = canvas.locator('path.soil-map-hexagon');
    const points = canvas.locator('.soil-map-point');
    await until(async () => (await cells.count()) === 2, 'both cells are on the map');
    for (const at of [0, 1]) {
      const [cell, point] = await Promise.all([cells.nth(at).boundingBox(), points.nth(at).boundingBox()]);
      assert.ok(cell && point && cell.x < point.x + point.width && point.x < cell.x + cell.width, JSON.stringify([cell, point]));
    }
  });

  it('drops the complaint while a person types, and shows what they have typed when they pause', async () => {
    await editor.drop(canvas, 'bow-tie.wkt', BOW_TIE);
    const problem = tray.locator('.soil-map-problem');
    await problem.getByText(CROSSES).waitFor();
    await typed().fill('POINT (5');
    await problem.getByText('The WKT cannot be read').waitFor();
    await typed().evaluate((input) => {
      const { value } = input as unknown as { value: string };
      Object.assign(input, { value: `${value} ` });
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
    assert.equal(await problem.isVisible(), false);
    await problem.waitFor();
    await typed().fill('POINT (5.2 52.1)');
    await tray.locator('.soil-map-panel').getByText('5.2° E, 52.1° N').waitFor();
    assert.equal(await typed().evaluate((input) => input === (globalThis as unknown as { document: { activeElement: unknown } }).document.activeElement), true);
    assert.deepEqual([await problem.isVisible(), await canvas.locator('path.soil-map-fault').count(), await typed().getAttribute('aria-invalid')], [false, 0, 'false']);
    await field().and(editor.page.locator(':not(.input-error)')).waitFor();
  });

  it('finds what is wrong even in what is typed just before Done', async () => {
    await editor.drop(canvas, 'point.wkt', 'POINT (5.2 52.1)');
    await tray.locator('.soil-map-panel').getByText('5.2° E, 52.1° N').waitFor();
    await typed().fill(BOW_TIE);
    await editor.done();
    assert.deepEqual(await complaints(), [`Area: ${CROSSES}`]);
    await editor.invoke('core:undo');
    assert.equal(await editor.page.evaluate("RED.nodes.node('area').valid"), true);
  });
});
