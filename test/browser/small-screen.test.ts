import assert from 'node:assert/strict';
import { nodeRedVersion } from '../runtime/node-red-under-test';
import { until } from '../time/until';
import { EditorPage, nodeAt } from './editor-page';

/** What of a dialog is cut off or falls on a second line: labels of fields, words in empty fields, and units. Runs in the page. */
const POOR_FIT = `(() => {
  const seen = (element) => element.offsetParent !== null;
  const tray = [...document.querySelectorAll('.red-ui-tray')].pop();
  const measure = document.createElement('canvas').getContext('2d');
  const labels = [...tray.querySelectorAll('.soil-data .form-row:not(.soil-data-check) > label')].filter(seen).filter((label) => label.getBoundingClientRect().height > 30);
  const fields = [...tray.querySelectorAll('.soil-data input[placeholder]')].filter(seen).filter((field) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(field);
    measure.font = font;
    return measure.measureText(field.placeholder).width > field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  });
  const units = [...tray.querySelectorAll('.soil-data span[id$="-unit"]')].filter(seen).filter((unit) => unit.getBoundingClientRect().height > 30);
  return [...[...labels, ...units].map((element) => element.innerText.trim()), ...fields.map((field) => field.placeholder)];
})()`;

/** Units that are not beside their field, as when their second line begins under the label. Runs in the page. */
const ASIDE = `(() => {
  const tray = [...document.querySelectorAll('.red-ui-tray')].pop();
  const units = [...tray.querySelectorAll('.soil-data span[id$="-unit"]')].filter((unit) => unit.offsetParent !== null);
  return units.filter((unit) => unit.getBoundingClientRect().left < unit.previousElementSibling.getBoundingClientRect().right).map((unit) => unit.innerText);
})()`;

/** Hints and boxes that do not begin where the fields do. Runs in the page. */
const OUT_OF_LINE = `(() => {
  const tray = [...document.querySelectorAll('.red-ui-tray')].pop();
  const left = (element) => element.getBoundingClientRect().left;
  const start = left(tray.querySelector('.soil-data input[type="text"]'));
  const seen = [...tray.querySelectorAll('.soil-data .soil-data-hint:not(.soil-profile-hint), .soil-data-check > input')].filter((element) => element.offsetParent !== null);
  return seen.filter((element) => Math.abs(left(element) - start) > 1).map((element) => element.id + element.innerText + left(element) + ' and not ' + start);
})()`;

/** What part of a dialog lies beyond its right side, where nothing scrolls to it. Runs in the page. */
const CUT_OFF = `(() => {
  const tray = [...document.querySelectorAll('.red-ui-tray')].pop();
  const end = tray.getBoundingClientRect().right;
  return [...tray.querySelectorAll('.soil-data *')].filter((element) => element.getBoundingClientRect().right > end).map(({ tagName, id, className }) => [tagName, id, className].join(' '));
})()`;

describe(`On a small screen, in the editor of Node-RED ${nodeRedVersion}`, function () {
  this.timeout(300_000);
  let editor: EditorPage;

  const types = ['soil-area', 'soil-discover', 'soil-data', 'soil-submit', 'soil-wait', 'soil-download', 'soil-read', 'soil-profile'];
  /** Choices that show more fields, once the dialog is as wide as its first fields need. */
  const choices: Record<string, Record<string, string>> = { 'soil-discover': { resource: 'datasets', select: 'match' }, 'soil-profile': { slices: 'own', group: 'h3' } };

  before(async () => {
    // In a list, a line to fill in.
    const lists = { units: [{}], methodNames: [{}] };
    const flow = [
      { id: 'tab1', type: 'tab', label: 'small' },
      { id: 'svc', type: 'soil-service', name: '', version: 1, mode: 'sandbox' },
      ...types.map((type, index) => nodeAt(100 + 120 * index, type, type, [], { version: 1, service: 'svc', ...(type === 'soil-profile' ? lists : {}) })),
    ];
    editor = await EditorPage.open({ shared: true, flow });
  });
  after(() => editor?.close());
  beforeEach(async function () {
    editor = await editor.forTry(this.currentTest);
    await editor.page.setViewportSize({ width: 1280, height: 800 });
  });

  // French has the longest words for the two years, and long ones for most fields; the width of a dialog follows its words. Spanish has long units.
  for (const [language, shown] of [['en-US', types], ['fr', types], ['es', ['soil-profile']]] as const) it(`the dialogs have room for every label and every hint in ${language}`, async () => {
    await editor.speak(language);
    for (const type of shown) {
      const tray = await editor.openDialog(type);
      for (const [menu, choice] of Object.entries(choices[type] ?? {})) await tray.locator(`#node-input-${menu}`).selectOption(choice);
      assert.deepEqual(await editor.page.evaluate(POOR_FIT), [], type);
      assert.deepEqual(await editor.page.evaluate(OUT_OF_LINE), [], type);
      await editor.cancelDialogs();
    }
    await editor.openDialog('soil-profile');
    await editor.page.setViewportSize({ width: 820, height: 600 });
    await until(async () => ((await editor.page.locator('.red-ui-tray').boundingBox())?.width ?? Infinity) < 520, 'the dialog is narrow');
    assert.deepEqual(await editor.page.evaluate(ASIDE), []);
    await editor.cancelDialogs();
    // As narrow as with letters of twice the size.
    await editor.openDialog('soil-profile');
    await editor.page.setViewportSize({ width: 683, height: 384 });
    await until(async () => ((await editor.page.locator('.red-ui-tray').boundingBox())?.width ?? Infinity) < 400, 'the dialog has the room that there is');
    assert.deepEqual(await editor.page.evaluate(CUT_OFF), []);
    await editor.cancelDialogs();
    await editor.openDialog('soil-submit');
    assert.deepEqual(await editor.page.evaluate(OUT_OF_LINE), []);
    assert.deepEqual(editor.faults, []);
    await editor.cancelDialogs();
  });

  it('an empty list says what to do, in view without scrolling', async () => {
    await editor.speak('en-US');
    await editor.page.setViewportSize({ width: 1280, height: 720 });
    const tray = await editor.openDialog('soil-submit');
    const fold = tray.locator('#soil-pick-soil-properties');
    await editor.click(fold.locator('summary'));
    const [told, footer] = await Promise.all([fold.getByText('Type one above').boundingBox(), tray.locator('.red-ui-tray-footer').boundingBox()]);
    assert.ok(told && footer && told.y + told.height <= footer.y, 'it is above the lower edge of the dialog');
    assert.deepEqual(editor.faults, []);
    await editor.cancelDialogs();
  });

  it('the tooltips of fields have lines that fit into the dialog', async () => {
    const { page } = editor;
    await editor.speak('en-US');
    const tray = await editor.openDialog('soil-download');
    const field = tray.locator('#node-input-folder');
    await field.fill('~/x');
    await field.press('Tab');
    await field.hover();
    const said = page.locator('.red-ui-popover', { hasText: 'not replaced here' });
    await said.waitFor();
    const [box, dialog] = await Promise.all([said.boundingBox(), tray.boundingBox()]);
    assert.ok(box && dialog && box.x >= dialog.x && box.x + box.width <= dialog.x + dialog.width, JSON.stringify({ box, dialog }));
    assert.deepEqual(editor.faults, []);
    await editor.cancelDialogs();
  });

  // The longest words of all, and a status that a service may have.
  it('the sidebar of soil jobs has its whole name in its tab, and each state beside its icon', async () => {
    const { page } = editor;
    const at = new Date().toISOString();
    const job = { wait: 'w', job: 'j', node: 'n', state: 'paused', status: 'WaitingForApproval', description: '', acceptedAt: at, age: 1, polls: 1 };
    await page.route('**/soil-data/jobs', (route) => route.fulfill({ json: { now: at, jobs: [job], more: 0 } }));
    await editor.speak('pt-BR');
    await editor.invoke('soil-data:show-jobs-tab');
    const [icon, state] = await Promise.all(['icon', 'state'].map((part) => page.locator(`.soil-job-${part}`).boundingBox()));
    assert.ok(icon && state);
    assert.ok(icon.y >= state.y && icon.x + icon.width < state.x, 'the icon is before the first line');
    const isCut = "[...document.querySelectorAll('#red-ui-tab-soil-jobs .red-ui-tab-label')].some((label) => label.scrollWidth > label.clientWidth)";
    assert.equal(await page.evaluate(isCut), false);
    assert.deepEqual(editor.faults, []);
  });
});
