import { mkdtemp, rm, utimes } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { depthSlices } from '../../src/profiles/depth-slice';
import { soilProfile } from '../../src/profiles/soil-profile';
import type { ProfileRow } from '../../src/profiles/texture-slice';
import { openExport } from '../../src/records/export-source';
import { RecordReading } from '../../src/records/read-records';
import type { SoilRecord } from '../../src/records/soil-record';
import { sandboxExport } from '../records/sandbox-export';

const FIELD = 'POLYGON ((5.6600 51.9870, 5.6700 51.9870, 5.6700 51.9910, 5.6600 51.9910, 5.6600 51.9870))';

/** The zip of a small field, and what is in it. */
export class ExportedField {
  private constructor(
    private readonly directory: string,
    readonly path: string,
    readonly records: readonly SoilRecord[],
    /** Of each point, 0-30 cm. */
    readonly slices: readonly ProfileRow[],
  ) {}

  static async make(): Promise<ExportedField> {
    const directory = await mkdtemp(path.join(os.tmpdir(), 'soil-export-'));
    const file = path.join(directory, 'field.zip');
    await sandboxExport(FIELD, file);
    const source = await openExport(file);
    const records: SoilRecord[] = [];
    for await (const batch of new RecordReading(source).batches(0)) records.push(...batch);
    await source.close();
    const { slices } = await soilProfile(records, { minimumCoverage: 0, slices: depthSlices('0-30'), grouping: { by: 'point' } });
    return new ExportedField(directory, file, records, slices);
  }

  /** As if the same had been downloaded that many minutes from now. Returns that time, at which its numbers were retrieved. */
  async downloadedIn(minutes: number): Promise<string> {
    const time = new Date(Math.ceil(Date.now() / 1000) * 1000 + minutes * 60_000);
    await utimes(this.path, time, time);
    return time.toISOString();
  }

  remove(): Promise<void> {
    return rm(this.directory, { recursive: true, force: true });
  }
}
