import { SoilError } from '../errors/soil-error';
import type { ProfileRow } from '../profiles/texture-slice';
import type { SoilRecord } from '../records/soil-record';
import { csvOfProfile, csvOfRecords } from './csv-text';
import { chartOfProfile, chartOfRecords, tableOfProfile, tableOfRecords } from './dashboard';
import { influxOfProfile, influxOfRecords } from './influxdb';
import type { ShapeContext, ShapedMessage } from './shaped-message';
import { sqlOfProfile, sqlOfRecords } from './sql';
import { worldmapOfProfile, worldmapOfRecords } from './worldmap';

/** The receiving nodes that payloads are shaped for. */
export const SHAPES = ['worldmap', 'chart', 'table', 'influxdb', 'postgresql', 'sqlite', 'csv'] as const;
export type Shape = (typeof SHAPES)[number];

/** A setting as a shape; none where it is empty. Throws `SOIL_CONFIG` for any other text. */
export function checkShape(setting: unknown): Shape | null {
  if (setting === undefined || setting === null || setting === '') return null;
  const shape = SHAPES.find((name) => name === setting);
  if (!shape)
    throw new SoilError('SOIL_CONFIG', `The setting "Shaped for" is ${JSON.stringify(setting)}: choose one of ${SHAPES.join(', ')}, or none.`);
  return shape;
}

/** Records in the shape that a receiving node takes. */
export async function shapedRecords(shape: Shape, records: readonly SoilRecord[], context: ShapeContext): Promise<ShapedMessage> {
  switch (shape) {
    case 'worldmap':
      return worldmapOfRecords(records, context);
    case 'chart':
      return chartOfRecords(records, context);
    case 'table':
      return tableOfRecords(records, context);
    case 'influxdb':
      return influxOfRecords(records, context);
    case 'postgresql':
    case 'sqlite':
      return sqlOfRecords(shape, records, context);
    case 'csv':
      return csvOfRecords(records, context);
  }
}

/**
 * The slices of a profile in the shape that a receiving node takes.
 *
 * @param by what the slices are grouped by
 */
export async function shapedProfile(
  shape: Shape,
  slices: readonly ProfileRow[],
  context: ShapeContext,
  by: 'point' | 'h3' | 'area',
): Promise<ShapedMessage> {
  switch (shape) {
    case 'worldmap':
      return worldmapOfProfile(slices, context, by);
    case 'chart':
      return chartOfProfile(slices, context);
    case 'table':
      return tableOfProfile(slices, context);
    case 'influxdb':
      return influxOfProfile(slices, context);
    case 'postgresql':
    case 'sqlite':
      return sqlOfProfile(shape, slices, context);
    case 'csv':
      return csvOfProfile(slices, context);
  }
}
