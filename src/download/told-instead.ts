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

/** What a storage host sends in place of a file: the beginning of it, or as much as comes within a moment. */
export class ToldInstead {
  private readonly pieces: Buffer[] = [];
  private bytes = 0;
  /** Stops waiting. To be called however the reading of the answer ends. */
  readonly close: () => void;

  constructor(
    private readonly answer: ByteAnswer,
    clock: Clock,
  ) {
    this.close = clock.after(PATIENCE_MS, () => answer.discard());
  }

  /** Takes a piece of the body, and ends the answer once that is enough. */
  add(chunk: Buffer): undefined {
    if (this.bytes < MOST_BYTES) this.pieces.push(chunk);
    this.bytes += chunk.length;
    if (this.bytes >= MOST_BYTES) this.answer.discard();
  }

  /**
   * Its words: one line of plain text, empty if it says nothing. The signed part of an address is removed: a host may repeat the address that it was
   * asked for, say to explain why a signature is wrong.
   *
   * @param link the link first asked for: the answer may be that of a redirect
   * @param isWhole whether the answer came to its end
   */
  words(link: string, isWhole: boolean): string {
    const text = Buffer.concat(this.pieces).subarray(0, MOST_BYTES).toString();
    if (BINARY.test(text)) return '';
    return errorWords(isWhole ? text : upToLastWord(text), [...this.answer.secrets(), ...secretsInAddress(link)]);
  }
}

/** The words of an answer that is no file. Never fails: if the end is missing, what came counts. */
export async function wordsOf(answer: ByteAnswer, link: string, clock: Clock): Promise<string> {
  const told = new ToldInstead(answer, clock);
  const isWhole = await answer.read((chunk) => told.add(chunk)).then(
    () => true,
    () => false,
  );
  told.close();
  return told.words(link, isWhole);
}

/** Half a secret at the end would not be recognised; half a JSON would be shown as it is, with whatever it holds. */
function upToLastWord(text: string): string {
  return /^\s*[[{]/.test(text) ? '' : withoutTrailing(text, /\S/);
}
