import { asSentence } from '../../text/as-sentence';
import type { AnswerRemarks } from './answer-remarks';

/**
 * What an answer says about itself, as sentences for a person: that an error came with its data, a warning, that there is more than came.
 *
 * @param came how many entries it holds, unusable ones included
 * @param advice what to do about further pages: the rest of a sentence
 */
export function remarkLines({ complaint, warning, hasNext, total = 0 }: AnswerRemarks, came: number, advice: string): string[] {
  const lines: string[] = [];
  if (complaint !== undefined) lines.push(`The service reports an error in its answer, so some of the data may be missing: ${asSentence(complaint)}`);
  if (warning !== undefined) lines.push(`The service warns: ${asSentence(warning)}`);
  if (hasNext || total > came) {
    const of = total > came ? ` of ${total}` : '';
    lines.push(`The service says that there is more than it sent: ${came}${of}. Further pages are not read: ${advice}.`);
  }
  return lines;
}
