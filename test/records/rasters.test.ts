import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { isSoilError } from '../../src/errors/soil-error';
import type { Position } from '../../src/geometry/area-of-interest';
import { knownProjection } from '../../src/geometry/projections/known-projection';
import { readArea } from '../../src/geometry/read-area';
import { clipPolygons } from '../../src/records/clip-area';
import { openExport } from '../../src/records/export-source';
import { RasterFile, type RasterWindow } from '../../src/records/raster-file';
import { RasterMask } from '../../src/records/raster-mask';
import { summariseRaster } from '../../src/records/raster-summary';
import { readRasters, type RasterOptions } from '../../src/records/read-rasters';
import { writtenTiff, type WrittenTiff } from './written-tiff';
import { writtenZip } from './written-zip';

const square = (west: number, south: number, east: number, north: number): Position[][] => [
  [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ],
];

describe('Grids', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'soil-grids-test-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function read(files: Record<string, Buffer>, options: RasterOptions = {}) {
    for (const [name, content] of Object.entries(files)) await writeFile(path.join(folder, name), content);
    const source = await openExport(folder);
    const { summaries, problems, counts, sources } = await readRasters(source, options);
    return { summaries, problems: problems.toJSON(), counts, sources: sources.list([], new Date(0)) };
  }
  const readOne = async (tiff: WrittenTiff, options: RasterOptions = {}) => {
    const { summaries, problems } = await read({ 'grid.tif': writtenTiff(tiff) }, options);
    assert.deepEqual(problems, { count: 0, first: [] });
    return summaries[0]!;
  };

  /** Twelve columns and ten rows of values that tell their place; cells of one degree, the corner at 20 E, 50 N. */
  const values = Array.from({ length: 120 }, (_, at) => ((at * 37) % 101) - 50);
  const TIFF: WrittenTiff = { width: 12, height: 10, bands: [values], origin: [20, 50] };

  it('give the same numbers however the file is laid out', async () => {
    const sorted = [...values].sort((a, b) => a - b);
    const mean = values.reduce((sum, value) => sum + value, 0) / 120;
    const sd = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 119);
    const at = (share: number) =>
      sorted[Math.floor(119 * share)]! + (sorted[Math.ceil(119 * share)]! - sorted[Math.floor(119 * share)]!) * ((119 * share) % 1);
    const layouts: Partial<WrittenTiff>[] = [
      {},
      { type: 'int16' },
      { type: 'float64' },
      { rowsPerStrip: 1 },
      { rowsPerStrip: 3 },
      { tile: 16 },
      { bigEndian: true, type: 'int16' },
      { bigEndian: true },
      { compression: 'deflate' },
      { compression: 'deflate', tile: 16 },
      { compression: 'lzw' },
      { compression: 'lzw', rowsPerStrip: 4, type: 'int16' },
      { compression: 'packbits' },
      { separate: true, bands: [values, values] },
      { bands: [values, values.map((value) => value * 2)] },
    ];
    for (const layout of layouts) {
      const summary = await readOne({ ...TIFF, ...layout });
      const close = (found: number | null, expected: number) =>
        assert.ok(Math.abs(found! - expected) < 1e-5, `${JSON.stringify(layout)}: ${found} ${expected}`);
      assert.deepEqual(
        [summary.width, summary.height, summary.bbox, summary.crs, summary.cells, summary.valid, summary.covered, summary.clipped],
        [12, 10, [20, 40, 32, 50], 'EPSG:4326', 120, 120, 1, false],
      );
      assert.deepEqual([summary.min, summary.max], [sorted[0], sorted[119]]);
      close(summary.mean, mean);
      close(summary.sd, sd);
      close(summary.median, at(0.5));
      close(summary.p5, at(0.05));
      close(summary.p95, at(0.95));
    }
  });

  it('are looked at some rows at a time where a block is large, which is unpacked once for each pass', async () => {
    const [width, height] = [1200, 700];
    const cells = Array.from({ length: width * height }, (_, at) => (at * 7919) % 2003);
    const layouts: Partial<WrittenTiff>[] = [{}, { compression: 'lzw' }, { bands: [cells, cells.map((value) => -value)] }, { rowsPerStrip: 16 }];
    const ring = square(10.02, 10.02, 110.02, 60.02);
    const found: (number | null)[][] = [];
    for (const layout of layouts) {
      const file = path.join(folder, 'large.tif');
      await writeFile(file, writtenTiff({ width, height, bands: [cells], type: 'int16', scale: [0.1, 0.1], origin: [0, 70], ...layout }));
      const raster = await RasterFile.open(file, 'large.tif');
      try {
        const blocks = Math.ceil(height / raster.blockHeight);
        const unpacked = blocksUnpacked(raster);
        const bands = [...raster.bands.keys()];
        const most = Math.max(...(await windowsOf(raster, bands, ring)).map(({ width: across, height: down }) => across * down * bands.length));
        assert.ok(most <= 128 * 1024 && most > 64 * 1024, `${JSON.stringify(Object.keys(layout))} ${most}`);
        assert.ok(unpacked() <= 2 * blocks, `${unpacked()} of ${blocks}`);
        const { summaries } = await summariseRaster(raster, 'large.tif', [ring], [0]);
        found.push([summaries[0]!.mean, summaries[0]!.median, summaries[0]!.sd, summaries[0]!.valid]);
      } finally {
        await raster.close();
      }
    }
    assert.equal(found[0]![3], 500_000);
    for (const numbers of found) assert.deepEqual(numbers, found[0]);
  });

  it('are read from LZW that fills its table, and from the largest and smallest numbers', async () => {
    const many = Array.from({ length: 300 * 200 }, (_, at) => ((at * 7919) % 3001) - 1500);
    const summary = await readOne({ width: 300, height: 200, bands: [many], type: 'int16', compression: 'lzw', rowsPerStrip: 100 });
    assert.deepEqual(
      [summary.valid, summary.min, summary.max, summary.median],
      [
        60_000,
        -1500,
        1500,
        [...many]
          .sort((a, b) => a - b)
          .slice(29_999, 30_001)
          .reduce((a, b) => a + b) / 2,
      ],
    );
    const extremes = await readOne({ width: 3, height: 1, bands: [[-1e30, 0, 1e30]] });
    assert.deepEqual([extremes.median, extremes.min, extremes.max], [0, -1e30, 1e30]);
  });

  it('have no value where they say so, and where it is no number', async () => {
    const holes = [1, 2, 3, -9999, NaN, Infinity];
    const summary = await readOne({ width: 6, height: 1, bands: [holes], noData: '-9999' });
    assert.deepEqual([summary.valid, summary.cells, summary.covered, summary.mean, summary.nodata], [3, 6, 0.5, 2, -9999]);
    const single = await readOne({ width: 2, height: 1, bands: [[1, -3.4028234663852886e38]], noData: '-3.4028234663852886e+38' });
    assert.deepEqual([single.valid, single.sd], [1, null]);
    const nothing = await readOne({ width: 2, height: 1, bands: [[0, 0]], noData: '0', type: 'uint8' });
    assert.deepEqual([nothing.valid, nothing.covered, nothing.mean, nothing.median, nothing.min], [0, 0, null, null, null]);
    const all = await readOne({ width: 2, height: 1, bands: [[0, -9999]] });
    assert.deepEqual([all.valid, all.nodata], [2, null]);
  });

  it('use the factors and names that the file states, and guess none', async () => {
    const metadata = (sample: number, scale: number) =>
      `<Item name="DESCRIPTION" sample="${sample}" role="description">Clay_0-5cm_mean</Item>` +
      `<Item name="SCALE" sample="${sample}" role="scale">${scale}</Item>` +
      `<Item name="OFFSET" sample="${sample}" role="offset">1</Item><Item name="UNITTYPE" sample="${sample}" role="unittype">%</Item>` +
      `<Item name="data_source" sample="${sample}">A &amp; B</Item><Item name="original_name" sample="${sample}">clay</Item>`;
    const bands = [
      [100, 200, 300, 400],
      [100, 200, 300, 400],
      [100, 200, 300, 400],
    ];
    const { summaries, sources } = await read({
      'phh2o_5-15cm_mean.tif': writtenTiff({ width: 4, height: 1, bands: [[60, 70, 80, 90]], type: 'uint8' }),
      'multi.tif': writtenTiff({
        width: 4,
        height: 1,
        bands,
        type: 'int16',
        licence: 'CC-BY-4.0',
        metadata: `<GDALMetadata>${metadata(0, 0.1)}${metadata(1, -0.1)}</GDALMetadata>`,
      }),
    });
    const brief = summaries.map(
      ({ dataset, property, originalName, unit, depthTop, depthBottom, scale, mean, median, p5, p95, min, max, band, licence }) => [
        band,
        dataset,
        property,
        originalName,
        unit,
        depthTop,
        depthBottom,
        scale,
        licence,
        mean,
        median,
        p5,
        p95,
        min,
        max,
      ],
    );
    assert.deepEqual(brief, [
      [1, 'A & B', 'Clay', 'clay', '%', 0, 5, 0.1, 'CC-BY-4.0', 26, 26, 12.5, 39.5, 11, 41],
      [2, 'A & B', 'Clay', 'clay', '%', 0, 5, -0.1, 'CC-BY-4.0', -24, -24, -37.5, -10.5, -39, -9],
      [3, null, 'multi 3', 'multi 3', null, null, null, 1, 'CC-BY-4.0', 250, 250, 115, 385, 100, 400],
      [1, null, 'phh2o', 'phh2o_5-15cm_mean', null, 5, 15, 1, null, 75, 75, 61.5, 88.5, 60, 90],
    ]);
    assert.deepEqual(
      sources.map(({ name, records, licence }) => [name, records, licence]),
      [
        ['A & B', 2, 'CC-BY-4.0'],
        ['', 2, 'CC-BY-4.0'],
      ],
    );
  });

  it('are clipped to the cells whose centre lies in the area, and say what share of the area has a value', async () => {
    // Columns 2 to 4 and rows 1 to 2, of which the last column is cut before its centre.
    const summary = await readOne(TIFF, { area: [square(21.9, 47, 24.4, 49)] });
    const inside = [1, 2].flatMap((row) => [2, 3].map((column) => values[row * 12 + column]!));
    assert.deepEqual(
      [summary.clipped, summary.cells, summary.valid, summary.covered, summary.min, summary.max],
      [true, 4, 4, 1, Math.min(...inside), Math.max(...inside)],
    );
    assert.ok(Math.abs(summary.mean! - inside.reduce((sum, value) => sum + value, 0) / 4) < 1e-5);
    const over = await readOne(TIFF, { area: [square(10, 45, 24, 55)] });
    assert.deepEqual([over.cells, over.valid, over.covered], [140, 20, 20 / 140]);
    const beside = await readOne(TIFF, { area: [square(100, 45, 104, 55)] });
    assert.deepEqual([beside.cells, beside.valid, beside.covered, beside.mean], [40, 0, 0, null]);
  });

  it('give a field smaller than a cell the cells that its corners lie in', async () => {
    const summary = await readOne(TIFF, { area: [square(22.1, 48.1, 22.2, 48.2), square(25.9, 48.1, 26.1, 48.2)] });
    assert.deepEqual([summary.cells, summary.valid], [3, 3]);
    const cells = [values[12 + 2]!, values[12 + 5]!, values[12 + 6]!];
    assert.ok(Math.abs(summary.mean! - (cells[0]! + cells[1]! + cells[2]!) / 3) < 1e-5);
  });

  it('are fully covered where several sampling points share a cell', async () => {
    const around = (lon: number) => square(lon, 48.4, lon + 0.01, 48.41);
    const summary = await readOne(TIFF, { area: [around(22.1), around(22.3), around(22.8)] });
    assert.deepEqual([summary.cells, summary.valid, summary.covered], [1, 1, 1]);
  });

  it('are clipped the same whether cells are placed by corner or middle, by scale or matrix, and in web mercator', async () => {
    const area = [square(22, 47, 24, 49)];
    const expected = (await readOne(TIFF, { area })).mean;
    const point: WrittenTiff = {
      ...TIFF,
      origin: [20.5, 49.5],
      keys: [
        [1024, 2],
        [1025, 2],
        [2048, 4326],
      ],
    };
    assert.equal((await readOne(point, { area })).mean, expected);
    const upsideDown: WrittenTiff = {
      ...TIFF,
      bands: [Array.from({ length: 10 }, (_, row) => values.slice((9 - row) * 12, (10 - row) * 12)).flat()],
      tags: [
        [33550, 12, []],
        [33922, 12, []],
        [34264, 12, [1, 0, 0, 20, 0, 1, 0, 40, 0, 0, 0, 0, 0, 0, 0, 1]],
      ],
    };
    assert.deepEqual([(await readOne(upsideDown, { area })).mean, (await readOne(upsideDown)).bbox], [expected, [20, 40, 32, 50]]);
    const metres = 6378137 * (Math.PI / 180);
    const mercator: WrittenTiff = {
      width: 12,
      height: 1,
      bands: [values.slice(0, 12)],
      scale: [metres, metres],
      origin: [20 * metres, 0],
      keys: [
        [1024, 1],
        [1025, 1],
        [3072, 3857],
      ],
    };
    const clipped = await readOne(mercator, { area: [square(22, -0.9, 24, -0.1)] });
    assert.deepEqual([clipped.crs, clipped.cells, clipped.mean], ['EPSG:3857', 2, (values[2]! + values[3]!) / 2]);
  });

  it('are clipped the same where they count their longitudes from 0 to 360', async () => {
    const row = Array.from({ length: 360 }, (_, longitude) => longitude);
    const grid: WrittenTiff = { width: 360, height: 4, bands: [[...row, ...row, ...row, ...row]], origin: [0, 52] };
    const west = await readOne(grid, { area: [square(-70, 49, -67, 51)] });
    assert.deepEqual([west.cells, west.valid, west.mean], [6, 6, 291]);
    const greenwich = await readOne(grid, { area: [square(-2, 49, 1, 51)] });
    assert.deepEqual([greenwich.cells, greenwich.valid, greenwich.min, greenwich.max], [6, 6, 0, 359]);
    const atlantic: WrittenTiff = { ...grid, origin: [-360, 52] };
    const east = await readOne(atlantic, { area: [square(5, 49, 7, 51)] });
    assert.deepEqual([east.valid, east.mean], [4, 5.5]);
  });

  it('are clipped in the projections of soil data, edges bent as the map bends them', async () => {
    const ring: Position[] = [[13.9, 50.2], [17.6, 49.8], [17.1, 51.3], [15.2, 50.9], [14.1, 51.6], [13.9, 50.2]];
    const projected: [name: string, keys: WrittenTiff['keys'], code: number, crs: string][] = [
      ['UTM', [[1024, 1], [1025, 1], [2048, 4326], [3072, 32633]], 32633, 'EPSG:32633'],
      ['LAEA', [[1024, 1], [1025, 1], [3072, 3035]], 3035, 'EPSG:3035'],
      ['Lambert conformal', [[1024, 1], [1025, 1], [3072, 3034]], 3034, 'EPSG:3034'],
      ['Albers', [[1024, 1], [1025, 1], [3072, 5070]], 5070, 'EPSG:5070'],
      ['homolosine', [[1024, 1], [1025, 1], [2048, 4326], [3072, 32767]], 54052, 'ESRI:54052'],
    ];
    for (const [name, keys, code, crs] of projected) {
      const project = knownProjection(code)!;
      // By a second, plain method: the boundary walked in many steps, and every centre asked whether it lies inside.
      const steps = ring.slice(1).flatMap(([lon, lat], at) => {
        const [west, south] = ring[at]!;
        return Array.from({ length: 300 }, (_, step) => project([west + ((lon - west) * step) / 300, south + ((lat - south) * step) / 300]));
      });
      const [left, top] = [Math.min(...steps.map(([x]) => x)) - 5000, Math.max(...steps.map(([, y]) => y)) + 5000];
      const cell = 4000;
      const [right, bottom] = [Math.max(...steps.map(([x]) => x)) + 5000, Math.min(...steps.map(([, y]) => y)) - 5000];
      const [width, height] = [Math.ceil((right - left) / cell), Math.ceil((top - bottom) / cell)];
      const bands = [Array.from({ length: width * height }, (_, at) => (at * 7919) % 1009)];
      const inside = bands[0]!.filter((_, at) => {
        const [x, y] = [left + ((at % width) + 0.5) * cell, top - (Math.floor(at / width) + 0.5) * cell];
        let odd = false;
        steps.forEach(([x1, y1], index) => {
          const [x2, y2] = steps[(index + 1) % steps.length]!;
          if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) odd = !odd;
        });
        return odd;
      });
      const citation: WrittenTiff['tags'] = code === 54052 ? [[34737, 2, [...Buffer.from('Interrupted_Goode_Homolosine|\0')]]] : [];
      if (code === 54052) citation.push([34735, 3, [1, 1, 0, 5, 1024, 0, 1, 1, 1025, 0, 1, 1, 1026, 34737, 29, 0, 2048, 0, 1, 4326, 3072, 0, 1, 32767]]);
      const tiff: WrittenTiff = { width, height, bands, scale: [cell, cell], origin: [left, top], keys, tags: citation };
      const summary = await readOne(tiff, { area: [[ring]] });
      assert.deepEqual([summary.crs, summary.clipped, summary.cells], [crs, true, summary.valid], name);
      // Edges may be a hundredth of a cell off, and so a cell whose middle is as close to one.
      assert.ok(inside.length > 500 && Math.abs(summary.valid - inside.length) <= 2, `${name}: ${summary.valid} of ${inside.length}`);
      const mean = inside.reduce((sum, value) => sum + value, 0) / inside.length;
      assert.ok(Math.abs(summary.mean! - mean) < 1.5, `${name}: ${summary.mean} ${mean}`);
    }
  });

  it('in coordinates that are not known, or cut where the area lies, are summarised whole, and that is a problem', async () => {
    const projected = (keys: WrittenTiff['keys'], area: Position[][][]) =>
      read({ 'grid.tif': writtenTiff({ ...TIFF, scale: [1000, 1000], keys }) }, { area });
    const oblique = await projected([[1024, 1], [1025, 1], [2048, 4258], [3072, 2056]], [square(22, 47, 24, 49)]);
    assert.deepEqual([oblique.summaries[0]!.clipped, oblique.summaries[0]!.valid, oblique.summaries[0]!.crs], [false, 120, 'EPSG:2056']);
    assert.match(oblique.problems.first[0]!.problem, /EPSG:2056.*whole/);
    const unnamed = await projected([[1024, 1], [1025, 1], [2048, 4326], [3072, 32767]], [square(22, 47, 24, 49)]);
    assert.deepEqual([unnamed.summaries[0]!.clipped, unnamed.summaries[0]!.crs], [false, null]);
    const keys: WrittenTiff['keys'] = [[1024, 1], [1025, 1], [3072, 54052]];
    for (const [area, clipped] of [
      [square(-41, 60, -39, 61), false],
      [square(-39.9, 60, -39, 61), true],
      [square(79, -30, 81, -20), false],
      [square(79, 20, 81, 30), true],
    ] as const) {
      const cut = await projected(keys, [area]);
      assert.deepEqual([cut.summaries[0]!.clipped, cut.problems.count], [clipped, clipped ? 0 : 1], String(area));
    }
    const behind = await projected([[1024, 1], [1025, 1], [3072, 32633]], [square(-100, 10, -99, 11)]);
    assert.deepEqual([behind.summaries[0]!.clipped, behind.problems.count], [false, 1]);
  });

  it('follow the H3 hexagons of points', async () => {
    const polygons = await clipPolygons(await readArea('MULTIPOINT ((22.5 48.5), (24.5 48.5))'));
    assert.deepEqual(
      polygons.map(([ring]) => ring!.length),
      [7, 7],
    );
    const summary = await readOne(TIFF, { area: polygons });
    assert.deepEqual([summary.cells, summary.mean], [2, (values[12 + 2]! + values[12 + 4]!) / 2]);
  });

  it('that cannot be read are problems of their own; the others are read', async () => {
    const good = writtenTiff(TIFF);
    const bombs = Buffer.alloc(1000, 0x80);
    const files: Record<string, Buffer> = {
      'good.tif': good,
      'empty.tif': Buffer.alloc(0),
      'junk.tif': Buffer.from('this is no TIFF at all, whatever its name says'),
      'cut.tif': good.subarray(0, good.length - 100),
      'cut-head.tif': good.subarray(0, 60),
      'huge.tif': writtenTiff({
        ...TIFF,
        tags: [
          [256, 4, [4_000_000_000]],
          [257, 4, [4_000_000_000]],
        ],
      }),
      'block.tif': writtenTiff({
        ...TIFF,
        tags: [
          [256, 4, [40_000]],
          [257, 4, [40_000]],
          [278, 4, [40_000]],
        ],
      }),
      'zero.tif': writtenTiff({ ...TIFF, tags: [[256, 4, [0]]] }),
      'bits.tif': writtenTiff({ ...TIFF, tags: [[258, 3, [12]]] }),
      'jpeg.tif': writtenTiff({ ...TIFF, tags: [[259, 3, [7]]] }),
      // Horizontal differences in a big-endian file: the library would take them for little-endian ones.
      'predictor.tif': writtenTiff({ ...TIFF, type: 'int16', bigEndian: true, tags: [[317, 3, [2]]] }),
      'far.tif': writtenTiff({ ...TIFF, tags: [[279, 4, [4_000_000_000]]] }),
      'lzw.tif': Buffer.concat([writtenTiff({ ...TIFF, tags: [[259, 3, [5]]] }), bombs]),
      'deflate.tif': writtenTiff({ ...TIFF, tags: [[259, 3, [8]]] }),
    };
    const { summaries, problems } = await read(files);
    assert.deepEqual(
      summaries.map(({ file }) => file),
      ['good.tif'],
    );
    assert.deepEqual(
      problems.first.map(({ file }) => file).sort(),
      Object.keys(files)
        .filter((name) => name !== 'good.tif')
        .sort(),
    );
    for (const { file, problem } of problems.first)
      assert.match(problem, new RegExp(`^Reading ${file}: the grid cannot be read, because `));
    await assert.rejects(read({}, { strict: true }), (error) => isSoilError(error, 'SOIL_ARCHIVE'));
  });

  it('of any bytes end in a problem or in numbers, never in another error', async () => {
    const good = writtenTiff({ ...TIFF, compression: 'deflate', tile: 16 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 }), async (changes) => {
        const bytes = Buffer.from(good);
        for (const [at, byte] of changes) bytes[at] = byte;
        await read({ 'grid.tif': bytes }, { area: [square(22, 47, 24, 49)] });
      }),
      { numRuns: 80 },
    );
  });

  it('whose blocks unpack to more than they may end in a problem', async () => {
    const bomb = writtenTiff({ width: 8, height: 8, bands: [Array(64).fill(1)], compression: 'deflate', rowsPerStrip: 8 });
    const larger = writtenTiff({ width: 300, height: 300, bands: [Array(90_000).fill(1)], compression: 'deflate', rowsPerStrip: 300 });
    // The head of the small one, the block of the large one: deflate would give 1,400 times what was promised.
    const head = Buffer.from(bomb.subarray(0, bomb.length));
    const { problems } = await read({ 'bomb.tif': Buffer.concat([retagged(head, larger), larger]) });
    assert.match(problems.first[0]!.problem, /cannot be read/);
  });

  it('inside a zip leave nothing behind', async () => {
    const zip = await writtenZip({ 'deep/a.tif': writtenTiff(TIFF), 'b.tif': Buffer.from('junk') });
    const temporaryFolder = path.join(folder);
    const source = await openExport(zip);
    const { summaries, problems } = await readRasters(source, { temporaryFolder });
    await source.close();
    assert.deepEqual([summaries.map(({ file }) => file), problems.count, await readdir(folder)], [['deep/a.tif'], 1, []]);
    const again = await openExport(zip);
    await assert.rejects(readRasters(again, { temporaryFolder, signal: AbortSignal.abort(new Error('closed')) }), /closed/);
    await again.close();
    assert.deepEqual(await readdir(folder), []);
    const nowhere = await openExport(zip);
    await assert.rejects(readRasters(nowhere, { temporaryFolder: path.join(folder, 'none') }), (error) =>
      isSoilError(error, 'SOIL_STORAGE'),
    );
    await nowhere.close();
  });

  it('are narrowed by names and licences like records', async () => {
    const files = { 'clay_0-5cm.tif': writtenTiff({ ...TIFF, licence: 'CC BY 4.0' }), 'ph_0-5cm.tif': writtenTiff(TIFF) };
    const named = await read(files, { properties: ['CLAY', 'sand'] });
    assert.deepEqual(
      [named.summaries.map(({ property }) => property), named.counts.otherNames, named.counts.notFound],
      [['clay'], 1, ['sand']],
    );
    const unmet = await read(files, { properties: ['soil'], strict: true });
    assert.deepEqual([unmet.summaries.length, unmet.counts.namesUnmet, unmet.problems.first[0]?.file], [2, true, null]);
    assert.match(unmet.problems.first[0]!.problem, /^Nothing in the files names a soil property that was asked for \("soil"\)/);
    assert.deepEqual([named.counts.namesUnmet, named.problems.count], [false, 0]);
    const licensed = await read(files, { licences: ['cc-by'] });
    assert.deepEqual([licensed.summaries.map(({ property }) => property), licensed.counts.otherLicences], [['clay'], 1]);
  });
});

/** The windows that a summary reads. */
async function windowsOf(raster: RasterFile, bands: number[], ring: Position[][]): Promise<RasterWindow[]> {
  const windows: RasterWindow[] = [];
  const read = raster.readWindow.bind(raster);
  raster.readWindow = (window, of) => {
    windows.push(window);
    return read(window, of);
  };
  await summariseRaster(raster, 'large.tif', [ring], bands);
  return windows;
}

/** Counts the reads of the file that are as large as a block. */
function blocksUnpacked(raster: RasterFile): () => number {
  const { file } = raster as unknown as { file: { read: (...given: unknown[]) => unknown } };
  const read = file.read.bind(file);
  let count = 0;
  file.read = (...given) => {
    if (Number(given[2]) > 8192) count += 1;
    return read(...given);
  };
  return () => count;
}

/** Makes the first strip of a little-endian file point at the strip of another file behind it. */
function retagged(head: Buffer, other: Buffer): Buffer {
  const tagOf = (file: Buffer, tag: number): number => {
    for (let entry = 0; entry < file.readUInt16LE(8); entry += 1)
      if (file.readUInt16LE(10 + 12 * entry) === tag) return 10 + 12 * entry + 8;
    throw new Error(`no tag ${tag}`);
  };
  head.writeUInt32LE(head.length + other.readUInt32LE(tagOf(other, 273)), tagOf(head, 273));
  head.writeUInt32LE(other.readUInt32LE(tagOf(other, 279)), tagOf(head, 279));
  return head;
}

describe('The mask of an area', () => {
  it('holds the cells whose centre a point-in-polygon test finds inside, for any star-shaped polygon with a hole', () => {
    const star = fc.array(fc.double({ min: 0.5, max: 12, noNaN: true }), { minLength: 4, maxLength: 12 });
    const ringOf = (radii: number[], x: number, y: number, size: number): Position[] => {
      const ring = radii.map((radius, at): Position => [
        x + radius * size * Math.cos((at / radii.length) * 2 * Math.PI),
        y + radius * size * Math.sin((at / radii.length) * 2 * Math.PI),
      ]);
      return [...ring, ring[0]!];
    };
    const within = (ring: Position[], x: number, y: number): boolean => {
      let inside = false;
      for (let at = 0; at + 1 < ring.length; at += 1) {
        const [[x1, y1], [x2, y2]] = [ring[at]!, ring[at + 1]!];
        if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside;
      }
      return inside;
    };
    fc.assert(
      fc.property(
        star,
        star,
        fc.double({ min: 3, max: 17, noNaN: true }),
        fc.double({ min: 3, max: 17, noNaN: true }),
        (outer, other, x, y) => {
          const polygons = [[ringOf(outer, x, y, 1), ringOf(outer, x, y, 0.4)], [ringOf(other, 20 - x, y, 0.7)]];
          const mask = new RasterMask(polygons);
          const rows = mask.rows(0);
          const inside = (column: number, row: number): boolean =>
            polygons.some(([ring, hole]) => within(ring!, column + 0.5, row + 0.5) && !(hole && within(hole, column + 0.5, row + 0.5)));
          const centres = polygons.map(([ring, hole]) => {
            let count = 0;
            for (let row = -15; row < 35; row += 1)
              for (let column = -15; column < 35; column += 1)
                if (within(ring!, column + 0.5, row + 0.5) && !(hole && within(hole, column + 0.5, row + 0.5))) count += 1;
            return count;
          });
          if (centres.includes(0)) return;
          for (let row = 0; row < 20; row += 1) {
            const spans = rows.next().value as [number, number][];
            for (let column = 0; column < 20; column += 1) {
              assert.equal(
                spans.some(([from, to]) => column >= from && column < to),
                inside(column, row),
                `${column} ${row}`,
              );
            }
          }
          let cells = 0;
          for (let row = -15; row < 35; row += 1) for (let column = -15; column < 35; column += 1) if (inside(column, row)) cells += 1;
          assert.equal(mask.cells, cells);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('measures an area too large to count', () => {
    const far: Position[][] = [
      [
        [0, 0],
        [1000, 0],
        [1000, 200_000],
        [0, 200_000],
        [0, 0],
      ],
    ];
    assert.equal(new RasterMask([far]).cells, 200_000_000);
  });

  it('steps over what lies between far polygons', () => {
    const field = (x: number, y: number): Position[][] => [
      [
        [x, y],
        [x + 3, y],
        [x + 3, y + 3],
        [x, y + 3],
        [x, y],
      ],
    ];
    assert.equal(new RasterMask([field(0, 0), field(5, 1e12), field(0, -1e12)]).cells, 27);
  });

  it('counts a cell once, however many parts smaller than it lie there', () => {
    const inRows = (mask: RasterMask): number => {
      const rows = mask.rows(0);
      let cells = 0;
      for (let row = 0; row < 10; row += 1) for (const [from, to] of rows.next().value as [number, number][]) cells += to - from;
      return cells;
    };
    const small = (x: number, y: number): Position[][] => square(x, y, x + 0.1, y + 0.1);
    const cases: [polygons: Position[][][], cells: number][] = [
      [[small(3.1, 2.1), small(3.3, 2.7), small(3.8, 2.2)], 1],
      [[square(2, 2, 4, 4), small(2.1, 2.1)], 4],
      [[square(2, 2, 4, 4), square(6, 2, 8, 4), small(1.1, 2.1), small(2.1, 3.1), small(4.1, 3.1), small(7.1, 3.1), small(8.1, 3.1)], 11],
      [[small(1.1, 5.1), square(0.95, 5.1, 1.05, 5.2)], 2],
    ];
    for (const [polygons, cells] of cases) {
      const mask = new RasterMask(polygons);
      assert.deepEqual([mask.cells, inRows(mask), mask.partly], [cells, cells, true], JSON.stringify(polygons));
    }
  });

  it('takes many small parts in one row like as many in rows of their own', () => {
    const processorTime = (polygons: Position[][][]): number => {
      const before = process.cpuUsage();
      assert.equal(new RasterMask(polygons).cells, polygons.length);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const numbers = Array.from({ length: 30_000 }, (_, number) => number);
    const inColumn = numbers.map((row) => square(3.1, row + 0.1, 3.2, row + 0.2));
    const inRow = numbers.map((column) => square(column + 0.1, 3.1, column + 0.2, 3.2));
    const [apart, together] = [processorTime(inColumn), processorTime(inRow)];
    // Without growth by the square, about the same; with it, more than twenty times as much.
    assert.ok(together < 5 * apart + 50_000, `${together} µs in one row, ${apart} µs in many`);
  });
});
