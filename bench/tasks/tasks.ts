import { createReadStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import area from '@turf/area';
import { parse as parseCsv, type Options as CsvOptions } from 'csv-parse';
import { fromFile } from 'geotiff';
import { stream } from 'undici';
import { parse, stringify } from 'wellknown';
import { downloadFile } from '../../src/download/download-file';
import { readArea } from '../../src/geometry/read-area';
import { openExport } from '../../src/records/export-source';
import { readRasters } from '../../src/records/rasters/read-rasters';
import { RecordReading } from '../../src/records/read-records';
import { readDatasetCatalog } from '../../src/service/answers/datasets';
import { readJsonAnswer } from '../../src/service/answers/json-answer';

export interface Task<Prepared> {
  /** Prepares the work, which is not measured. */
  prepare(argument: string): Promise<Prepared>;
  run(prepared: Prepared): Promise<void>;
  /** Clears up afterwards, which is not measured either. */
  tidy?(): Promise<void>;
}

const fileText: Task<string>['prepare'] = (file) => readFile(file, 'utf8');
const asItIs: Task<string>['prepare'] = (argument) => Promise.resolve(argument);

const BATCH = 10_000;

/** The work of the benchmark that runs in a process of its own: ours, and what it is compared with. */
export const tasks = {
  'read-area': {
    prepare: fileText,
    run: async (text: string) => {
      const { description } = await readArea(text);
      if (!(description.hectares > 0)) throw new Error('The area is empty.');
    },
  },
  'wellknown-area': {
    prepare: fileText,
    run: async (text: string) => {
      const geometry = parse(text);
      if (!geometry || !(area(geometry) > 0) || stringify(geometry).length < 10) throw new Error('The area is empty.');
    },
  },
  'read-records': {
    prepare: asItIs,
    run: async (file: string) => {
      const source = await openExport(file);
      const reading = new RecordReading(source);
      let records = 0;
      for await (const batch of reading.batches(BATCH)) records += batch.length;
      await source.close();
      if (records === 0) throw new Error('No record was read.');
    },
  },
  /** Bare csv-parse, on the file as it is in the zip: each row a list of texts. */
  'parse-csv': {
    prepare: asItIs,
    run: (file: string) => countRows(file, {}),
  },
  /** The same, each row an object with the names of the columns. */
  'parse-csv-objects': {
    prepare: asItIs,
    run: (file: string) => countRows(file, { columns: true }),
  },
  'summarise-raster': {
    prepare: asItIs,
    run: async (file: string) => {
      const source = await openExport(file);
      const { summaries } = await readRasters(source);
      await source.close();
      if (summaries.length !== 1 || summaries[0]?.mean === null) throw new Error('The raster was not summarised.');
    },
  },
  /** The mean alone, by windows of the same height, with the library as it is. */
  'geotiff-mean': {
    prepare: asItIs,
    run: async (file: string) => {
      const image = await (await fromFile(file)).getImage();
      const [width, height] = [image.getWidth(), image.getHeight()];
      let sum = 0;
      for (let top = 0; top < height; top += 256) {
        const [values] = (await image.readRasters({ window: [0, top, width, Math.min(height, top + 256)] })) as unknown as Int16Array[];
        for (const value of values as Int16Array) if (value !== -9999) sum += value;
      }
      if (!Number.isFinite(sum)) throw new Error('There is no sum.');
    },
  },
  /** A catalogue of this many datasets: from the text of the answer to typed datasets. */
  'read-catalogue': {
    prepare: (count: string) => Promise.resolve(catalogueOf(Number(count))),
    run: async (body: string) => {
      const exchange = { purpose: 'read the datasets', method: 'GET', url: 'http://127.0.0.1/v1/datasets', secrets: [] };
      // Often enough to be measurable at the smallest size.
      for (let time = 0; time < 100; time++) {
        const answer = { status: 200, headers: {}, body, receivedAt: 0, tookMs: 0 };
        if ((await readDatasetCatalog(readJsonAnswer({ answer, ...exchange })))?.items.length === 0) throw new Error('No dataset was read.');
      }
    },
  },
  download: {
    prepare: asItIs,
    run: async (url: string) => {
      const { bytes } = await downloadFile({ url, directory: downloads(), filename: 'result.zip', exists: 'replace', allowPrivateHosts: true, apiOrigin: new URL(url).origin, timeoutSeconds: 60, retryBudgetSeconds: 300 });
      if (bytes === 0) throw new Error('Nothing was downloaded.');
    },
    tidy: () => rm(downloads(), { recursive: true }),
  },
  /** The same bytes through undici, dropped as they come: no file, no digest, no look at them. */
  receive: {
    prepare: asItIs,
    run: async (url: string) => {
      let bytes = 0;
      const drop = new Writable({
        write: (chunk: Buffer, _encoding, done) => {
          bytes += chunk.length;
          done();
        },
      });
      await stream(url, { method: 'GET' }, () => drop);
      if (bytes === 0) throw new Error('Nothing was received.');
    },
  },
} satisfies Record<string, Task<string>>;

const downloads = (): string => path.join(process.env['SOIL_BENCH_FOLDER'] ?? '', 'downloads');

async function countRows(file: string, options: CsvOptions): Promise<void> {
  let rows = 0;
  for await (const _ of createReadStream(file).pipe(parseCsv(options))) rows++;
  if (rows === 0) throw new Error('No row was read.');
}

function catalogueOf(count: number): string {
  const DataSet = Array.from({ length: count }, (_, at) => ({
    type: 'DataSet',
    id: `https://soil.example/v1/datasets/${at}`,
    identifier: at,
    name: `Dataset ${at} of soil profiles`,
    description: '<p>Observed soil profiles with laboratory values,<br>harmonised by depth &amp; method.</p>'.repeat(3),
    distribution: { type: 'DataDownload', encodingFormat: 'GeoJSON', lockedForDownload: false },
  }));
  return JSON.stringify({ type: 'DataCatalog', DataSet });
}

export type TaskName = keyof typeof tasks;
