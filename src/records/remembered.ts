/** Longer texts are not kept: no name, unit, licence or date comes near, and ten thousand of the longest cells would take half a gigabyte. */
const LONGEST = 1_000;
/** If there are more, all are forgotten, so that memory stays bounded. */
const MOST_TEXTS = 10_000;

/** Names, units, licences and dates come again and again: each is read once, and all records share the one copy. */
export class Remembered<T> {
  private known = new Map<string, T>();

  /** @param read what a text means; `null` is remembered too */
  constructor(private readonly read: (text: string) => T) {}

  of(text: string): T {
    const known = this.known.get(text);
    if (known !== undefined) return known;
    const value = this.read(text);
    if (text.length > LONGEST) return value;
    if (this.known.size === MOST_TEXTS) this.known = new Map();
    this.known.set(text, value);
    return value;
  }
}
