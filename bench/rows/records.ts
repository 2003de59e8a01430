import path from 'node:path';
import { figure, ratios } from '../figures';
import { geotiffFile, recordFiles, withFolder } from '../made-files';
import { inTurn } from '../rounds';
import type { Line, Row, RowOptions } from '../row';
import { digits } from '../table';
import { runTask } from '../tasks/run-task';
import type { TaskTime } from '../tasks/task-process';

const MB = 1e6;
/** How much reading may add to memory, whatever is read. */
const MOST_GROWTH_MB = 150;

/** From a file to numbers: rows of a zip against csv-parse on the bare file; a large grid against the mean with geotiff alone. */
export const records: Row = {
  name: 'records',
  title: 'Reading results: rows and grids',
  measure: (options) => withFolder(async (folder) => [...(await rowsOfZip(folder, options)), ...(await cellsOfGrid(folder, options))]),
};

async function rowsOfZip(folder: string, { quick, say }: RowOptions): Promise<Line[]> {
  const count = quick ? 100_000 : 2_000_000;
  say(`${digits(count)} rows: making the file`);
  const { csv, zip } = await recordFiles(folder, count);
  const small = await recordFiles(folder, 20_000);
  say(`${digits(count)} rows: reading`);
  const times: TaskTime[] = [];
  const results = await inTurn(quick ? 2 : 3, {
    ours: async () => count / keep(times, await runTask('read-records', zip, small.zip)).seconds,
    lists: async () => count / (await runTask('parse-csv', csv, small.csv)).seconds,
    objects: async () => count / (await runTask('parse-csv-objects', csv, small.csv)).seconds,
  });
  const shown = (values: number[]): string => `${digits(figure(values).median)} rows/s`;
  const work = `records, ${count.toLocaleString('en-GB')} rows of a zip`;
  return [
    {
      work, against: 'csv-parse alone, bare CSV, rows as lists', ours: shown(results.ours), theirs: shown(results.lists),
      figure: ratios(results.ours, results.lists), unit: 'x', reach: { at: 'least', value: 0.7 },
    },
    {
      work, against: 'the same, rows as objects', ours: shown(results.ours), theirs: shown(results.objects),
      figure: ratios(results.ours, results.objects), unit: 'x',
    },
    ...limits('records', times),
  ];
}

async function cellsOfGrid(folder: string, { quick, say }: RowOptions): Promise<Line[]> {
  const side = quick ? 2_000 : 10_000;
  say(`${digits((side * side) / 1e6)} million cells`);
  const file = path.join(folder, 'grid.tif');
  await geotiffFile(file, side);
  const small = path.join(folder, 'small.tif');
  await geotiffFile(small, 600);
  const times: TaskTime[] = [];
  const results = await inTurn(quick ? 2 : 3, {
    ours: async () => keep(times, await runTask('summarise-raster', file, small)).seconds,
    theirs: async () => (await runTask('geotiff-mean', file, small)).seconds,
  });
  const shown = (values: number[]): string => `${digits(figure(values).median)} s`;
  return [
    {
      work: `grid, ${digits((side * side) / 1e6)} million cells`, against: 'the mean alone, with geotiff', ours: shown(results.ours), theirs: shown(results.theirs),
      figure: ratios(results.ours, results.theirs), unit: 'x',
    },
    ...limits('grid', times),
  ];
}

function keep(times: TaskTime[], time: TaskTime): TaskTime {
  times.push(time);
  return time;
}

function limits(work: string, times: TaskTime[]): Line[] {
  const grown = figure(times.map(({ grownBytes }) => grownBytes / MB));
  const delay = figure(times.map(({ longestDelay }) => longestDelay));
  return [
    { work: `${work}: memory`, against: 'before reading', ours: `${digits(grown.median)} MB`, theirs: '', figure: grown, unit: 'MB', reach: { at: 'most', value: MOST_GROWTH_MB } },
    { work: `${work}: longest stop of the event loop`, against: 'none', ours: `${digits(delay.median)} ms`, theirs: '', figure: delay, unit: 'ms', reach: { at: 'most', value: 50 } },
  ];
}
