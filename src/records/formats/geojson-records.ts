import { RecordReader } from '../fields/record-reader';
import { UntoldFields } from '../fields/unread-fields';
import type { RecordParser, RecordSink } from '../record-sink';
import { attributesOf, FeatureFields } from './feature-fields';
import { FeatureReader } from './geojson-features';
import { NOT_UTF8, UTF_16 } from './text-encoding';

/** Reads records from a GeoJSON file of points, chunk by chunk: one record per feature, from its attributes and its place. */
export class GeoJsonRecords implements RecordParser {
  private readonly features: FeatureReader;
  private readonly fields: FeatureFields;
  private readonly reader: RecordReader;
  private readonly untold = new UntoldFields('Fields', (remark) => this.sink.remark(this.number, remark));
  private number = 0;
  /** Whether the beginning has a zero byte. */
  private hasZero: boolean | undefined;

  constructor(private readonly sink: RecordSink, noValues?: ReadonlySet<number | string>) {
    this.reader = new RecordReader((fault, outcome) => this.sink.problem(this.number, fault, outcome), noValues);
    this.fields = new FeatureFields(
      (fault, outcome) => this.sink.problem(null, fault, outcome),
      (remark) => this.sink.remark(this.number, remark),
    );
    this.features = new FeatureReader({
      feature: (feature, number) => this.readFeature(feature, number),
      malformed: (number, fault, outcome) => this.sink.problem(number, fault, outcome),
      notUtf8: (number) => this.sink.problem(number, NOT_UTF8),
      referenceSystem: (system) => this.fields.takeSystem(system, this.number === 0 ? undefined : 'The features before this were read as degrees on WGS 84.'),
      notFound: () => this.sink.skip(this.hasZero ? UTF_16 : 'The file is not a GeoJSON FeatureCollection. If it holds records, export it as one.'),
    });
  }

  push(chunk: Buffer): void {
    this.hasZero ??= chunk.includes(0);
    this.features.push(chunk);
  }

  end(): void {
    this.features.end();
  }

  private readFeature(feature: unknown, number: number): void {
    this.number = number;
    const fields = this.fields.read(feature);
    const record = this.reader.read((field) => fields.get(field));
    if (!record) return;
    this.untold.lookAt(record, () => attributesOf(feature));
    this.sink.record(record, this.reader.notRead + this.fields.notRead);
  }
}
