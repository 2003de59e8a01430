const NOTHING = /^(none|null|nil|no|ok|0|false|undefined)?$/i;
const DEEPEST = 4;

/** Whether a field of an answer says something: not if it is empty, or holds only empty values. */
export function isSaid(value: unknown, level = 0): boolean {
  if (typeof value === 'string') return !NOTHING.test(value.trim());
  if (level === DEEPEST) return false;
  if (typeof value === 'object' && value !== null) return Object.values(value).some((inner) => isSaid(inner, level + 1));
  return value === true || (typeof value === 'number' && level > 0 && value !== 0);
}
