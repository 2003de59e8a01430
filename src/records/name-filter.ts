import { quoted } from './problem-list';
import { readPropertyName } from './property-name';
import { Remembered } from './remembered';

/** Names that a sentence lists. */
const MOST_NAMED = 5;

/** What a reader of UTF-8 puts in the place of a letter of another encoding. */
const LOST = '\uFFFD';

/** Lets records of certain datasets or properties through, by name; without names, all. Tells which names it never met. */
export class NameFilter {
  private readonly wanted: ReadonlyMap<string, string>;
  private readonly unmet: Set<string>;
  private metOthers = false;
  private leftOutAlone = false;
  private readonly keys: Remembered<string>;
  private readonly damaged = new Remembered((key) => this.wantedLike(key));

  /** @param plain what counts of a name, of those that are wanted and of those that are met */
  constructor(names: readonly string[] = [], plain = (name: string): string => name) {
    this.keys = new Remembered((name) => folded(plain(name)));
    this.wanted = new Map(names.map((name) => [this.keys.of(name), name]));
    this.unmet = new Set(this.wanted.keys());
  }

  passes(name: string | null): boolean {
    if (this.wanted.size === 0) return true;
    if (name === null) return false;
    const own = this.keys.of(name);
    const key = this.wanted.has(own) ? own : own.includes(LOST) ? this.damaged.of(own) : null;
    if (key === null) {
      this.metOthers = true;
      return false;
    }
    this.unmet.delete(key);
    return true;
  }

  /** The wanted name that a name may have been before letters of it were lost: each of them in the place of one. */
  private wantedLike(key: string): string | null {
    const letters = [...key];
    const like = [...this.wanted.keys()].find((wanted) => {
      const others = [...wanted];
      return others.length === letters.length && letters.every((letter, index) => letter === LOST || letter === others[index]);
    });
    return like ?? null;
  }

  /** The names that no record carried so far. */
  get missing(): string[] {
    return [...this.unmet].map((key) => this.wanted.get(key)!);
  }

  /** Whether it was given names and let nothing through. */
  get metNone(): boolean {
    return this.wanted.size > 0 && this.unmet.size === this.wanted.size;
  }

  /** Whether it met names, and none of those it was given. Where nothing is named at all, nothing speaks against what was asked for. */
  get metOthersOnly(): boolean {
    return this.metNone && this.metOthers;
  }

  /** A record was left out for its name, and for nothing else. */
  noteLeftOutAlone(): void {
    this.leftOutAlone = true;
  }

  /** Whether some of its names were met, others were not, and records were left out for names that those may be, spelled otherwise. */
  get metSomeAndOthers(): boolean {
    return this.leftOutAlone && this.unmet.size > 0 && !this.metNone;
  }
}

/** Lets records of certain soil properties through. A depth counts in neither name: only of what is sorted by size, records may keep one in theirs. */
export function propertyFilter(names?: readonly string[]): NameFilter {
  return new NameFilter(names, (name) => readPropertyName(name.trim()).property);
}

/** Whether a record is let through by both its names. */
export function passBoth(datasets: NameFilter, properties: NameFilter, { dataset, property }: { dataset: string | null; property: string }): boolean {
  const [byDataset, byProperty] = [datasets.passes(dataset), properties.passes(property)];
  if (byDataset !== byProperty) (byDataset ? properties : datasets).noteLeftOutAlone();
  return byDataset && byProperty;
}

/** A sentence for a filter that met none of its names, and was left out therefore. */
export function unmetSentence(what: FilteredName, filter: Pick<NameFilter, 'missing'>): string {
  return `Nothing in the files names a ${what} that was asked for (${named(filter)}): they are spelled otherwise there, or missing. None was left out for its ${what}.`;
}

/** A sentence for a filter that met some of its names alone, and turned others away. */
export function partlyUnmetSentence(what: FilteredName, filter: Pick<NameFilter, 'missing'>): string {
  return `Some of what was asked for is not in the files by its name of a ${what} (${named(filter)}): it is missing there, or spelled otherwise and left out with the records of other names.`;
}

type FilteredName = 'dataset' | 'soil property';

function named({ missing }: Pick<NameFilter, 'missing'>): string {
  const more = missing.length > MOST_NAMED ? ` and ${missing.length - MOST_NAMED} more` : '';
  return missing.slice(0, MOST_NAMED).map(quoted).join(', ') + more;
}

/** A sentence for filters that each met a name, but never together. */
export const NEVER_TOGETHER = 'Everything in the files is of other datasets or soil properties than those asked for.';

/** What counts of a name: not its letter case. */
export function folded(name: string): string {
  return name.trim().toLowerCase();
}
