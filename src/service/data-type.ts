/** Whether a value can be the name of a data type: a word such as `raster` or `point`. Services know others. */
export function isDataType(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z][\w-]{0,31}$/.test(value.trim());
}
