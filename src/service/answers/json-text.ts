/** What is wrong with a text that should be JSON, for messages that say where (RFC 8259). */
interface JsonFault {
  /** Characters before the fault. */
  position: number;
  expected: string;
}

const WHITE_SPACE = /[ \t\r\n]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
/** What an end of the text can leave of an escape, of a number and of a word. */
const CUT_ESCAPE = /\\(?:u[0-9a-fA-F]{0,3})?$/y;
const CUT_SCALAR = /(?:-|-?(?:0|[1-9]\d*)(?:\.|(?:\.\d+)?[eE][+-]?)|t(?:ru?)?|f(?:a(?:ls?)?)?|n(?:ul?)?)$/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/**
 * Finds the first fault of a text that `JSON.parse` refused. The messages of `JSON.parse` differ between versions, lack the
 * position for short texts and quote the text, which may hold a signed link.
 *
 * @param text nests some hundred levels deep at most (see `nestsDeeperThan`): each level takes a place on the stack
 */
export function findJsonFault(text: string): JsonFault | undefined {
  let at = 0;
  const fault = (expected: string): JsonFault => ({ position: at, expected });
  const isNext = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    return pattern.test(text);
  };
  const skip = (pattern: RegExp): boolean => {
    if (!isNext(pattern)) return false;
    at = pattern.lastIndex;
    return true;
  };
  /** Moves past a character, if it is the next one, and the white space after it. */
  const take = (character: string): boolean => {
    if (text[at] !== character) return false;
    at++;
    return skip(WHITE_SPACE);
  };
  /** Each of these moves past what begins here, and the white space after it, or to its first fault. */
  const value = (): JsonFault | undefined => {
    if (take('{')) return list('}', member);
    if (take('[')) return list(']', value);
    if (text[at] === '"') return quoted();
    if (isNext(CUT_SCALAR)) return { position: text.length, expected: 'the rest of a value' };
    return skip(SCALAR) && skip(WHITE_SPACE) ? undefined : fault('a value');
  };
  const list = (end: '}' | ']', item: () => JsonFault | undefined): JsonFault | undefined => {
    if (take(end)) return undefined;
    for (;;) {
      const wrong = item();
      if (wrong || take(end)) return wrong;
      if (!take(',')) return fault(`"," or "${end}"`);
    }
  };
  const member = (): JsonFault | undefined => {
    if (text[at] !== '"') return fault('a name in quotes');
    return quoted() ?? (take(':') ? value() : fault('":"'));
  };
  const quoted = (): JsonFault | undefined => {
    at++;
    while (text.charCodeAt(at) >= 0x20 && text[at] !== '"') {
      if (text[at] !== '\\') at++;
      else if (isNext(CUT_ESCAPE)) at = text.length;
      else if (!skip(ESCAPE)) break;
    }
    return take('"') ? undefined : fault('the rest of a text in quotes');
  };

  skip(WHITE_SPACE);
  return value() ?? (at === text.length ? undefined : fault('the end of the text'));
}
