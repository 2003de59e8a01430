import { cellIn, isRoundedCell } from '../../geometry/h3-index';
import { cut } from '../../text/cut';
import { quoted } from '../problem-list';
import { Remembered } from '../remembered';
import type { SoilRecord } from '../soil-record';
import { isCustomaryNoDepth } from './customary-no-value';
import { DecimalMarks, type Separator } from './decimal-marks';
import { readDepth, withDepthUnit, type DepthInterval } from './depth-interval';
import { isRounded, NONE_BESIDES, readName, readNumber, readText, readValue } from './missing-value';
import { propertyBeside, readPropertyName, type PropertyName } from './property-name';
import { isEmpty, type RecordField } from './record-field';
import { readSamplingDate } from './sampling-date';

const KEPT = 'The record is kept without it.';

/**
 * As long as what is kept of discovery's texts about a dataset. Names, units, methods and licences come with every record and tell profiles apart: of
 * pages of text, the beginning has to do.
 */
export const LONGEST_NAME = 1_000;

/** The fields of one row or feature: texts, numbers, or nothing. */
type FieldSource = (field: RecordField) => unknown;

interface WrittenDepth {
  written: unknown;
  /** Whether its name says so. */
  isInCm: boolean;
}

/**
 * Makes records from the rows of one file. What cannot be read becomes `null` and is reported; a row without a property is no record.
 */
export class RecordReader {
  private readonly properties = new Remembered(readPropertyName);
  private readonly texts = new Remembered(readText);
  private readonly names = new Remembered(readName);
  private readonly dates = new Remembered(readSamplingDate);
  private readonly depths = new Remembered(readDepth);

  /** Of the row that is being read. */
  private source!: FieldSource;
  private faults = '';
  private readonly marks: DecimalMarks;
  private readonly report: (fault: string, outcome: string) => void;

  /**
   * @param report takes two sentences: what could not be read, and what becomes of it
   * @param noValues further values that count as missing
   * @param separator what separates the cells of the source
   */
  constructor(
    report: (fault: string, outcome: string) => void,
    private readonly noValues = NONE_BESIDES,
    separator = (): Separator => 'comma',
  ) {
    this.report = (fault, outcome) => {
      this.faults += fault;
      report(fault, outcome);
    };
    this.marks = new DecimalMarks(separator, { lost: this.report, told: report });
  }

  /** What could not be read in the latest row, as it may set the row apart from others; empty if all could be read. */
  get notRead(): string {
    return this.faults;
  }

  read(source: FieldSource): SoilRecord | null {
    this.source = source;
    this.faults = '';
    const { field } = this;
    const name = this.name(field('property'));
    const sourceName = this.name(field('originalName'));
    if (name === null) {
      this.report('No soil property is named.', 'It was left out.');
      return null;
    }
    const ofName = this.properties.of(name);
    const originalName = sourceName ?? name;
    // Before the values: a comma in depths or coordinates tells what a point in a value may be.
    const depth = this.depthOf(ofName, sourceName);
    const [lon, lat] = [this.coordinate(field('lon'), 180, 'longitude'), this.coordinate(field('lat'), 90, 'latitude')];
    const harmonised = this.told(this.value(field('harmonisedValue')));
    const [raw, rawOriginal] = [source('value'), source('originalValue')];
    const written = this.value(this.single(raw));
    const given = this.told(written);
    const unit = this.shortText(field('unit'));
    // In a synchronous answer this is often the value itself, whose faults have been reported already.
    const writtenOriginal = rawOriginal === raw ? written : this.value(this.single(rawOriginal));
    const originalValue = this.told(writtenOriginal);
    // What a source computed from a missing value is missing too.
    const ofNothing = given !== written || originalValue !== writtenOriginal;
    const record: SoilRecord = {
      dataset: this.shortText(field('dataset')),
      property: ofName.property,
      originalName,
      value: ofNothing ? null : (harmonised ?? given),
      unit: harmonised === null ? unit : this.shortText(field('harmonisedUnit')),
      originalValue: originalValue ?? (harmonised === null ? null : given),
      originalUnit: this.shortText(field('originalUnit')) ?? (harmonised === null ? null : unit),
      depthTop: depth.top,
      depthBottom: depth.bottom,
      date: this.date(field('date')),
      lon,
      lat,
      h3: this.h3(field('h3')),
      licence: this.shortText(field('licence')),
      method: this.shortText(field('method')),
    };
    this.dropHalfAPlace(record);
    record.property = propertyBeside(name, ofName, depth);
    return record;
  }

  private readonly field: FieldSource = (name) => this.single(this.source(name));

  /** The value if it can be a single one; otherwise nothing, and that is reported. */
  private single(raw: unknown): unknown {
    if (raw === Infinity || raw === -Infinity) {
      this.report('A number is larger than any that can be held (1.8e308).', 'It was not used.');
      return undefined;
    }
    if (typeof raw !== 'object' || raw === null) return raw;
    this.report(`${quoted(shallowJson(raw))} is a list or an object where one value was expected.`, 'It was not used.');
    return undefined;
  }

  private told(value: number | string | null): number | string | null {
    return value !== null && this.noValues.has(value) ? null : value;
  }

  private value(raw: unknown): number | string | null {
    const value = readValue(typeof raw === 'string' ? this.marks.value(raw) : raw);
    if (typeof value === 'string' && Math.abs(Number(value)) === Infinity) this.report(`${quoted(value)} is larger than any number that can be held.`, 'It is kept as text.');
    return value;
  }

  private name(raw: unknown): string | null {
    return shortened(typeof raw === 'string' ? this.names.of(raw) : this.isExact(raw) ? readName(raw) : null);
  }

  private text(raw: unknown): string | null {
    return typeof raw === 'string' ? this.texts.of(raw) : this.isExact(raw) ? readText(raw) : null;
  }

  /** Numbers that JSON has rounded are not exact: two names must not become one. */
  private isExact(raw: unknown): boolean {
    if (typeof raw !== 'number' || !isRounded(raw)) return true;
    this.report(`The number ${raw} has more digits than JSON can hold where a name, a date or a depth was expected.`, 'It was not used.');
    return false;
  }

  private shortText(raw: unknown): string | null {
    return shortened(this.text(raw));
  }

  /** As hexadecimal digits, whichever of its forms a database gave. Hardly any two records share one, so it is not remembered. */
  private h3(raw: unknown): string | null {
    if (typeof raw === 'number' && isRounded(raw)) this.report('The H3 index is a number that JSON cannot hold.', KEPT);
    const text = readText(raw);
    if (text === null) return null;
    if (!isRoundedCell(text)) return cellIn(text) ?? shortened(text);
    this.report(`${quoted(text)} is an H3 index that was rounded, as a spreadsheet does.`, KEPT);
    return null;
  }

  /** From columns, from a text, or from a name. */
  private depthOf(ofName: PropertyName, sourceName: string | null): DepthInterval {
    const ends = { top: this.depth(this.depthField('depthTop')), bottom: this.depth(this.depthField('depthBottom')) };
    if (ends.top !== null || ends.bottom !== null) return ends;
    return this.depthInterval(this.depthField('depth')) ?? depthIn(ofName) ?? (sourceName === null ? null : depthIn(this.properties.of(sourceName))) ?? ends;
  }

  /** A depth as it is written. A unit beside it applies only if its name tells none. */
  private depthField(name: 'depth' | 'depthTop' | 'depthBottom'): WrittenDepth {
    const inCm = this.field(`${name}InCm`);
    return isEmpty(inCm) ? { written: this.field(name), isInCm: false } : { written: inCm, isInCm: true };
  }

  private unitOf({ isInCm }: WrittenDepth): string | null {
    return isInCm ? null : this.text(this.field('depthUnit'));
  }

  /** One end of a depth. Its unit may follow the figure or be in another field. */
  private depth(told: WrittenDepth): number | null {
    const { written } = told;
    const raw = typeof written === 'string' ? this.marks.depth(written) : written;
    const figure = readNumber(raw);
    if (figure !== null && this.isNone(figure)) return null;
    const unit = this.unitOf(told);
    if (figure !== null && unit === null) return this.realDepth(figure);
    const text = this.text(figure ?? raw);
    if (text === null) return null;
    const withUnit = withDepthUnit(text, unit);
    const depth = this.depths.of(withUnit);
    if (depth !== null && depth.top !== null && depth.top === depth.bottom) return this.realDepth(figure ?? depth.top, depth.top);
    this.reportDepth(withUnit);
    return null;
  }

  /** A depth in cm; `null`, and reported, if it stands for no depth by custom, either as written or in cm. */
  private realDepth(written: number, inCm = written): number | null {
    if (!isCustomaryNoDepth(written) && !isCustomaryNoDepth(inCm)) return inCm;
    this.reportDepth(String(written));
    return null;
  }

  private reportDepth(written: string): void {
    this.report(`${quoted(written)} is not a depth in cm.`, KEPT);
  }

  private depthInterval(depthField: WrittenDepth): DepthInterval | null {
    const text = this.text(depthField.written);
    if (text === null) return null;
    const figures = this.marks.interval(text);
    const asWritten = this.depths.of(figures);
    const written = withDepthUnit(figures, this.unitOf(depthField));
    const depth = this.depths.of(written);
    if (depth === null) this.report(`${quoted(withDepthUnit(text, this.unitOf(depthField)))} is not a depth interval.`, 'The record is kept without a depth.');
    else if (figures !== text) this.marks.sawBeside();
    if (depth === null) return null;
    // Whether a number stands for no value is decided before its unit is applied.
    const told = (side: 'top' | 'bottom'): number | null => {
      const [end, inCm] = [asWritten?.[side] ?? 0, depth[side]];
      return inCm === null || this.isNone(end) ? null : this.realDepth(end, inCm);
    };
    const top = told('top');
    return { top, bottom: depth.bottom === depth.top ? top : told('bottom') };
  }

  /** Only negative numbers: 0 may be listed as no value, but is the surface among depths. */
  private isNone(depth: number): boolean {
    return depth < 0 && this.noValues.has(depth);
  }

  private date(raw: unknown): string | null {
    const text = this.text(raw);
    if (text === null) return null;
    const date = this.dates.of(text);
    if (date === null) this.report(`${quoted(text)} is not a date.`, 'The record is kept without one.');
    return date;
  }

  /** Half a place is nowhere. If the other half was reported as unreadable, this half still sets the record apart from others. */
  private dropHalfAPlace(record: SoilRecord): void {
    if ((record.lon === null) === (record.lat === null)) return;
    const [missing, half, other] =
      record.lon === null ? (['lon', `latitude (${record.lat})`, 'longitude'] as const) : (['lat', `longitude (${record.lon})`, 'latitude'] as const);
    if (!isEmpty(this.source(missing))) this.faults += half;
    else this.report(`There is a ${half}, but no ${other}.`, 'The record is kept without a place.');
    record.lon = record.lat = null;
  }

  private coordinate(raw: unknown, limit: number, name: string): number | null {
    const degrees = readNumber(typeof raw === 'string' ? this.marks.degrees(raw) : raw);
    if (degrees !== null && Math.abs(degrees) <= limit) return degrees;
    if (!isEmpty(raw)) this.report(`${quoted(String(raw))} is not a ${name} in degrees.`, KEPT);
    return null;
  }
}

function shortened(text: string | null): string | null {
  return text === null ? null : cut(text, LONGEST_NAME);
}

function depthIn({ depth, mayBeSize }: PropertyName): DepthInterval | null {
  return mayBeSize ? null : depth;
}

/** As JSON, without the content of inner lists and objects: a feature of a file may nest too deep for the stack. */
function shallowJson(value: object): string {
  return JSON.stringify(value, (key, inner: unknown) => (key !== '' && typeof inner === 'object' && inner !== null ? '…' : inner));
}
