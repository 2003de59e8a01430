import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { nodeRedVersion } from '../runtime/node-red-under-test';
import { EditorPage, nodeAt } from './editor-page';

const PASSWORD = 'read and test';
/** bcrypt of it, at the least cost. */
const HASH = '$2b$04$240.yz/VY34Qj8LKE9LaG.7ruUzJi4pcEGgq5mcr1/M74fgODVE6K';
const ENDED = 'Your Node-RED session has ended. Log in again.';

const AREA = 'POLYGON ((5.60 51.95, 5.75 51.95, 5.75 52.03, 5.60 52.03, 5.60 51.95))';

const flow = [
  { id: 'tab1', type: 'tab', label: 'log-ins' },
  { id: 'svc', type: 'soil-service', version: 1, mode: 'sandbox', name: 'sandbox' },
  { id: 'bare', type: 'soil-service', version: 1, mode: 'service', name: 'bare', baseUrl: 'https://api.example.com', authUrl: 'https://auth.example.com' },
  nodeAt(220, 'area', 'soil-area', [['submit']], { version: 1, area: AREA, areaType: 'wkt', service: 'svc', outputs: 1 }),
  nodeAt(400, 'submit', 'soil-submit', [[]], { version: 1, service: 'svc', kind: 'geometry', reuse: false }),
];

const USERS = {
  reader: 'read',
  stranger: ['flows.read', 'nodes.read', 'plugins.read', 'settings.read'],
  writer: '*',
};

type UserName = keyof typeof USERS;

const logIn = (name: UserName): { name: string; password: string } => ({ name, password: PASSWORD });

describe(`Users of the editor of Node-RED ${nodeRedVersion}`, function () {
  this.timeout(300_000);
  let editor: EditorPage;

  before(async () => {
    const users = Object.entries(USERS).map(([username, permissions]) => ({ username, password: HASH, permissions }));
    editor = await EditorPage.open({ flow, settings: { adminAuth: { type: 'credentials', users } }, user: logIn('writer'), users: Object.keys(USERS) });
  });
  after(() => editor?.close());
  beforeEach(async function () {
    editor = await editor.forTry(this.currentTest);
  });
  afterEach(() => assert.deepEqual(editor.faults, []));

  /** Without the login of an earlier user. */
  async function openAs(name: UserName): Promise<void> {
    await editor.page.evaluate("localStorage.removeItem('auth-tokens')");
    await editor.load(logIn(name));
  }

  async function openDatasets(): Promise<Locator> {
    const fold = (await editor.openDialog('submit')).locator('#soil-pick-datasets');
    await editor.click(fold.locator('summary'));
    return fold;
  }

  async function testConnection(): Promise<Locator> {
    await editor.openConfiguration('svc');
    await editor.click(editor.page.locator('#soil-service-test'));
    return editor.page.locator('#soil-service-test-result.soil-data-bad');
  }

  it('with "read" alone see lists and jobs, and are told which permission a test needs', async () => {
    await openAs('reader');
    await editor.invoke('soil-data:show-jobs-tab');
    await editor.page.getByText('No jobs yet').waitFor();
    // They also see that a service lacks its credentials.
    await editor.page.waitForFunction("RED.nodes.node('bare').valid === false");
    await (await openDatasets()).getByRole('option').first().waitFor();
    await editor.cancelDialogs();
    const words = 'Your Node-RED user is not allowed to do this: it lacks the permission soil-data.write. Ask the administrator of this Node-RED.';
    await (await testConnection()).getByText(words).waitFor();
    await editor.picture('reader-tests');
  });

  it('without any permission of this package are told that they lack the first', async () => {
    await openAs('stranger');
    await editor.invoke('soil-data:show-jobs-tab');
    await editor.page.locator('.soil-jobs-summary').getByText('it lacks the permission soil-data.read.').waitFor();
    assert.equal(await editor.page.evaluate("RED.nodes.node('bare').valid"), true, 'nobody knows here what is stored');
  });

  it('whose session has ended are told so, and go on once they have logged in again', async () => {
    await openAs('writer');
    const { page } = editor;
    await editor.invoke('soil-data:show-jobs-tab');
    const fold = await openDatasets();
    await fold.getByRole('option').first().waitFor();
    const token = await page.evaluate<string>('RED.settings.get("auth-tokens").access_token');
    const { status } = await editor.nodeRed.post('/auth/revoke', { token }, { authorization: `Bearer ${token}` });
    assert.equal(status, 200);
    await editor.click(fold.getByRole('button', { name: 'Read the list again' }));
    await fold.getByText(ENDED).waitFor();
    await page.locator('.soil-jobs-summary').getByText(ENDED).waitFor();
    await editor.picture('session-ended');
    await page.evaluate('RED.user.login({ updateMenu: true }, () => undefined)');
    await editor.logIn(logIn('writer'));
    await page.locator('.soil-jobs-summary').getByText('No jobs yet').waitFor();
    await editor.click(fold.getByRole('button', { name: 'Read the list again' }));
    await fold.getByText('Found: ').waitFor();
  });
});
