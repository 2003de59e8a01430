/**
 * The address that a text is; `undefined` if it is none. Not by `URL.canParse`: after some thousand calls, Node.js 20 and 22 have optimised that, and
 * from then on it refuses hosts with letters such as `ü`.
 *
 * @param base what a relative address belongs to
 */
export function parsedUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
