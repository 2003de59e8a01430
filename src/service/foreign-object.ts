/** An object that came from outside: the service, a message, a dialog. Its keys mean nothing until they are asked for by name. */
export type ForeignObject = Readonly<Record<string, unknown>>;

/** The value as an object, or `undefined` where it is anything else (an array, `null`, a text). */
export function foreignObject(value: unknown): ForeignObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as ForeignObject) : undefined;
}

/** A whole number that is not negative, also as a text of digits. */
export function wholeNumberOf(value: unknown): number | undefined {
  const read = typeof value === 'string' && /^\s*\d{1,16}\s*$/.test(value) ? Number(value) : value;
  return typeof read === 'number' && Number.isSafeInteger(read) && read >= 0 ? read : undefined;
}

/** A field that is a text and not empty. */
export function textIn(value: unknown, name: string): string | undefined {
  const field = fieldOf(value, name);
  return typeof field === 'string' && field !== '' ? field : undefined;
}

/**
 * The first of the named fields that is there and not `null`. Only own fields count, so that a name such as
 * `constructor` finds nothing that the sender did not write.
 */
export function fieldOf(value: unknown, ...names: string[]): unknown {
  const object = foreignObject(value);
  if (!object) return undefined;
  for (const name of names) {
    const field = object[name];
    if (field !== undefined && field !== null && Object.hasOwn(object, name)) return field;
  }
  return undefined;
}
