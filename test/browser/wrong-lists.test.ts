import assert from 'node:assert/strict';
import { credentials, sendJson, ServiceStandIn } from '../nodes/service-stand-in';
import { nodeRedVersion } from '../runtime/node-red-under-test';
import { openEditorForEach } from './editor-for-each';
import { nodeAt, type EditorPage } from './editor-page';

/** As in a hand-written flow. */
const WRONG = ['clay', { identifier: '-5', name: 'Old survey' }, 2];

describe(`The lists of a hand-written flow, in the editor of Node-RED ${nodeRedVersion}`, function () {
  this.timeout(300_000);
  let service: ServiceStandIn | undefined;
  let editor: EditorPage;

  openEditorForEach(async () => {
    const found = [1, 2, 3].map((identifier) => ({ type: 'DataSet', identifier, name: `Survey ${identifier}`, description: 'A survey' }));
    service = await ServiceStandIn.start((_request, response) => sendJson(response, 200, { type: 'DataCatalog', DataSet: found }));
    const settings = { version: 1, service: 'svc' };
    return {
      shared: true,
      flow: [
        { id: 'tab1', type: 'tab', label: 'lists' },
        { ...service.configuration({ timeout: 5, requestsPerSecond: 50 }), name: 'survey office' },
        nodeAt(200, 'wrong', 'soil-submit', [[]], { ...settings, kind: 'geometry', reuse: false, datasets: WRONG, soilProperties: '201,202', gisDataTypes: [5, 'line', 'point'] }),
        nodeAt(800, 'texts', 'soil-data', [[]], { ...settings, gisDataTypes: 'raster', licences: 'CC0-1.0, CC-BY-4.0', noValues: '-9999' }),
        { ...nodeAt(200, 'raw', 'soil-data', [[]], { ...settings, output: 'raw', licences: '${LICENCES}', noValues: '${NONE}' }), y: 240 },
        nodeAt(500, 'wrongly', 'soil-discover', [[]], { ...settings, resource: 'all-datasets', select: 'chosen', chosen: ['', '1e3'] }),
      ],
      credentials,
    };
  }, (opened) => (editor = opened));
  after(() => service?.stop());

  it('show what is not an identifier as wrong, and keep it until a person unticks it: an empty list would ask for everything', async () => {
    const settings = (id: string): Promise<unknown[]> => editor.page.evaluate(`(({ datasets, soilProperties, chosen, changed, valid }) => [datasets ?? chosen, soilProperties, !!changed, valid])(RED.nodes.node('${id}'))`);
    const problem = 'An entry is not an identifier (a whole number). Untick it in the list.';
    let tray = await editor.openDialog('wrong');
    assert.equal(await tray.locator('#soil-pick-soil-properties summary').textContent(), 'soil properties: 2 chosen');
    assert.equal(await tray.locator('#soil-pick-datasets + .soil-data-bad').textContent(), problem);
    await editor.done();
    assert.deepEqual(await settings('wrong'), [WRONG, '201,202', false, false], 'a dialog that was only looked at');

    tray = await editor.openDialog('wrong');
    const fold = tray.locator('#soil-pick-datasets');
    await editor.click(fold.locator('summary'));
    await fold.getByText('Found: 3. Chosen: 3.', { exact: true }).waitFor();
    const marked = fold.getByRole('option').filter({ hasText: 'not an identifier' });
    assert.deepEqual(await marked.locator('.soil-picker-name').allTextContents(), ['clay', 'Old survey']);
    await editor.picture('picker-no-identifier');
    await editor.click(marked.first());
    assert.equal(await tray.locator('#soil-pick-datasets-problem').textContent(), problem);
    await editor.click(marked.first());
    assert.equal(await tray.locator('#soil-pick-datasets-problem').textContent(), '');
    await editor.done();
    assert.deepEqual(await settings('wrong'), [[{ identifier: 2, name: '' }], '201,202', true, false]);

    tray = await editor.openDialog('wrongly');
    await tray.locator('#soil-discover-problem').getByText(problem).waitFor();
    await editor.click(tray.getByRole('option').filter({ hasText: '1e3' }));
    await tray.locator('#soil-discover-problem').getByText('Nothing is chosen.').waitFor();
    await editor.cancelDialogs();
    assert.deepEqual((await settings('wrongly'))[0], ['', '1e3']);
  });

  it('of data types, licences and values may be comma-separated texts, as for the runtime, and Done drops none', async () => {
    const settings = (id: string): Promise<unknown[]> =>
      editor.page.evaluate(`(({ gisDataTypes, licences, noValues, changed }) => [gisDataTypes, licences, noValues, !!changed])(RED.nodes.node('${id}'))`);
    let tray = await editor.openDialog('texts');
    assert.deepEqual([await tray.locator('#soil-gis-raster').isChecked(), await tray.locator('#soil-gis-point').isChecked()], [true, false]);
    assert.equal(await tray.locator('#soil-licences').inputValue(), 'CC0-1.0\nCC-BY-4.0');
    await editor.done();
    assert.deepEqual(await settings('texts'), ['raster', 'CC0-1.0, CC-BY-4.0', '-9999', false], 'a dialog that was only looked at');

    tray = await editor.openDialog('texts');
    await tray.locator('#soil-licences').fill('CC0-1.0\n\n CC-BY-4.0');
    await tray.locator('#soil-noValues').fill('');
    await editor.done();
    assert.deepEqual(await settings('texts'), ['raster', ['CC0-1.0', 'CC-BY-4.0'], [], true]);

    // Licences do not go together with a raw answer, and the dialog hides them.
    await editor.openDialog('raw');
    await editor.done();
    assert.deepEqual(await settings('raw'), [[], [], '${NONE}', true]);

    tray = await editor.openDialog('wrong');
    const problem = tray.getByText('An entry is not a word such as raster.');
    await problem.waitFor();
    await editor.done();
    assert.deepEqual((await settings('wrong'))[0], [5, 'line', 'point']);
    tray = await editor.openDialog('wrong');
    await tray.locator('#soil-gis-raster').check();
    await problem.waitFor({ state: 'hidden' });
    await editor.done();
    assert.deepEqual((await settings('wrong'))[0], ['point', 'raster', 'line']);
  });

  it('of values say below the field that several stand in one line, until they are on lines of their own', async () => {
    const tray = await editor.openDialog('texts');
    const field = tray.locator('#soil-noValues');
    const problem = tray.locator('#soil-noValues-problem');
    await field.fill('-9999, -8888');
    await field.press('Tab');
    await problem.getByText('Missing values: Write one value per line.').waitFor();
    assert.deepEqual([await field.getAttribute('aria-invalid'), await field.getAttribute('aria-describedby')], ['true', 'soil-noValues-problem']);
    assert.match((await field.getAttribute('class')) ?? '', /input-error/);
    await tray.locator('#node-input-output').selectOption('raw');
    assert.equal(await problem.isVisible(), false);
    await tray.locator('#node-input-output').selectOption('records');
    await field.fill('-9999\n-8888');
    assert.deepEqual([await problem.textContent(), await field.getAttribute('aria-invalid')], ['', 'false']);
    await field.fill('-9999; -8888');
    await editor.done();
    assert.equal(await editor.page.evaluate("RED.nodes.node('texts').valid"), false);
  });
});
