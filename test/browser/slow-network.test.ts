import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { credentials, sendJson, ServiceStandIn } from '../nodes/service-stand-in';
import { nodeRedVersion } from '../runtime/node-red-under-test';
import { until } from '../time/until';
import { EditorPage, nodeAt } from './editor-page';
import { zippedShapefile } from './shapefile';

const RING = [[5.6, 51.9], [5.8, 51.9], [5.8, 52.0], [5.6, 52.0], [5.6, 51.9]] as const;
const areaOf = (ring: readonly (readonly number[])[]): string => JSON.stringify({ type: 'Polygon', coordinates: [ring] });
const AREA = areaOf(RING);
const KML = '<kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><Point><coordinates>30.5,-2.1</coordinates></Point></Placemark></kml>';

/** The first is chosen and offered, but not at the top of the list. */
const CHOSEN = [{ identifier: 2, name: 'Topsoil survey' }, { identifier: 99, name: 'Withdrawn survey' }];
const DATASETS = ['Old maps', 'Topsoil survey'].map((name, index) => ({ type: 'DataSet', id: `dataset-${index}`, identifier: index + 1, name }));

/** Areas that a person types for a list: with one dataset each, the old maps and the survey, the second with both, and one that is none. */
const [FIRST, SECOND, LAST, BROKEN] = ['POINT (5 52)', 'POINT (6 52)', 'POINT (7 52)', 'POINT (5'] as const;

/** The file readers, each of which the map loads with the first file of its kind. */
const READERS = '**/resources/node-red-contrib-soil-data/part-*.js';

/** Keeps in `ticking` what runs each second from now on. */
const COUNT_TICKS = `
  globalThis.ticking = new Set();
  const { setInterval: begin, clearInterval: end } = window;
  window.setInterval = (work, ms) => {
    const timer = begin(work, ms);
    if (ms === 1000) ticking.add(timer);
    return timer;
  };
  window.clearInterval = (timer) => {
    ticking.delete(timer);
    end(timer);
  };
`;

/** Over a slow line, a person goes on before the requested part has come. */
describe(`The editor of Node-RED ${nodeRedVersion} over a slow line`, function () {
  this.timeout(300_000);
  let service: ServiceStandIn;
  let editor: EditorPage;

  before(async () => {
    service = await ServiceStandIn.start((_request, response, body) =>
      sendJson(response, 200, { type: 'DataCatalog', DataSet: body.includes(FIRST) ? DATASETS.slice(0, 1) : body.includes(LAST) ? DATASETS.slice(1) : DATASETS }),
    );
    const flow = [
      { id: 'tab1', type: 'tab', label: 'slow' },
      service.configuration({ requestsPerSecond: 50, timeout: 5 }),
      nodeAt(250, 'area', 'soil-area', [['submit']], { version: 1, area: AREA, areaType: 'map', service: 'svc', outputs: 1 }),
      nodeAt(420, 'submit', 'soil-submit', [[]], { version: 1, service: 'svc', kind: 'geometry', reuse: false, datasets: CHOSEN }),
      { ...nodeAt(420, 'apart', 'soil-submit', [[]], { version: 1, service: 'svc', kind: 'geometry' }), y: 220 },
      { ...nodeAt(250, 'fresh', 'soil-area', [[]], { version: 1, area: 'payload', areaType: 'msg', service: 'svc', outputs: 1 }), y: 220 },
    ];
    editor = await EditorPage.open({ flow, credentials });
  });
  after(async () => {
    await editor?.close();
    await service?.stop();
  });
  beforeEach(async function () {
    editor = await editor.forTry(this.currentTest);
  });
  afterEach(async () => {
    await editor.page.unrouteAll();
    await editor.cancelDialogs();
    assert.deepEqual(editor.faults, []);
  });

  /** Holds up what comes from an address, if its request contains a text, until it is let through. */
  async function holdUp(address: string, text = ''): Promise<() => void> {
    let letThrough = (): void => undefined;
    const free = new Promise<void>((resolve) => (letThrough = resolve));
    await editor.page.route(address, async (route) => {
      if (!(route.request().postData() ?? '').includes(text)) return route.fallback();
      await free;
      await route.continue();
    });
    return letThrough;
  }

  it('says that the map is loading, and leaves the focus where a person moved it meanwhile', async () => {
    const letThrough = await holdUp('**/area-map.js');
    const tray = await editor.openDialog('fresh');
    await editor.click(tray.getByRole('button', { name: 'Draw on a map' }));
    await tray.getByText('Loading the map').waitFor();
    await tray.locator('#node-input-name').fill('');
    await editor.page.keyboard.type('a field');
    letThrough();
    await tray.locator('.soil-map-canvas').waitFor();
    assert.equal(await tray.getByText('Loading the map').count(), 0);
    await editor.page.keyboard.type(' of rye');
    assert.equal(await tray.locator('#node-input-name').inputValue(), 'a field of rye');
  });

  it('keeps the focused line of a list when the list comes', async () => {
    const letThrough = await holdUp('**/soil-data/discover');
    const fold = (await editor.openDialog('submit')).locator('#soil-pick-datasets');
    await editor.click(fold.locator('summary'));
    await fold.getByRole('listbox').focus();
    const chosen = async (): Promise<string[]> => fold.getByRole('option', { selected: true }).locator('.soil-picker-name').allTextContents();
    assert.deepEqual(await chosen(), ['Topsoil survey', 'Withdrawn survey']);
    letThrough();
    await fold.getByText('Found: 2. Chosen: 2.').waitFor();
    await editor.page.keyboard.press('Space');
    assert.deepEqual(await chosen(), ['Withdrawn survey']);
  });

  it('says after three seconds that a list is late, and shows it when it comes', async () => {
    const letThrough = await holdUp('**/soil-data/discover');
    const fold = (await editor.openDialog('submit')).locator('#soil-pick-datasets');
    await editor.click(fold.locator('summary'));
    await fold.getByText('Reading the list').waitFor();
    await fold.getByText('No answer yet.').waitFor({ timeout: 10_000 });
    await editor.picture('picker-late');
    letThrough();
    await fold.getByText('Found: 2. Chosen: 2.').waitFor();
  });

  it('gives the area that is typed for one list to the other open lists of the dialog', async () => {
    const { page } = editor;
    await page.evaluate('sessionStorage.clear()');
    const tray = await editor.openDialog('apart');
    const [properties, datasets] = [tray.locator('#soil-pick-soil-properties'), tray.locator('#soil-pick-datasets')];
    for (const fold of [properties, datasets]) await editor.click(fold.locator('summary'));
    await properties.getByText('What is offered depends on the area.').waitFor();
    await datasets.getByText('Found: 2.').waitFor();
    const asked: string[] = [];
    page.on('request', (request) => asked.push((request.postDataJSON() as { resource?: string } | null)?.resource ?? ''));
    const area = datasets.getByRole('textbox', { name: 'For the area' });
    await area.fill(FIRST);
    await area.press('Tab');
    await datasets.getByText('Found: 1.').waitFor();
    assert.equal(await properties.getByRole('textbox', { name: 'For the area' }).inputValue(), FIRST);
    await page.waitForFunction('$.active === 0');
    assert.deepEqual(asked.sort(), ['datasets', 'soil-properties'], 'each list is read once');
    page.removeAllListeners('request');
  });

  it('shows the list of the area typed last, though the answer for an earlier one comes later', async () => {
    const { page } = editor;
    await page.evaluate('sessionStorage.clear()');
    const fold = (await editor.openDialog('apart')).locator('#soil-pick-datasets');
    await editor.click(fold.locator('summary'));
    const [status, list, area] = [fold.getByRole('status'), fold.getByRole('listbox'), fold.getByRole('textbox', { name: 'For the area' })];
    const type = async (typed: string): Promise<void> => {
      await area.fill(typed);
      await area.press('Tab');
    };
    for (const earlier of [FIRST, BROKEN]) {
      const [giveEarlier, giveLast] = [await holdUp('**/soil-data/discover', `"${earlier}"`), await holdUp('**/soil-data/discover', LAST)];
      await page.clock.install();
      await type(earlier);
      await status.filter({ hasText: 'Reading the list' }).waitFor();
      await type(SECOND);
      await status.filter({ hasText: 'Found: 2.' }).waitFor();
      await page.clock.fastForward(3_500);
      assert.equal(await status.textContent(), 'Found: 2. Chosen: 0.', 'the answer for the earlier one is late, but not wanted any more');
      await type(LAST);
      giveEarlier();
      // Also that for the last one is under way.
      await page.waitForFunction('$.active === 1');
      assert.deepEqual([await status.textContent(), await list.getAttribute('aria-busy'), await list.getByRole('option').count()], ['Reading the list …', 'true', 2]);
      giveLast();
      await status.filter({ hasText: 'Found: 1.' }).waitFor();
      assert.deepEqual(await list.locator('.soil-picker-name').allTextContents(), ['Topsoil survey']);
      await page.clock.resume();
      await page.unrouteAll();
    }
  });

  it('draws the area that came last, though the library for an earlier one, a point, comes later, or not at all', async () => {
    const { page } = editor;
    for (const [outcome, east] of [['abort', 5.9], ['continue', 6.1]] as const) {
      const tray = await editor.openDialog('area');
      const [canvas, panel] = [tray.locator('.soil-map-canvas'), tray.locator('.soil-map-panel')];
      await panel.getByText('Size').waitFor();
      let letThrough = (): void => undefined;
      const free = new Promise<void>((resolve) => (letThrough = resolve));
      await page.route('**/hexagons.js', (route) => free.then(() => route[outcome]()));
      const asked = page.waitForRequest('**/hexagons.js');
      await editor.drop(canvas, 'point.wkt', 'POINT (30 -2)');
      await asked;
      await editor.drop(canvas, 'field.wkt', `POLYGON ((5.6 51.9, ${east} 51.9, 5.6 52, 5.6 51.9))`);
      await until(async () => (await tray.locator('.soil-map-as-text').inputValue()).startsWith('POLYGON'), 'the field is the present area');
      letThrough();
      await panel.getByText(`5.6–${east}° E`).waitFor();
      assert.deepEqual([await canvas.locator('path.soil-map-area').count(), await canvas.locator('.soil-map-point').count()], [1, 0], outcome);
      await page.unrouteAll();
      await editor.cancelDialogs();
    }
  });

  it('says that the reader of a file does not load, and that Done does not wait for it; what a person did since stays', async () => {
    const { page } = editor;
    const open = async (): Promise<[canvas: Locator, note: Locator, text: Locator]> => {
      const tray = await editor.openDialog('area');
      await tray.getByText('Size').waitFor();
      return [tray.locator('.soil-map-canvas'), tray.locator('.soil-map-note'), tray.locator('.soil-map-as-text')];
    };
    let [canvas, note, text] = await open();
    await page.route(READERS, (route) => route.abort());
    for (const [name, content] of [['field.kml', KML], ['field.zip', await zippedShapefile(RING)]] as const) {
      await editor.drop(canvas, name, content);
      await note.getByText('A part of the editor could not be loaded from Node-RED.').waitFor();
      await editor.drop(canvas, 'field.geojson', AREA);
      await note.filter({ hasText: /^$/ }).waitFor({ state: 'attached' });
    }
    await page.unroute(READERS);

    const letThrough = await holdUp(READERS);
    const asked = page.waitForRequest(READERS);
    await editor.drop(canvas, 'field.kml', KML);
    await note.getByText('Reading the file').waitFor();
    await editor.done();
    await page.getByText('The file for the map was still being read: the area was not changed.').waitFor();

    [canvas, note, text] = await open();
    await editor.drop(canvas, 'field.kml', KML);
    await note.getByText('Reading the file').waitFor();
    const since = areaOf(RING.map(([lon, lat]) => [lon + 1, lat]));
    await editor.drop(canvas, 'field.geojson', since);
    await until(async () => (await text.inputValue()) === since, 'the text is that of the later file');
    letThrough();
    await page.evaluate(`import(${JSON.stringify((await asked).url())})`);
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))');
    assert.equal(await text.inputValue(), since);
    assert.equal(await page.evaluate("RED.nodes.node('area').area"), AREA);
  });

  it('leaves what a person types or chooses in the field of the area while a file is being read', async () => {
    const { page } = editor;
    const shown = (): Promise<unknown> => page.evaluate("['type', 'value'].map((each) => $('#node-input-area').typedInput(each))");
    for (const [change, expected] of [
      [() => page.evaluate("$('#node-input-area').typedInput('type', 'msg')"), ['msg', AREA]],
      [async () => {
        await page.evaluate("$('#node-input-area').typedInput('type', 'wkt')");
        await page.locator('#node-input-area + .red-ui-typedInput-container input').first().fill('POINT (5 52)');
      }, ['wkt', 'POINT (5 52)']],
    ] as const) {
      // Another page has loaded no reader yet.
      await editor.load();
      const tray = await editor.openDialog('area');
      await tray.getByText('Size').waitFor();
      const letThrough = await holdUp(READERS);
      const asked = page.waitForRequest(READERS);
      await editor.drop(tray.locator('.soil-map-canvas'), 'field.kml', KML);
      await tray.locator('.soil-map-note').getByText('Reading the file').waitFor();
      await change();
      letThrough();
      await page.evaluate(`import(${JSON.stringify((await asked).url())})`);
      await page.evaluate('new Promise((resolve) => setTimeout(resolve, 500))');
      assert.deepEqual(await shown(), expected);
      await editor.cancelDialogs();
      await page.unrouteAll();
    }
  });

  it('makes no list of jobs for a sidebar that was removed before its part came', async () => {
    const { page } = editor;
    // As when the node is disabled in the palette and enabled again.
    const tell = (event: string): Promise<unknown> => page.evaluate(`RED.events.emit('registry:node-set-${event}', { types: ['soil-wait'] })`);
    await page.evaluate(COUNT_TICKS);
    const letThrough = await holdUp('**/jobs-list.js');
    const asked = page.waitForRequest('**/jobs-list.js');
    await editor.invoke('soil-data:show-jobs-tab');
    const part = (await asked).url();
    await tell('disabled');
    letThrough();
    await page.evaluate(`import(${JSON.stringify(part)})`);
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))');
    assert.equal(await page.evaluate('ticking.size'), 0);
    await tell('enabled');
    await editor.invoke('soil-data:show-jobs-tab');
    await page.getByText('No jobs yet').waitFor();
    assert.equal(await page.evaluate('ticking.size'), 1);
    await tell('disabled');
    assert.equal(await page.evaluate('ticking.size'), 0);
    await tell('enabled');
  });

  it('says after three seconds that Node-RED does not give the jobs, and shows them when they come', async () => {
    const { page } = editor;
    const letThrough = await holdUp('**/soil-data/jobs');
    await editor.invoke('soil-data:show-jobs-tab');
    await page.locator('.soil-jobs-summary').getByText('Node-RED does not answer.').waitFor({ timeout: 10_000 });
    letThrough();
    await page.getByText('No jobs yet').waitFor();
  });
});
