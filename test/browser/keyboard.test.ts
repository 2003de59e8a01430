import assert from 'node:assert/strict';
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox';
import { nodeRedVersion } from '../runtime/node-red-under-test';
import { until } from '../time/until';
import { EditorPage, nodeAt, type FlowNode } from './editor-page';

const AREA = 'POLYGON ((5.60 51.95, 5.75 51.95, 5.75 52.03, 5.60 52.03, 5.60 51.95))';

/** What has the focus, in a few words. */
const FOCUSED = `(() => { const at = document.activeElement; return [at.tagName, at.id, at.getAttribute('aria-label'), at.textContent.slice(0, 40)].filter(Boolean).join(' ') })()`;

describe(`The editor of Node-RED ${nodeRedVersion} without a mouse`, function () {
  this.timeout(300_000);
  let sandbox: Sandbox;
  let editor: EditorPage;

  before(async () => {
    sandbox = await startSandbox();
    editor = await EditorPage.open({ shared: true, flow: flowOf(), credentials: { svc: { clientId: sandbox.clientId, clientSecret: sandbox.clientSecret } } });
  });
  after(async () => {
    await editor?.close();
    await sandbox?.close();
  });
  beforeEach(async function () {
    editor = await editor.forTry(this.currentTest);
  });
  afterEach(() => assert.deepEqual([editor.faults, editor.clicks], [[], 0]));

  function flowOf(...nodes: FlowNode[]): FlowNode[] {
    const { baseUrl, authUrl } = sandbox;
    const service = { id: 'svc', type: 'soil-service', name: 'local', version: 1, mode: 'service', baseUrl, authUrl, requestsPerSecond: 50, maxConcurrent: 4, timeout: 5 };
    return [{ id: 'tab1', type: 'tab', label: 'by keys' }, service, ...nodes];
  }

  /** In an editor that is loaded again, so that nothing of an earlier test is left on the screen. */
  const open = (...nodes: FlowNode[]): Promise<void> => editor.show(flowOf(...nodes));

  const focused = (): Promise<string> => editor.page.evaluate<string>(FOCUSED);

  /** Presses Tab until something has the focus. */
  async function tabTo(wanted: RegExp): Promise<void> {
    const passed: string[] = [];
    for (let step = 0; step < 60; step++) {
      await editor.page.keyboard.press('Tab');
      const at = await focused();
      if (wanted.test(at)) return;
      passed.push(at);
    }
    assert.fail(`Tab never came to ${wanted}, but to: ${passed.join(' | ')}`);
  }

  /** Opens the dialog of the one node of the flow on the screen. */
  async function openByKeys(id: string): Promise<void> {
    const { page } = editor;
    await editor.node(id).waitFor();
    await page.locator('#red-ui-workspace-chart').focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Enter');
    await editor.dialog('#node-dialog-ok');
  }

  async function confirm(): Promise<void> {
    await editor.page.keyboard.press('Control+Enter');
    await editor.page.locator('#node-dialog-ok').waitFor({ state: 'detached' });
  }

  it('fills in a whole soil-submit: the area for the lists, filters, properties, years, a checkbox', async () => {
    await open(nodeAt(200, 'submit', 'soil-submit', [[]], { version: 1, service: 'svc', kind: 'geometry', reuse: false }));
    const { page } = editor;
    const { keyboard } = page;
    await openByKeys('submit');
    await tabTo(/node-input-name/);
    await keyboard.type('by keys');
    await tabTo(/SUMMARY.*soil properties/);
    await keyboard.press('Enter');
    const fold = page.locator('#soil-pick-soil-properties');
    await fold.getByText('Type one above').waitFor();
    await tabTo(/INPUT For the area/);
    await keyboard.type(AREA);
    await tabTo(/INPUT search/);
    await fold.getByRole('option').first().waitFor();
    await keyboard.type('clay');
    await keyboard.press('ArrowDown');
    assert.match(await focused(), /UL/);
    await keyboard.press('Space');
    const chosen = Number(await fold.locator('[aria-selected="true"]').getAttribute('data-identifier'));
    assert.ok(chosen > 0);
    await tabTo(/node-input-startYear/);
    await keyboard.type('1990');
    await tabTo(/soil-gis-point/);
    await keyboard.press('Space');
    await confirm();
    await editor.deployByKeys();
    const { name, soilProperties, startYear, gisDataTypes } = await editor.deployed('submit');
    assert.deepEqual([name, (soilProperties as { identifier: number }[]).map(({ identifier }) => identifier), startYear, gisDataTypes], ['by keys', [chosen], '1990', ['point']]);
  });

  it('tests a connection, and folds the advanced settings out', async () => {
    await open();
    const { page } = editor;
    await editor.openConfiguration('svc');
    await tabTo(/soil-service-test/);
    let tests = 0;
    let letThrough = (): void => undefined;
    const free = new Promise<void>((resolve) => (letThrough = resolve));
    await page.route('**/soil-data/test-connection', async (route) => {
      tests += 1;
      await free;
      await route.continue();
    });
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    letThrough();
    await page.getByText(/^Connected\. Datasets: \d+\./).waitFor();
    await page.waitForFunction('$.active === 0');
    assert.equal(tests, 1, 'one at a time');
    await page.unrouteAll();
    assert.match(await focused(), /soil-service-test/, 'the button can be pressed again');
    await tabTo(/SUMMARY.*Advanced/);
    await page.keyboard.press('Enter');
    await page.locator('#node-config-input-audience').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.locator('#node-config-dialog-ok').waitFor({ state: 'detached' });
  });

  it('removes lines of units one by one, then has the focus on the button that adds one, and next in the added line', async () => {
    const units = ['clay', 'sand', 'silt'].map((property) => ({ property, unit: 'g/kg' }));
    await open(nodeAt(200, 'profile', 'soil-profile', [[]], { version: 1, units }));
    const { page } = editor;
    await openByKeys('profile');
    const left = (): Promise<string> => page.evaluate("[...document.querySelectorAll('.soil-profile-property')].map(({ value }) => value).join()");
    await page.locator('.soil-profile-missing').nth(1).focus();
    await page.keyboard.press('Tab');
    for (const rest of ['clay,silt', 'clay', '']) {
      assert.equal(await page.getByRole('link', { name: 'Remove this line' }).and(page.locator(':focus')).count(), 1);
      await page.keyboard.press('Enter');
      await until(async () => (await left()) === rest, `what is left is "${rest}"`);
    }
    assert.match(await focused(), /add$/);
    await page.keyboard.press('Enter');
    await page.locator('.soil-profile-property:focus').waitFor();
    await page.keyboard.type('clay');
    await page.keyboard.press('Tab');
    await page.keyboard.type('g/kg');
    await confirm();
  });

  it('sets a point on the map of soil-area', async () => {
    await open(nodeAt(200, 'area', 'soil-area', [[]], { version: 1, area: '{"type":"Point","coordinates":[5,52]}', areaType: 'map', service: 'svc', outputs: 1 }));
    const { page } = editor;
    await openByKeys('area');
    // Until the map has loaded, Tab skips it.
    await page.locator('.soil-map-canvas').waitFor();
    await tabTo(/INPUT latitude, longitude/);
    await page.keyboard.type('52.1, 5.2');
    await tabTo(/BUTTON Set a point there/);
    await page.keyboard.press('Enter');
    await page.getByText(/H3 hexagon/).waitFor();
    assert.equal(await page.locator('.soil-map-canvas :is([tabindex], a)').count(), 2, 'Tab stops at the zoom buttons of the map, and at none of its points');
    await confirm();
    await editor.deployByKeys();
    assert.deepEqual(JSON.parse(String((await editor.deployed('area')).area)), { type: 'MultiPoint', coordinates: [[5, 52], [5.2, 52.1]] });

    await openByKeys('area');
    await page.locator('.soil-map-canvas').waitFor();
    await tabTo(/BUTTON Draw a polygon/);
    // Node-RED's key for Cancel, also from the map.
    await page.keyboard.press('Control+Escape');
    await page.locator('#node-dialog-ok').waitFor({ state: 'detached' });
  });

  it('moves the map of soil-area, and enters a polygon as text, which the map describes', async () => {
    await open(nodeAt(200, 'area', 'soil-area', [[]], { version: 1, area: '', areaType: 'map', service: 'svc', outputs: 1 }));
    const { page } = editor;
    const { keyboard } = page;
    await openByKeys('area');
    await page.getByText('or give the area under “As text”').waitFor();
    await tabTo(/DIV.*Map/);
    const degrees = (): Promise<string> => page.evaluate("document.querySelector('.soil-map-canvas').textContent");
    for (const key of ['+', 'ArrowRight', '-']) {
      const before = await degrees();
      await keyboard.press(key);
      await until(async () => (await degrees()) !== before, `${key} moves the map`);
    }
    await tabTo(/SUMMARY As text/);
    await keyboard.press('Enter');
    await tabTo(/TEXTAREA As text/);
    await keyboard.type(AREA);
    await page.getByText('large: needs a job').waitFor();
    await tabTo(/node-input-within/);
    await confirm();
    await editor.deployByKeys();
    const { area, areaType } = await editor.deployed('area');
    assert.deepEqual([area, areaType], [AREA, 'wkt']);
  });

  it('goes on from the button that opens the map to its tools, and drops a tool with Escape', async () => {
    await open(nodeAt(200, 'fresh', 'soil-area', [[]], { version: 1, area: 'payload', areaType: 'msg', service: 'svc', outputs: 1 }));
    const { page } = editor;
    const { keyboard } = page;
    await openByKeys('fresh');
    await tabTo(/Draw on a map/);
    await keyboard.press('Enter');
    const tool = page.getByRole('button', { name: 'Draw a polygon' });
    await tool.waitFor();
    await page.waitForFunction(`${FOCUSED}.includes('Draw a polygon')`);
    assert.notEqual(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle'), 'none', 'where the focus is can be seen');
    await keyboard.press('Enter');
    assert.equal(await tool.getAttribute('aria-pressed'), 'true');
    await keyboard.press('Escape');
    assert.equal(await tool.getAttribute('aria-pressed'), 'false');
    await tabTo(/BUTTON Enlarge or shrink the map/);
    await keyboard.press('Enter');
    await page.locator('.soil-map-large').waitFor();
    await page.waitForFunction(`${FOCUSED}.includes('Draw a polygon')`);
    for (const back of ['Enter', 'Control+Enter', 'Control+Escape']) {
      await tabTo(/BUTTON Enlarge or shrink the map/);
      if (back !== 'Enter') {
        await keyboard.press('Enter');
        await page.locator('.soil-map-large').waitFor();
        // It is open once it has the focus: earlier keys go nowhere.
        await page.waitForFunction(`${FOCUSED}.includes('Draw a polygon')`);
      }
      await keyboard.press(back);
      await page.locator('.soil-map-large').waitFor({ state: 'detached' });
      await page.waitForFunction(`${FOCUSED}.includes('Draw a polygon')`);
    }
    await tabTo(/BUTTON Enlarge or shrink the map/);
    await tabTo(/DIV.*Map/);
    await tabTo(/INPUT latitude, longitude/);
    await keyboard.type('52.1, 5.2');
    await tabTo(/BUTTON Set a point there/);
    await keyboard.press('Enter');
    await page.getByText(/H3 hexagon/).waitFor();
    await confirm();
    await editor.deployByKeys();
    assert.deepEqual(JSON.parse(String((await editor.deployed('fresh')).area)), { type: 'Point', coordinates: [5.2, 52.1] });
  });
});
