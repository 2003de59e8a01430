import assert from 'node:assert/strict';
import { nodeRedVersion } from '../runtime/node-red-process';
import { EditorPage, nodeAt } from './editor-page';

/** Words that are wider than the menu that shows them: its arrow takes 20 pixels. */
const CUT_OPTIONS = `(() => {
  const menu = document.querySelector('#node-config-input-mode');
  const style = getComputedStyle(menu);
  const context = document.createElement('canvas').getContext('2d');
  context.font = style.font;
  const room = menu.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 20;
  return [...menu.options].map(({ text }) => [text, Math.ceil(context.measureText(text).width)]).filter(([, width]) => width > room);
})()`;

describe(`Short texts, in the editor of Node-RED ${nodeRedVersion}`, function () {
  this.timeout(300_000);
  let editor: EditorPage;

  before(async () => {
    const flow = [
      { id: 'tab1', type: 'tab', label: 'texts' },
      { id: 'svc', type: 'soil-service', version: 1, mode: 'sandbox', name: '' },
      nodeAt(200, 'area', 'soil-area', [[]], { version: 1, area: '', areaType: 'map', service: 'svc', outputs: 1 }),
    ];
    editor = await EditorPage.open({ flow });
  });
  after(() => editor?.close());
  beforeEach(async function () {
    editor = await editor.forTry(this.currentTest);
  });

  for (const language of ['en-US', 'de', 'es', 'fr', 'pt-BR']) it(`are not cut off where a service is chosen or nothing is drawn, in ${language}`, async () => {
    await editor.speak(language);
    await editor.openConfiguration('svc');
    assert.deepEqual(await editor.page.evaluate(CUT_OPTIONS), []);
    await editor.cancelDialogs();

    const nothing = (await editor.openDialog('area')).locator('.soil-data-drawn');
    await nothing.waitFor();
    const [seen = 0, whole = 1] = await nothing.evaluate((label) => {
      const { clientWidth, scrollWidth } = label as unknown as { clientWidth: number; scrollWidth: number };
      return [clientWidth, scrollWidth];
    });
    assert.ok(whole <= seen, `"${await nothing.textContent()}": ${whole} of ${seen} pixels`);
    assert.deepEqual(editor.faults, []);
    await editor.cancelDialogs();
  });
});
