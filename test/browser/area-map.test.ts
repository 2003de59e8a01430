import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { nodeRedVersion } from '../runtime/node-red-under-test';
import { until } from '../time/until';
import { AREA, AREA_FLOW, AREA_NODE, openMapForEach, RING, type AreaMapPage, type Ring } from './area-map-page';
import { nodeAt, type EditorPage } from './editor-page';
import { TileServer } from './tile-server';

/** Counts the listeners that are added to the page from now on and not removed. */
const KEEP_LISTENERS = `(() => {
  let kept = [];
  for (const target of [window, document]) {
    const { addEventListener, removeEventListener } = target;
    const others = (type, listener) => kept.filter((one) => one.target !== target || one.type !== type || one.listener !== listener);
    target.addEventListener = function (type, listener, ...options) {
      kept = [...others(type, listener), { target, type, listener }];
      return addEventListener.call(this, type, listener, ...options);
    };
    target.removeEventListener = function (type, listener, ...options) {
      kept = others(type, listener);
      return removeEventListener.call(this, type, listener, ...options);
    };
  }
  globalThis.listening = () => kept.map(({ type }) => type).join(' ');
})()`;

/** The path of the same tile where rows are counted from the south (TMS). */
function countedFromSouth(path: string): string {
  return path.replace(/^\/(\d+)\/(\d+)\/(\d+)/, (_, z, x, y) => `/${z}/${x}/${2 ** z - 1 - y}`);
}

describe(`The map of soil-area, in the editor of Node-RED ${nodeRedVersion}`, function () {
  this.timeout(300_000);
  let editor: EditorPage;
  let dialog: AreaMapPage;
  let tray: Locator;
  let canvas: Locator;

  const flow = [
    ...AREA_FLOW,
    { ...AREA_NODE, id: 'doomed', name: 'doomed', y: 240 },
    nodeAt(500, 'fresh', 'soil-area', [[]], { version: 1, area: 'payload', areaType: 'msg', service: '', outputs: 1 }),
  ];
  openMapForEach({ flow, settings: { httpAdminRoot: '/red' }, adminRoot: '/red/' }, (opened) => {
    dialog = opened;
    ({ editor, tray, canvas } = opened);
  });

  const shapes = (): Locator => dialog.shapes();
  const tool = (name: string): Promise<void> => dialog.tool(name);

  /** Puts the rectangle on the map. */
  const begin = (): Promise<void> => dialog.bring('field.geojson', AREA);

  it('comes up with one button in the dialog of a new node, which takes the area from the message', async () => {
    await editor.cancelDialogs();
    tray = await editor.openDialog('fresh');
    const button = tray.getByRole('button', { name: 'Draw on a map' });
    assert.equal(await canvas.isVisible(), false);
    await editor.picture('area-of-message');
    await editor.click(button);
    await canvas.waitFor();
    assert.equal(await button.isVisible(), false);
    await begin();
    await editor.done();
    await editor.deploy();
    const { area, areaType } = await editor.deployed('fresh');
    assert.equal(areaType, 'map');
    assert.deepEqual((JSON.parse(String(area)) as { coordinates: Ring[] }).coordinates[0], RING);
  });

  it('closes a polygon whose first corner was not clicked again, on Done of the dialog or the large map', async () => {
    await begin();
    for (const large of [true, false]) {
      if (large) await tool('Enlarge or shrink the map');
      await editor.page.locator('.soil-map-large').waitFor({ state: large ? 'attached' : 'detached' });
      await editor.trayAtRest();
      const map = editor.page.locator(large ? '.soil-map-large .soil-map-canvas' : '.soil-map-canvas');
      const press = (name: string): Promise<void> => editor.click(editor.page.getByRole('button', { name, exact: true }));
      await press('Delete everything');
      await until(async () => (await shapes().count()) === 0, 'nothing on the map');
      await press('Draw a polygon');
      const box = await map.boundingBox();
      assert.ok(box);
      for (const [x, y] of [[0.3, 0.3], [0.7, 0.3], [0.7, 0.7]] as const) await editor.page.mouse.click(box.x + box.width * x, box.y + box.height * y, { delay: 30 });
      if (large) await editor.click(editor.page.locator('#node-dialog-ok'));
      if (large) await tray.getByText('Size').waitFor();
    }
    assert.equal((await dialog.deployedRing()).length, 4);
  });

  it('leaves a polygon unfinished if a person has chosen another source of the area since', async () => {
    await tool('Draw a polygon');
    const box = await canvas.boundingBox();
    assert.ok(box);
    for (const [x, y] of [[0.3, 0.3], [0.7, 0.3], [0.7, 0.7]] as const) await editor.page.mouse.click(box.x + box.width * x, box.y + box.height * y, { delay: 30 });
    const choose = (type: string): Promise<unknown> => editor.page.evaluate(`$('#node-input-area').typedInput('type', '${type}')`);
    // Back on the map, it can be finished.
    for (const type of ['msg', 'map']) await choose(type);
    await editor.page.waitForTimeout(600);
    assert.equal(await canvas.locator('.marker-icon').count(), 4);
    await choose('msg');
    await editor.page.evaluate("$('#node-input-area').typedInput('value', 'payload')");
    await editor.done();
    assert.deepEqual(await editor.page.evaluate("[RED.nodes.node('area').areaType, RED.nodes.node('area').area]"), ['msg', 'payload']);
    await editor.invoke('core:undo');
  });

  it('is released if its node is deleted from the dialog, at the latest when the next map comes up', async () => {
    const { page } = editor;
    // The flow as it is deployed, so that the node is there if this test is retried.
    await editor.load();
    // What Node-RED itself sets up for its first dialog stays.
    tray = await editor.openDialog('area');
    await editor.cancelDialogs();
    await page.evaluate(KEEP_LISTENERS);
    tray = await editor.openDialog('doomed');
    await tray.locator('.soil-map-canvas path.soil-map-area').waitFor();
    await editor.click(page.locator('#node-dialog-delete'));
    await page.locator('#node-dialog-delete').waitFor({ state: 'detached' });
    tray = await editor.openDialog('area');
    await tray.locator('.soil-map-canvas path.soil-map-area').waitFor();
    await editor.cancelDialogs();
    let listening = '';
    await until(async () => (listening = await page.evaluate<string>('listening()')) === '', () => `nothing of either map listens, but ${listening} does`);
    // The browser keeps what the pointer was on last, and the drawing library the map on which a polygon was drawn last.
    await page.mouse.move(5, 5);
    let kept = 0;
    await until(async () => (kept = await editor.inMemory('soil-map-canvas')) <= 1, () => `maps of closed dialogs are not kept, but ${kept} are`);
  });

  it('is enlarged and reduced once by a double press, and leaves the dialog open with what it has', async () => {
    await begin();
    const { page } = editor;
    // On a busy machine, the second press of a real mouse may come after the slide, and is then a press of what lies there.
    const pressTwice = (button: Locator): Promise<void> =>
      button.evaluate((element) => {
        (element as HTMLElement).click();
        (element as HTMLElement).click();
      });
    await pressTwice(tray.getByRole('button', { name: 'Enlarge or shrink the map' }));
    const large = page.locator('.soil-map-large');
    await large.waitFor();
    assert.equal(await page.locator('.red-ui-tray').count(), 1);
    await pressTwice(page.locator('#node-dialog-ok'));
    await large.waitFor({ state: 'detached' });
    await canvas.waitFor();
    // A tray too many would close within the quarter of a second that each takes.
    await new Promise((resolve) => setTimeout(resolve, 600));
    await shapes().first().waitFor();
    await editor.done();
  });

  it('moves a shape, and the flow has it at its new place', async () => {
    await begin();
    await tool('Move shapes');
    await dialog.drag(shapes().first(), [60, -40]);
    const ring = await dialog.deployedRing();
    const [east, north] = [(ring[0]?.[0] ?? 0) - 5.6, (ring[0]?.[1] ?? 0) - 51.9];
    assert.ok(east > 0.01 && north > 0.005, `moved by ${east}, ${north}`);
    for (const [index, [lon]] of ring.entries()) assert.ok(Math.abs(lon - (RING[index]?.[0] ?? 0) - east) < 1e-5, 'every corner moved alike');
  });

  it('moves a corner, and the flow has the other ones where they were', async () => {
    await begin();
    await tool('Move corners');
    const corners = canvas.locator('.marker-icon:not(.marker-icon-middle)');
    await corners.nth(3).waitFor();
    await dialog.drag(corners.nth(2), [50, -40]);
    const ring = await dialog.deployedRing();
    const moved = RING.slice(0, 4).filter((corner) => !ring.some(([lon, lat]) => Math.abs(lon - corner[0]) < 1e-6 && Math.abs(lat - corner[1]) < 1e-6));
    assert.equal(moved.length, 1, JSON.stringify(ring));
  });

  it('moves a corner of a field that came as a Feature, which keeps its name', async () => {
    const feature = { type: 'Feature', id: 7, properties: { name: 'meadow' }, geometry: JSON.parse(AREA) as object };
    await dialog.bring('field.geojson', JSON.stringify({ type: 'FeatureCollection', features: [feature] }));
    await tool('Move corners');
    const corners = canvas.locator('.marker-icon:not(.marker-icon-middle)');
    await corners.nth(3).waitFor();
    await dialog.drag(corners.nth(2), [30, 30]);
    const { geometry, ...others } = JSON.parse((await dialog.deployed()).area) as { geometry: { coordinates: Ring[] } };
    assert.deepEqual(others, { type: 'Feature', id: 7, properties: { name: 'meadow' } });
    assert.equal(geometry.coordinates[0]?.filter((corner) => RING.some((one) => String(one) === String(corner))).length, RING.length - 1);
    tray = await editor.openDialog('area');
  });

  it('has no more of a polygon that is left with two corners, and of a point, which a right click takes away', async () => {
    const corners = canvas.locator('.marker-icon:not(.marker-icon-middle)');
    await dialog.bring('fields.wkt', 'MULTIPOLYGON (((5 52, 6 52, 6 53, 5 52)), ((7 52, 8 52, 8 53, 7 52)))');
    await tool('Move corners');
    await corners.first().click({ button: 'right' });
    await tray.locator('.soil-map-panel').getByText('7–8° E').waitFor();
    await tool('Move corners');
    await editor.drop(canvas, 'points.wkt', 'MULTIPOINT (5 52, 5.2 52.1)');
    const points = canvas.locator('.soil-map-point');
    await until(async () => (await points.count()) === 2, 'both points are on the map');
    await tool('Move corners');
    await points.nth(1).click({ button: 'right' });
    await until(async () => (await points.count()) === 1, 'one point is on the map');
    assert.deepEqual(JSON.parse((await dialog.deployed()).area), { type: 'Point', coordinates: [5, 52] });
    tray = await editor.openDialog('area');
  });

  it('deletes one shape of several, and the flow has the others', async () => {
    const two = [RING, RING.map(([lon, lat]) => [lon + 0.4, lat])];
    await editor.drop(canvas, 'fields.geojson', JSON.stringify({ type: 'MultiPolygon', coordinates: two.map((ring) => [ring]) }));
    await shapes().nth(1).waitFor();
    await tool('Delete shapes');
    await editor.click(shapes().nth(1));
    assert.equal(await shapes().count(), 1);
    assert.deepEqual(await dialog.deployedRing(), RING);
  });

  it('shows what is typed as text, and the flow has it, even if Done follows at once', async () => {
    await begin();
    await editor.click(tray.getByText('As text', { exact: true }));
    const text = tray.getByRole('textbox', { name: 'As text' });
    await text.fill('POINT (5');
    await tray.locator('.soil-map-problem').getByText('The WKT cannot be read').waitFor();
    await text.fill('POINT (5 52)');
    await tray.getByText('H3 hexagons of resolution 10').waitFor();
    assert.equal(await text.inputValue(), 'POINT (5 52)');
    await text.fill('POINT (6 52)');
    assert.deepEqual(await dialog.deployed(), { area: 'POINT (6 52)', areaType: 'wkt' });
  });

  it('shows the tiles of the address that a person gave, and keeps the address', async () => {
    const tiles = await TileServer.start();
    try {
      await begin();
      await tool('Map tiles');
      const address = tray.getByLabel('Address of map tiles');
      assert.match(String(await address.getAttribute('placeholder')), /^Address of map tiles: https:/, 'its name is seen');
      await address.fill('https://tiles.example.com/none.png');
      await address.press('Tab');
      await tray.getByText('Enter an address with {z}, {x} and {y} (or {-y}).').waitFor();
      await address.fill(`${tiles.address}/{z}/{x}/{y}.png?key={key}`);
      await address.press('Tab');
      await tray.getByText('Of other names in braces, only {s} and {r} are filled in').waitFor();
      assert.deepEqual([editor.faults, tiles.asked], [[], []]);
      await address.fill(`${editor.nodeRed.address}/no-tiles/{z}/{x}/{y}.png`);
      await address.press('Tab');
      await tray.getByText('No tiles came from this address.').waitFor();
      await address.fill(`${tiles.address}/{z}/{x}/{y}.png`);
      await address.press('Tab');
      await canvas.locator('img.leaflet-tile-loaded').first().waitFor();
      assert.match(tiles.asked[0] ?? '', /^\/\d+\/\d+\/\d+\.png$/);
      const fromNorth = tiles.asked.splice(0);
      await address.fill(`${tiles.address}/{z}/{x}/{-y}.png`);
      await address.press('Tab');
      await canvas.locator(`img.leaflet-tile-loaded[src$="${countedFromSouth(fromNorth[0]!)}"]`).waitFor();
      await tray.getByLabel('Attribution that the tiles ask for').fill('<b>the surveyors</b>');
      // The setting is kept with the user's other settings a moment later.
      const kept = editor.page.waitForResponse((response) => response.url().endsWith('/settings/user') && (response.request().postData() ?? '').includes('surveyors'));
      await tray.getByLabel('Attribution that the tiles ask for').press('Tab');
      await canvas.getByText('<b>the surveyors</b>').waitFor();
      await editor.picture('map-tiles');
      await kept;
      await editor.cancelDialogs();
      tiles.asked.length = 0;
      await editor.load();
      tray = await editor.openDialog('area');
      await tray.locator('.soil-map-canvas img.leaflet-tile-loaded').first().waitFor();
      assert.ok(tiles.asked.length > 0);
    } finally {
      await tiles.stop();
    }
  });
});
