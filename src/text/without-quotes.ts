/** A path without the quotation marks that "Copy as path" of Windows puts around it: no path begins with one there, nor an absolute one anywhere. */
export function withoutQuotes(path: string): string {
  return path.replace(/^\s*"([^"]+)"\s*$/, '$1');
}
