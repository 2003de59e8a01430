import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { credentials, sendJson, ServiceStandIn } from '../nodes/service-stand-in';
import { nodeRedVersion } from '../runtime/node-red-under-test';
import { openEditorForEach } from './editor-for-each';
import { injectAt, nodeAt, type EditorPage } from './editor-page';

const FIELD = JSON.stringify({ type: 'Polygon', coordinates: [[[5.6, 51.9], [5.8, 51.9], [5.8, 52.0], [5.6, 52.0], [5.6, 51.9]]] });
const FIGURE_OF_EIGHT = 'POLYGON ((5 51, 7 53, 7 51, 5 53, 5 51))';
const THE_EARTH = 'POLYGON ((-180 -90, 180 -90, 180 90, -180 90, -180 -90))';
const CLOCKWISE_AND_OPEN = 'POLYGON ((5 51, 5 52, 6 52, 6 51))';

describe(`What the editor of Node-RED ${nodeRedVersion} says in German`, function () {
  this.timeout(300_000);
  let editor: EditorPage;
  let failing: ServiceStandIn | undefined;

  openEditorForEach(async () => {
    const stopped = await ServiceStandIn.start(() => undefined);
    const gone = { ...stopped.configuration({ timeout: 2 }), name: 'gone' };
    await stopped.stop();
    failing = await ServiceStandIn.start((request, response) => {
      if (request.url?.includes('soil-properties')) sendJson(response, 422, { message: 'The area is below the minimum of 10 ha.' });
      else if (request.method === 'POST') sendJson(response, 201, {}, { Location: `${failing?.baseUrl}/v1/soil-data-by-geometry/queries/a-job` });
      else sendJson(response, 200, { actionStatus: 'FailedActionStatus', description: 'out of tiles' });
    });
    const query = { version: 1, spatialFilters: [], soilProperties: [] };
    const flow = [
      { id: 'tab1', type: 'tab', label: 'language' },
      gone,
      { id: 'box', type: 'soil-service', mode: 'sandbox', name: 'sandbox' },
      nodeAt(100, 'area', 'soil-area', [[]], { version: 1, area: FIELD, areaType: 'map', service: '', outputs: 1 }),
      nodeAt(250, 'broken', 'soil-area', [['behind']], { version: 1, area: 'POLYGON ((5 51, 5', areaType: 'wkt', service: '', outputs: 1 }),
      nodeAt(400, 'behind', 'soil-data', [[]], { ...query, service: 'box' }),
      nodeAt(550, 'free', 'soil-data', [[]], { ...query, service: 'box' }),
      nodeAt(700, 'cut', 'soil-data', [[]], { ...query, service: 'svc' }),
      nodeAt(850, 'small', 'soil-data', [[]], { ...query, service: 'failing' }),
      ...[
        { ...failing.configuration(), id: 'failing', name: 'survey office' },
        injectAt(100, 'go', 'field'),
        nodeAt(250, 'field', 'soil-area', [['submit']], { version: 1, area: FIELD, areaType: 'geojson', service: '', outputs: 1 }),
        nodeAt(400, 'submit', 'soil-submit', [['wait']], { ...query, service: 'failing', kind: 'geometry', reuse: false, datasets: [], gisDataTypes: [] }),
        nodeAt(550, 'wait', 'soil-wait', [[], []], { version: 1, service: 'failing', timeout: 60, firstPoll: 0.1, maxPoll: 0.1 }),
      ].map((node) => ({ ...node, y: 240 })),
    ];
    return { shared: true, flow, credentials: { ...credentials, failing: credentials.svc }, language: 'de' };
  }, (opened) => (editor = opened));
  after(() => failing?.stop());

  /** Opens the list of soil properties in a node's dialog. */
  async function openPicker(id: string): Promise<Locator> {
    const tray = await editor.openDialog(id);
    const fold = tray.locator('#soil-pick-soil-properties');
    await editor.click(fold.locator('summary'));
    return fold;
  }

  it('is what is wrong with an area, and what was repaired in it', async () => {
    const tray = await editor.openDialog('area');
    const canvas = tray.locator('.soil-map-canvas');
    await canvas.waitFor();
    await editor.drop(canvas, 'field.wkt', FIGURE_OF_EIGHT);
    await tray.getByText('Der äußere Ring kreuzt sich selbst bei 52N 6O. Verschieben oder entfernen Sie dort eine Ecke, oder teilen Sie das Gebiet in zwei.').waitFor();
    await editor.drop(canvas, 'field.wkt', 'POLYGON ((5 51, 5');
    await tray.getByText('Das WKT kann nicht gelesen werden: Erwartet wird ein Leerzeichen und eine Breite an Position 17, nach "5", aber der Text endet dort.').waitFor();
    await editor.picture('german-problem');
    await editor.drop(canvas, 'field.wkt', THE_EARTH);
    await tray.getByText('Das Gebiet ist mit 510.065.881 km² größer als die 30.000.000 km²').waitFor();
    await editor.drop(canvas, 'field.wkt', CLOCKWISE_AND_OPEN);
    const repairs = tray.locator('.soil-map-changes li');
    await repairs.first().waitFor();
    assert.deepEqual(await repairs.allTextContents(), [
      'Reparatur: 1 Ring wurde mit seiner ersten Ecke geschlossen.',
      'Reparatur: 1 Ring wurde umgedreht: Äußere Ringe laufen gegen den Uhrzeigersinn, Löcher im Uhrzeigersinn.',
    ]);
    await editor.picture('german-repair');
  });

  it('does not mention a repair if a person drew the shape here, in whichever direction', async () => {
    const tray = await editor.openDialog('area');
    const canvas = tray.locator('.soil-map-canvas');
    await canvas.waitFor();
    await tray.getByText('Größe').waitFor();
    await editor.click(tray.getByRole('button', { name: 'Alles löschen', exact: true }));
    await tray.locator('.soil-map-panel').getByText('Noch nichts gezeichnet.').waitFor();
    await editor.click(tray.getByRole('button', { name: 'Polygon zeichnen', exact: true }));
    const box = await canvas.boundingBox();
    assert.ok(box);
    // On a screen, right and then down is clockwise.
    for (const [x, y] of [[0.4, 0.4], [0.7, 0.4], [0.7, 0.7], [0.4, 0.4]] as const) {
      await editor.page.mouse.click(box.x + box.width * x, box.y + box.height * y, { delay: 30 });
    }
    await tray.getByText('Größe').waitFor();
    assert.deepEqual(await tray.locator('.soil-map-changes li').allTextContents(), []);
    const text = await tray.locator('.soil-map-as-text').inputValue();
    const [a, b, c] = (JSON.parse(text) as { coordinates: [number, number][][] }).coordinates[0] ?? [];
    assert.ok(a && b && c, text);
    assert.ok((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]) > 0, `counter-clockwise: ${text}`);
  });

  it('is the complaint of a list whose area is broken', async () => {
    const picker = await openPicker('behind');
    await picker.getByText('Das WKT kann nicht gelesen werden: Erwartet wird ein Leerzeichen und eine Breite an Position 17').waitFor();
    assert.doesNotMatch((await picker.getByRole('status').textContent()) ?? '', /expected|cannot/);
  });

  it('is what happened and what to do if a list cannot be read, before the words of the engine', async () => {
    const picker = await openPicker('cut');
    await picker.getByRole('textbox', { name: 'Gebiet' }).fill('[5, 52, 5.1, 52.1]');
    await picker.getByRole('textbox', { name: 'Gebiet' }).press('Tab');
    await picker.getByText('Der Dienst ist nicht erreichbar oder antwortet nicht. Prüfen Sie Adresse und Netz').waitFor();
    assert.match((await picker.getByRole('status').textContent()) ?? '', /Einzelheiten auf Englisch: .*127\.0\.0\.1/);
    await editor.picture('german-picker');
  });

  it('is that the service takes no area of this size, which may be too small as well', async () => {
    const picker = await openPicker('small');
    await picker.getByRole('textbox', { name: 'Gebiet' }).fill('[5, 52, 5.001, 52.001]');
    await picker.getByRole('textbox', { name: 'Gebiet' }).press('Tab');
    await picker.getByText('below the minimum of 10 ha').waitFor();
    assert.match((await picker.getByRole('status').textContent()) ?? '', /^Der Dienst nimmt kein Gebiet dieser Größe an\. .*Einzelheiten auf Englisch: .*divide one that is too large for both/);
  });

  it('includes the type of a property in words, and finds it by them', async () => {
    const picker = await openPicker('free');
    await picker.getByRole('textbox', { name: 'Gebiet' }).fill('[5, 52, 5.1, 52.1]');
    await picker.getByRole('textbox', { name: 'Gebiet' }).press('Tab');
    const clay = picker.getByRole('option').filter({ hasText: 'Clay' }).first();
    await clay.waitFor();
    assert.equal(await clay.locator('.soil-picker-type').textContent(), 'Physical property');
    await picker.getByRole('searchbox').fill('physical property clay');
    assert.ok((await picker.getByRole('option').count()) >= 1);
    await picker.getByRole('searchbox').fill('ph');
    await picker.locator('.soil-picker-name').first().filter({ hasText: /^pH/ }).waitFor();
    assert.ok((await picker.getByRole('option').count()) > 1, '"Physical property" has it, too, and comes behind');
  });

  it('is what a test of the connection found, in sentences', async () => {
    const { page } = editor;
    await editor.openConfiguration('box');
    await editor.click(page.locator('#soil-service-test'));
    await page.locator('#soil-service-test-result.soil-data-good').waitFor();
    assert.match((await page.locator('#soil-service-test-result').textContent()) ?? '', /^Die Sandbox antwortet\. .* Das Token gilt 24\sStunden\.$/);
  });

  it('is the action that shows the jobs, and the list of actions finds it by them', async () => {
    const { page } = editor;
    await editor.invoke('core:show-action-list');
    await page.locator('#red-ui-actionList input').fill('Aufträge');
    await page.locator('#red-ui-actionList .red-ui-search-result').filter({ visible: true, hasText: /^Bodendaten-Aufträge zeigen$/ }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('is what became of a job, before the words of the engine', async () => {
    await editor.invoke('soil-data:show-jobs-tab');
    await editor.press('go');
    const job = editor.page.locator('.soil-jobs .soil-job[data-state="failed"]');
    await job.waitFor();
    assert.match(
      (await job.locator('.soil-job-error').textContent()) ?? '',
      /^Der Auftrag ist beim Dienst gescheitert\. Ändern Sie die Anfrage, oder fragen Sie den Dienst\. Einzelheiten auf Englisch: .*out of tiles/,
    );
  });
});
