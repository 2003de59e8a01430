import { asSentence } from '../../text/as-sentence';
import { FAULT_FIELDS } from '../../transport/server-words';
import { wordsIn, type AnswerRemarks } from './answer-remarks';

/** What an answer says that is not what was asked for: ends of sentences, and a sentence. */

/** That an error came in place of what was asked for, if the answer says so: the rest of a sentence. */
export function whyNone(what: string, { complaint }: AnswerRemarks): string | undefined {
  return complaint === undefined ? undefined : `the service answered with an error in place of ${what}: ${complaint.replace(/[.!]$/, '')}`;
}

/** That an answer is something else, and what it says: a service may tell that there are no data in place of an empty list. */
export function isNot(what: string, content: unknown, secrets: readonly string[]): string {
  return `the answer is not ${what}. ${saying(content, secrets)}`.replace(/[.!] ?$/, '');
}

/** What an object says in the fields in which answers say something, as a sentence; empty if that is nothing. */
export function saying(content: unknown, secrets: readonly string[]): string {
  const words = wordsIn(content, ['title', 'message', 'description', ...FAULT_FIELDS], secrets);
  return words && `It says: ${asSentence(words)}`;
}
