import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator, Request } from 'playwright-core';
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox';
import { nodeRedVersion } from '../runtime/node-red-under-test';
import { makeCertificate } from '../servers/certificates';
import { until } from '../time/until';
import { openEditorForEach } from './editor-for-each';
import { injectAt, nodeAt, type EditorPage, type FlowNode } from './editor-page';

const AREA = 'POLYGON ((5.60 51.95, 5.75 51.95, 5.75 52.03, 5.60 52.03, 5.60 51.95))';

function flowOn({ baseUrl, authUrl }: { baseUrl: string; authUrl: string }): FlowNode[] {
  return [
    { id: 'tab1', type: 'tab', label: 'dialogs' },
    { id: 'svc1', type: 'soil-service', name: 'local', version: 1, mode: 'service', baseUrl, authUrl, requestsPerSecond: 50, maxConcurrent: 4, timeout: 5 },
    injectAt(120, 'go', 'area'),
    nodeAt(270, 'area', 'soil-area', [['submit']], { version: 1, area: AREA, areaType: 'wkt', service: 'svc1', outputs: 1 }),
    nodeAt(420, 'submit', 'soil-submit', [['wait']], { version: 1, service: 'svc1', kind: 'geometry', reuse: false, spatialFilters: [], soilProperties: [], datasets: [], gisDataTypes: [] }),
    nodeAt(570, 'wait', 'soil-wait', [[], []], { version: 1, service: 'svc1', timeout: 10, firstPoll: 0.3, maxPoll: 0.5 }),
  ];
}

describe(`The dialogs in the editor of Node-RED ${nodeRedVersion}`, function () {
  this.timeout(300_000);
  let directory: string;
  let sandbox: Sandbox;
  let editor: EditorPage;

  openEditorForEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'dialogs-'));
    sandbox = await startSandbox({ jobSeconds: 6, directory });
    const credentials = { svc1: { clientId: sandbox.clientId, clientSecret: sandbox.clientSecret } };
    return { flow: flowOn(sandbox), credentials, settings: { httpAdminRoot: '/admin' }, adminRoot: '/admin/' };
  }, (opened) => (editor = opened));
  after(async () => {
    await sandbox?.close();
    await rm(directory, { recursive: true, force: true });
  });

  /** The soil properties of each requested job. */
  const propertiesOfJobs = async (): Promise<number[][]> => {
    const names = (await readdir(path.join(directory, 'jobs'))).filter((name) => name.endsWith('.json'));
    const jobs = await Promise.all(names.map((name) => readFile(path.join(directory, 'jobs', name), 'utf8')));
    return jobs.map((job) => (JSON.parse(job) as { filter: { soilProperties: number[] } }).filter.soilProperties);
  };

  it('test a connection with the values on the screen, and say in a line what is wrong and what to do', async () => {
    const { page } = editor;
    await editor.openDialog('submit');
    await editor.click(page.locator('#node-input-btn-service-edit'));
    await editor.dialog('#node-config-dialog-ok');
    const result = page.locator('#soil-service-test-result');
    const test = async (): Promise<string> => {
      await editor.click(page.locator('#soil-service-test'));
      await page.locator('#soil-service-test-result:is(.soil-data-good, .soil-data-bad)').waitFor();
      return (await result.textContent()) ?? '';
    };
    const address = async (url: string): Promise<void> => {
      for (const field of ['authUrl', 'baseUrl']) await page.locator(`#node-config-input-${field}`).fill(url);
    };
    const untrusted = createServer(makeCertificate({ names: ['localhost'] }), (_request, response) => response.end()).listen(0, '127.0.0.1');
    await once(untrusted, 'listening');

    assert.match(await test(), /^Connected\. Datasets: \d+\. The token lasts 24 hours\.$/);
    await editor.picture('connection-good');
    await page.locator('#node-config-input-authUrl').fill('https://nowhere.invalid');
    assert.equal(await test(), 'Type the client secret again: a stored secret goes only to the address that it was deployed for.');
    await page.locator('#node-config-input-authUrl').fill(sandbox.authUrl);
    await page.locator('#node-config-input-clientSecret').fill('a wrong secret');
    assert.equal(await result.textContent(), '', 'what was said of other values is gone');
    assert.match(await test(), /refused the credentials\. Check “Client id” and “Client secret”, then “Audience” and “Token URL”/);
    await address('https://nowhere.invalid');
    assert.match(await test(), /^The name nowhere\.invalid was not found\. Check the address/);
    await address(`https://localhost:${(untrusted.address() as AddressInfo).port}`);
    assert.match(await test(), /^The certificate of localhost:\d+ is not trusted or is for another name\. Check the address, and whether the network wants a login first, or add its certificate under TLS/);
    await editor.picture('connection-certificate');
    await address(editor.nodeRed.address);
    assert.match(await test(), /\/oauth\/token gives no tokens: it answered with status 404\. Check the host and path in the field “Token URL”, and that it is not swapped with “Service URL”\./);
    await page.locator('#node-config-input-authUrl').fill(sandbox.authUrl);
    await page.locator('#node-config-input-clientSecret').fill(sandbox.clientSecret);
    await page.locator('#node-config-input-baseUrl').fill(`${sandbox.baseUrl}/v2`);
    assert.match(await test(), /knows these credentials, but gives no token for the value of the field “Service URL”\. Check the host and path there/);
    await editor.click(page.locator('#soil-service-advanced > summary'));
    await page.locator('#node-config-input-audience').fill(`${sandbox.baseUrl}/`);
    assert.match(await test(), /\/v2\/v1\/datasets answers, but not as this kind of service: it gave status 404\. Check the host and path in the field “Service URL”\./);
    await page.locator('#node-config-input-baseUrl').fill('');
    assert.equal(await test(), 'Service URL: Required.');
    assert.equal(await page.evaluate('document.activeElement.id'), 'node-config-input-baseUrl', 'the focus is where something has to be done');
    for (const withoutHttps of ['soil.example.org', 'http://soil.example.org']) {
      await page.locator('#node-config-input-baseUrl').fill(withoutHttps);
      assert.match(await test(), /^Service URL: Enter an https address/, withoutHttps);
    }
    untrusted.closeAllConnections();
    untrusted.close();
    await editor.click(page.locator('#node-config-dialog-cancel'));
    await editor.click(page.locator('#node-dialog-cancel'));
    await page.locator('#node-dialog-cancel').waitFor({ state: 'detached' });
  });

  it('say nothing of a test whose settings were changed before its result came', async () => {
    const { page } = editor;
    let letThrough = (): void => undefined;
    const free = new Promise<void>((resolve) => (letThrough = resolve));
    await page.route('**/soil-data/test-connection', (route) => free.then(() => route.continue()));
    const tray = await editor.openConfiguration('svc1');
    const asked = page.waitForRequest('**/soil-data/test-connection');
    await editor.click(tray.locator('#soil-service-test'));
    await asked;
    await tray.locator('#node-config-input-name').fill('renamed');
    letThrough();
    await page.waitForFunction('$.active === 0');
    await tray.locator('#soil-service-test:not(.disabled)').waitFor();
    assert.equal(await tray.locator('#soil-service-test-result').textContent(), '');
    await page.unrouteAll();
    await editor.cancelDialogs();
  });

  it('test a connection without leaving out a TLS node that is gone, though its menu shows nothing', async () => {
    const { page } = editor;
    await page.evaluate("RED.nodes.node('svc1').tls = 'gone'");
    const tray = await editor.openConfiguration('svc1');
    await tray.locator('#node-config-input-clientSecret').fill(sandbox.clientSecret);
    await editor.click(tray.locator('#soil-service-test'));
    await tray.locator('#soil-service-test-result.soil-data-bad').getByText('The setting "TLS" of the soil service refers to a node that is disabled, deleted or not deployed.').waitFor();
    await editor.cancelDialogs();
    await page.evaluate("RED.nodes.node('svc1').tls = ''");
  });

  it('say below a field what is wrong with it, also to screen readers, and its name stays', async () => {
    const { page } = editor;
    const tray = await editor.openDialog('wait');
    const field = tray.getByRole('textbox', { name: 'Give up after', exact: true });
    const told = async (): Promise<(string | null)[]> => {
      const descriptions = ((await field.getAttribute('aria-describedby')) ?? '').split(' ').map((id) => page.locator(`#${id}`).textContent());
      return [await field.getAttribute('aria-invalid'), ...(await Promise.all(descriptions))];
    };
    for (const wrong of ['soon', 'later']) {
      await field.fill(wrong);
      await field.press('Tab');
      assert.deepEqual(await told(), ['true', 'minutes', 'Give up after: Enter a number from 0.001 to 1000000000.']);
    }
    await page.mouse.move(2, 2);
    await field.focus();
    assert.equal(await page.evaluate("getComputedStyle(document.getElementById('node-input-timeout-problem')).opacity"), '1', 'it is seen without a mouse');
    await field.fill('5');
    assert.deepEqual(await told(), ['false', 'minutes', '']);
  });

  it('let a person pick a soil property that the service offers, and the service gets it', async () => {
    const tray = await editor.openDialog('submit');
    const picker = tray.locator('#soil-query-pickers');
    const properties = picker.getByRole('listbox', { name: /propert/i });
    if (!(await properties.isVisible())) await editor.click(picker.getByText(/propert/i).first());
    const clay = properties.getByRole('option').filter({ hasText: 'Clay' }).first();
    await clay.waitFor();
    const identifier = Number(await clay.getAttribute('data-identifier'));
    await editor.click(clay);
    assert.equal(await clay.getAttribute('aria-selected'), 'true');
    await editor.picture('picker');
    await editor.done();
    await editor.deploy();
    await editor.press('go');
    await until(async () => (await propertiesOfJobs()).length > 0, 'the job is asked for');
    for (const properties of await propertiesOfJobs()) assert.deepEqual(properties, [identifier]);
  });

  it('read only those lists again that a choice narrows', async () => {
    const tray = await editor.openDialog('submit');
    const asked: string[] = [];
    const note = (request: Request): void => {
      if (!request.url().endsWith('/soil-data/discover')) return;
      const { resource, query } = request.postDataJSON() as { resource: string; query: { spatialFilters: number[]; soilProperties: number[] } };
      asked.push(`${resource} ${query.spatialFilters.length} ${query.soilProperties.length}`);
    };
    const folds = ['spatial-filters', 'soil-properties', 'datasets'].map((resource) => tray.locator(`#soil-pick-${resource}`));
    // What another test has chosen here counts, too.
    const [, properties] = folds as [Locator, Locator, Locator];
    for (const fold of folds) {
      await editor.click(fold.locator('summary'));
      await fold.getByText('Found: ').waitFor();
    }
    const before = Number(/Chosen: (\d+)/.exec((await properties.getByRole('status').textContent()) ?? '')?.[1]);
    editor.page.on('request', note);
    await editor.page.clock.install();
    await editor.page.clock.pauseAt(Date.now() + 60_000);
    for (const filter of [0, 1]) {
      await editor.click(folds[0]!.getByRole('option').nth(filter));
      await editor.page.clock.runFor(300);
    }
    assert.deepEqual(asked, [], 'a person may choose more');
    await editor.page.clock.runFor(100);
    await editor.page.clock.resume();
    await until(() => asked.length >= 2, () => `two lists are read, but: ${asked.join()}`);
    await properties.getByText('Found: ').waitFor();
    await editor.click(properties.getByRole('option', { selected: false }).first());
    await until(() => asked.length >= 3, () => `one more list is read, but: ${asked.join()}`);
    assert.deepEqual(asked, [`soil-properties 2 0`, `datasets 2 ${before}`, `datasets 2 ${before + 1}`]);
    editor.page.off('request', note);
  });

  it('show a job in the sidebar from waiting to completed', async () => {
    const { page } = editor;
    await editor.invoke('soil-data:show-jobs-tab');
    const sidebar = page.locator('.soil-jobs');
    const waiting = sidebar.locator('.soil-job').filter({ hasText: /waiting/i });
    await editor.press('go');
    const name = await waiting.first().getAttribute('data-job');
    await editor.picture('sidebar');
    await sidebar.locator(`.soil-job[data-job="${name}"]`).filter({ hasText: /completed/i }).waitFor();
  });
});
