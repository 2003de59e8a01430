import assert from 'node:assert/strict';
import { credentials, sendJson, ServiceStandIn } from '../nodes/service-stand-in';
import { nodeRedVersion } from '../runtime/node-red-under-test';
import { openEditorForEach } from './editor-for-each';
import { nodeAt, type EditorPage } from './editor-page';

const CONTINENT = 'POLYGON ((-10 36, 40 36, 40 60, -10 60, -10 36))';

/** Just below what a service takes as small, 10 hectares. */
const FIELD = 'POLYGON ((5 0, 5.004 0, 5.004 0.0020219, 5 0.0020219, 5 0))';

/** Spaces in a form that tests can tell apart: no-break spaces, and others. */
const spaces = (words: string | null): string => (words ?? '').replace(/[\u00a0\u202f]/g, '~');

describe(`Numbers with units, in the French editor of Node-RED ${nodeRedVersion}`, function () {
  this.timeout(300_000);
  let service: ServiceStandIn;
  let editor: EditorPage;

  openEditorForEach(async () => {
    const survey = { type: 'DataSet', id: 'd', identifier: 1, name: 'Topsoil survey', description: '', size: { value: '2040000', unitCode: 'data points' } };
    service = await ServiceStandIn.start((_request, response) => sendJson(response, 200, { type: 'DataCatalog', DataSet: [survey] }));
    const flow = [
      { id: 'tab1', type: 'tab', label: 'units' },
      { ...service.configuration({ timeout: 5, requestsPerSecond: 50 }), name: 'survey office' },
      nodeAt(200, 'area', 'soil-area', [['submit']], { version: 1, area: CONTINENT, areaType: 'wkt', service: '', outputs: 1 }),
      nodeAt(450, 'submit', 'soil-submit', [[]], { version: 1, service: 'svc', kind: 'geometry', reuse: false, datasets: [] }),
    ];
    return { shared: true, flow, credentials, language: 'fr' };
  }, (opened) => (editor = opened));
  after(() => service.stop());

  it('have few digits, grouped, and the unit on the same line, beside the map and on its scale', async () => {
    const tray = await editor.openDialog('area');
    const size = tray.locator('.soil-map-panel dd').nth(1);
    await size.waitFor();
    assert.match(spaces(await size.textContent()), /^9~\d\d\d~000~km² \(3~\d\d\d~000~mi²\)$/);
    assert.match(spaces(await tray.locator('.soil-map-panel dd').last().textContent()), /^grande~: demande une tâche \(10~ha ou plus\)$/);
    assert.equal(spaces(await tray.locator('.leaflet-control-scale').textContent()), '1~000~km');
    await editor.picture('french-units');
  });

  it('have more digits if fewer would be on the other side of the limit of small areas', async () => {
    const tray = await editor.openDialog('area');
    await editor.drop(tray.locator('.soil-map-canvas'), 'field.wkt', FIELD);
    await tray.getByText('petite : réponse immédiate (moins de 10 ha)').waitFor();
    assert.match(spaces(await tray.locator('.soil-map-panel dd').nth(1).textContent()), /^9,999\d+~ha \(24,71~acres\)$/);
  });

  it('are grouped in a list of the service, too', async () => {
    const tray = await editor.openDialog('submit');
    const fold = tray.locator('#soil-pick-datasets');
    await editor.click(fold.locator('summary'));
    const size = fold.locator('.soil-picker-size');
    await size.waitFor();
    assert.equal(spaces(await size.textContent()), '2~040~000 data points');
  });
});
