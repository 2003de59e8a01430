import { EditorPage, nodeAt, type FlowNode } from '../../test/browser/editor-page';
import { paletteCost } from '../../test/package/palette-cost';
import { chromiumProgram } from '../../test/runtime/chromium';
import { figure } from '../figures';
import { Unavailable, type Line, type Row } from '../row';
import { digits } from '../table';

const AREA = JSON.stringify({ type: 'Polygon', coordinates: [[[5.6, 51.95], [5.75, 51.95], [5.75, 52.03], [5.6, 52.03], [5.6, 51.95]]] });

/** A dialog of Node-RED itself, for comparison. */
const CORE = 'change';

/** Each dialog, and what must be on the screen for it to be open. */
const DIALOGS: readonly (readonly [type: string, shown: string, settings?: object])[] = [
  [CORE, '#node-input-rule-container'],
  ['soil-area', '.soil-map-canvas path.soil-map-area', { area: AREA, areaType: 'map', outputs: 1 }],
  ['soil-discover', '.soil-picker [role="option"]', { resource: 'datasets', select: 'chosen', chosen: [{ identifier: 1, name: 'a survey' }] }],
  ['soil-data', '#soil-pick-datasets summary'],
  ['soil-submit', '#soil-pick-datasets summary'],
  ['soil-wait', '#node-input-maxPoll'],
  ['soil-download', '#node-input-to'],
  ['soil-read', '#node-input-name'],
  ['soil-profile', '#node-input-slices'],
  ['soil-service', '#soil-service-test'],
];

/**
 * From the call that a double click leads to, until the main content of the dialog is there and painted. Meanwhile Node-RED lets the
 * dialog slide in, which takes a quarter of a second in every dialog.
 */
function opening(type: string, shown: string): string {
  const call = type === 'soil-service' ? 'RED.editor.editConfig("", "soil-service", "svc")' : `RED.editor.edit(RED.nodes.node("${type}"))`;
  return `new Promise((resolve) => {
    const from = performance.now();
    ${call};
    const look = () => document.querySelector('${shown}')?.getClientRects().length
      ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from)))
      : requestAnimationFrame(look);
    look();
  })`;
}

async function close({ page }: EditorPage): Promise<void> {
  await page.waitForTimeout(500);
  const cancel = page.locator('#node-dialog-cancel, #node-config-dialog-cancel');
  await cancel.click();
  await cancel.waitFor({ state: 'detached' });
  await page.waitForTimeout(500);
}

/** The first opening of each dialog after the editor was loaded, with the parts that it loads then; and what all editors load at their start. */
export const editor: Row = {
  name: 'editor',
  title: 'Opening a dialog for the first time, in Chromium',
  async measure({ quick, say }) {
    try {
      chromiumProgram();
    } catch (error) {
      throw new Unavailable((error as Error).message);
    }
    const nodes = DIALOGS.filter(([type]) => type !== 'soil-service').map(([type, , settings], index): FlowNode => {
      const place = nodeAt(150 + 160 * (index % 5), type, type, [[]], { version: 1, service: 'svc', ...settings });
      return { ...place, y: 100 + 80 * Math.floor(index / 5) };
    });
    const page = await EditorPage.open({ flow: [{ id: 'tab1', type: 'tab', label: 'dialogs' }, { id: 'svc', type: 'soil-service', version: 1, mode: 'sandbox' }, ...nodes] });
    const times = new Map<string, number[]>(DIALOGS.map(([type]) => [type, []]));
    try {
      for (let round = 0; round < (quick ? 2 : 7); round++) {
        say(`round ${round + 1}`);
        await page.load();
        await page.page.waitForTimeout(1000);
        for (const [type, shown] of DIALOGS) {
          times.get(type)?.push(await page.page.evaluate<number>(opening(type, shown)));
          await close(page);
        }
      }
    } finally {
      await page.close();
    }
    const core = `${digits(figure(times.get(CORE) ?? []).median)} ms`;
    const lines = DIALOGS.filter(([type]) => type !== CORE).map(([type]): Line => {
      const measured = figure(times.get(type) ?? []);
      return { work: `open ${type}`, against: `the ${CORE} node of Node-RED`, ours: `${digits(measured.median)} ms`, theirs: core, figure: measured, unit: 'ms', reach: { at: 'most', value: 300 } };
    });
    const cost = paletteCost('en-US') / 1000;
    return [...lines, { work: 'loaded by every editor, gzipped', against: 'none', ours: `${digits(cost)} kB`, theirs: '', figure: figure([cost]), unit: 'kB', reach: { at: 'most', value: 150 } }];
  },
};
