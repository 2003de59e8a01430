/** What Maps and WeakMaps share. */
interface Lookup<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

/** The value of a key, created and inserted if the map has none: `getOrInsertComputed` of ECMAScript 2026, which our runtimes do not have yet. */
export function getOrInsert<Key, Value>(map: Lookup<Key, Value>, key: Key, make: () => NoInfer<Value>): Value {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}
