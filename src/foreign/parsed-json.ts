const [QUOTE, BACKSLASH, FIRST_OF_NAN] = [0x22, 0x5c, 0x4e];

/** The value of a JSON text; `undefined`, which JSON cannot express, if it is not one. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * JSON text with `null` in place of `NaN`, which is no JSON, but what programs in Python write where a number is missing, and read again without a
 * word. Texts in quotes stay as they are.
 */
export function withoutNaN(text: string): string {
  const pieces: string[] = [];
  let [from, inText] = [0, false];
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) inText = !inText;
    else if (inText) at += character === BACKSLASH ? 1 : 0;
    else if (character === FIRST_OF_NAN && text.startsWith('NaN', at)) {
      pieces.push(text.slice(from, at));
      at += 2;
      from = at + 1;
    }
  }
  pieces.push(text.slice(from));
  return pieces.join('null');
}
