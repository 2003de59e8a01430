import { ownField } from '../foreign/foreign-value';

/**
 * A field under its name or, if there is none, under the name in other letter case: tables have columns such as `Lat` or `LONGITUDE`. The fields are
 * looked through only then, because a drawing may have two million places in small letters.
 */
export function spelledField(value: object, name: string): unknown {
  const plain = ownField(value, name);
  if (plain !== undefined) return plain;
  const spelled = Object.keys(value).find((key) => key !== name && key.length === name.length && key.toLowerCase() === name);
  return spelled === undefined ? undefined : ownField(value, spelled);
}
