import type { NodeAPI } from 'node-red';
import { readArea } from '../../src/geometry/read-area';
import type { ExportReading, ReadOptions } from '../../src/records/export-reading';
import { isGrid, type ExportSource, openExport } from '../../src/records/export-source';
import { FeaturesByDepth } from '../../src/records/features-by-depth';
import { isInventedExport } from '../../src/records/invented-data';
import { NearArea } from '../../src/records/near-area';
import { clipPolygons } from '../../src/records/rasters/clip-area';
import { readRasters } from '../../src/records/rasters/read-rasters';
import { isTable, RecordReading } from '../../src/records/read-records';
import type { SoilRecord } from '../../src/records/soil-record';
import { MemoryLimit } from '../runtime/memory-limit';
import { queryOf } from '../runtime/settings/query-settings';
import { putRecords } from '../runtime/shaped-payload';
import { extendSoil, markSynthetic, sourcePart, type SoilMessage } from '../runtime/soil-message';
import { knownDatasets, sourceOf } from '../runtime/source-of';
import { areaBox } from './area-box';
import { BatchSender } from './batch-sender';
import { assertOwnFile } from './own-file';
import type { ReadingSettings } from './reading-settings';
import { wantedNames } from './wanted-names';

/** What a reading needs from its node. */
interface Reader {
  RED: NodeAPI;
  settings: ReadingSettings;
  signal: AbortSignal;
  /** Wraps a reading that ends by itself; one in batches waits for the flow, and is not wrapped. */
  inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Sends one of several messages; the caller sends the last one. */
  send: (msg: SoilMessage) => Promise<void>;
  /** Called now and then with the records, or the grids, read so far. */
  onCount: (count: number) => void;
}

/** The result of a reading, with the number of grid files and of point files. */
export type Told = Pick<ExportReading, 'problems' | 'counts'> & { grids: number; tables: number };

/** Records gathered at a time if all of them go into one result. */
const GATHERED = 5_000;
const ADVICE = 'Let soil-read give soil records in batches of some thousands';

/**
 * Reads a zip or folder of a service into `msg`, as the settings say: its records, its points as GeoJSON, or its grids.
 *
 * @param given what {@link openExport} takes: a path, or the Buffer of a zip
 * @throws SoilError `SOIL_CONFIG` for what was given, for a file that is no longer this message's, and for more records than memory
 * holds; `SOIL_STORAGE`, `SOIL_ARCHIVE`; the signal's reason when aborted
 */
export async function readExport(given: unknown, msg: SoilMessage, reader: Reader): Promise<Told> {
  const work = (): Promise<Told> => readInto(given, msg, reader);
  return reader.settings.batch > 0 ? work() : reader.inTurn(work);
}

/** Where relative paths of the core file nodes start, so that what one of them wrote is found under the name given there. */
function workingDirectory({ settings }: NodeAPI): string | undefined {
  const { fileWorkingDirectory: directory } = settings as { fileWorkingDirectory?: unknown };
  return typeof directory === 'string' ? directory : undefined;
}

async function readInto(given: unknown, msg: SoilMessage, reader: Reader): Promise<Told> {
  const read = { records, geojson, rasters }[reader.settings.output];
  const source = await openExport(given, workingDirectory(reader.RED));
  const memory = new MemoryLimit(reader.signal, ADVICE);
  try {
    const assertStillOwn = await assertOwnFile(given, msg, memory.signal);
    if (await isInventedExport(source)) markSynthetic(msg);
    const send = async (batch: SoilMessage): Promise<void> => {
      await assertStillOwn();
      await reader.send(batch);
    };
    const reading = read(source, msg, { ...reader, send, signal: memory.signal }, memory);
    // A file that is no longer there is no fault of the disk if another folder has come in the place of this one.
    const { problems, counts } = await reading.catch(async (error: unknown) => {
      if (!memory.signal.aborted) await assertStillOwn();
      throw error;
    });
    await assertStillOwn();
    return { problems, counts, grids: source.files.filter(isGrid).length, tables: source.files.filter(isTable).length };
  } finally {
    await source.close();
    memory.close();
  }
}

/** Records, in one message or in batches, each sent when the flow has taken the one before. */
async function records(source: ExportSource, msg: SoilMessage, reader: Reader, memory: MemoryLimit): Promise<ExportReading> {
  const { RED, signal } = reader;
  const { shape, batch: size } = reader.settings;
  const reading = readingOf(source, msg, reader);
  const near = new NearArea(await areaBox(msg, reader.signal));
  let sent = 0;
  memory.watch(() => {
    const { counts, characters } = reading;
    return { records: size > 0 ? Math.min(size, counts.records) : counts.records, characters: characters - sent };
  });
  const shownPlaces = new Map<string, number>();
  const fillIn = async (target: SoilMessage, batch: SoilRecord[], first: boolean): Promise<void> => {
    const told = await putRecords(target, shape, batch, { first, retrieved: source.retrieved ?? new Date(), shownPlaces, signal });
    tell(target, reading, source, told);
  };
  const batches = new BatchSender(msg, size, { RED, signal, send: reader.send, fill: fillIn });
  try {
    for await (const batch of reading.batches(size)) {
      await batches.add(batch);
      if (size > 0) sent = reading.characters;
      await near.look(batch, signal);
      reader.onCount(reading.counts.records);
    }
  } finally {
    batches.close();
  }
  near.tell(reading.problems);
  await batches.finish();
  return reading;
}

async function geojson(source: ExportSource, msg: SoilMessage, reader: Reader, memory: MemoryLimit): Promise<ExportReading> {
  const reading = readingOf(source, msg, reader);
  memory.watch(() => ({ records: reading.counts.records, characters: reading.characters }));
  const features = new FeaturesByDepth();
  const near = new NearArea(await areaBox(msg, reader.signal));
  for await (const batch of reading.batches(GATHERED)) {
    features.add(batch);
    await near.look(batch, reader.signal);
    reader.onCount(reading.counts.records);
  }
  msg.payload = await features.collection(reader.signal);
  near.tell(reading.problems);
  tell(msg, reading, source, { withoutPlace: features.withoutPlace });
  return reading;
}

async function rasters(source: ExportSource, msg: SoilMessage, reader: Reader): Promise<ExportReading> {
  const { geometry } = queryOf(msg);
  const area = geometry === undefined ? undefined : await clipPolygons(await readArea(geometry, { signal: reader.signal }), reader.signal);
  const reading = await readRasters(source, { ...choice(msg, reader), area, onProgress: reader.onCount });
  msg.payload = reading.summaries;
  tell(msg, reading, source);
  return reading;
}

function choice(msg: SoilMessage, { settings, signal }: Reader): ReadOptions {
  return { ...wantedNames(msg), ...settings.choice, known: knownDatasets(msg), signal };
}

function readingOf(source: ExportSource, msg: SoilMessage, reader: Reader): RecordReading {
  return new RecordReading(source, { ...choice(msg, reader), distinct: reader.settings.distinct });
}

/** Puts what is known of the reading so far into a message. */
function tell(msg: SoilMessage, reading: ExportReading, source: ExportSource, more: object = {}): void {
  extendSoil(msg, {
    source: sourceOf(msg, reading.sources, { retrieved: source.retrieved ?? new Date(), synthetic: sourcePart(msg).synthetic === true }),
    problems: reading.problems.toJSON(),
    // Copied: a batch tells what was read so far, and the lists go on growing.
    read: structuredClone({ ...reading.counts, ...more }),
  });
}
