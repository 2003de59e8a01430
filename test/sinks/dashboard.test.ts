import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { openBrowser, openPage } from './browser';
import { drawnChart } from './drawn-chart';
import { ExportedField } from './exported-field';
import { entrance, installed, ReceivingFlow, soilProfile, soilRead } from './receiving-flow';

/** The expression of docs/profiles.md for one number. */
const [, NUMBER = ''] = /`(\(\$mean := [^`]+)`/.exec(readFileSync(path.join(__dirname, '../../docs/profiles.md'), 'utf8')) ?? [];

/** What a picture is once it has come to rest: the same twice in half a second. */
async function still(picture: () => Promise<string>): Promise<string> {
  let last = '';
  for (let now = await picture(); now !== last; now = await picture()) {
    last = now;
    await pause(500);
  }
  return last;
}

const widget = { group: 'group', width: '0', height: '0', className: '' };

describe('Records in the chart and the table of Dashboard 2', function () {
  this.timeout(300_000);
  let field: ExportedField;
  let flow: ReceivingFlow;
  let browser: Browser;
  let page: Page;

  before(async () => {
    field = await ExportedField.make();
    const keys = { category: 'series', categoryType: 'property', xAxisProperty: 'x', xAxisPropertyType: 'property', yAxisProperty: 'y', yAxisPropertyType: 'property' };
    const drawn = { gtype: 'gauge-half', gstyle: 'needle', segments: [{ from: '0', color: '#5cd65c' }], sizeThickness: 16, sizeGap: 4, sizeKeyThickness: 8, styleRounded: true };
    flow = await ReceivingFlow.start(
      [
        { id: 'base', type: 'ui-base', name: 'dashboard', path: '/dashboard', navigationStyle: 'default', acceptsClientConfig: [] },
        { id: 'theme', type: 'ui-theme', name: 'Theme', colors: { surface: '#ffffff', primary: '#0094ce', bgPage: '#eeeeee', groupBg: '#ffffff', groupOutline: '#cccccc' }, sizes: { density: 'default', pagePadding: '12px', groupGap: '12px', groupBorderRadius: '4px', widgetGap: '12px' } },
        { id: 'page', type: 'ui-page', name: 'Page', ui: 'base', path: '/page', layout: 'grid', theme: 'theme', breakpoints: [{ name: 'Default', px: '0', cols: '12' }], order: 1, visible: 'true', disabled: 'false' },
        { id: 'group', type: 'ui-group', name: 'Group', page: 'page', width: '12', height: '1', order: 1, visible: 'true', disabled: 'false' },
        entrance('chart', 'readchart'),
        soilRead('readchart', 'chart', 'chart'),
        { ...widget, ...keys, id: 'chart', type: 'ui-chart', label: 'chart', order: 1, chartType: 'scatter', xAxisType: 'linear', action: 'append', showLegend: true, removeOlder: 1, removeOlderUnit: '3600', colors: [], wires: [[]] },
        entrance('table', 'readtable'),
        soilRead('readtable', 'table', 'table'),
        { ...widget, id: 'table', type: 'ui-table', label: '', order: 2, maxrows: '10', autocols: true, showSearch: true, selectionType: 'none', columns: [], action: 'replace', wires: [[]] },
        entrance('appended', 'readappended'),
        soilRead('readappended', 'table', 'appended', { batch: 100 }),
        { ...widget, id: 'appended', type: 'ui-table', label: '', order: 3, maxrows: '10', autocols: true, showSearch: true, selectionType: 'none', columns: [], action: 'append', wires: [[]] },
        entrance('columns', 'readcolumns'),
        soilRead('readcolumns', '', 'profile'),
        soilProfile('profile', 'columns', 'columns', { group: 'area', slices: 'own', ownSlices: '0-7.5' }),
        { ...widget, id: 'columns', type: 'ui-table', label: '', order: 4, maxrows: '10', autocols: true, showSearch: true, selectionType: 'none', columns: [], action: 'replace', wires: [[]] },
        entrance('gauge', 'number'),
        { id: 'number', type: 'change', rules: [{ t: 'set', p: 'payload', pt: 'msg', to: NUMBER, tot: 'jsonata' }], wires: [['gauge']] },
        { ...widget, ...drawn, id: 'gauge', type: 'ui-gauge', name: 'gauge', title: 'gauge', units: '%', order: 5, min: 0, max: 100, value: 'payload', valueType: 'msg', wires: [[]] },
        entrance('emptied', 'empty'),
        { id: 'empty', type: 'change', rules: [{ t: 'set', p: 'payload', pt: 'msg', to: '[]', tot: 'json' }], wires: [['appended', 'answer']] },
        { id: 'done', type: 'complete', scope: ['readchart', 'readtable', 'readappended', 'profile', 'number'], uncaught: false, wires: [['answer']] },
      ],
      installed('@flowfuse/node-red-dashboard'),
    );
    browser = await openBrowser();
    page = await openPage(browser, `${flow.address}/dashboard/page`);
    await page.locator('table').first().waitFor();
  });
  after(async () => {
    await browser?.close();
    await flow?.remove();
    await field?.remove();
  });

  it('draws each value at the middle of its layer, and when sent again, in place of the old', async () => {
    const shown = field.records.filter(({ value, depthTop, depthBottom }) => typeof value === 'number' && depthTop !== null && depthBottom !== null);
    for (let turn = 0; turn < 2; turn += 1) await flow.post('chart', { path: field.path });
    const { series } = await drawnChart(page, (names) => names.length > 3);
    const points = series.flatMap(({ name, data }) => data.map(([x, y]) => `${name} ${x} ${y}`));
    assert.equal(points.length, shown.length);
    const [first] = shown;
    assert.ok(points.some((point) => point.endsWith(` ${String(first?.value)} ${-(first!.depthTop! + first!.depthBottom!) / 2}`)));
  });

  /** The widget of a table, once it says that it has this many rows. */
  const tableOf = async (id: string, rows: number): Promise<Locator> => {
    const widget = page.locator(`#nrdb-ui-widget-${id}`);
    await widget.getByText(new RegExp(`of ${rows}\\b`)).waitFor();
    return widget;
  };

  it('lists each record in the table, and when sent again, in place of the old', async () => {
    for (let turn = 0; turn < 2; turn += 1) await flow.post('table', { path: field.path });
    const table = await tableOf('table', field.records.length);
    const { value, licence, date } = field.records[0]!;
    const text = await table.locator('tbody tr').first().innerText();
    for (const part of [value, licence, date]) assert.ok(text.includes(String(part ?? '')), text);
  });

  it('gathers batches in a table that appends, until an empty list empties it', async () => {
    const { length } = field.records;
    assert.ok(length > 100);
    for (const rows of [length, 2 * length]) {
      await flow.post('appended', { path: field.path });
      await tableOf('appended', rows);
    }
    await flow.post('emptied');
    await flow.post('appended', { path: field.path });
    await tableOf('appended', length);
  });

  it('shows each value of a row with columns, even if its depth or its method has a point', async () => {
    const [row] = (await flow.post('columns', { path: field.path })) as Record<string, number | string | null>[];
    const table = await tableOf('columns', 1);
    const shown = await table.locator('tbody tr').first().locator('td').allInnerTexts();
    assert.deepEqual(shown.map((text) => text.trim()), Object.values(row!).map((value) => String(value ?? '')));
  });

  it('shows one number on a gauge, and again after a place without one', async () => {
    const gauge = page.locator('#nrdb-ui-widget-gauge');
    const needle = (): Promise<string> => gauge.locator('svg').evaluate((svg) => svg.innerHTML);
    const ofClay = (mean: number): object[] => [{ property: 'Clay', method: 'pipette', unit: '%', mean }];
    await flow.nodeRed.post('/gauge', ofClay(40));
    await gauge.getByText('40', { exact: true }).waitFor();
    const at40 = await still(needle);
    await flow.nodeRed.post('/gauge', []);
    await gauge.getByText('40', { exact: true }).waitFor({ state: 'hidden' });
    assert.notEqual(await still(needle), at40);
    await flow.nodeRed.post('/gauge', ofClay(40));
    await gauge.getByText('40', { exact: true }).waitFor();
    assert.equal(await still(needle), at40);
  });
});
