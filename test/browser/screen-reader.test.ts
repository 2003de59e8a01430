import assert from 'node:assert/strict';
import type { CDPSession } from 'playwright-core';
import { nodeRedVersion } from '../runtime/node-red-under-test';
import { EditorPage, nodeAt } from './editor-page';

const AREA = JSON.stringify({ type: 'Polygon', coordinates: [[[5.6, 51.95], [5.75, 51.95], [5.75, 52.03], [5.6, 52.03], [5.6, 51.95]]] });
const CROSSED = 'POLYGON ((0 0, 1 1, 0 1, 1 0, 0 0))';
const CROSSES = /^The outer ring crosses itself at 0.5N 0.5E\./;
const TYPE = '.red-ui-typedInput-type-select';

/** What Chromium hands to a screen reader: those who cannot see a field hear its name, what describes it, and that it is faulty. */
describe(`What a screen reader gets from the editor of Node-RED ${nodeRedVersion}`, function () {
  this.timeout(300_000);
  let editor: EditorPage;
  let session: CDPSession;

  before(async () => {
    const flow = [
      { id: 'tab1', type: 'tab', label: 'screen reader' },
      { id: 'svc', type: 'soil-service', version: 1, mode: 'sandbox', name: '' },
      nodeAt(220, 'area', 'soil-area', [['read']], { version: 1, service: 'svc', area: AREA, areaType: 'map', outputs: 1 }),
      nodeAt(400, 'read', 'soil-read', [['profile']], { version: 1, from: 'payload', fromType: 'msg', output: 'records' }),
      nodeAt(580, 'profile', 'soil-profile', [['submit']], { version: 1 }),
      nodeAt(760, 'submit', 'soil-submit', [[]], { version: 1, service: 'svc', kind: 'geometry', gisDataTypes: ['point', 7] }),
      nodeAt(940, 'discover', 'soil-discover', [[]], { version: 1, service: 'svc', resource: 'datasets', select: 'all' }),
    ];
    editor = await EditorPage.open({ shared: true, flow });
    session = await editor.page.context().newCDPSession(editor.page);
  });
  after(() => editor?.close());
  afterEach(async () => {
    assert.deepEqual(editor.faults, []);
    await editor.cancelDialogs();
  });

  /** Of the one element that a selector finds. */
  async function heard(selector: string): Promise<{ role: string; name: string; description: string; isFaulty: boolean }> {
    const { root } = await session.send('DOM.getDocument', { depth: 0 });
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
    const { nodes: [found] } = await session.send('Accessibility.getPartialAXTree', { nodeId, fetchRelatives: false });
    const words = (value: { value?: unknown } | undefined): string => String(value?.value ?? '').trim();
    const isFaulty = found?.properties?.some(({ name, value }) => name === 'invalid' && value.value === 'true') ?? false;
    return { role: words(found?.role), name: words(found?.name), description: words(found?.description), isFaulty };
  }

  it('names the menu of types by its field and what is chosen in it, which is an icon', async () => {
    const tray = await editor.openDialog('area');
    await tray.getByText('Size').waitFor();
    const { role, name, description } = await heard(TYPE);
    assert.deepEqual([role, name, description], ['button', 'Area drawn on the map', 'polygon, 9,137 ha']);
    await editor.click(tray.locator('.soil-map-text > summary'));
    await tray.getByRole('textbox', { name: 'As text' }).fill(CROSSED);
    await tray.getByText('crosses itself').waitFor();
    assert.equal((await heard(TYPE)).name, 'Area WKT');
    await editor.cancelDialogs();
    await editor.openDialog('read');
    assert.equal((await heard(TYPE)).name, 'Zip or folder msg.');
  });

  it('says what is wrong with an area, and ties it to the fields that the area is written in', async () => {
    const tray = await editor.openDialog('area');
    await tray.getByText('Size').waitFor();
    assert.equal((await heard('.soil-map-problem')).role, 'status', 'a place that comes with its words is not read out');
    await editor.click(tray.locator('.soil-map-text > summary'));
    const text = tray.getByRole('textbox', { name: 'As text' });
    const fields = ['.soil-map-as-text', '#node-input-area + .red-ui-typedInput-container input'];
    await text.fill(CROSSED);
    await tray.getByText('crosses itself').waitFor();
    for (const field of fields) {
      const { description, isFaulty } = await heard(field);
      assert.match(description, CROSSES, field);
      assert.equal(isFaulty, true, field);
    }
    await text.fill('POLYGON ((0 0, 1 0, 0 1, 0 0))');
    await tray.getByText('Size').waitFor();
    for (const field of fields) {
      const { description, isFaulty } = await heard(field);
      assert.deepEqual([description, isFaulty], ['', false], field);
    }
  });

  it('says in words beside the map what the map shows, and nothing of its pictures', async () => {
    const tray = await editor.openDialog('area');
    await tray.getByText('Size').waitFor();
    const snapshot = await tray.getByRole('application', { name: 'Map' }).ariaSnapshot();
    assert.deepEqual(snapshot.split('\n'), ['- application "Map":', '  - button "Zoom in"', '  - button "Zoom out"', '  - text: 3 km']);
  });

  it('ties to a field of the map what is wrong with it', async () => {
    const tray = await editor.openDialog('area');
    await tray.getByText('Size').waitFor();
    await editor.click(tray.getByRole('button', { name: 'Map tiles' }));
    const fields = [['.soil-map-place > input', '52.1', '52.1, 5.2', /^Write latitude and longitude/], ['.soil-map-tiles > input', 'tiles', '', /^Enter an address with \{z\}/]] as const;
    for (const [field, wrong, right, words] of fields) {
      await tray.locator(field).first().fill(wrong);
      await editor.page.keyboard.press('Enter');
      const { description, isFaulty } = await heard(field);
      assert.match(description, words);
      assert.equal(isFaulty, true, field);
      await tray.locator(field).first().fill(right);
      await editor.page.keyboard.press('Enter');
      const mended = await heard(field);
      assert.deepEqual([mended.description, mended.isFaulty], ['', false], field);
    }
    await editor.click(tray.getByRole('button', { name: 'Move shapes' }));
    await tray.locator('#soil-map-note').filter({ hasText: /./ }).waitFor();
    for (const [field] of fields) assert.equal((await heard(field)).description, '', 'what the map says then is not about the field');
  });

  it('ties to the boxes of data types what is wrong with them', async () => {
    const tray = await editor.openDialog('submit');
    const { role, description } = await heard('[role="group"]:has(#soil-gis-point)');
    assert.equal(role, 'group');
    assert.match(description, /^If neither is ticked: all, unless the message says which\. An entry is not a word/);
    await editor.click(tray.locator('#soil-gis-raster'));
    assert.match((await heard('[role="group"]:has(#soil-gis-point)')).description, /message says which\.$/);
  });

  it('tells apart the fields and buttons of lists that are open at the same time', async () => {
    const tray = await editor.openDialog('submit');
    for (const list of ['soil properties', 'datasets']) {
      await editor.click(tray.locator('summary').filter({ hasText: list }));
      const group = tray.getByRole('group', { name: list });
      for (const one of [group.getByRole('searchbox', { name: 'search' }), group.getByRole('button', { name: 'Read the list again' }), group.getByRole('listbox', { name: list })]) await one.waitFor({ timeout: 10_000 });
    }
  });

  it('knows where soil-discover says that nothing is chosen, before it says so', async () => {
    const tray = await editor.openDialog('discover');
    assert.equal((await heard('#soil-discover-problem')).role, 'status');
    await tray.locator('#node-input-select').selectOption('chosen');
    assert.match((await heard('#node-input-select')).description, /Nothing is chosen/);
  });

  it('says which list of soil-profile a button adds a line to', async () => {
    await editor.openDialog('profile');
    for (const [list, words] of [['units', /^Units Empty: each value keeps its unit\./], ['methodNames', /^Method names Empty: each method keeps its name\./]] as const) {
      const { role, name, description } = await heard(`.red-ui-editableList:has(#soil-profile-${list}) .red-ui-editableList-addButton`);
      assert.equal(role, 'button');
      assert.match(name, /add$/);
      assert.match(description, words);
    }
  });
});
