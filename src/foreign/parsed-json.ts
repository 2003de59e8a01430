/** The value of a JSON text; `undefined`, which JSON cannot express, if it is not one. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
