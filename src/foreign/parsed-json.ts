/** What a text of JSON stands for; `undefined`, which JSON has no word for, where it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
