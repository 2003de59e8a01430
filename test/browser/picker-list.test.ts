import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { sendJson, ServiceStandIn } from '../nodes/service-stand-in';
import { nodeRedVersion } from '../runtime/node-red-under-test';
import { until } from '../time/until';
import { openEditorForEach } from './editor-for-each';
import { nodeAt, type EditorPage } from './editor-page';

const MANY = 5_010;

const dataset = (identifier: number, name: string): object => ({
  ...{ type: 'DataSet', id: `dataset-${identifier}`, identifier, name, description: `${name}, described` },
  ...{ distribution: { encodingFormat: 'CSV', lockedForDownload: identifier === 2 } },
});

/** A service with this many datasets of one name. */
function serviceWith(name: string, count: number): Promise<ServiceStandIn> {
  const DataSet = Array.from({ length: count }, (_, index) => dataset(index + 1, `${name} ${index + 1}`));
  return ServiceStandIn.start((_request, response) => sendJson(response, 200, { type: 'DataCatalog', DataSet }));
}

describe(`The list of a picker, in the editor of Node-RED ${nodeRedVersion}`, function () {
  this.timeout(300_000);
  let services: ServiceStandIn[] = [];
  let editor: EditorPage;

  openEditorForEach(async () => {
    services = await Promise.all([serviceWith('Survey', MANY), serviceWith('Map', 3)]);
    const secrets = { clientId: 'client-of-the-test', clientSecret: 'secret-of-the-test' };
    const flow = [
      { id: 'tab1', type: 'tab', label: 'lists' },
      ...services.map((service, index) => ({ ...service.configuration({ requestsPerSecond: 50 }), id: `svc${index}`, name: `office ${index}` })),
      nodeAt(200, 'discover', 'soil-discover', [[]], { version: 1, service: 'svc0', resource: 'all-datasets', select: 'chosen', chosen: [{ identifier: 1, name: 'Survey 1' }] }),
      nodeAt(400, 'submit', 'soil-submit', [[]], { version: 1, service: 'svc1', kind: 'geometry' }),
    ];
    return { shared: true, flow, credentials: { svc0: secrets, svc1: secrets } };
  }, (opened) => (editor = opened));
  after(async () => {
    for (const service of services) await service.stop();
  });

  /** Not by its role: that search is slow in a list of thousands. */
  const option = (tray: Locator, identifier: number): Locator => tray.locator(`.soil-picker li[data-identifier="${identifier}"]`);
  const named = (tray: Locator, identifier: number, name: string): Locator => option(tray, identifier).filter({ hasText: name });

  it('redraws only the line that changes, and still says how many there are', async () => {
    const { page } = editor;
    const tray = await editor.openDialog('discover');
    const words = async (): Promise<string | null> => tray.locator('.soil-picker-status').textContent();
    await tray.locator('.soil-picker-status').filter({ hasText: `Found: ${MANY.toLocaleString('en-US')}. Chosen: 1. Not shown: 10.` }).waitFor();
    await page.evaluate("globalThis.last = document.querySelector('.soil-picker li:last-child')");
    await tray.locator('.soil-picker ul').focus();
    for (const key of ['ArrowDown', 'ArrowDown', ' ']) await page.keyboard.press(key);
    assert.equal(await option(tray, 3).getAttribute('aria-selected'), 'true');
    assert.equal(await tray.locator('.soil-picker-active').count(), 1);
    assert.match((await tray.locator('.soil-picker-active').textContent()) ?? '', /^Survey 3/);
    assert.equal(await words(), `Found: ${MANY.toLocaleString('en-US')}. Chosen: 2. Not shown: 10.`);
    await page.keyboard.press('End');
    assert.match((await tray.locator('.soil-picker-active').textContent()) ?? '', /^Survey 5000/);
    assert.equal(await page.evaluate('[last.isConnected, delete globalThis.last][0]'), true);
    // Node-RED's key for Done: it chooses nothing.
    await page.keyboard.press('Control+Enter');
    await page.locator('#node-dialog-ok').waitFor({ state: 'detached' });
    await editor.deploy();
    assert.deepEqual((await editor.deployed('discover')).chosen, [{ identifier: 1, name: 'Survey 1' }, { identifier: 3, name: 'Survey 3' }]);
  });

  it('shows at once that locked datasets may be chosen too', async () => {
    const tray = await editor.openDialog('discover');
    await option(tray, 2).waitFor();
    assert.equal(await option(tray, 2).getAttribute('aria-disabled'), 'true');
    await editor.click(tray.locator('#node-input-unlockedOnly'));
    await tray.locator('.soil-picker li[data-identifier="2"]:not([aria-disabled])').waitFor();
  });

  it('leaves no line behind when its dialog closes: Node-RED keeps the elements of closed dialogs', async () => {
    const tray = await editor.openDialog('discover');
    await option(tray, 2).waitFor();
    const list = await tray.locator('.soil-picker').elementHandle();
    await editor.cancelDialogs();
    await until(async () => (await list?.evaluate((picker) => (picker as unknown as Element).childElementCount)) === 0, 'no line is kept');
  });

  it('is the list of the service that the dialog names now, though the answer of the one before comes later', async () => {
    const { page } = editor;
    for (const [id, before, now, name] of [['submit', 'svc1', 'svc0', 'Survey 3'], ['discover', 'svc0', 'svc1', 'Map 3']] as const) {
      let letThrough = (): void => undefined;
      const free = new Promise<void>((resolve) => (letThrough = resolve));
      await page.route('**/soil-data/discover', async (route) => {
        if (route.request().postData()?.includes(`"id":"${before}"`)) await free;
        await route.continue();
      });
      const asked = page.waitForRequest('**/soil-data/discover');
      const tray = await editor.openDialog(id);
      if (id === 'submit') await editor.click(tray.locator('#soil-pick-datasets > summary'));
      await asked;
      await tray.locator('#node-input-service').selectOption(now);
      await named(tray, 3, name).waitFor();
      letThrough();
      await page.waitForFunction('$.active === 0');
      assert.deepEqual([await option(tray, 3).count(), await named(tray, 3, name).count(), await tray.getByText('Reading the list').count()], [1, 1, 0]);
      await page.unrouteAll();
      await editor.cancelDialogs();
    }
  });

  it('is read again if the settings of its service are changed meanwhile', async () => {
    const { page } = editor;
    const tray = await editor.openDialog('discover');
    await named(tray, 3, 'Survey 3').waitFor();
    await editor.click(page.locator('#node-input-btn-service-edit'));
    const dialog = await editor.dialog('#node-config-dialog-ok');
    for (const field of ['baseUrl', 'authUrl']) await dialog.locator(`#node-config-input-${field}`).fill(services[1]!.baseUrl);
    await dialog.locator('#node-config-input-clientSecret').fill('secret-of-the-test');
    await editor.click(page.locator('#node-config-dialog-ok'));
    await named(tray, 3, 'Map 3').waitFor();
    await editor.cancelDialogs();
    await editor.load();
  });

  it('says what to do about an area that is too long for a request', async () => {
    const tray = await editor.openDialog('submit');
    await editor.click(tray.locator('#soil-pick-soil-properties > summary'));
    const area = tray.locator('.soil-picker-area input');
    await area.fill(`POLYGON ((${'5 52, '.repeat(250_000)}5 52))`);
    await area.press('Enter');
    await tray.getByText('The area is too long to request this list: it may have at most 1,500,000 characters. Simplify it.').waitFor();
  });
});
