import assert from 'node:assert/strict';
import { latLngToCell } from 'h3-js';
import type { AreaGeometry } from '../../src/geometry/area-of-interest';
import type { TextureSlice } from '../../src/profiles/texture-slice';
import { shapedProfile, shapedRecords } from '../../src/shapes/shape';
import { context, inText, record, slice, texture, XSS } from './shape-scenario';

describe('The shape for worldmap', () => {
  it('has one marker for each place, with the values in its popup', async () => {
    const { payload, leftOut } = await shapedRecords(
      'worldmap',
      [record({}), record({ property: 'Clay', value: 20, unit: '%', originalName: 'Clay' }), record({ lon: 3, value: null, unit: null }), record({ lon: 3, value: 8, unit: null, originalName: null }), record({ lat: null }), record({ lon: null, h3: null })],
      context,
    );
    const items = payload as { name: string; lat: number; lon: number; popup: string; clickable: boolean }[];
    assert.deepEqual(
      items.map(({ name, lat, lon, clickable }) => [name, lat, lon, clickable]),
      [
        ['soil 2 1', 2, 1, true],
        ['soil 2 3', 2, 3, true],
      ],
    );
    assert.match(
      items[0]!.popup,
      /^<div style="max-height:300px;overflow:auto"><table><tr><td>pH \(PHAQ\)<\/td><td>0-10 cm<\/td><td>6\.5 pH<\/td><td>1958<\/td><td>A<\/td><\/tr><tr><td>Clay<\/td>.*<\/table><\/div>$/,
    );
    assert.match(items[1]!.popup, /<td>no value<\/td>.*<tr><td>pH<\/td><td>0-10 cm<\/td><td>8<\/td>/);
    assert.deepEqual(leftOut, ['Records without a place, which no map can show: 2.']);
  });

  it('gives a place a new name in each message of one reading, so that no marker replaces another', async () => {
    const shownPlaces = new Map<string, number>();
    const names = async (...lons: number[]) => {
      const { payload } = await shapedRecords('worldmap', lons.map((lon) => record({ lon })), { ...context, shownPlaces });
      return (payload as { name: string }[]).map(({ name }) => name);
    };
    assert.deepEqual(await names(1, 3), ['soil 2 1', 'soil 2 3']);
    assert.deepEqual(await names(1, 1), ['soil 2 1 (2)']);
    // No more places are remembered than a browser could show.
    Object.defineProperty(shownPlaces, 'size', { value: 100_000, configurable: true });
    assert.deepEqual([await names(1, 5), await names(1, 5)], [['soil 2 1 (3)', 'soil 2 5'], ['soil 2 1 (4)', 'soil 2 5']]);
    Object.defineProperty(shownPlaces, 'size', { value: 99_999 });
    assert.deepEqual([await names(5), await names(5)], [['soil 2 5'], ['soil 2 5 (2)']]);
  });

  it('lets nothing from a source become HTML or a placeholder', async () => {
    const texts = record({ property: XSS, unit: XSS, dataset: XSS, originalName: XSS, value: XSS, date: XSS, method: XSS });
    const shaped = [
      await shapedRecords('worldmap', [texts], context),
      await shapedProfile('worldmap', [slice({ property: XSS, unit: XSS, method: XSS, h3: XSS, datasets: [XSS], lon: 1, lat: 2 })], context),
    ];
    for (const { payload } of shaped) {
      assert.doesNotMatch(inText(payload), /<img|onerror="|\$\{|`/);
      assert.ok(inText(payload).includes('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&#36;&#123;name}&#96;'));
    }
  });

  it('keeps a popup readable, however many values there are', async () => {
    const { payload } = await shapedRecords(
      'worldmap',
      Array.from({ length: 100 }, (_, value) => record({ value })),
      context,
    );
    const [{ popup }] = payload as [{ popup: string }];
    assert.equal(popup.match(/<tr>/g)?.length, 60);
    assert.match(popup, /and 40 more/);
    assert.ok(popup.includes('<td>0 pH</td>'));
    const whole = await shapedRecords('worldmap', Array.from({ length: 60 }, (_, value) => record({ value })), context);
    assert.doesNotMatch(inText(whole.payload), /more/);
  });

  it('draws a place known only by its cell as that cell', async () => {
    const [one, other] = [latLngToCell(50, 10, 8), latLngToCell(51, 10, 8)];
    const [recordFields, sliceFields] = [[one, one, other], [one, other]].map((cells) => cells.map((h3) => ({ lon: null, lat: null, h3 })));
    const ofRecords = await shapedRecords('worldmap', recordFields!.map(record), context);
    const ofProfile = await shapedProfile('worldmap', sliceFields!.map(slice), context);
    for (const { payload, leftOut } of [ofRecords, ofProfile]) {
      const items = payload as { name: string; area: number[][][][] }[];
      assert.deepEqual(items.map(({ name, area }) => [name, area[0]![0]!.length]), [[`soil ${one}`, 6], [`soil ${other}`, 6]]);
      assert.equal(leftOut, undefined);
    }
  });

  it('draws H3 cells and areas as polygons in latitude, longitude, never with two corners', async () => {
    const cell = latLngToCell(50, 10, 8);
    const cells = (await shapedProfile('worldmap', [slice({ h3: cell, lon: 10, lat: 50 }), texture], { ...context, byCell: true })).payload as {
      area: number[][][][];
      name: string;
    }[];
    assert.equal(cells.length, 1);
    const [named] = (await shapedProfile('worldmap', [slice({ h3: cell, datasets: ['A'] })], { ...context, byCell: true })).payload as [{ popup: string }];
    assert.match(named.popup, /<p>A<\/p><table>/);
    assert.equal(cells[0]!.area[0]![0]!.length, 6);
    assert.ok(Math.abs(cells[0]!.area[0]![0]![0]![0]! - 50) < 0.1);
    const square = [
      [
        [10, 50],
        [11, 50],
        [11, 51],
        [10, 50],
      ],
    ] as [number, number][][];
    const area = { type: 'MultiPolygon' as const, coordinates: [square, square] };
    const areas = (await shapedProfile('worldmap', [slice({ coverage: 2 / 3, datasets: ['C', 'B'] }), texture, { ...(texture as TextureSlice), usda: null, coverage: 1 }], { ...context, area })).payload as {
      area: unknown[];
      name: string;
      popup: string;
      clickable: boolean;
    }[];
    assert.deepEqual(
      areas.map(({ name, area: rings, clickable }) => [name, rings.length, clickable]),
      [
        ['soil', 1, true],
        ['soil (2)', 1, true],
      ],
    );
    assert.deepEqual(areas[0]!.area, [
      [
        [
          [50, 10],
          [50, 11],
          [51, 11],
          [50, 10],
        ],
      ],
    ]);
    assert.match(areas[0]!.popup, /<p>A; B; C<\/p><table>.*6\.123 pH.*n 3.*67 % covered.*loam.*no class.*100 % covered/, 'names the datasets, once each');
  });

  it('draws a marker for each point and a polygon for each cell, whatever the area, and counts what has neither', async () => {
    const [cell, other] = [latLngToCell(50, 10, 8), latLngToCell(51, 10, 8)];
    const shownBy = async (by: 'point' | 'h3', ...slices: ReturnType<typeof slice>[]) => {
      const { payload, leftOut } = await shapedProfile('worldmap', slices, { ...context, byCell: by === 'h3' });
      const items = payload as { name: string; lat?: number; lon?: number; area?: unknown; popup: string }[];
      return [items.map(({ name, lat, lon, area, popup }) => [name, lat, lon, area !== undefined, popup.match(/<tr>/g)?.length]), leftOut];
    };
    const noPlace = (count: number) => [`Slices without a place, which no map can show: ${count}.`];
    assert.deepEqual(await shownBy('point', slice({ lon: 1, lat: 2, h3: cell }), slice({ lon: 3, lat: 2, h3: cell }), slice({ lon: 1, lat: 2, unit: null }), slice({})), [
      [
        ['soil 2 1', 2, 1, false, 2],
        ['soil 2 3', 2, 3, false, 1],
      ],
      noPlace(1),
    ]);
    const nowhere = [slice({ lon: 1, h3: null }), slice({ lat: 2, h3: null }), slice({ h3: 'no cell' })];
    assert.deepEqual(await shownBy('point', ...nowhere), [[], noPlace(3)]);
    assert.deepEqual(await shownBy('point', slice({ lon: 1, h3: cell }), slice({ lat: 2, h3: cell })), [[[`soil ${cell}`, undefined, undefined, true, 2]], undefined]);
    assert.deepEqual(await shownBy('h3', slice({ h3: cell }), slice({ h3: other, lon: 10, lat: 51 }), slice({ h3: cell })), [
      [
        [`soil ${cell}`, undefined, undefined, true, 2],
        [`soil ${other}`, undefined, undefined, true, 1],
      ],
      undefined,
    ]);
  });

  it('draws an area of every kind under its name', async () => {
    const ring = [[10, 50], [11, 50], [11, 51], [10, 50]] as [number, number][];
    const items = async (area: AreaGeometry) =>
      ((await shapedProfile('worldmap', [slice({})], { ...context, area, name: 'North' })).payload as { name: string; lat?: number; lon?: number; area?: unknown }[]).map(
        ({ name, lat, lon, area: drawn }) => [name, lat, lon, drawn],
      );
    assert.deepEqual(await items({ type: 'Polygon', coordinates: [ring] }), [['North', undefined, undefined, [[ring.map(([lon, lat]) => [lat, lon])]]]]);
    assert.deepEqual(await items({ type: 'Point', coordinates: [10, 50] }), [['North', 50, 10, undefined]]);
    assert.deepEqual(await items({ type: 'MultiPoint', coordinates: [[10, 50], [11, 51]] }), [
      ['North', 50, 10, undefined],
      ['North (2)', 51, 11, undefined],
    ]);
  });

  it('draws an H3 cell across the antimeridian in its place, and not round the world', async () => {
    for (const lat of [-16.8, 0, 65.5]) {
      const cell = latLngToCell(lat, 180, 4);
      const { payload } = await shapedProfile('worldmap', [slice({ h3: cell, lon: 180, lat })], { ...context, byCell: true });
      const longitudes = (payload as { area: number[][][][] }[])[0]!.area[0]![0]!.map(([, lon]) => lon!);
      assert.ok((Math.max(...longitudes) - Math.min(...longitudes)) * Math.cos((lat * Math.PI) / 180) < 0.6, longitudes.join(' '));
    }
  });

  it('counts slices without a place if the area is unknown', async () => {
    const { payload, leftOut } = await shapedProfile('worldmap', [slice({})], context);
    assert.deepEqual([payload, leftOut], [[], ['Slices without a place, which no map can show: 1.']]);
  });
});
