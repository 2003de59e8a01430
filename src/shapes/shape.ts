import type { ProfileRow } from '../profiles/texture-slice';
import type { SoilRecord } from '../records/soil-record';
import { columnsOfProfile } from './columns';
import { csvOfProfile, csvOfRecords } from './csv-text';
import { chartOfProfile, chartOfRecords, tableOfProfile, tableOfRecords } from './dashboard';
import { influxOfProfile, influxOfRecords } from './influxdb';
import type { ProfileShape, Shape } from './shape-name';
import type { ShapeContext, ShapedMessage } from './shaped-message';
import { sqlOfProfile, sqlOfRecords } from './sql';
import { worldmapOfProfile, worldmapOfRecords } from './worldmap';

type Shaping<Item> = (items: readonly Item[], context: ShapeContext) => Promise<ShapedMessage>;

const RECORDS: Record<Shape, Shaping<SoilRecord>> = {
  worldmap: worldmapOfRecords,
  chart: chartOfRecords,
  table: tableOfRecords,
  influxdb: influxOfRecords,
  postgresql: (records, context) => sqlOfRecords('postgresql', records, context),
  sqlite: (records, context) => sqlOfRecords('sqlite', records, context),
  csv: csvOfRecords,
};

const PROFILES: Record<ProfileShape, Shaping<ProfileRow>> = {
  worldmap: worldmapOfProfile,
  chart: chartOfProfile,
  table: tableOfProfile,
  influxdb: influxOfProfile,
  postgresql: (slices, context) => sqlOfProfile('postgresql', slices, context),
  sqlite: (slices, context) => sqlOfProfile('sqlite', slices, context),
  csv: csvOfProfile,
  columns: columnsOfProfile,
};

/** Records in the shape that a receiving node takes. */
export function shapedRecords(shape: Shape, records: readonly SoilRecord[], context: ShapeContext): Promise<ShapedMessage> {
  return RECORDS[shape](records, context);
}

/** The slices of a profile in the shape that a receiving node takes. */
export function shapedProfile(shape: ProfileShape, slices: readonly ProfileRow[], context: ShapeContext): Promise<ShapedMessage> {
  return PROFILES[shape](slices, context);
}
