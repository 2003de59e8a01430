import { crc32 } from 'node:zlib';
import type { Entry } from 'yauzl';
import { archiveError } from './archive-error';
import { extraField, UNICODE_PATH } from './extra-field';

const MOST_NAME_BYTES = 1024;
const UTF8_FLAG = 0x800;

/** Code page 437 (APPNOTE.TXT, appendix D) from 0x80 on. */
const UPPER_HALF =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The name of an entry. With the UTF-8 flag it must be UTF-8; without it most writers mean UTF-8 too, and anything else is code page 437
 * (APPNOTE.TXT, appendix D). A name that this cannot express may stand in full in a field of its own (4.6.9), in UTF-8.
 *
 * @throws SOIL_ARCHIVE if it is too long, is not the UTF-8 that it claims to be, or if there are two names that differ in meaning
 */
export function decodeName({ fileNameRaw: bytes, generalPurposeBitFlag: flags, extraFieldRaw }: Entry): string {
  const second = extraField(extraFieldRaw, UNICODE_PATH);
  if (Math.max(bytes.length, second?.length ?? 0) > MOST_NAME_BYTES) throw archiveError('a name is too long', bytes.toString('latin1'));
  const name = asUtf8(bytes);
  if (name === undefined && (flags & UTF8_FLAG) !== 0) throw archiveError('a name is not UTF-8', bytes.toString('latin1'));
  const first = name ?? asCodePage437(bytes);
  if (second === undefined) return first;
  const written = asUtf8(second.subarray(5));
  if (written === first) return first;
  const isOfThisName = second.length >= 5 && second.readUInt8(0) === 1 && second.readUInt32LE(1) === crc32(bytes);
  const isCompletion = written !== undefined && (name === undefined || written === unescaped(name) || completes(written, name));
  if (!isOfThisName || !isCompletion) throw archiveError('it has two names', first);
  return written;
}

/** Whether a full name is the other one but for non-ASCII letters, which are `?` or `_` there. */
function completes(full: string, name: string): boolean {
  const [letters, others] = [Array.from(full), Array.from(name)];
  return letters.length === others.length && letters.every((letter, at) => letter === others[at] || (letter > '\x7f' && /[?_]/.test(others[at]!)));
}

function asUtf8(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

function asCodePage437(bytes: Buffer): string {
  return Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : UPPER_HALF[byte - 0x80])).join('');
}

/** Info-ZIP writes `#U00e4` and `#L01f331` for what its code page does not have. */
function unescaped(name: string): string {
  return name.replace(/#U([0-9a-f]{4})|#L([0-9a-f]{6})/gi, (escaped, short?: string, long?: string) => {
    const code = parseInt(short ?? long ?? '', 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : escaped;
  });
}
