import assert from 'node:assert/strict';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openPage } from './browser';
import { ExampleFlow } from './example-flow';
import { picture } from './picture';

/** What the page of the worldmap knows. */
declare const polygons: Record<string, { getBounds(): { getCenter(): object } }>;
declare const markers: Record<string, { getPopup(): { getContent(): string } }>;
declare const map: { latLngToContainerPoint(place: object): { x: number; y: number }; getContainer(): Element; setView(place: [number, number]): void };

describe('The example "fields on a map"', function () {
  this.timeout(300_000);
  let example: ExampleFlow;
  let browser: Browser;
  let page: Page;

  before(async () => {
    example = await ExampleFlow.start('fields on a map', 'node-red-contrib-web-worldmap');
    browser = await openBrowser();
    page = await openPage(browser, `${example.address}/worldmap/`);
  });
  after(async () => {
    await browser?.close();
    await example?.remove();
  });

  it('draws the three fields, each under its name', async () => {
    await page.waitForFunction(() => Object.keys(polygons).length >= 3);
    assert.deepEqual((await page.evaluate(() => Object.keys(polygons))).sort(), ['hill field', 'north field', 'river field']);
  });

  it('shows the soil of the place that was clicked', async () => {
    const before = await page.evaluate(() => Object.keys(markers));
    await page.mouse.click(900, 600);
    await page.waitForFunction((count) => Object.keys(markers).length > count, before.length);
    const [name] = (await page.evaluate(() => Object.keys(markers))).filter((one) => !before.includes(one));
    assert.match(name ?? '', /^soil at 51\.98\d+ 5\.6\d+$/);
  });

  it('shows the soil of the field that was clicked', async () => {
    const { x, y } = await page.evaluate(() => map.latLngToContainerPoint(polygons['north field']!.getBounds().getCenter()));
    const { left, top } = await page.evaluate(() => map.getContainer().getBoundingClientRect().toJSON() as DOMRect);
    await page.mouse.click(left + x, top + y);
    const popup = page.locator('.leaflet-popup-content');
    await popup.first().waitFor();
    const text = await popup.first().innerText();
    assert.match(text, /north field/);
    assert.match(text, /Clay \(\w+\)\s+0-30 cm\s+\d+(\.\d+)? %\s+n \d+\s+\d+ % covered/);
    assert.match(text, /pH \(in water/);
    assert.match(text, /World soil profiles \(synthetic\)/, 'who sees the map alone must see that its values are invented');
    await picture(page, path.join('docs', 'images', 'fields-on-a-map.png'));
  });

  it('says at a clicked place that there are no values, as in the sea', async () => {
    const before = await page.evaluate(() => Object.keys(markers));
    await page.evaluate(() => map.setView([53.5, 3.5]));
    await page.mouse.click(900, 600);
    await page.waitForFunction((count) => Object.keys(markers).length > count, before.length);
    const [name = ''] = (await page.evaluate(() => Object.keys(markers))).filter((one) => !before.includes(one));
    assert.match(name, /^soil at 53\.\d+ 3\.\d+$/);
    assert.match(await page.evaluate((of) => markers[of]!.getPopup().getContent(), name), /no soil values here/);
  });

  it('shows of a field that is sent again only what holds now', async () => {
    const field = 'O\'Brien\'s "${hill}" & <field>';
    const isA = (kind: 'marker' | 'polygon') =>
      page.waitForFunction((wanted) => {
        const [ofMarkers, ofPolygons] = [markers, polygons].map((items) => Object.keys(items).some((name) => name.startsWith('O&#39;Brien')));
        return ofMarkers === (wanted === 'marker') && ofPolygons === (wanted === 'polygon');
      }, kind);
    const send = (...more: string[]) => example.pressWith('three fields', '"hill field"', JSON.stringify(field), ...more);
    await send();
    await isA('polygon');
    await send('[5.673,51.99],[5.6765,51.9902]', '[5.673,51.99],[5.7765,51.9902]');
    await isA('marker');
    await send();
    await isA('polygon');
  });

  it('names a field without a name after its place in the list: a map shows one item of each name', async () => {
    await example.pressWith('three fields', '{"name":"hill field"}', 'null', '"name":"river field"', '"name":""');
    await page.waitForFunction(() => 'field 2' in polygons && 'field 3' in polygons);
  });

  it('says at the field what failed', async () => {
    await example.redeploy({ '[5.6641,51.9824],[5.6636,51.9842]': '[5.7041,51.9824],[5.7036,51.9842]' , 'river field': '<river> field' });
    await example.press('three fields');
    await page.waitForFunction(() => Object.keys(markers).some((name) => name.includes('river')));
    const [name = ''] = (await page.evaluate(() => Object.keys(markers))).filter((one) => one.includes('river'));
    assert.match(await page.evaluate((of) => markers[of]!.getPopup().getContent(), name), /&lt;river&gt; field.* ha/s);
  });
});
