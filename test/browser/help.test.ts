import assert from 'node:assert/strict';
import { nodeRedVersion } from '../runtime/node-red-under-test';
import { until } from '../time/until';
import { EditorPage } from './editor-page';

/** What part of the shown help lies beyond the side of the sidebar. Runs in the page. */
const BEYOND = `(() => {
  const help = [...document.querySelectorAll('.red-ui-help')].find((element) => element.offsetParent !== null);
  const end = help.getBoundingClientRect().right;
  const wide = [...help.querySelectorAll('*')].filter((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect().right > end;
  });
  return wide.filter((element) => !wide.some((other) => other !== element && element.contains(other))).map((element) => element.textContent);
})()`;

describe(`The help, in the editor of Node-RED ${nodeRedVersion}`, function () {
  this.timeout(300_000);
  let editor: EditorPage;

  before(async () => {
    editor = await EditorPage.open({ shared: true, flow: [{ id: 'tab1', type: 'tab', label: 'help' }] });
  });
  after(() => editor?.close());
  beforeEach(async function () {
    editor = await editor.forTry(this.currentTest);
  });

  for (const language of ['en-US', 'de', 'es', 'fr', 'pt-BR']) it(`fits into the sidebar as wide as Node-RED opens it, in ${language}`, async () => {
    await editor.speak(language);
    const types = ['service', 'area', 'discover', 'data', 'submit', 'wait', 'download', 'read', 'profile'].map((name) => `soil-${name}`);
    for (const type of types) {
      await editor.page.evaluate(`RED.sidebar.help.show('${type}', true)`);
      // The pane shows the title first, and the previous help until then.
      const title = editor.page.locator('.red-ui-help:visible h1, .red-ui-help:visible .red-ui-help-title').first();
      await until(async () => (await title.textContent())?.replace(' ', '-') === type, `the help of ${type}`);
      assert.deepEqual(await editor.page.evaluate(BEYOND), [], type);
    }
    assert.deepEqual(editor.faults, []);
  });
});
