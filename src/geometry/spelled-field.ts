import { ownField } from '../foreign/foreign-value';

/** A name as tables have it in their columns, too: `lat`, `Lat` and `LAT`. */
export type Spellings = readonly [plain: string, capital: string, capitals: string];

/** The spellings of a name in small letters. */
export function spellingsOf(name: string): Spellings {
  return [name, name.charAt(0).toUpperCase() + name.slice(1), name.toUpperCase()];
}

/** The first field under one of the spellings. They are looked up: an object may have a million fields to look through. */
export function spelledField(value: object, spellings: Spellings): unknown {
  for (const spelling of spellings) {
    const field = ownField(value, spelling);
    if (field !== undefined) return field;
  }
  return undefined;
}
