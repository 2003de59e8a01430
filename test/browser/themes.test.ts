import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox';
import { nodeRedVersion } from '../runtime/node-red-under-test';
import { openEditorForEach } from './editor-for-each';
import { injectAt, nodeAt, themes, type EditorPage, type FlowNode } from './editor-page';

const AREA = JSON.stringify({ type: 'Polygon', coordinates: [[[5.6, 51.95], [5.75, 51.95], [5.75, 52.03], [5.6, 52.03], [5.6, 51.95]]] });
const CONTRAST = readFileSync(path.join(__dirname, 'pages', 'contrast.js'), 'utf8');

interface Shown {
  words: string;
  className: string;
  ratio: number;
  least: number;
}

function flowOn({ baseUrl, authUrl }: Sandbox): FlowNode[] {
  const service = { version: 1, service: 'svc' };
  return [
    { id: 'tab1', type: 'tab', label: 'soil data of fields' },
    { id: 'svc', type: 'soil-service', name: 'local', version: 1, mode: 'service', baseUrl, authUrl, requestsPerSecond: 50, maxConcurrent: 4, timeout: 5 },
    { ...injectAt(120, 'go', 'area'), props: [{ p: 'topic', vt: 'str' }], topic: 'north field' },
    { ...injectAt(120, 'next', 'area'), props: [{ p: 'topic', vt: 'str' }], topic: 'river meadow', y: 60 },
    nodeAt(260, 'area', 'soil-area', [['submit']], { ...service, area: AREA, areaType: 'map', outputs: 1 }),
    nodeAt(400, 'submit', 'soil-submit', [['wait']], { ...service, kind: 'geometry', reuse: false }),
    nodeAt(540, 'wait', 'soil-wait', [['download'], []], { ...service, timeout: 10, firstPoll: 0.3, maxPoll: 0.5 }),
    nodeAt(680, 'download', 'soil-download', [['read']], { ...service }),
    nodeAt(820, 'read', 'soil-read', [['profile']], { version: 1 }),
    { ...nodeAt(260, 'discover', 'soil-discover', [[]], { ...service, resource: 'datasets', select: 'chosen', chosen: [{ identifier: 999, name: 'a survey of long ago' }] }), y: 220 },
    { ...nodeAt(400, 'data', 'soil-data', [[]], { ...service }), y: 220 },
    { ...nodeAt(540, 'profile', 'soil-profile', [[]], { version: 1 }), y: 220 },
  ];
}

for (const theme of themes) {
  describe(`The ${theme} theme of Node-RED ${nodeRedVersion}`, function () {
    this.timeout(300_000);
    let sandbox: Sandbox;
    let editor: EditorPage;

    openEditorForEach(async () => {
      sandbox = await startSandbox({ jobSeconds: 6 });
      // With the code editor that people use: it brings its own styles.
      const settings = { editorTheme: { tours: false, projects: { enabled: false } } };
      return { flow: flowOn(sandbox), credentials: { svc: { clientId: sandbox.clientId, clientSecret: sandbox.clientSecret } }, theme, settings };
    }, (opened) => (editor = opened));
    after(() => sandbox?.close());

    /** What is shown once its colours have stopped changing. */
    async function shownInTheEnd(): Promise<Shown[]> {
      for (let before: number[] = []; ; ) {
        await editor.page.waitForTimeout(200);
        const shown = await editor.page.evaluate<Shown[]>(CONTRAST);
        const ratios = shown.map(({ ratio }) => ratio);
        if (isDeepStrictEqual(ratios, before)) return shown;
        before = ratios;
      }
    }

    /** Everything that this package shows can be read. */
    async function assertLegible(least: number): Promise<void> {
      // What is under the pointer has the colours that Node-RED gives it.
      await editor.page.mouse.move(2, 2);
      const shown = await shownInTheEnd();
      assert.ok(shown.length >= least, `only ${shown.length} texts and icons were found`);
      assert.deepEqual(shown.filter(({ ratio, least: needed }) => ratio < needed), []);
    }

    it('is on', async () => {
      assert.equal(await editor.page.evaluate(`document.documentElement.classList.contains('nr-theme-dark')`), theme === 'dark');
    });

    for (const id of ['submit', 'wait', 'download', 'read', 'data', 'profile'] as const) {
      it(`shows the dialog of soil-${id}`, async () => {
        await editor.openDialog(id);
        await editor.page.waitForTimeout(400);
        await editor.picture(`${theme}-${id}`);
        await assertLegible(4);
      });
    }

    it('shows the map of soil-area, with the form for tiles', async () => {
      const tray = await editor.openDialog('area');
      await tray.getByText('Size').waitFor();
      await editor.click(tray.getByRole('button', { name: 'Map tiles' }));
      await editor.click(tray.getByRole('button', { name: 'Move corners' }));
      await editor.page.waitForTimeout(400);
      await editor.picture(`${theme}-area`);
      const stroke = await tray.locator('path.soil-map-area').first().evaluate((shape) => (globalThis as unknown as { getComputedStyle(of: unknown): { stroke: string } }).getComputedStyle(shape).stroke);
      const [red = 0, , blue = 0] = (stroke.match(/[\d.]+/g) ?? []).map(Number);
      assert.ok(blue > 1.3 * red, `an area is blue, and not as red as a fault: ${stroke}`);
      await assertLegible(30);
    });

    it('shows a list to choose from', async () => {
      const tray = await editor.openDialog('discover');
      const options = tray.locator('.soil-picker').getByRole('option');
      await options.nth(5).waitFor();
      await editor.click(options.nth(2));
      await editor.page.waitForTimeout(400);
      await editor.picture(`${theme}-discover`);
      await assertLegible(30);
    });

    it('shows the dialog of soil-service, with the results of a good and a bad test', async () => {
      const { page } = editor;
      await editor.openConfiguration('svc');
      await editor.click(page.locator('#soil-service-advanced > summary'));
      await editor.click(page.locator('#soil-service-test'));
      await page.locator('#soil-service-test-result.soil-data-good').waitFor();
      await assertLegible(20);
      await page.locator('#node-config-input-clientSecret').fill('wrong');
      await editor.click(page.locator('#soil-service-test'));
      await page.locator('#soil-service-test-result.soil-data-bad').waitFor();
      await page.waitForTimeout(400);
      await editor.picture(`${theme}-service`);
      await assertLegible(20);
    });

    it('shows the sidebar with a job that waits, and one that is completed', async () => {
      const { page } = editor;
      // The tooltip of a pressed button would lie over the picture.
      await page.addStyleTag({ content: '#red-ui-notifications { visibility: hidden }' });
      await editor.invoke('soil-data:show-jobs-tab');
      await editor.press('go');
      const jobs = page.locator('.soil-jobs .soil-job');
      await jobs.filter({ hasText: /completed/ }).first().waitFor();
      await editor.press('next');
      await jobs.filter({ hasText: /waiting/ }).first().waitFor();
      await page.waitForTimeout(400);
      await editor.picture(`${theme}-sidebar`);
      await assertLegible(10);
    });

    it('shows the sidebar with a job of each state', async () => {
      const { page } = editor;
      const [acceptedAt, states] = ['2026-03-01T10:00:00.000Z', ['submitted', 'waiting', 'paused', 'completed', 'failed', 'cancelled', 'timeout', 'unknown']];
      const error = { code: 'SOIL_JOB_FAILED', message: 'The job failed.' };
      const jobs = states.map((state) => ({ wait: state, job: state, node: 'wait', state, status: '', description: '', acceptedAt, age: 60, polls: 1, error }));
      await page.route('**/soil-data/jobs', (route) => route.fulfill({ json: { now: acceptedAt, jobs, more: 0 } }));
      await editor.invoke('soil-data:show-jobs-tab');
      await page.locator('.soil-job[data-job="unknown"]').waitFor();
      await editor.picture(`${theme}-states`);
      await assertLegible(40);
      await page.unroute('**/soil-data/jobs');
    });
  });
}
