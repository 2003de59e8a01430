/**
 * Bytes as text: UTF-8, or UTF-16 if its byte order mark says so (XML 1.0, 4.3.3).
 *
 * @param options `fatal`: throws if the bytes are not valid text
 */
export function decodedText(bytes: Uint8Array, options: TextDecoderOptions = {}): string {
  const [first, second] = bytes;
  const encoding = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding, options).decode(bytes);
}
