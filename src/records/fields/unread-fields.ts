import { createHash } from 'node:crypto';
import { quoted } from '../problem-list';
import { Remembered } from '../remembered';
import type { SoilRecord } from '../soil-record';
import { readNumber, readText } from './missing-value';
import { comparableName, fieldNamed, isField, type RecordField } from './record-field';

/** Fields of a source that are not read, but may set apart rows that are otherwise the same. */

const UNIT = '(cm|mm|dm|m|in(ch(es)?)?|ft|feet)';
const OBJECT = '(hzn?|hor(izon)?|layer|sample)';
/** Names of depths that are not read: `upper_depth_m`, `top_in`, `layer_top`, `hzn_bot`, `from`, `UDICM` (upper depth in cm). */
const DEPTH = new RegExp(
  `^${OBJECT}?(max|min|upper|lower|top|bot(tom)?|start|end)?depth(top|bot(tom)?|from|to|start|end|upper|lower|interval|range)?${UNIT}?$|` +
    `^(top|bot(tom)?|upper|lower)${UNIT}$|^${OBJECT}(top|bot(tom)?|upper|lower|from|to)${UNIT}?$|^(from|to)${UNIT}?$|^(hz)?dep[tb]$|^[ul]h?dicm$`,
);
/** Names of places that are not read: `X`, `POINT_X`, `GPS_LAT`, `lon_dd`, `decimalLatitude`, `easting`, `h3_r10`. */
const PLACE =
  /^((point|utm|gps|map|centroid)?[xy]|wkt|(the)?geom(etry)?|shape|geo|location|spatial(coverage)?|contentlocation|[xy]?coord(inate)?s?[xy]?|east|north|h3(r|res|level)?\d+|(gps|gis|geo|th|wgs84|point|site|plot|sample|field|x|y)?(lat|long?|lng)(dd|dms|deg(rees)?|dec(imal)?(deg(rees)?)?|wgs84|4326)?|.*(easting|northing|latitude|longitude).*)$/;
/** Further names of places, depths, sampling times, and of what was sampled; not of row identifiers and of publication. */
const TELLS_APART =
  /^(time|month|day)$|coord|depth|^(top|bottom|upper|lower)|horizon|hzname|layer|profile|pedon|site|plot|station|borehole|parcel|sample|sampling|labsamp|barcode|campaign|season|survey|replicate|^(point|field|cell|grid)(id|no|nr|number|name|code)$|^(obs(erved|ervation)?|collect(ed|ion)?|start|end)date$/;

const telling = new Remembered((own) => DEPTH.test(own) || PLACE.test(own) || TELLS_APART.test(own));

/** Whether a field of this name is not read, but may set records apart. */
export function tellsApart(name: string): boolean {
  return !isField(name) && telling.of(comparableName(name));
}

/** Names beside which no other name is that of the value. */
const VALUES: ReadonlySet<RecordField | undefined> = new Set<RecordField>(['value', 'originalValue', 'harmonisedValue']);
/** Names of what is no value although it may be a number, or a list or an object. */
const NO_VALUE = /^item$|id$|identifier$|number$|date|time/;

type What = 'depth' | 'place' | 'value';
type Entries = readonly (readonly [name: string, value: unknown])[];

/** Whether a name that is not read may be that of a depth or a place. */
function mayTell(name: string): 'depth' | 'place' | undefined {
  const own = comparableName(name);
  return DEPTH.test(own) ? 'depth' : PLACE.test(own) ? 'place' : undefined;
}

/** Whether what is not read may be a value, or hold values (a list of depths, say). */
function mayBeValue([name, value]: Entries[number]): boolean {
  if (isField(name) || name.startsWith('@') || NO_VALUE.test(comparableName(name))) return false;
  if (typeof value === 'object' && value !== null) return mayTell(name) !== 'place';
  return !tellsApart(name) && readNumber(value) !== null;
}

/** Reports, once each, that a source may have depths, places or values under unknown names: otherwise nobody would know why they are missing. */
export class UntoldFields {
  private readonly told = new Set<What>();

  /**
   * @param what the source calls them: `Columns` or `Fields`
   * @param remark takes a sentence
   */
  constructor(
    private readonly what: string,
    private readonly remark: (remark: string) => void,
  ) {}

  /** @param named gives the names in a header or an element; called only if something is not known */
  look(isKnown: Record<'depth' | 'place', boolean>, named: () => readonly string[]): void {
    for (const what of ['depth', 'place'] as const) {
      if (isKnown[what] || this.told.has(what)) continue;
      this.tell(what, named().filter((name) => tellsApart(name) && mayTell(name) === what));
    }
  }

  /** The same for a record made from an element: its place or value may be missing while others have theirs. Records never have half a place. */
  lookAt(record: SoilRecord, entries: () => Entries): void {
    const isKnown = { depth: record.depthTop !== null || record.depthBottom !== null, place: record.lon !== null };
    this.look(isKnown, () => entries().filter(([, value]) => tellsSomething(value)).map(([name]) => name));
    if (record.value === null && record.originalValue === null && !this.told.has('value')) this.lookForValue(entries());
  }

  private lookForValue(entries: Entries): void {
    if (entries.some(([name]) => VALUES.has(fieldNamed(name)))) return;
    this.tell('value', entries.filter(mayBeValue).map(([name]) => name));
  }

  private tell(what: What, names: readonly string[]): void {
    if (names.length === 0) return;
    this.told.add(what);
    this.remark(`${this.what} that may tell the ${what} have unknown names, and are not read: ${names.slice(0, 3).map(quoted).join(', ')}.`);
  }
}

function tellsSomething(value: unknown): boolean {
  return (typeof value === 'object' && value !== null) || readText(value) !== null;
}

/** What such fields of one row say, as the same text whatever the source and the order of fields. Empty if they say nothing. */
export function apartText(named: readonly (readonly [name: string, value: unknown])[]): string {
  const told = named.flatMap(([name, value]) => {
    const text = typeof value === 'object' && value !== null ? digestOf(value) : typeof value === 'boolean' ? String(value) : readText(value);
    return text === null ? [] : [`${comparableName(name)}=${text}`];
  });
  return told.sort().join('\n');
}

let indigestible = 0;

/** The digest of a list or object, such as a geometry. One that nests too deep for the stack equals no other. */
export function digestOf(value: object): string {
  try {
    return createHash('sha256').update(JSON.stringify(value)).digest('base64');
  } catch {
    indigestible += 1;
    return `nested ${indigestible}`;
  }
}
