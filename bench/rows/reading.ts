import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { figure, ratios } from '../figures';
import { makeCsv, makeGrid, makeZip } from '../make-export';
import type { ReadResult, ReadTask } from '../read-file';
import { inTurn } from '../rounds';
import type { Line, Row } from '../row';
import { digits } from '../table';

/** A file of records beside bare csv-parse on the same rows, and a large grid: rate, memory, and how long the event loop waits. */
export const reading: Row = {
  name: 'reading',
  title: 'Reading records and grids',
  async measure({ quick, say }) {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'soil-bench-'));
    try {
      const rows = quick ? 100_000 : 2_000_000;
      const side = quick ? 1_000 : 10_000;
      const [csv, zip, tif] = ['rows.csv', 'rows.zip', 'grid.tif'].map((name) => path.join(folder, name)) as [string, string, string];
      say(`making files of ${digits(rows)} rows and ${digits(side * side)} cells`);
      await Promise.all([makeCsv(rows, csv), makeZip(rows, zip), makeGrid(side, tif)]);

      const ofRecords: ReadResult[] = [];
      const ofGrid: ReadResult[] = [];
      const perSecond = async (task: ReadTask, results?: ReadResult[]): Promise<number> => {
        const result = await inOwnProcess(task);
        results?.push(result);
        return result.count / result.seconds;
      };
      say('records');
      const rates = await inTurn(quick ? 2 : 5, {
        parse: () => perSecond({ kind: 'csv-parse', file: csv }),
        csv: () => perSecond({ kind: 'records', file: csv }),
        zip: () => perSecond({ kind: 'records', file: zip }, ofRecords),
      });
      say('grid');
      const cells = await inTurn(quick ? 2 : 3, { grid: () => perSecond({ kind: 'grid', file: tif }, ofGrid) });

      const rate = (name: keyof typeof rates): string => `${digits(figure(rates[name]).median)} rows/s`;
      const size = `${digits(rows)} rows`;
      const lines: Line[] = [
        {
          work: `${size} of CSV to distinct records`,
          against: 'bare csv-parse',
          ours: rate('csv'),
          theirs: rate('parse'),
          figure: ratios(rates.csv, rates.parse),
          unit: 'x',
          reach: { at: 'least', value: 0.7 },
        },
        {
          work: `${size} in a zip to distinct records`,
          against: 'bare csv-parse on the CSV',
          ours: rate('zip'),
          theirs: rate('parse'),
          figure: ratios(rates.zip, rates.parse),
          unit: 'x',
          reach: { at: 'least', value: 0.7 },
        },
      ];
      const own = (work: string, results: ReadResult[], shown: string): void => {
        lines.push({
          work: `${work}: memory growth`,
          against: '',
          ours: shown,
          theirs: '',
          figure: figure(results.map(({ memory }) => memory)),
          unit: 'MB',
          reach: { at: 'most', value: 150 },
        });
        lines.push({
          work: `${work}: longest turn`,
          against: '',
          ours: shown,
          theirs: '',
          figure: figure(results.map(({ longestTurn }) => longestTurn)),
          unit: 'ms',
          reach: { at: 'most', value: 50 },
        });
      };
      own(`${size} in a zip`, ofRecords, rate('zip'));
      own(`grid of ${digits((side * side) / 1e6)} megapixels`, ofGrid, `${digits(figure(cells.grid).median / 1e6)} Mpx/s`);
      return lines;
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

async function inOwnProcess(task: ReadTask): Promise<ReadResult> {
  const child = fork(path.join(__dirname, '..', 'read-file.ts'), { execArgv: [...process.execArgv, '--expose-gc'] });
  child.send(task);
  const [result] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`The reading process ended with ${String(code)}.`);
    }),
  ])) as [ReadResult];
  child.kill();
  return result;
}
