import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { credentials, sendJson, ServiceStandIn } from '../nodes/service-stand-in';
import { nodeRedVersion } from '../runtime/node-red-under-test';
import { until } from '../time/until';
import { EditorPage, injectAt, nodeAt, type FlowNode } from './editor-page';

const AREA = 'POLYGON ((5.60 51.95, 5.75 51.95, 5.75 52.03, 5.60 52.03, 5.60 51.95))';
const ROUTE = '/v1/soil-data-by-geometry/queries';
/** The service accepts a request for this property, and hangs up. */
const NEVER_ANSWERED = 404;

/** A topic may come from anywhere. */
const MARKUP = '<img src=x onerror="document.title=1"> north field';

/** A button, and what submits the area behind it. */
function line(y: number, go: string, submit: string, settings: object = {}, wires: string[] = [], topic = `field of ${go}`): FlowNode[] {
  const area = { version: 1, area: AREA, areaType: 'wkt', service: 'svc', outputs: 1 };
  const query = { version: 1, service: 'svc', kind: 'geometry', reuse: false, spatialFilters: [], soilProperties: [], datasets: [], gisDataTypes: [] };
  const nodes = [{ ...injectAt(120, go, `area-${go}`), props: [{ p: 'topic', vt: 'str' }], topic }, nodeAt(270, `area-${go}`, 'soil-area', [[submit]], area), nodeAt(420, submit, 'soil-submit', [wires], { ...query, ...settings })];
  return nodes.map((node) => ({ ...node, y }));
}

/** A button, and a submission in an instance of a subflow. */
function inSubflow(y: number): FlowNode[] {
  const [, area, submit] = line(120, 'inner', 'inner-submit', { soilProperties: [9] });
  return [
    { id: 'sub', type: 'subflow', name: 'soil of a field', in: [{ x: 60, y: 120, wires: [{ id: 'area-inner' }] }], out: [] },
    ...[area!, submit!].map((node) => ({ ...node, z: 'sub' })),
    { ...injectAt(120, 'within', 'instance'), y },
    { ...nodeAt(270, 'instance', 'subflow:sub', []), name: '', y },
  ];
}

describe(`The sidebar of soil jobs in the editor of Node-RED ${nodeRedVersion}`, function () {
  this.timeout(300_000);
  let service: ServiceStandIn;
  let editor: EditorPage;
  let lines: Locator;
  let jobs = 0;

  async function prepare(opened: EditorPage): Promise<void> {
    const { page } = opened;
    jobs = 0;
    service.requests.length = 0;
    lines = page.locator('.soil-jobs .soil-job');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await opened.invoke('soil-data:show-jobs-tab');
    await page.getByText('No jobs yet').waitFor();
  }

  before(async () => {
    service = await ServiceStandIn.start((request, response, body) => {
      if (request.method !== 'POST') sendJson(response, 200, { actionStatus: 'Running', description: '' });
      else if (body.includes(`${NEVER_ANSWERED}`)) request.socket.destroy();
      else sendJson(response, 201, {}, { Location: `${service.baseUrl}${ROUTE}/a-job-with-a-long-name-${++jobs}` });
    });
    const flow = [
      { id: 'tab1', type: 'tab', label: 'jobs' },
      service.configuration({ requestsPerSecond: 50, timeout: 5 }),
      // Of identical requests that nobody waits for, the list has only the last.
      ...[1, 2, 3].flatMap((number) => line(80 * number, `alone-${number}`, `submit-${number}`, { soilProperties: [number] })),
      ...line(320, 'lost', 'submit-lost', { soilProperties: [NEVER_ANSWERED] }),
      ...inSubflow(480),
      ...line(400, 'awaited', 'submit-awaited', {}, ['wait'], MARKUP),
      // Far outside of what is shown, and not polling its job by itself.
      { ...nodeAt(4000, 'wait', 'soil-wait', [[], []], { version: 1, service: 'svc', timeout: 60, firstPoll: 3000, maxPoll: 3000 }), y: 2000 },
    ];
    editor = await EditorPage.open({ flow, credentials, prepare });
  });
  after(async () => {
    await editor?.close();
    await service?.stop();
  });
  beforeEach(async function () {
    editor = await editor.forTry(this.currentTest);
  });
  afterEach(() => assert.deepEqual(editor.faults, []));

  const ofState = (state: string): Locator => editor.page.locator(`.soil-jobs .soil-job[data-state="${state}"]`);
  const ofField = (field: string): Locator => lines.filter({ hasText: `field of ${field}` });
  const press = (job: Locator, button: string): Promise<void> => editor.click(job.locator(`.soil-job-${button}`));
  const isInView = async (id: string): Promise<boolean> => {
    const [canvas, node] = await Promise.all([editor.page.locator('#red-ui-workspace-chart').boundingBox(), editor.node(id).boundingBox()]);
    return canvas !== null && node !== null && node.x >= canvas.x && node.x + node.width <= canvas.x + canvas.width && node.y >= canvas.y && node.y < canvas.y + canvas.height;
  };
  const summary = async (): Promise<string> => (await editor.page.locator('.soil-jobs-summary').textContent()) ?? '';

  /** One after the other, and not those that an earlier test has submitted already. */
  async function submit(...fields: string[]): Promise<void> {
    for (const field of fields) {
      if ((await ofField(field).count()) > 0) continue;
      const before = jobs;
      await editor.press(field);
      await until(() => jobs > before, 'the service has created it');
    }
    for (const field of fields) await ofField(field).waitFor();
  }

  /** Every state has its words and its icon. */
  async function assertWorded(job: Locator, words: RegExp): Promise<void> {
    assert.match((await job.locator('.soil-job-state').textContent()) ?? '', words);
    assert.match((await job.locator('.soil-job-icon').getAttribute('class')) ?? '', /^soil-job-icon fa fa-[a-z-]+$/);
  }

  it('has a line for each job that nobody waits for, and forgets the one whose button is pressed', async () => {
    await submit('alone-1', 'alone-2', 'alone-3');
    const named = async (): Promise<(string | null)[]> => (await Promise.all((await lines.all()).map((job) => job.getAttribute('data-job')))).sort();
    assert.deepEqual(await named(), [1, 2, 3].map((number) => `a-job-with-a-long-name-${number}`));
    for (const job of await lines.all()) {
      await assertWorded(job, /^submitted: nobody waits for it$/);
      assert.match((await job.locator('.soil-job-node').textContent()) ?? '', /^submit-[123]$/);
      for (const button of ['poll', 'stop']) assert.equal(await job.locator(`.soil-job-${button}`).isVisible(), false, button);
    }
    assert.match(await summary(), /^Waiting: 0\. Completed: 0\. Failed or stopped: 0\. Nobody waits for: 3\.$/);
    const fields = await lines.locator('.soil-job-name').allTextContents();
    assert.deepEqual(fields.sort(), ['field of alone-1', 'field of alone-2', 'field of alone-3']);
    for (const button of await lines.locator('button:visible').all()) {
      const { width, height } = (await button.boundingBox()) ?? { width: 0, height: 0 };
      assert.ok(width >= 24 && height >= 24, `${await button.getAttribute('class')} is ${width} by ${height} pixels`);
    }
    await editor.picture('sidebar-submitted');
    await press(editor.page.locator('.soil-job[data-job$="-2"]'), 'forget');
    await until(async () => (await lines.count()) === 2, 'one is forgotten');
    assert.deepEqual(await named(), [1, 3].map((number) => `a-job-with-a-long-name-${number}`));
  });

  it('leaves the focus where a keyboard user works when a job is forgotten', async () => {
    await submit('alone-1', 'alone-3', 'alone-2');
    const { page } = editor;
    const inLine = (): Promise<string | undefined> => page.evaluate<string | undefined>("document.activeElement.closest('.soil-job')?.querySelector('.soil-job-name').textContent");
    const forget = async (field: string): Promise<void> => {
      const before = await lines.count();
      await ofField(field).locator('.soil-job-forget').focus();
      assert.equal(await page.evaluate("document.getElementById(document.activeElement.getAttribute('aria-describedby'))?.textContent"), `field of ${field}`);
      await page.keyboard.press('Enter');
      await until(async () => (await lines.count()) === before - 1, 'it is forgotten');
    };
    // The latest is at the top.
    await forget('alone-1');
    assert.equal(await inLine(), 'field of alone-3', 'the line above, if there is none below');
    await forget('alone-2');
    assert.equal(await inLine(), 'field of alone-3');
    await forget('alone-3');
    assert.equal(await page.evaluate("document.activeElement.matches('.soil-jobs')"), true, 'the focus is where the list says that it is empty');
  });

  it('has a line for an unanswered request, and lets a person clear it', async () => {
    await editor.press('lost');
    await editor.press('lost');
    const unknown = ofState('unknown');
    await unknown.nth(1).waitFor();
    await assertWorded(unknown.first(), /^unknown: there may be a job$/);
    assert.equal(await unknown.first().locator('.soil-job-name').textContent(), 'field of lost');
    assert.match((await unknown.first().locator('.soil-job-error').textContent()) ?? '', /may or may not exist/);
    assert.match(await summary(), / Unknown: 2\.$/);
    for (const button of ['poll', 'stop', 'copy']) assert.equal(await unknown.first().locator(`.soil-job-${button}`).isVisible(), false, button);
    await press(unknown.first(), 'forget');
    await until(async () => (await unknown.count()) === 1, 'one is cleared');
    await press(unknown.first(), 'forget');
    await until(async () => (await unknown.count()) === 0, 'both are cleared');
  });

  it('reads the status of a job now, copies its identifier, shows its node, stops waiting for it and forgets it', async () => {
    const { page } = editor;
    await editor.press('awaited');
    const job = ofState('waiting');
    await job.waitFor();
    const name = (await job.getAttribute('data-job')) ?? '';
    assert.equal(await job.locator('.soil-job-name').textContent(), MARKUP);
    assert.equal(await job.locator('img').count(), 0);
    const readings = (): number => service.requests.filter(({ method, path }) => method === 'GET' && path === `${ROUTE}/${name}`).length;

    assert.equal(readings(), 0);
    // The clock of this browser is three hours ahead from here on: ages are told by that of Node-RED.
    await page.evaluate('window.realNow = Date.now; Date.now = () => window.realNow.call(Date) + 3 * 3_600_000');
    const announced = page.getByRole('status').getByText('The job is polled now.', { exact: true }).waitFor();
    await press(job, 'poll');
    await announced;
    await job.filter({ hasText: 'polls: 1' }).filter({ hasText: 'Running' }).waitFor();
    assert.equal(readings(), 1);
    assert.match((await job.locator('.soil-job-facts').textContent()) ?? '', / for \d+ (sec|min) /);
    await page.evaluate('Date.now = window.realNow');

    const told = page.locator('.red-ui-popover').getByText('Value copied', { exact: true }).waitFor();
    await press(job, 'copy');
    // The hint is not read out.
    await Promise.all([told, page.getByRole('status').getByText('Identifier copied.', { exact: true }).waitFor()]);
    await until(async () => (await page.evaluate('navigator.clipboard.readText()')) === name, 'the identifier is copied');

    assert.equal(await isInView('wait'), false);
    await editor.click(job.locator('.soil-job-node'));
    await until(() => isInView('wait'), 'the node is shown');

    await press(job, 'stop');
    const stopped = page.locator(`.soil-job[data-job="${name}"][data-state="cancelled"]`);
    await stopped.waitFor();
    await assertWorded(stopped, /^stopped$/);
    assert.equal(await stopped.locator('.soil-job-name').textContent(), MARKUP);
    await press(stopped, 'forget');
    await until(async () => (await page.locator(`.soil-job[data-job="${name}"]`).count()) === 0, 'it is forgotten');
  });

  it('says why a button failed until another one is pressed, whatever is read meanwhile', async () => {
    await submit('alone-1');
    const { page } = editor;
    const forget = '**/soil-data/jobs/forget';
    await page.route(forget, (route) => route.fulfill({ status: 422, json: { code: 'SOIL_STORAGE', message: 'The disk is full.' } }));
    await press(ofState('submitted'), 'forget');
    for (let reading = 0; reading < 3; reading++) {
      await page.waitForResponse('**/soil-data/jobs');
      await until(async () => (await summary()).startsWith('The disk is full. Waiting: 0.'), 'the complaint and the counts');
    }
    await page.unroute(forget);
    await press(ofState('submitted'), 'forget');
    await until(async () => (await lines.count()) === 0 && !(await summary()).includes('disk'), 'it is forgotten');
  });

  it('names the subflow that a job was submitted in, and shows its instance', async () => {
    await editor.page.evaluate("RED.view.reveal('wait')");
    await editor.nodeRed.post('/inject/within', {});
    const job = ofState('submitted').filter({ hasText: 'soil of a field' });
    await job.waitFor();
    await until(async () => !(await isInView('instance')), 'it is out of view');
    await editor.click(job.locator('.soil-job-node'));
    await until(() => isInView('instance'), 'the instance is shown');
  });

  it('lists the jobs of a node whose type is not loaded', async () => {
    await submit('alone-1');
    const { nodeRed } = editor;
    const flow = (await nodeRed.get('/flows')).json() as FlowNode[];
    // A type that is in use cannot be switched off.
    await nodeRed.deploy(flow.filter(({ type }) => type !== 'soil-submit'));
    assert.equal((await nodeRed.put('/nodes/node-red-contrib-soil-data/soil-submit', { enabled: false })).status, 200);
    await nodeRed.deploy(flow);
    await editor.load();
    await editor.invoke('soil-data:show-jobs-tab');
    await ofField('alone-1').filter({ hasText: 'unknown: soil-submit' }).waitFor();
  });
});
