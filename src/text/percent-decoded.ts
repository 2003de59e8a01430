/** What a percent-encoded text stands for (RFC 3986, 2.1); `undefined` if it is not valid. */
export function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
