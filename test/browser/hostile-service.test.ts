import assert from 'node:assert/strict';
import { credentials, sendJson, ServiceStandIn } from '../nodes/service-stand-in';
import { nodeRedVersion } from '../runtime/node-red-under-test';
import { EditorPage, injectAt, nodeAt, themes } from './editor-page';

const AREA = 'POLYGON ((5.60 51.95, 5.75 51.95, 5.75 52.03, 5.60 52.03, 5.60 51.95))';

/** Ways of getting a script to run; each sets `executed` on the page if it does. */
const PAYLOADS = [
  '<script>globalThis.executed=1</script>',
  '<img src=x onerror="globalThis.executed=2">',
  '<svg onload="globalThis.executed=3">',
  '"><details open ontoggle="globalThis.executed=4">',
  'javascript:globalThis.executed=5',
  '<iframe srcdoc="<script>parent.executed=6</script>"></iframe>',
  "';globalThis.executed=7;//",
];
const every = PAYLOADS.join(' ');

function list(type: string): object {
  const items = PAYLOADS.map((payload, index) => ({
    ...{ type, id: payload, identifier: index + 1, name: `${payload} name`, description: every, unitText: payload, unitCode: payload },
    ...{ url: payload, measurementTechnique: { name: payload, termCode: payload }, distribution: { encodingFormat: payload, lockedForDownload: index === 1 } },
    ...{ size: { value: payload, unitCode: payload }, author: payload, license: payload },
  }));
  return { type: 'ItemList', description: every, items: { type: 'ItemList', description: every, items }, DataSet: items };
}

for (const theme of themes) {
  describe(`Hostile text from the service, in the editor of Node-RED ${nodeRedVersion} (${theme})`, function () {
    this.timeout(300_000);
    let service: ServiceStandIn;
    let editor: EditorPage;

    before(async () => {
      service = await ServiceStandIn.start((request, response) => {
        const route = request.url ?? '';
        if (route.startsWith('/v1/soil-data-by-geometry/queries')) {
          if (request.method === 'POST') return sendJson(response, 201, { Location: `${service.baseUrl}${route}/job-1` });
          return sendJson(response, 200, { actionStatus: every, description: every });
        }
        return sendJson(response, 200, list(route.includes('datasets') ? 'DataSet' : 'PhysicalProperty'));
      });
      const flow = [
        { id: 'tab1', type: 'tab', label: 'hostile' },
        { ...service.configuration({ timeout: 5, requestsPerSecond: 50 }), name: 'hostile' },
        injectAt(120, 'go', 'area'),
        nodeAt(270, 'area', 'soil-area', [['submit']], { version: 1, area: AREA, areaType: 'wkt', service: 'svc', outputs: 1 }),
        nodeAt(420, 'submit', 'soil-submit', [['wait']], { version: 1, service: 'svc', kind: 'geometry', reuse: false }),
        nodeAt(570, 'wait', 'soil-wait', [[], []], { version: 1, service: 'svc', timeout: 10, firstPoll: 0.2, maxPoll: 0.3 }),
      ];
      editor = await EditorPage.open({ shared: true, flow, credentials, theme });
    });
    after(async () => {
      await editor?.close();
      await service.stop();
    });
    beforeEach(async function () {
      editor = await editor.forTry(this.currentTest);
    });

    const executed = (): Promise<unknown> => editor.page.evaluate(() => (globalThis as { executed?: unknown }).executed);

    it('is shown as text in every picker, and runs nowhere', async () => {
      const tray = await editor.openDialog('submit');
      const pickers = tray.locator('#soil-query-pickers');
      for (const name of [/filter/i, /propert/i, /dataset/i]) {
        const options = pickers.getByRole('listbox', { name });
        if (!(await options.isVisible())) await editor.click(pickers.locator('summary').filter({ hasText: name }).first());
        await options.getByRole('option').nth(PAYLOADS.length - 1).waitFor();
        assert.equal(await options.locator('script, img, svg, iframe, details').count(), 0);
      }
      await editor.picture(`hostile-picker-${theme}`);
      await editor.click(editor.page.locator('#node-dialog-cancel'));
      assert.equal(await executed(), undefined);
    });

    it('is shown as text in the sidebar and in the status, and runs nowhere', async () => {
      const { page } = editor;
      await editor.invoke('soil-data:show-jobs-tab');
      await editor.press('go');
      const job = page.locator('.soil-jobs .soil-job').first();
      await job.filter({ hasText: /polls: ([2-9]|\d\d)/ }).filter({ hasText: 'globalThis.executed=7' }).waitFor();
      assert.equal(await job.locator('script, img, svg, iframe, details').count(), 0);
      await editor.picture(`hostile-sidebar-${theme}`);
      assert.equal(await executed(), undefined);
      assert.deepEqual(editor.faults, []);
    });
  });
}
