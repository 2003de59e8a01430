import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Position } from '../../src/geometry/area-of-interest';
import { RasterMask } from '../../src/records/rasters/raster-mask';
import { rasterWindows } from '../../src/records/rasters/raster-windows';
import { atOnce } from '../../src/time/steps';
import { heapInUse } from '../memory/heap-in-use';
import { square } from './raster-scenario';

const MOST_BLOCKS = 256;

describe('The windows of a grid', () => {
  const size = fc.integer({ min: 1, max: 40 });
  const layout = fc.record({ width: size, height: size, blockWidth: size, blockHeight: size, cellsAtOnce: fc.integer({ min: 1, max: 2000 }) });
  // Small ones as well: else there is hardly ever a gap in a row.
  const side = fc.oneof(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 30 }));
  const fields = fc.array(fc.tuple(fc.integer({ min: -20, max: 45 }), fc.integer({ min: -20, max: 45 }), side), { maxLength: 5 });

  it('show each cell of the area once and no others, a few at a time, however the grid is laid out', () => {
    fc.assert(
      fc.property(layout, fc.option(fields), ({ cellsAtOnce, ...structure }, corners) => {
        const { width, height, blockWidth, blockHeight } = structure;
        const mask = corners && atOnce(RasterMask.of(corners.map(([x, y, side]) => square(x, y, x + side, y + side))));
        const wanted = (x: number, y: number): boolean =>
          !corners || corners.some(([left, top, side]) => x >= left && x < left + side && y >= top && y < top + side);
        const seen = new Map<number, number>();
        let windows = 0;
        for (const found of rasterWindows({ structure, grid: null }, mask, cellsAtOnce)) {
          if (!found) continue;
          windows += 1;
          const { window } = found;
          assert.ok(window.x + window.width <= width && window.y + window.height <= height);
          assert.ok(window.width * window.height <= Math.max(cellsAtOnce, blockWidth), `${window.width} x ${window.height}`);
          assert.ok(Math.ceil(window.width / blockWidth) * Math.ceil(window.height / blockHeight) <= MOST_BLOCKS);
          let shown = 0;
          const [rows, columns] = [new Set<number>(), new Set<number>()];
          found.spans((from, to) => {
            for (let at = from; at < to; at += 1) {
              const cell = (window.y + Math.floor(at / window.width)) * width + window.x + (at % window.width);
              rows.add(Math.floor(at / window.width));
              columns.add(at % window.width);
              seen.set(cell, (seen.get(cell) ?? 0) + 1);
              shown += 1;
            }
          });
          assert.ok(shown > 0, 'a window without a cell of the area is not read');
          const edges = [rows.has(0), rows.has(window.height - 1), columns.has(0), columns.has(window.width - 1)];
          assert.deepEqual(edges, [true, true, true, true], 'nothing beside the area is unpacked');
        }
        for (let cell = 0; cell < width * height; cell += 1) {
          const [x, y] = [cell % width, Math.floor(cell / width)];
          assert.equal(seen.get(cell) ?? 0, wanted(x, y) ? 1 : 0, `${x} ${y}`);
        }
        const [across, down] = [Math.ceil(width / blockWidth), Math.ceil(height / blockHeight)];
        if (across * down <= MOST_BLOCKS && across * blockWidth * down * blockHeight <= cellsAtOnce) assert.ok(windows <= 1, `${windows} windows`);
      }),
      { numRuns: 300 },
    );
  });

  it('are whole blocks: several rows of them where these span the grid, and some rows of a block that is larger than a window may be', () => {
    for (const [width, blockWidth, blockHeight, windowWidth, windowHeight] of [
      [10_000, 512, 512, 512, 128],
      [10_000, 256, 256, 256, 256],
      [10_000, 10_000, 1, 10_000, 6],
      [10_000, 10_000, 4, 10_000, 4],
      [10_000, 16, 16, 4096, 16],
      [1000, 16, 16, 1000, 64],
      [64, 2, 2, 64, 16],
      [64, 64, 1, 64, 256],
    ] as const) {
      const windows = rasterWindows({ structure: { width, height: 10_000, blockWidth, blockHeight }, grid: null }, null, 65_536);
      const { window } = windows.next().value as { window: unknown };
      assert.deepEqual(window, { x: 0, y: 0, width: windowWidth, height: windowHeight }, `${blockWidth} x ${blockHeight}`);
    }
  });

  it('leave others their turns also between rows without the area, of which a block may have millions', () => {
    const structure = { width: 1, height: 1_000_000, blockWidth: 1, blockHeight: 1_000_000 };
    const found = [...rasterWindows({ structure, grid: null }, atOnce(RasterMask.of([square(0, 0, 1, 10)])), 65_536)];
    assert.ok(found.length > 400, `${found.length} turns and windows`);
  });

  it('show no place twice where a grid goes on beyond a turn of the Earth, also if fields at both ends of the map take cells of their own', () => {
    // A turn is 6.3 of these cells: whole ones from -180 to 180, and a part of one at either end.
    const [grid, width] = [{ x: -175, y: 0, cellWidth: 57, cellHeight: -1, code: 4326, geographic: true }, 8];
    const [west, east] = [-5 / 57, 355 / 57];
    const mask = atOnce(RasterMask.of([square(west, 0, east, 1), square(west, 0.1, west + 0.01, 0.2), square(east - 0.01, 0.1, east, 0.2)]));
    const columns: number[] = [];
    for (const found of rasterWindows({ structure: { width, height: 1, blockWidth: width, blockHeight: 1 }, grid }, mask, width)) {
      found?.spans((from, to) => columns.push(...Array.from({ length: to - from }, (_, at) => found.window.x + from + at)));
    }
    assert.deepEqual(columns, [0, 1, 2, 3, 4, 5]);
  });

  it('hold little of a comb with a tooth in every other column, and find its cells as fast in many blocks side by side as in few', () => {
    const [width, height] = [10_000, 100];
    const teeth = Array.from({ length: width / 2 }, (_, i): Position[] => [[2 * i, height], [2 * i, 0], [2 * i + 1, 0], [2 * i + 1, height]]).flat();
    const mask = atOnce(RasterMask.of([[[...teeth, [0, height]]]]));
    const windows = (blockWidth: number): ReturnType<typeof rasterWindows> =>
      rasterWindows({ structure: { width, height, blockWidth, blockHeight: height }, grid: null }, mask, blockWidth * height);
    const inUse = (): number => heapInUse() + process.memoryUsage().arrayBuffers;
    const before = inUse();
    const many = windows(16);
    while (!many.next().value);
    const held = inUse() - before;
    assert.ok(held < 15e6, `${held} bytes`);
    const processorTime = (blockWidth: number): number => {
      const start = process.cpuUsage();
      let cells = 0;
      for (const found of windows(blockWidth)) found?.spans((from, to) => (cells += to - from));
      assert.equal(cells, (width * height) / 2);
      const { user, system } = process.cpuUsage(start);
      return user + system;
    };
    const [few, each] = [processorTime(5000), processorTime(16)];
    assert.ok(each < 5 * few, `${each} µs in many blocks, ${few} µs in few`);
  });
});
