import { getOrInsert } from '../../maps/get-or-insert';
import { CommonSpelling } from '../../text/common-spelling';
import { spelling } from './unit-spelling';

/** The texts by which records name the units of a property. A unit with several spellings (`g/kg`, `g kg-1`) is shown in the commonest. */
export class UnitTexts {
  private readonly properties = new Map<string, Map<string, CommonSpelling>>();

  /** Takes note of a record. Returns a name that is the same for all spellings of its unit. */
  note(property: string, told: string | null): string | null {
    if (told === null) return null;
    const unit = told.trim();
    const name = spelling(unit);
    const units = getOrInsert(this.properties, property, () => new Map());
    getOrInsert(units, name, () => new CommonSpelling()).note(unit);
    return name;
  }

  /** The text that is shown for a unit, by the name that {@link note} returned. */
  shown(property: string, name: string | null): string | null {
    return name === null ? null : this.properties.get(property)!.get(name)!.shown;
  }
}
