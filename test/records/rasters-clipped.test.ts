import assert from 'node:assert/strict';
import type { Position } from '../../src/geometry/area-of-interest';
import { readArea } from '../../src/geometry/read-area';
import { areaInCells } from '../../src/records/rasters/area-in-cells';
import { clipPolygons } from '../../src/records/rasters/clip-area';
import { assertShortTurns } from '../time/short-turns';
import { gridFolder, square, TIFF, values } from './raster-scenario';
import { writtenTiff, type WrittenTiff } from './written-tiff';

describe('Grids with an area', () => {
  const { read, readOne } = gridFolder();

  it('are clipped to the cells whose centre lies in the area, and say what share of the area has a value', async () => {
    // Columns 2 to 4 and rows 1 to 2, but the last column is cut before its centre.
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
    const nowhere = await readOne(TIFF, { area: [] });
    assert.deepEqual([nowhere.clipped, nowhere.cells, nowhere.covered], [true, 0, 0]);
  });

  it('are covered wholly at most, even by a strip of so many rows that its cells are measured, though it holds more centres', async () => {
    const rows = 510_000;
    const tiff: WrittenTiff = { width: 2, height: rows, bands: [Array<number>(2 * rows).fill(7)], type: 'uint8', scale: [1e-4, 1e-4], origin: [20, 50] };
    const strip = await readOne(tiff, { area: [square(20.00004, 50 - rows * 1e-4, 20.00016, 50)] });
    assert.deepEqual([strip.valid, strip.cells < 1.3 * rows, strip.covered], [2 * rows, true, 1]);
  });

  it('leave others their turns while they are clipped to fields or a border with hundreds of thousands of corners, on fine and coarse cells', async () => {
    const round = (corners: number, x: number, y: number, radius: number): Position[] =>
      Array.from({ length: corners + 1 }, (_, i) => ((i % corners) * 2 * Math.PI) / corners).map((turn) => [x + radius * Math.cos(turn), y + radius * Math.sin(turn)]);
    const border: Position[][][] = [[round(400_000, 26, 45, 4)]];
    const fields = Array.from({ length: 50_000 }, (_, i) => [round(8, 21 + (i % 250) / 25, 41 + Math.floor(i / 250) / 25, 0.015)]);
    for (const area of [border, fields]) {
      for (const size of [1, 0.01]) {
        const tiff: WrittenTiff = { ...TIFF, scale: [size, size] };
        await assertShortTurns(() => readOne(tiff, { area }), ({ longest, all }) => longest < 100_000 || longest < all / 5);
      }
    }
  });

  it('are summarised whole, which is reported, if the border of the area would take hours to follow', async () => {
    const height = 10_000;
    const grid = writtenTiff({ width: 1, height, bands: [Array.from({ length: height }, (_, row) => row % 5)], origin: [20, 50] });
    const teeth = Array.from({ length: 1100 }, (_, i): Position[] => [[20 + i / 1100, 50], [20 + (i + 0.5) / 1100, 50 - height]]).flat();
    const area = [[[...teeth, [21, 60], [20, 60], [20, 50]] as Position[]]];
    const { summaries, problems } = await read({ 'grid.tif': grid }, { area });
    assert.deepEqual(summaries.map(({ clipped, valid }) => [clipped, valid]), [[false, height]]);
    const problem = 'The grid could not be clipped to the area: the border of the area is too long. Simplify the area. It was summarised whole.';
    assert.deepEqual(problems.first, [{ file: 'grid.tif', line: null, problem }]);
  });

  it('are summarised whole, which is reported, if the edges of the area bend in too many places', async () => {
    const teeth = Array.from({ length: 3000 }, (_, i): Position[] => [[i / 3000, -45], [(i + 0.5) / 3000, 45]]).flat();
    const grid = { x: 0, y: 0, cellWidth: 10, cellHeight: -10, code: 3857, geographic: false };
    const comb: Position[][][] = [[[...teeth, [1, 46], [0, 46], [0, -45]]]];
    assert.equal(await areaInCells(comb, grid), 'too long');
    const { problems } = await read({ 'grid.tif': writtenTiff({ ...TIFF, keys: [[1024, 1], [1025, 1], [3072, 3857]] }) }, { area: comb });
    assert.match(problems.first[0]!.problem, /the border of the area is too long\./);
    // Nothing bends on a map in degrees, nor between corners as close as those of a coast.
    assert.equal((await areaInCells(comb, { ...grid, code: 4326, geographic: true }))?.length, 1);
    const coast = Array.from({ length: 510_000 }, (_, i): Position => [i / 1e6, (i % 2) / 1e6]);
    assert.equal((await areaInCells([[[...coast, [0, 1], [0, 0]]]], grid))?.length, 1);
  });

  it('are summarised whole, which is reported, if their cells are so small or so far away that rows cannot be counted', async () => {
    const area = [square(22, 47.95, 22.05, 48)];
    for (const [size, north] of [[1.12e-308, 50], [1e-7, 1e10]] as const) {
      const tiff = writtenTiff({ ...TIFF, scale: [size, size], origin: [20, north] });
      const { summaries, problems } = await read({ 'grid.tif': tiff }, { area, signal: AbortSignal.timeout(5_000) });
      assert.deepEqual([summaries[0]?.clipped, summaries[0]?.bbox, summaries[0]?.valid], [false, null, 120]);
      assert.match(problems.first[0]?.problem ?? '', /the file does not say where its cells lie/);
    }
  });

  it('end a strict reading if they cannot be clipped, with one sentence on what to do', async () => {
    const grid = writtenTiff({ ...TIFF, keys: [[1024, 1], [1025, 1], [3072, 2056]] });
    const why = 'The grid could not be clipped to the area: its coordinate system (EPSG:2056) is not supported. gdalwarp -t_srs EPSG:4326 makes a copy in degrees.';
    const message = `Reading grid.tif: ${why} Repair the file, or switch off "Stop at the first malformed row" to read on.`;
    await assert.rejects(read({ 'grid.tif': grid }, { area: [square(22, 47, 24, 49)], strict: true }), { code: 'SOIL_ARCHIVE', message });
  });

  it('give a field smaller than a cell the cells that its corners lie in', async () => {
    const summary = await readOne(TIFF, { area: [square(22.1, 48.1, 22.2, 48.2), square(25.9, 48.1, 26.1, 48.2)] });
    assert.deepEqual([summary.cells, summary.valid], [3, 3]);
    const cells = [values[12 + 2]!, values[12 + 5]!, values[12 + 6]!];
    assert.ok(Math.abs(summary.mean! - (cells[0]! + cells[1]! + cells[2]!) / 3) < 1e-5);
  });

  it('give a field smaller than a cell no neighbouring cell that it only touches', async () => {
    // Each lies in the cell from 22 E and 48 N, at one of its corners.
    for (const [west, south] of [[22, 48], [22.7, 48], [22, 48.7], [22.7, 48.7]] as const) {
      const summary = await readOne(TIFF, { area: [square(west, south, west + 0.3, south + 0.3)] });
      assert.deepEqual([summary.cells, summary.valid, summary.mean], [1, 1, values[12 + 2]], `${west} ${south}`);
    }
  });

  it('are fully covered if several sampling points share a cell', async () => {
    const around = (lon: number) => square(lon, 48.4, lon + 0.01, 48.41);
    const summary = await readOne(TIFF, { area: [around(22.1), around(22.3), around(22.8)] });
    assert.deepEqual([summary.cells, summary.valid, summary.covered], [1, 1, 1]);
  });

  it('are clipped the same whether cells are placed by corner or centre, by scale or matrix, and in Web Mercator', async () => {
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

  it('are clipped the same if they count longitudes from 0 to 360', async () => {
    const row = Array.from({ length: 360 }, (_, longitude) => longitude);
    const grid: WrittenTiff = { width: 360, height: 4, bands: [[...row, ...row, ...row, ...row]], origin: [0, 52] };
    const west = await readOne(grid, { area: [square(-70, 49, -67, 51)] });
    assert.deepEqual([west.cells, west.valid, west.mean], [6, 6, 291]);
    const greenwich = await readOne(grid, { area: [square(-2, 49, 1, 51)] });
    assert.deepEqual([greenwich.cells, greenwich.valid, greenwich.min, greenwich.max], [6, 6, 0, 359]);
    const atlantic: WrittenTiff = { ...grid, origin: [-360, 52] };
    const east = await readOne(atlantic, { area: [square(5, 49, 7, 51)] });
    assert.deepEqual([east.valid, east.mean], [4, 5.5]);
    // With the centres of cells from 0 to 360, so that the last column is the first one again.
    const closed: WrittenTiff = { width: 361, height: 4, bands: [[...row, 0, ...row, 0, ...row, 0, ...row, 0]], origin: [-0.5, 52] };
    const americas = await readOne(closed, { area: [square(-70.5, 49, -67.5, 51)] });
    assert.deepEqual([americas.cells, americas.valid, americas.mean], [6, 6, 291]);
    const around = await readOne(closed, { area: [square(-2.5, 49, 1.5, 51)] });
    assert.deepEqual([around.cells, around.valid, around.mean], [8, 8, (358 + 359 + 0 + 1) / 4]);
    const all = await readOne(closed, { area: [square(-180, 49, 180, 51)] });
    assert.deepEqual([all.cells, all.valid, all.mean], [720, 720, 179.5]);
  });

  it('are clipped on both sides of the antimeridian if they cross it in Web Mercator', async () => {
    const column = (2 * Math.PI * 6378137) / 400;
    const grid: WrittenTiff = {
      width: 4,
      height: 1,
      bands: [[1, 2, 3, 4]],
      scale: [column, column],
      origin: [198 * column, 0],
      keys: [
        [1024, 1],
        [1025, 1],
        [3072, 3857],
      ],
    };
    const { cells, valid, mean } = await readOne(grid, { area: [square(178.3, -0.8, 180, -0.1), square(-180, -0.8, -178.3, -0.1)] });
    assert.deepEqual([cells, valid, mean], [4, 4, 2.5]);
  });

  it('are clipped to the cell of a sampling point, even across the antimeridian', async () => {
    const row = Array.from({ length: 360 }, (_, longitude) => longitude - 180);
    const world: WrittenTiff = { width: 360, height: 4, bands: [[...row, ...row, ...row, ...row]], origin: [-180, -15] };
    const oneSide = await readOne(world, { area: await clipPolygons(await readArea({ lat: -16.4, lon: 179.5 })) });
    assert.deepEqual([oneSide.cells, oneSide.valid, oneSide.mean], [1, 1, 179]);
    // Taveuni in Fiji lies on both sides of 180 degrees.
    const across = await readOne(world, { area: await clipPolygons(await readArea({ lat: -16.4, lon: 180 })) });
    assert.deepEqual([across.cells, across.valid, across.min, across.max], [2, 2, -180, 179]);
    const from0: WrittenTiff = { ...world, bands: [[...row, ...row, ...row, ...row].map((value) => value + 180)], origin: [0, -15] };
    const inTheMiddle = await readOne(from0, { area: await clipPolygons(await readArea({ lat: -16.4, lon: 180 })) });
    assert.deepEqual([inTheMiddle.cells, inTheMiddle.valid, inTheMiddle.min, inTheMiddle.max], [2, 2, 179, 180]);
    const small: WrittenTiff = { width: 4, height: 2, bands: [[1, 2, 3, 4, 1, 2, 3, 4]], origin: [179.8, -16.9], scale: [0.1, 0.1] };
    const field = await readOne(small, { area: await clipPolygons(await readArea([179.9, -17.1, -179.9, -16.9])) });
    assert.deepEqual([field.cells, field.valid, field.min, field.max], [4, 4, 2, 3]);
  });

  it('that are turned against their axes are summarised whole, with the reason', async () => {
    const turned: WrittenTiff = {
      ...TIFF,
      tags: [
        [33550, 12, []],
        [33922, 12, []],
        [34264, 12, [0.8, 0.6, 0, 20, 0.6, -0.8, 0, 50, 0, 0, 0, 0, 0, 0, 0, 1]],
      ],
    };
    const { summaries, problems } = await read({ 'grid.tif': writtenTiff(turned) }, { area: [square(22, 47, 24, 49)] });
    assert.deepEqual([summaries[0]!.clipped, summaries[0]!.bbox, summaries[0]!.valid], [false, null, 120]);
    assert.match(problems.first[0]!.problem, /the file does not say where its cells lie, or its rows do not run along an axis\. .* It was summarised whole/);
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
});
