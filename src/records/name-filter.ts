import { folded } from '../text/folded';
import { quoted } from './problem-list';
import { Remembered } from './remembered';

/** How many names a sentence lists. */
const MOST_NAMED = 5;

/** What a UTF-8 decoder puts in place of a letter in another encoding. */
const LOST = '\uFFFD';

/** Lets records of certain datasets or properties through, by name, or all if no names are given. Tells which names it never met, and what that may mean. */
export class NameFilter {
  private readonly wanted: ReadonlyMap<string, string>;
  private readonly unmet: Set<string>;
  private metOthers = false;
  private leftOutAlone = false;
  private readonly keys: Remembered<string>;
  private readonly damaged = new Remembered((key) => this.wantedLike(key));

  /**
   * @param what the kind of thing that the names belong to
   * @param plain gives the part of a name that counts, of both wanted and met names
   */
  constructor(
    private readonly what: 'dataset' | 'soil property',
    names: readonly string[] = [],
    plain = (name: string): string => name,
  ) {
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

  /** The wanted name that a name may have been before it lost letters: each U+FFFD stands for one. */
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

  /** Whether it has names and let nothing through. */
  get metNone(): boolean {
    return this.wanted.size > 0 && this.unmet.size === this.wanted.size;
  }

  /** Notes that a record was left out by this filter alone. */
  noteLeftOutAlone(): void {
    this.leftOutAlone = true;
  }

  /**
   * A sentence if its names may be spelled differently in the files: it met others and none of its own, or it did not meet all of its own and alone
   * left out records whose names may be the missing ones. If the files name nothing at all, nothing speaks against what was asked for.
   */
  get doubt(): string | undefined {
    const { what } = this;
    if (this.metNone) {
      if (!this.metOthers) return undefined;
      return `Nothing in the files names a ${what} that was asked for (${this.namedMissing}): they are spelled differently there, or missing. No record was left out for its ${what}.`;
    }
    if (!this.leftOutAlone || this.unmet.size === 0) return undefined;
    return `Some of what was asked for is not named in the files as a ${what} (${this.namedMissing}): it is missing there, or spelled differently and left out with the records of other names.`;
  }

  private get namedMissing(): string {
    const { missing } = this;
    const more = missing.length > MOST_NAMED ? ` and ${missing.length - MOST_NAMED} more` : '';
    return missing.slice(0, MOST_NAMED).map(quoted).join(', ') + more;
  }
}
