import { isObject } from '../foreign/foreign-value';
import { isNearWgs84, systemName } from '../geometry/reference-system';
import { FeatureReader } from './geojson-features';
import { readFields, type RecordField } from './record-field';
import { RecordReader } from './record-reader';
import type { RecordParser, RecordSink } from './record-sink';
import { NOT_UTF8 } from './text-encoding';

const NOT_TAKEN = 'They were not taken.';

/**
 * Reads records from a GeoJSON file of points, chunk by chunk: one record a feature, from its attributes and its place. Coordinates of another
 * system than WGS 84, or one near it, are no place, wherever their numbers happen to fit.
 */
export class GeoJsonRecords implements RecordParser {
  private readonly features: FeatureReader;
  private readonly reader: RecordReader;
  private number = 0;
  private inDegrees = true;
  private saidSystem = false;

  constructor(private readonly sink: RecordSink, noValues?: ReadonlySet<number | string>) {
    this.reader = new RecordReader((fault, outcome) => this.sink.problem(this.number, fault, outcome), noValues);
    this.features = new FeatureReader({
      feature: (feature, number) => this.readFeature(feature, number),
      malformed: (number, fault, outcome) => this.sink.problem(number, fault, outcome),
      notUtf8: (number) => this.sink.problem(number, NOT_UTF8),
      referenceSystem: (system) => {
        this.inDegrees = this.isInDegrees(system, this.number === 0 ? NOT_TAKEN : 'The features before were read as if they were.');
      },
      notFound: () => this.sink.skip('The file is no GeoJSON FeatureCollection.'),
    });
  }

  push(chunk: Buffer): void {
    this.features.push(chunk);
  }

  end(): void {
    this.features.end();
  }

  private readFeature(feature: unknown, number: number): void {
    this.number = number;
    const { crs, geometry } = feature as { crs?: unknown; geometry?: unknown };
    // Databases write it into each geometry.
    const systems = [crs, isObject(geometry) ? geometry['crs'] : null];
    const fields = featureFields(feature, this.inDegrees && systems.every((system) => this.isInDegrees(system)));
    const record = this.reader.read((field) => fields.get(field));
    if (record) this.sink.record(record);
  }

  private isInDegrees(system: unknown, outcome = NOT_TAKEN): boolean {
    const name = systemName(system)?.trim();
    if (name === undefined || name === '' || isNearWgs84(name)) return true;
    if (!this.saidSystem) {
      this.saidSystem = true;
      this.sink.problem(null, `The coordinates are in ${JSON.stringify(name.slice(0, 60))}, and not in degrees on WGS 84.`, outcome);
    }
    return false;
  }
}

/**
 * What the attributes of a feature tell about a record, and its place where it is a point.
 *
 * @param placed whether its coordinates tell a place
 */
export function featureFields(feature: unknown, placed = true): Map<RecordField, unknown> {
  if (!isObject(feature)) return new Map();
  const { geometry, properties } = feature;
  const fields = readFields(isObject(properties) ? Object.entries(properties) : []);
  const [longitude, latitude] = placed ? positionOf(geometry) : [];
  // An empty point has no coordinates; its attributes may.
  if (longitude !== undefined && latitude !== undefined) fields.set('lon', longitude).set('lat', latitude);
  return fields;
}

/** Of a point, or of a MultiPoint of one, as programs write layers that may have several. */
function positionOf(geometry: unknown): unknown[] {
  if (!isObject(geometry)) return [];
  const { type, coordinates } = geometry;
  const position: unknown = type === 'Point' ? coordinates : type === 'MultiPoint' && Array.isArray(coordinates) && coordinates.length === 1 ? coordinates[0] : [];
  return Array.isArray(position) ? position : [];
}
