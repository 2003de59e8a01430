import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { NodeRedProcess } from '../runtime/node-red-process';
import { nodeRedVersion } from '../runtime/node-red-under-test';
import { until } from '../time/until';
import { openEditorForEach } from './editor-for-each';
import { nodeAt, type EditorPage, type FlowNode } from './editor-page';

const real = { type: 'soil-service', version: 1, mode: 'service', baseUrl: 'https://api.example.com', authUrl: 'https://auth.example.com' };

/** Services by what is stored for them. */
const STORED: Record<string, object | undefined> = {
  whole: { clientId: 'client', clientSecret: 'secret' },
  variables: { clientId: '${CLIENT}', clientSecret: '${SECRET}' },
  none: undefined,
  half: { clientId: 'client' },
};

const services: FlowNode[] = Object.keys(STORED).map((id) => ({ ...real, id, name: id }));
const users = [...Object.keys(STORED), 'sandbox'].map((id, index) => ({ ...nodeAt(300, `of-${id}`, 'soil-submit', [[]], { version: 1, service: id, kind: 'geometry' }), y: 80 * (index + 1) }));
const flow = [{ id: 'tab1', type: 'tab', label: 'credentials' }, { id: 'sandbox', type: 'soil-service', name: 'sandbox', version: 1, mode: 'sandbox' }, ...services, ...users];

/** What the editor finds wrong. */
const FOUND = `(() => {
  const found = {};
  const look = ({ id, type, validationErrors }) => { if (type.startsWith('soil-') && validationErrors?.length) found[id] = validationErrors; };
  RED.nodes.eachConfig(look);
  RED.nodes.eachNode(look);
  return JSON.stringify(found);
})()`;

const INCOMPLETE = ['The settings of this service are not complete. Open it with the pencil.'];
const WITHOUT_ID = { none: ['Client id: Required.'], 'of-none': INCOMPLETE };
const HALF = { half: ['Client secret: Required.'], 'of-half': INCOMPLETE };

async function storedIn({ userDirectory }: NodeRedProcess): Promise<Record<string, object>> {
  return JSON.parse(await readFile(path.join(userDirectory, 'flows_cred.json'), 'utf8')) as Record<string, object>;
}

describe(`The stored credentials of services, in the editor of Node-RED ${nodeRedVersion}`, function () {
  this.timeout(300_000);
  let editor: EditorPage;

  openEditorForEach(() => {
    const credentials = Object.fromEntries(Object.entries(STORED).flatMap(([id, stored]) => (stored ? [[id, stored]] : [])));
    return { shared: true, flow, credentials };
  }, (opened) => (editor = opened));

  const sorted = (found: object): string => JSON.stringify(Object.entries(found).sort());
  async function finds(expected: object): Promise<void> {
    let found = '';
    await until(async () => (found = sorted(JSON.parse(await editor.page.evaluate<string>(FOUND)) as object)) === sorted(expected), () => `the editor finds ${sorted(expected)}, but: ${found}`);
  }

  async function done(): Promise<void> {
    const button = editor.page.locator('#node-config-dialog-ok');
    await editor.click(button);
    await button.waitFor({ state: 'detached' });
  }

  /** Node-RED asks first, because something is incomplete. */
  async function deployAnyway(): Promise<void> {
    const deployed = editor.page.waitForResponse((response) => response.url().endsWith('/flows') && response.request().method() === 'POST');
    await editor.click(editor.page.locator('#red-ui-header-button-deploy'));
    await editor.click(editor.page.getByRole('button', { name: 'Confirm deploy' }));
    await deployed;
  }

  /** All services with credentials. With all settings, as the editor writes them: only what is changed from then on counts as changed. */
  async function showWhole(): Promise<void> {
    const nodes = await editor.page.evaluate<FlowNode[]>('RED.nodes.createCompleteNodeSet()');
    await editor.show(nodes.map((node) => (node.id in STORED ? { ...node, credentials: { clientId: 'another', clientSecret: 'secret' } } : node)));
    await finds({});
  }

  it('are reported missing on the canvas if there are none, and nothing counts as changed by that', async () => {
    const { page } = editor;
    await finds({ ...WITHOUT_ID, ...HALF });
    assert.equal(await page.evaluate('RED.nodes.dirty()'), false);
    assert.equal(await page.evaluate("['none', 'half', 'of-none'].some((id) => RED.nodes.node(id).changed)"), false);
    await editor.node('of-none').locator('.red-ui-flow-node-error').waitFor();
    assert.equal(await editor.node('of-whole').locator('.red-ui-flow-node-error').isVisible(), false);
    await editor.picture('credentials-missing');
  });

  it('are no longer reported missing once they are typed, even after a deploy, and the others still are', async () => {
    const { page } = editor;
    const tray = await editor.openConfiguration('none');
    await tray.locator('#node-config-input-clientId').fill('client');
    await tray.locator('#node-config-input-clientSecret').fill('secret');
    await done();
    await finds(HALF);
    const asked = page.waitForResponse((response) => response.url().endsWith('/credentials/soil-service/half'));
    await deployAnyway();
    await asked;
    await finds(HALF);
    await editor.load();
    await finds(HALF);
  });

  it('are read again if somebody else has deployed others', async () => {
    await finds(HALF);
    await editor.page.evaluate(`(async () => {
      const headers = { 'Content-Type': 'application/json', 'Node-RED-API-Version': 'v2' };
      const { flows } = await (await fetch('flows', { headers })).json();
      const changed = flows.map((node) => (node.id === 'half' ? { ...node, credentials: { clientSecret: 'secret' } } : node.id === 'whole' ? { ...node, credentials: { clientId: 'another' } } : node));
      await fetch('flows', { method: 'POST', headers, body: JSON.stringify({ flows: changed }) });
    })()`);
    await finds({});
    assert.equal(await editor.page.evaluate("RED.nodes.node('whole').credentials.clientId"), 'another');
    await editor.load();
  });

  it('are not replaced by those in a dialog that was open when somebody else deployed others', async () => {
    const { page, nodeRed } = editor;
    await showWhole();
    await editor.openConfiguration('whole');
    const there = (await nodeRed.get('/flows')).json() as FlowNode[];
    const asked = page.waitForResponse((response) => response.url().endsWith('/credentials/soil-service/whole'));
    await nodeRed.deploy(there.map((node) => (node.id === 'whole' ? { ...node, credentials: { clientId: 'a third', clientSecret: 'secret' } } : node)));
    await asked;
    await page.waitForFunction('$.active === 0');
    await done();
    assert.equal(await page.evaluate("!!RED.nodes.node('whole').changed"), false);
  });

  it('are not missed, nor lost with the next deploy, if others are typed and then merged with what somebody else deployed', async () => {
    const { page, nodeRed } = editor;
    await showWhole();
    const tray = await editor.openConfiguration('whole');
    await tray.locator('#node-config-input-clientSecret').fill('another secret');
    await done();
    const there = (await nodeRed.get('/flows')).json() as FlowNode[];
    await nodeRed.deploy(there.map((node) => (node.id === 'of-half' ? { ...node, name: 'renamed elsewhere' } : node)));
    await page.getByRole('button', { name: 'Review changes' }).click();
    await page.locator('#red-ui-deploy-dialog-confirm-deploy-review:not(.disabled)').click();
    await page.locator('#red-ui-diff-view-diff-merge').click();
    await editor.node('of-half').getByText('renamed elsewhere').waitFor();
    // A dialog that is opened while the differences still slide away does not come up.
    await page.locator('.red-ui-tray').waitFor({ state: 'detached' });
    await until(() => page.evaluate<boolean>("RED.nodes.node('whole').credentials._ !== undefined"), 'the editor knows what is stored');
    await finds({});
    assert.equal(await (await editor.openConfiguration('whole')).locator('#node-config-input-clientId').inputValue(), 'another');
    await done();
    await editor.deploy();
    assert.deepEqual((await storedIn(nodeRed))['whole'], { clientId: 'another', clientSecret: 'another secret' });
  });

  it('are reported missing if a deploy without their service has deleted them, and the service comes back by undo', async () => {
    const { page } = editor;
    await showWhole();
    const tray = await editor.openConfiguration('whole');
    await editor.click(tray.getByRole('button', { name: 'Delete' }));
    await page.locator('#node-config-dialog-ok').waitFor({ state: 'detached' });
    await deployAnyway();
    await editor.invoke('core:undo');
    await finds({ whole: WITHOUT_ID.none, 'of-whole': INCOMPLETE });
  });
});
