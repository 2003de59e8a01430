import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { credentials, sendJson, ServiceStandIn } from '../nodes/service-stand-in';
import { nodeRedVersion } from '../runtime/node-red-under-test';
import { openEditorForEach } from './editor-for-each';
import { injectAt, nodeAt, type EditorPage, type FlowNode } from './editor-page';

const AREA = 'POLYGON ((5.60 51.95, 5.75 51.95, 5.75 52.03, 5.60 52.03, 5.60 51.95))';

/** What was chosen when the flow was made: the first is still offered, the second is not. */
const CHOSEN = [
  { identifier: 2, name: 'Topsoil survey' },
  { identifier: 99, name: 'Withdrawn survey' },
];

/** Node-RED replaces variables by their values in lists as well. */
const VARIABLES = ['${SURVEY}', { identifier: '${OTHER}', name: 'the other survey' }, { identifier: 2, name: 'Topsoil survey' }];

const dataset = (identifier: number, name: string, locked = false): object => ({
  ...{ type: 'DataSet', id: `dataset-${identifier}`, identifier, name, description: `${name}, described` },
  ...{ distribution: { encodingFormat: 'CSV', lockedForDownload: locked } },
});

describe(`What a picker remembers, in the editor of Node-RED ${nodeRedVersion}`, function () {
  this.timeout(300_000);
  let service: ServiceStandIn | undefined;
  let isEmpty = false;
  let editor: EditorPage;

  openEditorForEach(async () => {
    service = await ServiceStandIn.start((_request, response) =>
      sendJson(response, 200, { type: 'DataCatalog', DataSet: isEmpty ? [] : [dataset(1, 'Old maps', true), dataset(2, 'Topsoil survey'), dataset(3, 'Subsoil survey')] }),
    );
    const flow = [
      { id: 'tab1', type: 'tab', label: 'pickers' },
      { ...service.configuration({ timeout: 5, requestsPerSecond: 50 }), name: 'survey office' },
      nodeAt(200, 'area', 'soil-area', [['submit', 'whole']], { version: 1, area: AREA, areaType: 'wkt', service: 'svc', outputs: 1 }),
      { ...nodeAt(400, 'whole', 'soil-discover', [[]], { version: 1, service: 'svc', resource: 'all-datasets', select: 'chosen', chosen: [2] }), y: 60 },
      nodeAt(400, 'submit', 'soil-submit', [[]], { version: 1, service: 'svc', kind: 'geometry', reuse: false, datasets: CHOSEN }),
      { ...nodeAt(600, 'variables', 'soil-submit', [[]], { version: 1, service: 'svc', kind: 'geometry', reuse: false, datasets: VARIABLES }), y: 300 },
      { ...nodeAt(600, 'discover', 'soil-discover', [[]], { version: 1, service: 'svc', resource: 'all-datasets', select: 'chosen', chosen: VARIABLES.slice(0, 1) }), y: 400 },
      { ...injectAt(100, 'field', 'junction'), payload: AREA, payloadType: 'str', y: 240 },
      { id: 'junction', type: 'junction', z: 'tab1', x: 200, y: 240, wires: [['before']] },
      { ...nodeAt(200, 'before', 'soil-area', [['out']], { version: 1, area: 'payload', areaType: 'msg', service: 'svc', outputs: 1 }), y: 200 },
      { ...nodeAt(300, 'out', 'link out', [], { mode: 'link', links: ['in'] }), y: 200 },
      { ...nodeAt(400, 'in', 'link in', [['behind']], { links: ['out'] }), y: 200 },
      { ...nodeAt(500, 'behind', 'soil-submit', [[]], { version: 1, service: 'svc', kind: 'geometry', reuse: false, datasets: CHOSEN }), y: 200 },
    ];
    const elsewhere = [CHOSEN[0], { identifier: 3, name: 'pH in water' }, { identifier: 1, name: '' }];
    flow.push({ ...nodeAt(600, 'elsewhere', 'soil-submit', [[]], { version: 1, service: 'svc', kind: 'geometry', reuse: false, datasets: elsewhere }), y: 500 });
    const env = [{ name: 'SERVICE', type: 'soil-service', value: 'svc', ui: { type: 'conf-types' } }];
    const subflow = [
      { id: 'sub', type: 'subflow', name: 'survey of a field', in: [], out: [], env },
      { ...nodeAt(200, 'inner', 'soil-submit', [[]], { version: 1, service: '${SERVICE}', kind: 'geometry', reuse: false, datasets: CHOSEN }), z: 'sub' },
    ];
    const outer = { ...subflow[1], id: 'outer', z: 'tab1', y: 600 } as FlowNode;
    return { shared: true, flow: [...flow, ...subflow, outer], credentials };
  }, (opened) => (editor = opened));
  after(() => service?.stop());

  async function openDatasets(id = 'submit'): Promise<Locator> {
    const tray = await editor.openDialog(id);
    const fold = tray.locator('#soil-pick-datasets');
    assert.equal(await fold.locator('summary').textContent(), 'datasets: 2 chosen');
    await editor.click(fold.locator('summary'));
    return fold;
  }
  const marked = (option: Locator): Locator => option.getByText('chosen earlier, not offered now');

  it('says that Node-RED does not answer if nothing comes at all', async () => {
    const fold = await openDatasets();
    await fold.getByText('Found: ').waitFor();
    // As without a network: the browser itself would wait for many minutes.
    await editor.page.route('**/soil-data/discover', () => undefined);
    await editor.page.clock.install();
    await editor.click(fold.getByRole('button', { name: 'Read the list again' }));
    await fold.getByText('Reading the list').waitFor();
    await editor.page.clock.fastForward('01:01');
    await fold.getByText('Node-RED does not answer. Is it running?').waitFor();
    await editor.page.clock.resume();
    await editor.page.unroute('**/soil-data/discover');
  });

  it('knows the area that comes through a junction and link nodes', async () => {
    const fold = await openDatasets('behind');
    await fold.getByText('Found: ').waitFor();
    assert.match((await fold.locator('.soil-picker-area').textContent()) ?? '', /before/);
  });

  it('is that of the whole service if all datasets are looked for, even behind an area', async () => {
    const tray = await editor.openDialog('whole');
    const asked = (): string[] => (service?.requests ?? []).map(({ method, path }) => `${method} ${path}`).filter((request) => request.includes('/v1/'));
    await tray.getByText('Found: ').waitFor();
    assert.equal(asked().at(-1), 'GET /v1/datasets');
    assert.equal(await tray.locator('.soil-picker-area').count(), 0);
    await tray.locator('#node-input-resource').selectOption('datasets');
    await tray.getByText('For the area of: area').waitFor();
    await tray.getByText('Found: ').waitFor();
    assert.equal(asked().at(-1), 'POST /v1/datasets/queries');
  });

  it('says where to look if it is empty, for an area and for the whole service', async () => {
    isEmpty = true;
    try {
      const tray = await editor.openDialog('whole');
      await tray.getByText('The service offers nothing. Found: 0.').waitFor();
      await tray.locator('#node-input-resource').selectOption('datasets');
      await tray.getByText('The service offers nothing here: check the area and the other choices. Found: 0.').waitFor();
    } finally {
      isEmpty = false;
    }
  });

  it('says that it cannot ask a service that an environment variable names', async () => {
    const words = 'The service of this node is named by an environment variable';
    await (await openDatasets('outer')).getByText(words).waitFor();
    assert.equal(await editor.page.locator('#node-input-service-problem').textContent(), '');
    await editor.cancelDialogs();
    await editor.page.evaluate('RED.workspaces.show("sub")');
    const fold = await openDatasets('inner');
    await fold.getByText(words).waitFor();
    await editor.page.locator('#node-input-service').selectOption('svc');
    await editor.click(fold.getByRole('button', { name: 'Read the list again' }));
    await fold.getByText('Found: ').waitFor();
    await editor.cancelDialogs();
    await editor.page.evaluate('RED.workspaces.show("tab1")');
  });

  it('marks a chosen dataset that the service no longer offers, and drops it if a person wants that', async () => {
    const fold = await openDatasets();
    const option = (name: string): Locator => fold.getByRole('option').filter({ hasText: name }).first();
    await option('Subsoil survey').waitFor();
    assert.equal(await marked(option('Withdrawn survey')).count(), 1);
    assert.equal(await option('Withdrawn survey').getAttribute('aria-selected'), 'true');
    assert.equal(await marked(option('Topsoil survey')).count(), 0);
    assert.match((await fold.getByRole('status').textContent()) ?? '', /Not offered any more: 1\./);
    assert.equal(await option('Old maps').getByRole('img', { name: 'locked for download' }).count(), 1);
    await editor.picture('picker-not-offered');
    await option('Old maps').click({ force: true });
    assert.equal(await option('Old maps').getAttribute('aria-selected'), 'false', 'a locked dataset cannot be chosen');

    await fold.getByRole('searchbox').fill('withdrawn');
    assert.equal(await fold.getByRole('option').count(), 1);
    assert.match((await fold.getByRole('status').textContent()) ?? '', /^Found: 3\. Chosen: 2\. Matching the search: 1\./);
    await editor.click(option('Withdrawn survey'));
    await editor.done();
    await editor.deploy();
    assert.deepEqual((await editor.deployed('submit')).datasets, [CHOSEN[0]]);
  });

  it('says what a dataset was called when it was chosen if its identifier now means another one, until it is chosen anew', async () => {
    const tray = await editor.openDialog('elsewhere');
    const fold = tray.locator('#soil-pick-datasets');
    await editor.click(fold.locator('summary'));
    const options = fold.getByRole('option', { selected: true });
    await fold.getByText('Found: 3. Chosen: 3. Renamed since chosen: 1.', { exact: true }).waitFor();
    const renamed = options.filter({ hasText: 'was “pH in water” when it was chosen' });
    assert.deepEqual([await options.count(), await renamed.locator('.soil-picker-name').allTextContents(), await renamed.locator('.fa-exclamation-triangle').count()], [3, ['Subsoil survey'], 1]);
    await editor.picture('picker-renamed');
    for (const chosen of [2, 3]) {
      await editor.click(fold.getByRole('option').filter({ hasText: 'Subsoil survey' }).first());
      await fold.getByText(`Found: 3. Chosen: ${chosen}.`, { exact: true }).waitFor();
    }
    assert.equal(await renamed.count(), 0);
  });

  it('changes nothing if one is unticked and ticked again: another order is not another choice', async () => {
    const fold = (await editor.openDialog('elsewhere')).locator('#soil-pick-datasets');
    await editor.click(fold.locator('summary'));
    for (const chosen of [2, 3]) {
      await editor.click(fold.getByRole('option').filter({ hasText: 'Topsoil survey' }).first());
      await fold.getByText(`Chosen: ${chosen}.`).waitFor();
    }
    await editor.done();
    assert.equal(await editor.page.evaluate("!!RED.nodes.node('elsewhere').changed"), false);
  });

  it('keeps the environment variables of a list beside what is picked', async () => {
    const tray = await editor.openDialog('variables');
    const fold = tray.locator('#soil-pick-datasets');
    await editor.click(fold.locator('summary'));
    await fold.getByText('Found: 3. Chosen: 3.', { exact: true }).waitFor();
    assert.deepEqual(await fold.getByRole('option', { selected: true }).locator('.soil-picker-name').allTextContents(), ['${SURVEY}', 'the other survey', 'Topsoil survey']);
    assert.equal(await marked(fold).count(), 0, 'nobody knows here what a variable holds');
    await editor.click(fold.getByRole('option').filter({ hasText: 'Subsoil survey' }).first());
    await editor.done();
    const discover = await editor.openDialog('discover');
    await discover.getByText('Found: 3. Chosen: 1.', { exact: true }).waitFor();
    assert.equal(await discover.locator('#soil-discover-problem').textContent(), '');
    await editor.page.locator('#node-input-name').fill('renamed');
    await editor.done();
    await editor.deploy();
    assert.deepEqual((await editor.deployed('variables')).datasets, [...VARIABLES, { identifier: 3, name: 'Subsoil survey' }]);
    assert.deepEqual((await editor.deployed('discover')).chosen, VARIABLES.slice(0, 1));
  });

  it('keeps what was chosen if the service cannot be reached, and says so', async () => {
    await editor.nodeRed.deploy([...((await editor.nodeRed.get('/flows')).json() as { id: string }[]).map((node) => (node.id === 'submit' ? { ...node, datasets: CHOSEN } : node))]);
    await editor.load();
    await service?.stop();
    service = undefined;
    const fold = await openDatasets();
    await fold.getByText('What was chosen earlier is kept.').waitFor();
    assert.deepEqual(await fold.getByRole('option').locator('.soil-picker-name').allTextContents(), ['Topsoil survey', 'Withdrawn survey']);
    assert.equal(await marked(fold).count(), 0, 'nothing is known of what is offered');
    await editor.picture('picker-not-reachable');
    await editor.page.locator('#node-input-name').fill('renamed');
    await editor.done();
    await editor.deploy();
    const { name, datasets } = await editor.deployed('submit');
    assert.deepEqual([name, datasets], ['renamed', CHOSEN]);
  });
});
