/** Lets records of certain datasets or properties through, by name; without names, all. Tells which names it never met. */
export class NameFilter {
  private readonly wanted: ReadonlyMap<string, string>;
  private readonly unmet: Set<string>;

  constructor(names: readonly string[] = []) {
    this.wanted = new Map(names.map((name) => [folded(name), name]));
    this.unmet = new Set(this.wanted.keys());
  }

  passes(name: string | null): boolean {
    if (this.wanted.size === 0) return true;
    if (name === null) return false;
    const key = folded(name);
    if (!this.wanted.has(key)) return false;
    this.unmet.delete(key);
    return true;
  }

  /** The names that no record carried so far. */
  get missing(): string[] {
    return [...this.unmet].map((key) => this.wanted.get(key)!);
  }

  /** Whether it was given names and let nothing through. */
  get metNone(): boolean {
    return this.wanted.size > 0 && this.unmet.size === this.wanted.size;
  }
}

function folded(name: string): string {
  return name.trim().toLowerCase();
}
