import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { nodeRedVersion, root } from '../runtime/node-red-under-test';
import { EditorPage, type FlowNode } from './editor-page';

/** What `npm start` opens, from where that runs. */
const { startFlows } = require(path.join(root, 'dist', 'scripts', 'start.js')) as typeof import('../../scripts/start');

describe(`A new user in the editor of Node-RED ${nodeRedVersion}`, function () {
  this.timeout(300_000);
  let editor: EditorPage;
  let flow: FlowNode[];

  beforeEach(async () => {
    flow = await startFlows();
    editor = await EditorPage.open({ flow });
  });
  afterEach(() => editor?.close());

  /** On the flow in front. */
  const idOf = (type: string, name: string): string => flow.find((node) => node.z === flow[0]?.id && node.type === type && node.name === name)?.id ?? '';

  it('draws an area by hand and has a file of soil data in fifteen clicks', async () => {
    const { page } = editor;
    assert.deepEqual([flow[0]?.type, flow[0]?.label], ['tab', 'large area to file'], 'the editor opens on the flow that the README shows');
    const area = idOf('soil-area', 'area of interest');
    const tray = await editor.openDialog(area);
    const canvas = tray.locator('.soil-map-canvas');
    await canvas.locator('.soil-map-area').first().waitFor();

    await editor.click(tray.getByRole('button', { name: 'Delete everything' }));
    await editor.click(tray.getByRole('button', { name: 'Draw a polygon' }));
    const box = await canvas.boundingBox();
    assert.ok(box);
    const corners = [[0.3, 0.3], [0.7, 0.3], [0.75, 0.7], [0.3, 0.65], [0.3, 0.3]] as const;
    for (const [x, y] of corners) {
      editor.clicks += 1;
      await page.mouse.click(box.x + box.width * x, box.y + box.height * y, { delay: 30 });
    }
    await tray.getByText('large: needs a job').waitFor();
    assert.equal(await tray.getByText('Repair').count(), 0, 'a person may draw either way round');
    await editor.picture('area-drawn');
    await editor.done();
    await editor.deploy();
    await editor.press(idOf('inject', 'start'));
    await page.getByText(/^sandbox · [\d.]+ kB$/).waitFor();
    await page.locator('#red-ui-workspace-chart').evaluate((chart) => (chart as unknown as { scrollTo(x: number, y: number): void }).scrollTo(0, 0));
    await editor.picture('flow-done');

    const downloads = path.join(editor.nodeRed.userDirectory, 'soil-data', 'downloads');
    const files = (await readdir(downloads)).filter((name) => name.endsWith('.zip'));
    assert.equal(files.length, 1);
    assert.equal((await readFile(path.join(downloads, files[0] ?? ''))).subarray(0, 2).toString(), 'PK');

    const deployed = String((await editor.deployed(area)).area);
    assert.notEqual(deployed, flow.find(({ id }) => id === area)?.area);
    assert.match(deployed, /5\.\d+/, 'the drawn area is in the flow');

    assert.ok(editor.clicks <= 15, `${editor.clicks} clicks`);
    assert.deepEqual(editor.faults, []);
  });
});
