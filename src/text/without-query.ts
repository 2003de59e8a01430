/** An address without its query and fragment. */
export function withoutQuery(address: string): string {
  return address.split(/[?#]/, 1)[0]!;
}
