import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { nodeRedVersion } from '../runtime/node-red-under-test';
import { openEditorForEach } from './editor-for-each';
import { nodeAt, type EditorPage, type FlowNode } from './editor-page';
import { SERVICE, WRONG } from './wrong-settings';

/** What a person can type wrongly, by node: first another choice in the dialog if the field needs it. */
const TYPED: Record<string, [field: string, wrong: string, said: RegExp, choice?: [field: string, value: string]][]> = {
  data: [['startYear', '20', /^first year: Enter a whole number/], ['endYear', 'x', /^last year: Enter a whole number/]],
  discover: [['datasetId', 'seven', /^Dataset: Enter a whole number/, ['resource', 'dataset']]],
  submit: [['startYear', '999', /^first year: Enter a whole number/], ['endYear', '3000', /^last year: Enter a whole number/], ['email', 'me@home', /^E-mail: This is not an e-mail/]],
  wait: [['timeout', '', /^Give up after: Enter a number/], ['firstPoll', '0', /^First poll after: Enter a number/], ['maxPoll', '0', /^Longest pause: Enter a number/], ['timeout', '1,440', /^Give up after: Write decimals after a point/]],
  download: [['folder', 'fields/{{topic}}', /^Folder: ~, /], ['maxBytes', '-1', /^Largest file: Enter a number from 0 to 9007199254\sMB/], ['maxBytes', '2,5', /^Largest file: Write decimals after a point/], ['maxBuffer', 'all', /^Largest file: Enter a number/, ['to', 'buffer']]],
  read: [['batch', '0.5', /^In batches of: Enter a whole number/], ['batch', '1.000', /^In batches of: Write .* thousands without a separator/], ['batch', '2,5', /^In batches of: Enter a whole number/]],
  profile: [
    ['ownSlices', '0-10-30', /^Depths in cm: Write depths/, ['slices', 'own']],
    ['minCoverage', 'half', /^Minimum coverage: Enter a number/],
    ['minCoverage', '99,5', /^Minimum coverage: Write decimals after a point/],
    ['minCoverage', '0.9', /^Minimum coverage: This is in percent/],
    ['h3Resolution', '7.5', /^H3 resolution: Enter a whole number/, ['group', 'h3']],
  ],
};

const good = (x: number, id: string, type: string, wires: string[][], settings: object = {}): FlowNode => nodeAt(x, id, type, wires, { ...SERVICE, ...settings });

/** The fields of the open dialog for which a screen reader has no name. */
const NAMELESS = `[...document.querySelectorAll('.soil-data :is(input, select, textarea, button)')].filter((field) => field.offsetParent).filter((field) => {
  const by = document.getElementById(field.getAttribute('aria-labelledby') ?? '');
  return ![field.getAttribute('aria-label'), by?.textContent, field.labels?.[0]?.textContent, field.title, field.textContent].some((name) => name?.trim());
}).map((field) => field.outerHTML)`;

/** Settings that are wrong, and neither seen nor used for what is chosen. */
const HIDDEN: FlowNode[] = [
  good(1900, 'hidden-discover', 'soil-discover', [[]], { resource: 'datasets', select: 'all', datasetId: 'x' }),
  good(1900, 'hidden-download', 'soil-download', [[], []], { to: 'file', maxBuffer: 'x' }),
  good(1900, 'hidden-buffer', 'soil-download', [[], []], { to: 'buffer', maxBuffer: 5, maxBytes: 'x', exists: 'x' }),
  good(1900, 'hidden-read', 'soil-read', [[]], { output: 'rasters', batch: 'x', shape: 'x' }),
  good(1900, 'hidden-profile', 'soil-profile', [[]], { group: 'area', h3Resolution: 'x', slices: '0-30', ownSlices: 'x' }),
];

const LABELLED: FlowNode[] = [
  { ...good(500, 'four', 'soil-discover', [[]], { resource: 'datasets', select: 'chosen', chosen: [1, 2, 3, 4].map((identifier) => ({ identifier, name: '' })) }), name: '' },
  { ...good(500, 'text', 'soil-discover', [[]], { resource: 'datasets', select: 'chosen', chosen: '102, 104' }), name: '' },
  { ...good(500, 'chosen-elsewhere', 'soil-discover', [[]], { resource: 'datasets', select: 'chosen', chosen: '${SOIL_CHOSEN}' }), name: '' },
  { ...good(500, 'all', 'soil-discover', [[]], { resource: 'all-datasets', select: 'all' }), name: '' },
  good(500, 'named', 'soil-discover', [[]], { resource: 'datasets', select: 'all' }),
  { ...good(500, 'variable', 'soil-discover', [[]], { resource: '${SOIL_RESOURCE}', select: 'all' }), name: '' },
  { ...good(500, 'split', 'soil-area', [[], []], { area: 'payload', areaType: 'msg', splitBySize: true, outputs: 2 }), name: '' },
  good(500, 'output', 'soil-read', [[]], { output: '${SOIL_OUTPUT}' }),
  { ...good(500, 'folder', 'soil-download', [[], []], { to: 'file', extract: true }), name: '' },
];

/** On a locked flow, and without the settings that a later version brought. */
const LOCKED: FlowNode = { ...nodeAt(250, 'locked', 'soil-read', [[]], { output: 'records', distinct: 'false' }), z: 'tab2' };

const inColumn = (nodes: FlowNode[]): FlowNode[] => nodes.map((node, index) => (node.type === 'soil-service' ? node : { ...node, y: 70 * (index + 1) }));
const frame: FlowNode[] = [
  { id: 'tab1', type: 'tab', label: 'settings' },
  { id: 'tab2', type: 'tab', label: 'locked', locked: true },
  LOCKED,
  { id: 'svc', type: 'soil-service', name: 'local', version: 1, mode: 'sandbox' },
  { id: 'blank', type: 'soil-service', name: '', version: 1, mode: '' },
];

describe(`The settings of the nodes in the editor of Node-RED ${nodeRedVersion}`, function () {
  this.timeout(300_000);
  let editor: EditorPage;

  openEditorForEach(() => {
    const typed = ['area', ...Object.keys(TYPED)].map((type) => good(250, type, `soil-${type}`, [[]], type === 'wait' ? { firstPoll: 2, maxPoll: 60 } : {}));
    return { shared: true, flow: [...frame, ...[WRONG.map(([node]) => node), HIDDEN, LABELLED, typed].flatMap(inColumn)] };
  }, (opened) => (editor = opened));

  const inEditor = <Value>(id: string, expression: string): Promise<Value> => editor.page.evaluate(`((node) => ${expression})(RED.nodes.node(${JSON.stringify(id)}))`);

  /** Node-RED looks at a field when its key comes up again. */
  async function assertMarked(field: Locator, isWrong: boolean): Promise<void> {
    const marked = field.and(editor.page.locator(isWrong ? '.input-error' : ':not(.input-error)'));
    await marked.waitFor({ timeout: 10_000 }).catch(async () => assert.fail(`${await field.getAttribute('id')} is ${isWrong ? 'not marked' : 'marked'}`));
  }

  it('are named if a flow has them wrong, each with what is wrong with it', async () => {
    // Node-RED is asked whether there are credentials.
    await editor.page.waitForFunction("RED.nodes.node('wrong-service').credentials");
    for (const [{ id }, said] of WRONG) {
      assert.equal(await inEditor(id, 'node.valid'), false, id);
      assert.deepEqual(await inEditor(id, 'node.validationErrors'), said, id);
    }
  });

  it('say also in the dialog that a service is gone, even if the node can do without one', async () => {
    for (const id of ['wrong-area', 'wrong-discover']) {
      const tray = await editor.openDialog(id);
      await tray.locator('#node-input-service-problem').filter({ hasText: 'This service no longer exists or is disabled. Choose another one.' }).waitFor({ state: 'attached' });
      assert.match((await tray.locator('#node-input-service').getAttribute('class')) ?? '', /input-error/, id);
      await tray.locator('#node-input-service').selectOption('_ADD_');
      const words = id === 'wrong-area' ? '' : 'Choose a soil service, or add one with the button beside the list.';
      assert.equal(await tray.locator('#node-input-service-problem').textContent(), words);
      await editor.cancelDialogs();
    }
  });

  it('say that a service is disabled', async () => {
    const found = await editor.page.evaluate<string[]>(`(() => {
      const [service, node] = [RED.nodes.node('svc'), RED.nodes.node('download')];
      const errors = [true, false].map((d) => {
        service.d = d;
        RED.editor.validateNode(node);
        return node.validationErrors;
      });
      return errors.flat();
    })()`);
    assert.deepEqual(found, ['This service no longer exists or is disabled. Choose another one.']);
  });

  it('do not call a service with an empty mode a sandbox: the runtime refuses it', async () => {
    assert.equal(await inEditor('blank', 'RED.utils.getNodeLabel(node)'), 'soil service');
    assert.deepEqual(await inEditor('blank', 'node.validationErrors'), ['Use: Choose one of: sandbox, service.']);
    const tray = await editor.openConfiguration('blank');
    const shown = async (): Promise<boolean[]> => [await tray.locator('p.soil-service-sandbox').isVisible(), await tray.locator('#node-config-input-baseUrl').isVisible()];
    assert.deepEqual(await shown(), [false, false]);
    await editor.click(tray.locator('#soil-service-test'));
    await tray.locator('#soil-service-test-result').getByText('Use: Choose one of: sandbox, service.').waitFor();
    await tray.locator('#node-config-input-mode').selectOption('sandbox');
    assert.deepEqual(await shown(), [true, false]);
  });

  it('of a service that are wrong are shown, even among the advanced ones', async () => {
    let tray = await editor.openConfiguration('wrong-service');
    await tray.locator('#soil-service-advanced[open]').waitFor();
    await editor.cancelDialogs();
    tray = await editor.openConfiguration('svc');
    const [fold, limit] = [tray.locator('#soil-service-advanced'), tray.locator('#node-config-input-timeout')];
    assert.equal(await fold.getAttribute('open'), null);
    await editor.click(fold.locator('summary'));
    await limit.fill('-1');
    await editor.click(fold.locator('summary'));
    await limit.waitFor({ state: 'hidden' });
    await editor.click(tray.locator('#soil-service-test'));
    await tray.getByText('Time limit: Enter a number from 0.01 to 3600.').first().waitFor();
    await limit.waitFor();
  });

  it('of an added service are its defaults, even a checkbox', async () => {
    await editor.page.evaluate("RED.editor.editConfig('', 'soil-service', '_ADD_')");
    const box = (await editor.dialog('#node-config-dialog-ok')).locator('#node-config-input-allowPrivateHosts');
    assert.deepEqual(await box.evaluate((input) => [(input as unknown as { indeterminate: boolean }).indeterminate, (input as unknown as { title: string }).title]), [false, '']);
  });

  it('are brought up to date even on a locked flow', async () => {
    assert.deepEqual(await inEditor(LOCKED.id, '[node.version, node.distinct, node.batch, node.valid]'), [1, false, 0, true]);
  });

  it('are ignored if they are neither shown nor used', async () => {
    for (const { id } of HIDDEN) assert.deepEqual([await inEditor(id, 'node.valid'), await inEditor(id, 'node.validationErrors')], [true, []], id);
  });

  it('of soil-read are those of its output: grids have missing values, but no repeats', async () => {
    const tray = await editor.openDialog('hidden-read');
    const shown = (): Promise<boolean[]> => Promise.all(['#soil-noValues', '#node-input-distinct', '#node-input-batch'].map((field) => tray.locator(field).isVisible()));
    assert.deepEqual(await shown(), [true, false, false]);
    await tray.locator('#node-input-output').selectOption('geojson');
    assert.deepEqual(await shown(), [true, true, false]);
  });

  it('say what is wrong with what is typed, and no longer complain once it is right', async () => {
    const { page } = editor;
    for (const [type, fields] of Object.entries(TYPED)) {
      const tray = await editor.openDialog(type);
      assert.deepEqual(await page.evaluate(NAMELESS), [], `every field of soil-${type} has a name for those who cannot see it`);
      for (const [name, wrong, said, choice] of fields) {
        if (choice) await tray.locator(`#node-input-${choice[0]}`).selectOption(choice[1]);
        const field = tray.locator(`#node-input-${name}`);
        const before = await field.inputValue();
        await page.mouse.move(2, 2);
        await field.fill(wrong);
        await field.press('End');
        await assertMarked(field, true);
        await field.hover();
        const tooltip = page.locator('.red-ui-popover:visible').filter({ hasText: said });
        await tooltip.waitFor({ timeout: 20_000 }).catch(() => assert.fail(`${type}: ${name} says nothing of ${wrong}`));
        await field.fill(name === 'ownSlices' ? '0-10, 10-30' : before);
        await field.press('End');
        await assertMarked(field, false);
      }
      await editor.cancelDialogs();
    }
  });

  it('say what is missing if nothing is chosen', async () => {
    const tray = await editor.openDialog('discover');
    await tray.locator('#node-input-resource').selectOption('all-datasets');
    await tray.locator('#node-input-select').selectOption('chosen');
    await tray.getByText('Nothing is chosen.').waitFor();
    await editor.click(tray.locator('.soil-picker').getByRole('option').nth(1));
    assert.equal(await tray.locator('#soil-discover-problem').textContent(), '');
  });

  it('are megabytes on the screen and bytes in the flow', async () => {
    for (const [typed, seen, saved] of [['2.5', '2.5', '2500000'], ['0.0005', '0.0005', '500'], ['0.0000004', '0.000001', '1'], ['10000', '10000', '10000000000'], ['${MOST}', '${MOST}', '${MOST}'], ['', '', '']] as const) {
      const field = (await editor.openDialog('download')).locator('#node-input-maxBytes');
      await field.fill(typed);
      await field.press('Tab');
      const unit = await editor.page.locator('#soil-download-bytes').textContent();
      assert.deepEqual([await field.getAttribute('aria-invalid'), unit], ['false', typed.startsWith('$') ? 'bytes' : 'MB; empty: no limit'], typed);
      await editor.done();
      assert.deepEqual([await inEditor('download', 'node.maxBytes'), await inEditor('download', 'node.valid')], [saved, true]);
      const again = await editor.openDialog('download');
      assert.deepEqual([await again.locator('#node-input-maxBytes').inputValue(), await again.locator('#soil-download-bytes').textContent()], [seen, unit]);
      await editor.done();
      assert.equal(await inEditor('download', 'node.maxBytes'), saved, 'a dialog that was only looked at');
    }
  });

  it('say below a field with a menu of types what is wrong with it', async () => {
    for (const [id, name] of [['area', 'area'], ['read', 'from']] as const) {
      const tray = await editor.openDialog(id);
      const input = tray.locator(`#node-input-${name} + .red-ui-typedInput-container input:visible`);
      const problem = tray.locator(`#node-input-${name}-problem`);
      assert.equal(await problem.isVisible(), false);
      await input.fill('payload..zip');
      await input.press('Tab');
      await problem.filter({ hasText: id === 'area' ? /^Area: ./ : /^Zip or folder: ./ }).waitFor();
      await input.fill('');
      await input.press('Tab');
      // An empty property means the payload.
      await problem.waitFor({ state: 'hidden' });
      assert.equal(await problem.textContent(), '');
      // Also for screen readers.
      assert.equal(await input.getAttribute('aria-describedby'), await problem.getAttribute('id'));
      assert.equal(await input.getAttribute('aria-invalid'), 'false');
      await editor.cancelDialogs();
    }
  });

  it('determine the labels of nodes and ports', async () => {
    const { page } = editor;
    const label = (id: string): Locator => editor.node(id).locator('.red-ui-flow-node-label').first();
    const labels = await Promise.all(LABELLED.map(({ id }) => label(id).textContent()));
    assert.deepEqual(labels, ['datasets: 4 chosen', 'datasets: 2 chosen', 'datasets: ${SOIL_CHOSEN} chosen', 'all datasets', 'named', '${SOIL_RESOURCE}', 'soil area', 'output', 'soil download']);
    const styles = await Promise.all(['named', 'four'].map((id) => page.evaluate(`getComputedStyle(document.querySelector('[id="${id}"] .red-ui-flow-node-label')).fontStyle`)));
    assert.deepEqual(styles, ['italic', 'normal']);
    for (const [id, words] of [
      ['split', ['any shape', 'large area: create a job (soil-submit)', 'small area: ask at once (soil-data)']],
      ['folder', ['download link', 'path of the folder', 'progress, at most twice a second']],
      ['all', ['area in msg.soil', 'what was found']],
      ['output', ['${SOIL_OUTPUT}', 'path, folder or Buffer of a zip']],
    ] as const) {
      const said: string[] = [];
      for (const port of await editor.node(id).locator('.red-ui-flow-port').all()) {
        await port.hover();
        const tooltip = page.locator('.red-ui-flow-port-tooltip');
        await tooltip.waitFor();
        said.push(((await tooltip.textContent()) ?? '').trim());
        await page.mouse.move(2, 2);
        await tooltip.waitFor({ state: 'detached' });
      }
      assert.deepEqual(said.sort(), words, id);
    }
  });
});
