import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { nodeRedVersion } from '../runtime/node-red-under-test';
import { until } from '../time/until';
import { EditorPage, nodeAt } from './editor-page';

/** The map zooms to it from the world: it requests the coarse outlines, and at once the fine ones. */
const AREA = JSON.stringify({ type: 'Polygon', coordinates: [[[4, 50], [10, 50], [10, 53], [4, 53], [4, 50]]] });
const PARTS = '**/resources/node-red-contrib-soil-data/**';
const SAID = 'A part of the editor could not be loaded from Node-RED. If Node-RED is running, open this again.';

/** Reloading the page would lose what was not deployed, so what is opened again is loaded again. */
describe(`Parts of the editor of Node-RED ${nodeRedVersion} that fail to load at first`, function () {
  this.timeout(300_000);
  let editor: EditorPage;
  /** As what the parts that did not come were asked for. */
  const asked = new Set<string>();

  before(async () => {
    const flow = [
      { id: 'tab1', type: 'tab', label: 'parts' },
      { id: 'svc', type: 'soil-service', version: 1, mode: 'sandbox', name: '' },
      nodeAt(220, 'area', 'soil-area', [['submit']], { version: 1, service: 'svc', area: AREA, areaType: 'map', outputs: 1 }),
      nodeAt(360, 'message', 'soil-area', [[]], { version: 1, service: 'svc', area: 'payload', areaType: 'msg', outputs: 1 }),
      nodeAt(500, 'submit', 'soil-submit', [[]], { version: 1, service: 'svc', kind: 'geometry', reuse: false }),
    ];
    editor = await EditorPage.open({ flow });
  });
  after(() => editor?.close());
  beforeEach(async function () {
    editor = await editor.forTry(this.currentTest);
    asked.clear();
    await editor.page.route(PARTS, (route) => {
      asked.add(route.request().resourceType());
      return route.abort();
    });
  });
  afterEach(async () => {
    await editor.cancelDialogs();
    assert.deepEqual(editor.faults, []);
  });

  const come = (): Promise<void> => editor.page.unroute(PARTS);
  const openDatasets = async (): Promise<Locator> => {
    const fold = (await editor.openDialog('submit')).locator('#soil-pick-datasets');
    await editor.click(fold.locator('summary'));
    return fold;
  };

  /** An alert is read out when it comes. */
  const said = (place: Locator): Locator => place.getByRole('alert').filter({ hasText: SAID });

  it('leave the focus at the menu beside the button that opens the map, which is gone', async () => {
    const tray = await editor.openDialog('message');
    await tray.locator('#soil-area-draw').focus();
    await editor.page.keyboard.press('Enter');
    await said(tray).waitFor();
    assert.equal(await editor.page.evaluate('document.activeElement.id'), 'node-input-area-menu');
  });

  it('are asked for again by the map, its outlines at the next zoom', async () => {
    await said(await editor.openDialog('area')).waitFor();
    await editor.cancelDialogs();
    await come();
    const refused = new Set<string>();
    await editor.page.route(PARTS, async (route) => {
      const response = await route.fetch();
      if (!(await response.text()).includes('arcs:[[')) return route.fulfill({ response });
      refused.add(route.request().url());
      return route.abort();
    });
    const map = (await editor.openDialog('area')).locator('.soil-map-canvas');
    await map.waitFor();
    await until(() => refused.size === 2, () => [...refused].join());
    assert.equal(await map.locator('path.soil-map-land').count(), 0, 'the map works without its outlines');
    await map.locator('.leaflet-control-zoom-out').click();
    await map.locator('.leaflet-control-zoom-out').click();
    await come();
    await map.locator('.leaflet-control-zoom-out').click();
    await map.locator('path.soil-map-land').first().waitFor({ state: 'attached' });
  });

  it('are asked for again by a list', async () => {
    await said(await openDatasets()).waitFor();
    assert.deepEqual([...asked].sort(), ['fetch', 'stylesheet'], 'as a module, Firefox would never ask for it again');
    await editor.cancelDialogs();
    await come();
    await (await openDatasets()).getByRole('option').first().waitFor();
  });

  it('are asked for again by the sidebar', async () => {
    await editor.invoke('soil-data:show-jobs-tab');
    await said(editor.page.locator('.soil-jobs-tab')).waitFor();
    await editor.picture('part-missing');
    await come();
    await editor.invoke('core:show-info-tab');
    await editor.invoke('soil-data:show-jobs-tab');
    await editor.page.getByText('No jobs yet').waitFor();
  });
});
