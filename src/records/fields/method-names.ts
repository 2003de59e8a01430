import { getOrInsert } from '../../maps/get-or-insert';
import { CommonSpelling } from '../../text/common-spelling';
import { Remembered } from '../remembered';
import type { SoilRecord } from '../soil-record';
import type { DepthInterval } from './depth-interval';
import { propertyBeside, readPropertyName } from './property-name';

/** How a record was measured: its method, and its property's name at the source without the depth. */
export interface MethodName {
  /** `null`: not stated. */
  readonly method: string | null;
  /** The same for all spellings of the name. */
  readonly key: string;
  /** In its commonest spelling, once all records were noted. */
  readonly nameAtSource: string;
  /** All methods that the dataset has for the property. */
  readonly beside: MethodsOfProperty;
}

/** The names at the source of one property of one dataset, by method. */
type MethodsOfProperty = ReadonlyMap<string | null, NamesOfMethod>;

/**
 * Keeps values of a property apart if a dataset has several methods for it. Names at the source differ by method too: pH in water and in calcium
 * chloride may both be given as ISO 10390. They also differ by layer (`T_CLAY`, `S_CLAY`): two names mean two methods only if they cover the
 * same depths.
 */
export class MethodNames {
  /** By dataset and property. */
  private readonly properties = new Map<string | null, Map<string, Map<string | null, NamesOfMethod>>>();
  private readonly names = new Remembered(readPropertyName);
  private readonly keys = new Remembered(keyOf);

  /** Notes a record. Records of the same method and name get the same object, which is complete once all records were noted. */
  note(record: SoilRecord): MethodName {
    const { dataset, property, method, depthTop: top, depthBottom: bottom } = record;
    const ofDataset = getOrInsert(this.properties, dataset, () => new Map());
    const beside = getOrInsert(ofDataset, property, () => new Map());
    const name = record.originalName ?? property;
    const told = propertyBeside(name, this.names.of(name), { top, bottom });
    const key = this.keys.of(told);
    // `CLAY` says no more than `Clay`: kept apart, both would be shown as Clay.
    const nameAtSource = key === this.keys.of(property) ? property : told;
    const by = getOrInsert(beside, method, () => new NamesOfMethod()).note(key, { top, bottom }, () => new SpelledName(method, key, beside));
    by.spellings.note(nameAtSource);
    return by;
  }
}

class SpelledName implements MethodName {
  readonly spellings = new CommonSpelling();

  constructor(
    readonly method: string | null,
    readonly key: string,
    readonly beside: MethodsOfProperty,
  ) {}

  get nameAtSource(): string {
    return this.spellings.shown;
  }
}

/** The names of one method, with the depths that each covers. */
class NamesOfMethod {
  /** By their keys. */
  private readonly names = new Map<string, { by: SpelledName; depths: Map<string, DepthInterval> }>();
  /** Worked out when it is first asked for, once all records were noted. */
  private differing: boolean | undefined;

  note(key: string, depth: DepthInterval, make: () => SpelledName): SpelledName {
    const { by, depths } = getOrInsert(this.names, key, () => ({ by: make(), depths: new Map() }));
    getOrInsert(depths, `${depth.top} ${depth.bottom}`, () => depth);
    return by;
  }

  /** Whether the depths of two names overlap. */
  get differ(): boolean {
    return (this.differing ??= this.names.size > 1 && this.doOverlap());
  }

  private doOverlap(): boolean {
    const all = [...this.names.values()].flatMap(({ by, depths }) => Array.from(depths.values(), ({ top, bottom }) => ({ by, top: top ?? -Infinity, bottom: bottom ?? Infinity })));
    all.sort((one, other) => one.top - other.top);
    let deepest = all[0]!;
    for (const next of all) {
      if (next.by !== deepest.by && (next.top < deepest.bottom || next.top === deepest.top)) return true;
      if (next.bottom >= deepest.bottom) deepest = next;
    }
    return false;
  }
}

const SEPARATORS = /[\s_.-]+/g;
const DIGIT = /\d/;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/**
 * A name without what programs write in many ways: letter case and word separators. Keeps what may belong to a figure or a sign: water content at
 * 1.5 bar is not that at 15 (`theta_1.5bar`, `theta_15bar`, and `theta_1_5bar` where points are not allowed), and `K(-10)` is not `K(10)`.
 */
function keyOf(name: string): string {
  const kept = (run: string, at: number, whole: string): string => {
    const marks = run.replace(/[\s_]/g, '');
    const before = whole.charAt(at - 1);
    if (DIGIT.test(whole.charAt(at + run.length))) return marks || (DIGIT.test(before) ? ' ' : '');
    return LETTER_OR_DIGIT.test(before) ? '' : marks;
  };
  return name.toLowerCase().replace(SEPARATORS, kept);
}

/** The method, or the name at the source if no method is stated. Both, as in `ISO 10390 (pH_CaCl2)`, if only names tell methods apart. */
export function methodText({ method, nameAtSource, beside }: MethodName): string {
  if (method === null) return nameAtSource;
  return beside.get(method)?.differ ? `${method} (${nameAtSource})` : method;
}

/** Whether the dataset has no other method for the property. */
export function isOnlyMethod({ method, beside }: MethodName): boolean {
  return beside.size === 1 && beside.get(method)?.differ === false;
}
