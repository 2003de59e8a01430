// A process of its own for reading one file, so that its memory is that of the reading alone. Told what to do by its parent, one task after
// the other.
import { createReadStream } from 'node:fs';
import { openExport } from '../src/records/export-source';
import { readRasters } from '../src/records/read-rasters';
import { RecordReading } from '../src/records/read-records';

export interface ReadTask {
  kind: 'csv-parse' | 'records' | 'grid';
  file: string;
}

export interface ReadResult {
  seconds: number;
  /** Rows or cells read. */
  count: number;
  /** Growth of the resident memory at its highest, MB. */
  memory: number;
  /**
   * Longest stretch of processor time between two turns of the event loop, ms: what the reading alone blocks, whatever else the machine
   * does.
   */
  longestTurn: number;
}

const BATCH = 1_000;

async function csvParse(file: string): Promise<number> {
  const { parse } = await import('csv-parse');
  let rows = -1;
  for await (const _ of createReadStream(file).pipe(parse({ bom: true })) as AsyncIterable<string[]>) rows += 1;
  return rows;
}

async function records(file: string): Promise<number> {
  const source = await openExport(file);
  const reading = new RecordReading(source);
  for await (const _ of reading.batches(BATCH));
  await source.close();
  return reading.counts.found;
}

async function grid(file: string): Promise<number> {
  const source = await openExport(file);
  const { summaries } = await readRasters(source);
  await source.close();
  return summaries.reduce((cells, summary) => cells + summary.cells, 0);
}

async function measured({ kind, file }: ReadTask): Promise<ReadResult> {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let [peak, longestTurn, processor] = [before, 0, process.cpuUsage()];
  const look = setInterval(() => {
    const used = process.cpuUsage(processor);
    processor = process.cpuUsage();
    longestTurn = Math.max(longestTurn, (used.user + used.system) / 1e3);
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 1);
  const started = performance.now();
  const count = await { 'csv-parse': csvParse, records, grid }[kind](file);
  const seconds = (performance.now() - started) / 1e3;
  clearInterval(look);
  return { seconds, count, memory: (peak - before) / 1e6, longestTurn };
}

process.on('message', (task: ReadTask) => {
  measured(task).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
