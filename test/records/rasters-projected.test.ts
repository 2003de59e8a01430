import assert from 'node:assert/strict';
import type { Position } from '../../src/geometry/area-of-interest';
import { knownProjection } from '../../src/geometry/projections/known-projection';
import { areaInCells } from '../../src/records/rasters/area-in-cells';
import { intoCells } from '../../src/records/rasters/raster-grid';
import { onSlowMachine, turnsDuring } from '../time/counted-turns';
import { gridFolder, square, TIFF } from './raster-scenario';
import { writtenTiff, type WrittenTiff } from './written-tiff';

describe('Grids in a projection, with an area', () => {
  const { read, readOne } = gridFolder();

  it('are clipped in the projections of soil data, with edges bent as on the map', async () => {
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
      // A second, plain method: walks the boundary in many steps, and tests whether each centre lies inside.
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
      // Edges may be a hundredth of a cell off, and so may a cell whose centre is as close to one.
      assert.ok(inside.length > 500 && Math.abs(summary.valid - inside.length) <= 2, `${name}: ${summary.valid} of ${inside.length}`);
      const mean = inside.reduce((sum, value) => sum + value, 0) / inside.length;
      assert.ok(Math.abs(summary.mean! - mean) < 1.5, `${name}: ${summary.mean} ${mean}`);
    }
  });

  it('follow edges that bend to and fro, even if their middle lies on the straight line', async () => {
    const grid = { x: 0, y: 0, cellWidth: 1000, cellHeight: -1000, code: 32633, geographic: false };
    const project = intoCells(grid)!;
    const [[ring]] = (await areaInCells([[[[5, -30], [25, 30], [25, -30], [5, -30]]]], grid)) as [[Position[]]];
    // Most of them lie between the places where the edge is looked at.
    for (let share = 0; share <= 1; share += 1 / 300) {
      const [lon, lat] = [5 + 20 * share, -30 + 60 * share];
      const [x, y] = project([lon, lat]);
      const distances = ring.slice(1).map(([x2, y2], at) => {
        const [x1, y1] = ring[at]!;
        const along = ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / ((x2 - x1) ** 2 + (y2 - y1) ** 2);
        const near = Math.min(1, Math.max(0, along));
        return Math.hypot(x - x1 - (x2 - x1) * near, y - y1 - (y2 - y1) * near);
      });
      assert.ok(Math.min(...distances) < 0.02, `${lon} ${lat}: ${Math.min(...distances)} cells`);
    }
  });

  it('leave others their turns between the corners of the area', async () => {
    const grid = { x: 0, y: 0, cellWidth: 1000, cellHeight: -1000, code: 32633, geographic: false };
    const ring = Array.from({ length: 100 }, (_, at): Position => [15 + at / 100, 50 + (at % 2)]);
    assert.ok((await turnsDuring(() => onSlowMachine(() => areaInCells([[ring]], grid)))) >= 50);
  });

  it('in unknown coordinates, or in a projection that is cut in the area, are summarised whole, and that is a problem', async () => {
    const projected = (keys: WrittenTiff['keys'], area: Position[][][]) =>
      read({ 'grid.tif': writtenTiff({ ...TIFF, scale: [1000, 1000], keys }) }, { area });
    const oblique = await projected([[1024, 1], [1025, 1], [2048, 4258], [3072, 2056]], [square(22, 47, 24, 49)]);
    assert.deepEqual([oblique.summaries[0]!.clipped, oblique.summaries[0]!.valid, oblique.summaries[0]!.crs], [false, 120, 'EPSG:2056']);
    assert.match(oblique.problems.first[0]!.problem, /its coordinate system \(EPSG:2056\) is not supported\. .* It was summarised whole\./);
    const unnamed = await projected([[1024, 1], [1025, 1], [2048, 4326], [3072, 32767]], [square(22, 47, 24, 49)]);
    assert.deepEqual([unnamed.summaries[0]!.clipped, unnamed.summaries[0]!.crs], [false, null]);
    assert.match(unnamed.problems.first[0]!.problem, /its coordinate system is not supported, or not stated\./);
    const keys: WrittenTiff['keys'] = [[1024, 1], [1025, 1], [3072, 54052]];
    for (const [area, clipped] of [
      [square(-41, 60, -39, 61), false],
      [square(-40.3, 60, -39.4, 61), false],
      [square(-39.9, 60, -39, 61), true],
      [square(79, -30, 81, -20), false],
      [square(79, 20, 81, 30), true],
    ] as const) {
      const cut = await projected(keys, [area]);
      assert.deepEqual([cut.summaries[0]!.clipped, cut.problems.count], [clipped, clipped ? 0 : 1], String(area));
      for (const { problem } of cut.problems.first) assert.match(problem, /its map projection \(ESRI:54052\) is cut inside the area, or does not show all of it\./);
    }
    const behind = await projected([[1024, 1], [1025, 1], [3072, 32633]], [square(-100, 10, -99, 11)]);
    assert.deepEqual([behind.summaries[0]!.clipped, behind.problems.count], [false, 1]);
  });

  it('are not in degrees if their angles are grads, or counted from Paris', async () => {
    const area = [square(22, 47, 24, 49)];
    const systems: [keys: WrittenTiff['keys'], clipped: boolean][] = [
      [[[1024, 2], [1025, 1], [2048, 4807]], false],
      [[[1024, 2], [1025, 1], [2048, 4901]], false],
      [[[1024, 2], [1025, 1], [2048, 32767], [2054, 9105]], false],
      [[[1024, 2], [1025, 1], [2048, 32767], [2051, 8903], [2054, 9102]], false],
      [[[1024, 2], [1025, 1], [2048, 32767], [2051, 8901], [2054, 9102]], true],
      [[[1024, 2], [1025, 1], [2048, 4269], [2054, 9102]], true],
      [[[1024, 2], [1025, 1], [2048, 32767], [2054, 9122]], true],
    ];
    for (const [keys, clipped] of systems) {
      const { summaries, problems } = await read({ 'grid.tif': writtenTiff({ ...TIFF, keys }) }, { area });
      assert.deepEqual([summaries[0]!.clipped, problems.count], [clipped, clipped ? 0 : 1], JSON.stringify(keys));
    }
  });

  it('are not in degrees if only a text names their projection, as written by GDAL for those that GeoTIFF has no key for', async () => {
    const named = (text: string, system = 4326, unit = 9001): WrittenTiff => {
      const citation = Buffer.from(`ESRI PE String = ${text}|\0`);
      const keys = [1, 1, 0, 5, 1024, 0, 1, 32767, 1025, 0, 1, 1, 2048, 0, 1, system, 3073, 34737, citation.length - 1, 0, 3076, 0, 1, unit];
      return { ...TIFF, tags: [[34737, 2, [...citation]], [34735, 3, keys]] };
    };
    const projected = (name: string, projection: string, rest = '') =>
      `PROJCS["${name}",GEOGCS["GCS_WGS_1984"],PROJECTION["${projection}"],PARAMETER["False_Easting",0.0],` +
      `PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",0.0]${rest},UNIT["Meter",1.0]]`;
    const area = [square(22, 47, 24, 49)];
    for (const [text, crs] of [
      [projected('World_Mollweide', 'Mollweide'), null],
      [projected('unknown', 'Goode_Homolosine', ',PARAMETER["Option",0.0]'), null],
    ] as const) {
      const { summaries, problems } = await read({ 'grid.tif': writtenTiff(named(text)) }, { area });
      assert.deepEqual([summaries[0]!.clipped, summaries[0]!.crs, problems.count], [false, crs, 1], text);
    }
    const project = knownProjection(54052)!;
    const [left, top] = project([20.5, 50]);
    const homolosine = named(projected('Homolosine', 'Goode_Homolosine', ',PARAMETER["Option",1.0]'));
    const cut = await readOne({ ...homolosine, origin: [left - 1000, top + 1000], scale: [1000, 1000] }, { area: [square(20.499, 49.999, 20.501, 50.001)] });
    assert.deepEqual([cut.crs, cut.clipped, cut.covered], ['ESRI:54052', true, 1]);
    const kilometres = named(projected('Homolosine', 'Goode_Homolosine', ',PARAMETER["Option",1.0]'), 4326, 9036);
    const whole = await read({ 'grid.tif': writtenTiff(kilometres) }, { area });
    assert.deepEqual([whole.summaries[0]!.crs, whole.summaries[0]!.clipped, whole.problems.count], [null, false, 1]);
    const degrees = await readOne(named('GEOGCS["GCS_ETRS_1989",DATUM["D_ETRS_1989"]]', 4258), { area });
    assert.deepEqual([degrees.crs, degrees.clipped, degrees.cells], ['EPSG:4258', true, 4]);
  });
});
