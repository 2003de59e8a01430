import { isObject, textIn, type ForeignObject } from '../../foreign/foreign-value';
import { isNearWgs84, systemName } from '../../geometry/reference-system';
import { fieldNamed, readFields, type RecordField } from '../fields/record-field';
import { apartText, digestOf, tellsApart } from '../fields/unread-fields';
import { quoted } from '../problem-list';

const NOT_TAKEN = 'They were not used.';

/**
 * Reads what the features of one file or answer tell about records: their attributes, and their places. Coordinates in a system other than WGS 84,
 * or one near it, are not a place, even if their numbers happen to fit; that is reported once.
 */
export class FeatureFields {
  private inDegrees = true;
  private told = false;
  private toldShape = false;
  private readonly toldTwice = new Set<RecordField | undefined>();
  private apart = '';

  /**
   * @param report takes two sentences: what is wrong with the coordinates or the names of attributes, and what becomes of it
   * @param remark takes sentences about features that are no points
   */
  constructor(
    private readonly report: (fault: string, outcome: string) => void,
    private readonly remark: (remark: string) => void,
  ) {}

  /** What else may set the latest feature apart from others: a place that was not taken, attributes that are not read. */
  get notRead(): string {
    return this.apart;
  }

  /** @param system the member `crs` of the FeatureCollection, for the features that are read from now on */
  takeSystem(system: unknown, outcome = NOT_TAKEN): void {
    this.inDegrees = this.isInDegrees(system, outcome);
  }

  /** What the attributes of a feature tell about a record, and its place if it is a point. */
  read(feature: unknown): Map<RecordField, unknown> {
    if (!isObject(feature)) return new Map();
    const { crs, geometry } = feature;
    const attributes = attributesOf(feature);
    const fields = readFields(attributes, (name) => this.tellTwice(name));
    this.apart = apartText(attributes.filter(([name]) => tellsApart(name)));
    // Databases write `crs` into each geometry.
    const systems = [crs, isObject(geometry) ? geometry['crs'] : null];
    const placed = this.inDegrees && systems.every((system) => this.isInDegrees(system, NOT_TAKEN));
    const [longitude, latitude] = placed ? positionOf(geometry) : [];
    // An empty point has no coordinates; its attributes may.
    if (isNumberOrText(longitude) && isNumberOrText(latitude)) fields.set('lon', longitude).set('lat', latitude);
    else if (isObject(geometry)) this.missPlace(geometry, fields);
    return fields;
  }

  /** Reports a repeated name once: all features of a layer have the same names. */
  private tellTwice(name: string): void {
    const field = fieldNamed(name);
    if (!this.toldTwice.has(field)) this.report(`The attribute ${quoted(name)} is there twice: rename one.`, 'The first was used.');
    this.toldTwice.add(field);
  }

  private missPlace(geometry: ForeignObject, fields: ReadonlyMap<RecordField, unknown>): void {
    this.apart += digestOf(geometry);
    const type = textIn(geometry, 'type');
    if (this.toldShape || type === 'Point' || (isNumberOrText(fields.get('lon')) && isNumberOrText(fields.get('lat')))) return;
    this.toldShape = true;
    const shape = type === undefined ? 'has a geometry without a type' : `is a ${JSON.stringify(type.slice(0, 40))}, not a point`;
    this.remark(`A feature ${shape}: records of such features are read without a place.`);
  }

  private isInDegrees(system: unknown, outcome: string): boolean {
    const name = systemName(system)?.trim();
    if (name === undefined || name === '' || isNearWgs84(name)) return true;
    if (!this.told) this.report(`The coordinates are in ${JSON.stringify(name.slice(0, 60))}, not in degrees on WGS 84.`, outcome);
    this.told = true;
    return false;
  }
}

/** What a feature has beside its geometry. */
export function attributesOf(feature: unknown): [name: string, value: unknown][] {
  const properties = isObject(feature) ? feature['properties'] : undefined;
  return isObject(properties) ? Object.entries(properties) : [];
}

function isNumberOrText(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'string';
}

/** The position of a Point, or of a MultiPoint of one point: some programs write all points of a layer that way. */
function positionOf(geometry: unknown): unknown[] {
  if (!isObject(geometry)) return [];
  const { type, coordinates } = geometry;
  const isOfOne = type === 'MultiPoint' && Array.isArray(coordinates) && coordinates.length === 1;
  const position: unknown = isOfOne ? coordinates[0] : type === 'Point' ? coordinates : undefined;
  return Array.isArray(position) ? position : [];
}
