/** What an entry of a zip begins with (APPNOTE.TXT 4.3.7), as Latin-1. */
export const ENTRY_SIGNATURE = 'PK\x03\x04';
/** What the end of its directory begins with (4.3.16), and so a zip without entries. */
export const END_SIGNATURE = 'PK\x05\x06';
export const SIGNATURE_BYTES = 4;

/** Whether a file that begins like this is a zip. */
export function beginsAsZip(head: Buffer): boolean {
  return [ENTRY_SIGNATURE, END_SIGNATURE].includes(signatureOf(head));
}

/** What the bytes begin with. */
export function signatureOf(bytes: Buffer): string {
  return bytes.toString('latin1', 0, SIGNATURE_BYTES);
}
