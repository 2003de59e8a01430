import assert from 'node:assert/strict';
import { nodeRedVersion } from '../runtime/node-red-under-test';
import { EditorPage, nodeAt } from './editor-page';

/** Shows every field of the open dialog, even those of other choices. */
const SHOW_ALL = `$('.soil-data details').prop('open', true); $('.soil-data').find('.form-row, [class*="soil-service-"], [class*="soil-read-"], [class*="soil-profile-"]').show()`;

/** Words that are wider than the field or menu of the open dialog that shows them: the arrow of a menu takes 18 pixels. Node-RED fills the menus of its own nodes. */
const CUT = `(() => {
  const context = document.createElement('canvas').getContext('2d');
  return [...document.querySelectorAll('.soil-data :is(select:not([id$="-tls"], [id$="-proxy"]), input[placeholder])')].filter((field) => field.offsetParent).flatMap((field) => {
    const style = getComputedStyle(field);
    context.font = style.font;
    const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - (field.options ? 18 : 0);
    const texts = field.options ? [...field.options].map(({ text }) => text) : [field.placeholder];
    return texts.map((text) => [field.id, text, Math.ceil(context.measureText(text).width), room]).filter(([, , width]) => width > room);
  });
})()`;

const TYPES = ['soil-discover', 'soil-data', 'soil-submit', 'soil-wait', 'soil-download', 'soil-read', 'soil-profile'];

describe(`Short texts, in the editor of Node-RED ${nodeRedVersion}`, function () {
  this.timeout(300_000);
  let editor: EditorPage;

  before(async () => {
    const flow = [
      { id: 'tab1', type: 'tab', label: 'texts' },
      { id: 'svc', type: 'soil-service', version: 1, mode: 'sandbox', name: '' },
      nodeAt(200, 'area', 'soil-area', [[]], { version: 1, area: '', areaType: 'map', service: 'svc', outputs: 1 }),
      ...TYPES.map((type, index) => ({ ...nodeAt(200, type, type, [[], []], { version: 1, service: 'svc' }), y: 190 + 70 * index })),
    ];
    editor = await EditorPage.open({ shared: true, flow });
  });
  after(() => editor?.close());
  beforeEach(async function () {
    editor = await editor.forTry(this.currentTest);
  });

  for (const language of ['en-US', 'de', 'es', 'fr', 'pt-BR']) it(`are not cut off in menus, in empty fields, and where nothing is drawn, in ${language}`, async () => {
    await editor.speak(language);
    await editor.openConfiguration('svc');
    await editor.page.evaluate(SHOW_ALL);
    assert.deepEqual(await editor.page.evaluate(CUT), []);
    await editor.cancelDialogs();

    const nothing = (await editor.openDialog('area')).locator('.soil-data-drawn');
    await nothing.waitFor();
    const [seen = 0, whole = 1] = await nothing.evaluate((label) => {
      const { clientWidth, scrollWidth } = label as unknown as { clientWidth: number; scrollWidth: number };
      return [clientWidth, scrollWidth];
    });
    assert.ok(whole <= seen, `"${await nothing.textContent()}": ${whole} of ${seen} pixels`);
    await editor.cancelDialogs();

    for (const id of ['area', ...TYPES]) {
      await editor.openDialog(id);
      await editor.page.evaluate(SHOW_ALL);
      assert.deepEqual(await editor.page.evaluate(CUT), [], id);
      await editor.cancelDialogs();
    }
    assert.deepEqual(editor.faults, []);
  });

  for (const language of ['en-US', 'de', 'es', 'fr', 'pt-BR']) it(`are not cut off in the menus, and in the lines of the lists, of soil-profile on a small screen, in ${language}`, async () => {
    await editor.speak(language);
    await editor.page.setViewportSize({ width: 820, height: 700 });
    try {
      const tray = await editor.openDialog('soil-profile');
      for (const add of await tray.locator('.red-ui-editableList-addButton').all()) await add.click();
      assert.equal(await tray.locator('.red-ui-editableList input[placeholder]').count(), 5);
      assert.deepEqual(await editor.page.evaluate(CUT), []);
      await editor.cancelDialogs();
    } finally {
      await editor.page.setViewportSize({ width: 1500, height: 950 });
    }
  });
});
