/** The text cut to `limit` characters, ending in an ellipsis if something was left out. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = text.slice(0, limit - 1);
  // Half of a surrogate pair at the end is no character.
  return `${/[\ud800-\udbff]$/.test(head) ? head.slice(0, -1) : head}…`;
}
