import assert from 'node:assert/strict';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { evaluated } from '../examples/jsonata';
import { openBrowser, openPage } from './browser';
import { drawnChart } from './drawn-chart';
import { ExampleFlow } from './example-flow';
import { picture } from './picture';

describe('The example "soil dashboard"', function () {
  this.timeout(300_000);
  let example: ExampleFlow;
  let browser: Browser;
  let page: Page;

  before(async () => {
    example = await ExampleFlow.start('soil dashboard', '@flowfuse/node-red-dashboard');
    browser = await openBrowser();
    page = await openPage(browser, `${example.address}/dashboard/soil`);
  });
  after(async () => {
    await browser?.close();
    await example?.remove();
  });

  /** Messages that arrive meanwhile redraw a menu: a click on the old one chooses nothing, and the menu may be gone. */
  const choose = async (label: string, option: string): Promise<void> => {
    const menu = page.locator('.v-select', { hasText: label }).first();
    const chosen = menu.filter({ hasText: option });
    for (let attempt = 0; attempt === 0 || (attempt < 5 && !(await chosen.isVisible())); attempt += 1) {
      await page.keyboard.press('Escape');
      await menu.click();
      await page.locator('.v-list-item', { hasText: option }).first().click({ timeout: 10_000 }).catch(() => undefined);
      await chosen.waitFor({ timeout: 3000 }).catch(() => undefined);
    }
    await chosen.waitFor();
  };

  it('draws the depth profile downwards, a line for each method', async () => {
    const { series, xAxis, yAxis } = await drawnChart(page, (names) => names.some((name) => name.startsWith('Clay')));
    assert.deepEqual([xAxis[0]?.type, yAxis[0]?.type], ['value', 'value']);
    assert.deepEqual(series.map(({ name }) => name).sort(), ['Clay (laser diffraction), %', 'Clay (pipette), %', 'Clay (predicted), %']);
    const grid = series.find(({ name }) => name.includes('predicted'))!;
    assert.deepEqual(grid.data.map(([, y]) => y), [0, -5, -5, -15, -15, -30, -30, -60, -60, -100, -100, -200]);
    assert.ok(grid.data.every(([x]) => x > 0 && x < 100));
  });

  it('shows texture, sources with their licences, and the values', async () => {
    const text = page.locator('.nrdb-ui-text');
    await text.filter({ hasText: 'USDA' }).first().waitFor();
    const [title, ...textures] = (await text.filter({ hasText: 'Texture' }).first().innerText()).split('\n').filter((line) => line !== '');
    assert.equal(title, 'Texture, 0-30 cm: sand, silt, clay');
    assert.deepEqual(textures.map((line) => line.slice(line.lastIndexOf(', ') + 2)).sort(), ['pipette', 'predicted'], 'a survey of 0-20 cm has no texture of 0-30 cm');
    for (const line of textures) assert.match(line, /^\d+, \d+, \d+ %: (?:[a-z ]*)(?:clay|loam|silt|sand) \(USDA\), [a-z ]+ \(HYPRES\), [a-z ]+$/);
    const sources = await text.filter({ hasText: 'Sources' }).first().innerText();
    assert.match(sources, /World soil grids \(synthetic\)\. Licence: CC-BY-4\.0\./);
    const [label, warning, ...lines] = sources.split('\n').filter((line) => line !== '');
    assert.deepEqual([label, warning], ['Sources', 'INVENTED by the sandbox:']);
    assert.ok(lines.length > 1);
    for (const line of lines) assert.match(line, /\(synthetic\)\. .*Retrieved \d{4}-\d\d-\d\d$/);
    const cells = (await page.locator('table tbody tr', { hasText: 'Clay (predicted)' }).first().innerText()).split(/\s*\t\s*|\n+/).map((cell) => cell.trim()).filter(Boolean);
    assert.deepEqual([cells[0], cells[1], cells[3]], ['Clay (predicted)', '0-30 cm', '%']);
    assert.ok(Number(cells[2]) > 0);
    const survey = (await page.locator('table tbody tr', { hasText: 'Clay (laser diffraction)' }).first().innerText()).split(/\s*\t\s*|\n+/).map((cell) => cell.trim()).filter(Boolean);
    assert.deepEqual(survey, ['Clay (laser diffraction)', '0-30 cm', '%', '0', '67'], 'no mean of what covers two thirds, and why');
    await page.waitForTimeout(1_500);
    await picture(page, path.join('docs', 'images', 'soil-dashboard.png'));
  });

  it('offers what the chart can draw, and nothing if there is none', async () => {
    const options = example.textsOf('change').find((text) => text.includes('"options"')) ?? '';
    const records = [{ property: 'Sand', value: 3, unit: '%' }, { property: 'Clay', value: 3, unit: '%' }, { property: 'Silt', value: 3, unit: null }, { property: 'Colour', value: 'red', unit: null }];
    for (const [payload, names] of [[records, ['Clay', 'Sand']], [records.slice(0, 1), ['Sand']], [[], []]]) assert.deepEqual(await evaluated(options, payload), { options: names });
  });

  it('shows another property, and another field, when it is chosen', async () => {
    await choose('Soil property', 'Organic carbon');
    const before = await drawnChart(page, (names) => names.length > 0 && names.every((name) => name.startsWith('Organic carbon')));
    await choose('Field', 'river field');
    const grid = (chart: typeof before): string => JSON.stringify(chart.series.find(({ name }) => name.includes('predicted'))?.data);
    for (let turn = 0; ; turn += 1) {
      const after = await drawnChart(page, (names) => names.length > 0 && names.every((name) => name.startsWith('Organic carbon')));
      if (grid(after) !== grid(before)) break;
      assert.ok(turn < 200, 'The chart stays the one of the first field');
      await page.waitForTimeout(200);
    }
  });

  it('shows nothing of another field if there are no data, or if the request failed', async () => {
    await example.redeploy({
      'POLYGON ((5.66 51.982, 5.6641 51.9824, 5.6636 51.9842, 5.6598 51.9838, 5.66 51.982))': 'POLYGON ((3.5 53.5, 3.502 53.5, 3.502 53.501, 3.5 53.501, 3.5 53.5))',
      'POLYGON ((5.673 51.99, 5.6765 51.9902, 5.6762 51.9924, 5.6728 51.9922, 5.673 51.99))': 'POLYGON ((5.673 51.99, 5.6765 51.9902))',
    });
    await page.reload();
    const texture = page.locator('.nrdb-ui-text', { hasText: 'Texture' });
    const sources = page.locator('.nrdb-ui-text', { hasText: 'Sources' });
    for (const field of ['river field', 'hill field']) {
      await choose('Field', 'north field');
      await texture.filter({ hasText: 'USDA' }).first().waitFor();
      await choose('Field', field);
      await texture.filter({ hasText: 'no data' }).first().waitFor();
      await sources.filter({ hasText: 'none' }).first().waitFor();
      await page.getByText('No data available').first().waitFor();
      assert.deepEqual((await drawnChart(page, (names) => names.length === 0)).series, []);
    }
    await page.getByText(/a ring takes three or more/).first().waitFor();
  });
});
