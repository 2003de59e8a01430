import { isObject } from '../foreign/foreign-value';
import { FeatureReader } from './geojson-features';
import { readFields, type RecordField } from './record-field';
import { RecordReader } from './record-reader';
import type { RecordParser, RecordSink } from './record-sink';
import { NOT_UTF8 } from './text-encoding';

/** Reads records from a GeoJSON file of points, chunk by chunk: one record a feature, from its attributes and its place. */
export class GeoJsonRecords implements RecordParser {
  private readonly features: FeatureReader;
  private readonly reader: RecordReader;
  private number = 0;

  constructor(private readonly sink: RecordSink) {
    this.reader = new RecordReader((fault, outcome) => this.sink.problem(this.number, fault, outcome));
    this.features = new FeatureReader({
      feature: (feature, number) => this.readFeature(feature, number),
      malformed: (number, fault, outcome) => this.sink.problem(number, fault, outcome),
      notUtf8: (number) => this.sink.problem(number, NOT_UTF8),
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
    const fields = featureFields(feature);
    const record = this.reader.read((field) => fields.get(field));
    if (record) this.sink.record(record);
  }
}

/** What the attributes of a feature tell about a record, and its place where it is a point. */
export function featureFields(feature: unknown): Map<RecordField, unknown> {
  if (!isObject(feature)) return new Map();
  const { geometry, properties } = feature;
  const fields = readFields(isObject(properties) ? Object.entries(properties) : []);
  const [longitude, latitude] = positionOf(geometry);
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
