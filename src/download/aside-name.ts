import { randomBytes } from 'node:crypto';

const ASIDE = /^(.+\.part\.json)\.[0-9a-f]{12}\.old$/;

/** What a note is called while the one that takes its place is put there. Shorter than what a part's name leaves of the 255 bytes of a name. */
export function asideName(note: string): string {
  return `${note}.${randomBytes(6).toString('hex')}.old`;
}

/** The name of the note that was moved aside to a name; `undefined` if none was. */
export function noteMovedTo(name: string): string | undefined {
  return ASIDE.exec(name)?.[1];
}
