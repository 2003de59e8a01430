import { createHash } from 'node:crypto';
import { quoted } from '../problem-list';
import { Remembered } from '../remembered';
import type { SoilRecord } from '../soil-record';
import { readText } from './missing-value';
import { comparableName, isField } from './record-field';

/** What a source has under names that are not read: it may tell rows apart that otherwise are the same. */

/** Of places, depths, times of sampling, and of what was sampled. Not names of rows and of their publication. */
const TELLS_APART =
  /^(x|y|wkt|(the)?geom(etry)?|shape|time|geo|location|spatial(coverage)?|contentlocation)$|coord|easting|northing|latitude|longitude|depth|^(top|bottom|upper|lower)|horizon|layer|^(from|to)(cm|mm|dm|m)?$|profile|pedon|site|plot|station|borehole|parcel|sample|sampling|campaign|season|survey/;
const DEPTH =
  /^(hzn?|horizon|layer|sample)?(max|min|upper|lower|top|bottom|start|end)?depth(top|bottom|from|to|start|end|upper|lower|interval|range)?(cm|mm|dm|m)?$|^(top|bottom|upper|lower)(cm|mm|dm|m)$|^(horizon|layer|sample)(top|bottom|upper|lower|from|to)(cm|mm|dm|m)?$|^(from|to)(cm|mm|dm|m)?$/;
const PLACE = /^(x|y|wkt|(the)?geom(etry)?|shape|geo|location|spatial(coverage)?|contentlocation|[xy]?coord(inate)?s?[xy]?|.*(easting|northing|latitude|longitude))$/;

const telling = new Remembered((own) => TELLS_APART.test(own));

/** Whether a source tells by this name what sets records apart, and it is not read. */
export function tellsApart(name: string): boolean {
  return !isField(name) && telling.of(comparableName(name));
}

/** What a name that is not read may tell, where that is a depth or a place. */
function mayTell(name: string): 'depth' | 'place' | undefined {
  const own = comparableName(name);
  return DEPTH.test(own) ? 'depth' : PLACE.test(own) ? 'place' : undefined;
}

/** Says once of each that a source may tell the depths, or the places, by names that are not known: else nobody would know why they are missing. */
export class UntoldFields {
  private readonly told = new Set<'depth' | 'place'>();

  /**
   * @param what the source calls them: `Columns` or `Fields`
   * @param remark takes a sentence
   */
  constructor(
    private readonly what: string,
    private readonly remark: (remark: string) => void,
  ) {}

  /** @param named the names in a header or an element; asked for where something is not known */
  look(isKnown: Record<'depth' | 'place', boolean>, named: () => readonly string[]): void {
    for (const what of ['depth', 'place'] as const) {
      if (isKnown[what] || this.told.has(what)) continue;
      const names = named().filter((name) => tellsApart(name) && mayTell(name) === what);
      if (names.length === 0) continue;
      this.told.add(what);
      this.remark(`${this.what} that may tell the ${what} have unknown names, and are not read: ${names.slice(0, 3).map(quoted).join(', ')}.`);
    }
  }

  /** The same of a record that was made of an element: its own place may be missing where those of others are there. It has no half of one. */
  lookAt(record: SoilRecord, entries: () => readonly (readonly [name: string, value: unknown])[]): void {
    const isKnown = { depth: record.depthTop !== null || record.depthBottom !== null, place: record.lon !== null };
    this.look(isKnown, () => entries().filter(([, value]) => tellsSomething(value)).map(([name]) => name));
  }
}

function tellsSomething(value: unknown): boolean {
  return (typeof value === 'object' && value !== null) || readText(value) !== null;
}

/** What such fields of one row tell: the same text wherever the row comes from, and in whatever order. Empty where they tell nothing. */
export function apartText(named: readonly (readonly [name: string, value: unknown])[]): string {
  const told = named.flatMap(([name, value]) => {
    const text = typeof value === 'object' && value !== null ? digestOf(value) : typeof value === 'boolean' ? String(value) : readText(value);
    return text === null ? [] : [`${comparableName(name)}=${text}`];
  });
  return told.sort().join('\n');
}

let indigestible = 0;

/** Of a list or an object: of a geometry, for one. What nests deeper than a stack is high is like nothing else. */
export function digestOf(value: object): string {
  try {
    return createHash('sha256').update(JSON.stringify(value)).digest('base64');
  } catch {
    indigestible += 1;
    return `nested ${indigestible}`;
  }
}
