/** How much a JSON text would make, decided on the text before anything is built. */

/**
 * Whether the text nests objects and arrays deeper than `limit`: deep values take a long time to build, and overflow the stack of whatever walks
 * them later (a clone, a logger, `JSON.stringify`).
 */
export function nestsDeeperThan(text: string, limit: number): boolean {
  if (!holdsMoreThan(limit, text)) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      at = stringEnd(text, at);
    } else if (code === 0x5b || code === 0x7b) {
      if (++depth > limit) return true;
    } else if (code === 0x5d || code === 0x7d) {
      depth--;
    }
  }
  return false;
}

/** Whether more than `limit` objects and arrays can begin in the text: brackets in strings count, too. */
export function holdsMoreThan(limit: number, text: string): boolean {
  if (text.length <= limit) return false;
  let found = 0;
  for (const opening of '{[') {
    for (let at = text.indexOf(opening); at >= 0; at = text.indexOf(opening, at + 1)) {
      if (++found > limit) return true;
    }
  }
  return false;
}

/** Position of the quote that ends the string which begins at `open`, or the end of the text. */
function stringEnd(text: string, open: number): number {
  for (let at = text.indexOf('"', open + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === 0x5c) escapes++;
    if (escapes % 2 === 0) return at;
  }
  return text.length;
}
