import { getOrInsert } from '../../maps/get-or-insert';
import { spelling } from './unit-spelling';

/** The spellings of one unit: how often each comes, and the one that is shown. */
interface Texts {
  counts: Map<string, number>;
  shown: string;
}

/**
 * The texts by which records name the units of a property. A unit with several spellings (`g/kg`, `g kg-1`) is shown in that of most records and,
 * among equally frequent ones, in the alphabetically first: the order of records does not matter.
 */
export class UnitTexts {
  private readonly properties = new Map<string, Map<string, Texts>>();

  /** Takes note of a record. Returns a name that is the same for all spellings of its unit. */
  note(property: string, told: string | null): string | null {
    if (told === null) return null;
    const unit = told.trim();
    const name = spelling(unit);
    const units = getOrInsert(this.properties, property, () => new Map());
    const texts = getOrInsert(units, name, () => ({ counts: new Map(), shown: unit }));
    const count = (texts.counts.get(unit) ?? 0) + 1;
    texts.counts.set(unit, count);
    const most = texts.counts.get(texts.shown)!;
    if (count > most || (count === most && unit < texts.shown)) texts.shown = unit;
    return name;
  }

  /** The text that is shown for a unit, by the name that {@link note} returned. */
  shown(property: string, name: string | null): string | null {
    return name === null ? null : this.properties.get(property)!.get(name)!.shown;
  }
}
