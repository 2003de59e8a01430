import { withoutTrailing } from '../text/without-trailing';
import type { Clock } from '../time/clock';
import type { ByteAnswer } from '../transport/byte-exchange';
import { secretsInAddress } from '../transport/redaction';
import { errorWords } from '../transport/server-words';

/** Anything longer is a page for people, with its title at the beginning. */
const MOST_BYTES = 16 * 1024;
/** How long a server that never ends its error page may hold up the error. */
const PATIENCE_MS = 2000;
/** Characters that no text has. */
// oxlint-disable-next-line no-control-regex
const BINARY = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/;

/**
 * The words of what a storage host sends in place of a file, from the beginning of it, or as much as comes within a moment: one line of plain text,
 * empty if it says nothing. Never fails: if the end is missing, what came counts. The signed part of an address is removed: a host may repeat the
 * address that it was asked for, say to explain why a signature is wrong.
 *
 * @param link the link first asked for: the answer may be that of a redirect
 */
export async function wordsOf(answer: ByteAnswer, link: string, clock: Clock): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  const stopWaiting = clock.after(PATIENCE_MS, () => answer.discard());
  const body = answer.read((chunk) => {
    pieces.push(chunk);
    bytes += chunk.length;
    if (bytes >= MOST_BYTES) answer.discard();
    return undefined;
  });
  const isWhole = await body.then(
    () => true,
    () => false,
  );
  stopWaiting();
  const text = Buffer.concat(pieces).subarray(0, MOST_BYTES).toString();
  if (BINARY.test(text)) return '';
  return errorWords(isWhole ? text : upToLastWord(text), [...answer.secrets(), ...secretsInAddress(link)]);
}

/** Half a secret at the end would not be recognised; half a JSON would be shown as it is, with whatever it holds. */
function upToLastWord(text: string): string {
  return /^\s*[[{]/.test(text) ? '' : withoutTrailing(text, /\S/);
}
