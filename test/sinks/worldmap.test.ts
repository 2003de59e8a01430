import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openPage } from './browser';
import { ExportedField } from './exported-field';
import { entrance, installed, ReceivingFlow, soilProfile, soilRead } from './receiving-flow';

interface Place {
  lat: number;
  lng: number;
}
/** What the page of the worldmap knows. */
declare const markers: Record<string, { getLatLng(): Place; fire(event: string): void; getPopup(): { getContent(): string } }>;
declare const polygons: Record<string, { getLatLngs(): unknown[] }>;

describe('Points and polygons on the worldmap', function () {
  this.timeout(300_000);
  let field: ExportedField;
  let flow: ReceivingFlow;
  let browser: Browser;
  let page: Page;

  before(async () => {
    field = await ExportedField.make();
    flow = await ReceivingFlow.start(
      [
        { id: 'map', type: 'worldmap', path: '/worldmap', lat: '51.989', lon: '5.665', zoom: '14', layer: '', maplist: '', overlist: '', wires: [] },
        entrance('records', 'read'),
        soilRead('read', 'worldmap', 'map'),
        entrance('cells', 'plain'),
        soilRead('plain', '', 'cells'),
        soilProfile('cells', 'worldmap', 'map', { group: 'h3', h3Resolution: 9 }),
        { id: 'done', type: 'complete', scope: ['read', 'cells'], uncaught: false, wires: [['answer']] },
      ],
      installed('node-red-contrib-web-worldmap'),
    );
    browser = await openBrowser();
    page = await openPage(browser, `${flow.address}/worldmap/`);
    await page.waitForFunction(() => document.querySelector('.leaflet-map-pane') !== null);
  });
  after(async () => {
    await browser?.close();
    await flow?.remove();
    await field?.remove();
  });

  it('has a marker where each record lies, its values in the popup', async () => {
    const places = new Set(field.records.map(({ lat, lon }) => `${lat} ${lon}`));
    await flow.post('records', { path: field.path });
    await page.waitForFunction((count) => Object.keys(markers).length >= count, places.size);
    const drawn = await page.evaluate(() => Object.values(markers).map((marker) => `${marker.getLatLng().lat} ${marker.getLatLng().lng}`));
    assert.deepEqual(drawn.sort(), [...places].sort());
    const { lat, lon, property, value } = field.records[0]!;
    const popup = await page.evaluate((name) => markers[name]!.getPopup().getContent(), `soil ${lat} ${lon}`);
    assert.ok(popup.includes(property) && popup.includes(String(value)), popup);
  });

  it('has a polygon for each H3 cell', async () => {
    await flow.post('cells', { path: field.path });
    await page.waitForFunction(() => Object.keys(polygons).length > 1);
    const cells = await page.evaluate(() => Object.entries(polygons).map(([name, polygon]) => [name, polygon.getLatLngs().flat(3).length] as const));
    assert.ok(cells.length > 1);
    for (const [name, corners] of cells) assert.ok(/^soil 89[0-9a-f]{13}$/.test(name) && corners >= 5, `${name}: ${corners}`);
  });
});
