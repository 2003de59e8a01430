/** The reversed polynomial of the checksum of zip (APPNOTE.TXT of PKWARE, 4.4.7). */
const POLYNOMIAL = 0xedb88320;

const OF_BYTE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit++) remainder = remainder & 1 ? (remainder >>> 1) ^ POLYNOMIAL : remainder >>> 1;
  return remainder;
});

/** The checksum of bytes that follow others with the checksum `before`. */
export function crc32(bytes: Uint8Array, before: number): number {
  let remainder = ~before;
  for (const byte of bytes) remainder = (remainder >>> 8) ^ OF_BYTE[(remainder ^ byte) & 0xff]!;
  return ~remainder >>> 0;
}
