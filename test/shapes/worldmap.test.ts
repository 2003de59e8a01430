import assert from 'node:assert/strict';
import { latLngToCell } from 'h3-js';
import { shapedProfile, shapedRecords } from '../../src/shapes/shape';
import { context, inText, record, slice, texture, XSS } from './shape-scenario';

describe('The shape for worldmap', () => {
  it('has one marker for a place, named once, its values in the popup', async () => {
    const { payload, leftOut } = await shapedRecords(
      'worldmap',
      [record({}), record({ property: 'Clay', value: 20, unit: '%', originalName: 'Clay' }), record({ lon: 3 }), record({ lat: null })],
      context,
    );
    const items = payload as { name: string; lat: number; lon: number; popup: string }[];
    assert.deepEqual(
      items.map(({ name, lat, lon }) => [name, lat, lon]),
      [
        ['soil 2 1', 2, 1],
        ['soil 2 3', 2, 3],
      ],
    );
    assert.match(
      items[0]!.popup,
      /^<div style="max-height:300px;overflow:auto"><table><tr><td>pH \(PHAQ\)<\/td><td>0-10 cm<\/td><td>6\.5 pH<\/td><td>1958<\/td><td>A<\/td><\/tr><tr><td>Clay<\/td>.*<\/table><\/div>$/,
    );
    assert.deepEqual(leftOut, ['Records without coordinates, which no map can show: 1.']);
  });

  it('lets nothing from a source become HTML or a placeholder', async () => {
    const texts = record({ property: XSS, unit: XSS, dataset: XSS, originalName: XSS, value: XSS, date: XSS, method: XSS });
    const shaped = [
      await shapedRecords('worldmap', [texts], context),
      await shapedProfile('worldmap', [slice({ property: XSS, unit: XSS, method: XSS, h3: XSS, lon: 1, lat: 2 })], context, 'point'),
    ];
    for (const { payload } of shaped) assert.doesNotMatch(inText(payload), /<img|onerror="|\$\{|`/);
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
  });

  it('draws H3 cells and areas as polygons in latitude, longitude, never with two corners', async () => {
    const cell = latLngToCell(50, 10, 8);
    const cells = (await shapedProfile('worldmap', [slice({ h3: cell, lon: 10, lat: 50 }), texture], context, 'h3')).payload as {
      area: number[][][][];
      name: string;
    }[];
    assert.equal(cells.length, 1);
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
    const areas = (await shapedProfile('worldmap', [slice({}), texture], { ...context, area }, 'area')).payload as {
      area: unknown[];
      name: string;
      popup: string;
      clickable: boolean;
    }[];
    assert.deepEqual(
      areas.map(({ name, area: rings, clickable }) => [name, rings.length, clickable]),
      [
        ['soil', 1, true],
        ['soil 2', 1, true],
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
    assert.match(areas[0]!.popup, /6\.123 pH.*n 3.*75 % covered.*loam/);
  });

  it('draws an H3 cell across the antimeridian where it lies, and not round the world', async () => {
    for (const lat of [-16.8, 0, 65.5]) {
      const cell = latLngToCell(lat, 180, 4);
      const { payload } = await shapedProfile('worldmap', [slice({ h3: cell, lon: 180, lat })], context, 'h3');
      const longitudes = (payload as { area: number[][][][] }[])[0]!.area[0]![0]!.map(([, lon]) => lon!);
      assert.ok(Math.max(...longitudes) - Math.min(...longitudes) < 2, longitudes.join(' '));
    }
  });

  it('says what has no place', async () => {
    const { payload, leftOut } = await shapedProfile('worldmap', [slice({})], context, 'area');
    assert.deepEqual([payload, leftOut], [[], ['Slices without a place, which no map can show: 1.']]);
  });
});
