import { createHash } from 'node:crypto';
import { ownField } from '../../src/foreign/foreign-value';
import { linkIn } from '../../src/jobs/messages/signed-link';
import type { SoilMessage } from '../runtime/soil-message';
import { isOfAnotherJob } from './link-of';
import { PLACE } from './unfilled';

const BY_DEFAULT = 'soil-data-{{id}}.zip';

/** A step of a property, as Node-RED writes them: `topic`, `.name`, `[0]`, `["a name"]`. */
const STEP = /(?:^|\.)([^.[\]]+)|\[(\d+)\]|\["([^"]+)"\]|\['([^']+)'\]/gy;

/**
 * The name of the file: `{{id}}` is the job's identifier, or where there is none, what tells the link from others; `{{date}}` today's date (UTC),
 * anything else a property of the message (`{{topic}}`, `{{soil.area.hectares}}`, `{{parts[0].name}}`), of an address without its user, and with a digest in place of its query.
 * A property that is not there leaves nothing; where no more than an extension remains, the name is the default. The transfer makes the name safe.
 */
export function fileName(template: string | undefined, msg: SoilMessage, now: Date): string {
  const name = filled(template || BY_DEFAULT, msg, now);
  return /^\.*(\.\w*)?$/.test(name.trim()) ? filled(BY_DEFAULT, msg, now) : name;
}

function filled(template: string, msg: SoilMessage, now: Date): string {
  return template.replace(PLACE, (_, written: string) => {
    const name = written.trim();
    if (name === 'id') return (isOfAnotherJob(msg) ? '' : bareLinks(property(msg, ['soil', 'job', 'id']))) || nameOfLink(msg);
    if (name === 'date') return now.toISOString().slice(0, 10);
    return bareLinks(property(msg, stepsOf(name.replace(/^msg\./, ''))));
  });
}

/**
 * A name is in logs, messages and lists of files: no signature and no password of an address may be in it. A query may hold blanks, so nothing behind it
 * stays; a digest in its place tells addresses apart that differ in it.
 */
function bareLinks(text: string): string {
  const written = text.replace(/[a-z][a-z\d+.-]{0,40}%3a(?:%2f|%5c){2}.*/is, (link) => `link-${digestOf(link)}`);
  return written.replace(/([a-z][a-z\d+.-]{0,40}:[\\/]{2,})([^\s?#]*)([?#].*)?/gis, (link, scheme: string, rest: string, query: string | undefined) => {
    const bare = scheme + rest.replace(/(^|[\\/]{2})[^\\/]*@/g, '$1');
    return query === undefined ? bare : `${bare}-${digestOf(link)}`;
  });
}

/** Of links without a job, each has a file of its own: one that is kept must not pass for another. */
function nameOfLink(msg: SoilMessage): string {
  return `link-${digestOf(linkIn(msg.payload) ?? property(msg, ['soil', 'job', 'result', 'url']))}`;
}

function digestOf(link: string): string {
  return createHash('sha256').update(link).digest('hex').slice(0, 8);
}

/** The names on the way to a property; none where that is no property. */
function stepsOf(property: string): string[] {
  const steps = [...property.matchAll(STEP)];
  const isWhole = steps.reduce((length, [step]) => length + step.length, 0) === property.length;
  return isWhole ? steps.map(([, ...forms]) => forms.find((form) => form !== undefined) as string) : [];
}

/** A property as text; an empty one where it is not there, or an object. */
function property(from: unknown, names: string[]): string {
  const value = names.reduce<unknown>((at, name) => (typeof at === 'object' && at !== null ? ownField(at, name) : undefined), from);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
