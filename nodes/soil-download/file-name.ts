import { createHash } from 'node:crypto';
import { ownField } from '../../src/foreign/foreign-value';
import { linkIn } from '../../src/jobs/messages/signed-link';
import type { SoilMessage } from '../runtime/soil-message';
import { isOfAnotherJob } from './link-of';
import { PLACE } from './unfilled';

const BY_DEFAULT = 'soil-data-{{id}}.zip';

/** A step of a property path, as Node-RED writes it: `topic`, `.name`, `[0]`, `["a name"]`. */
const STEP = /(?:^|\.)([^.[\]]+)|\[(\d+)\]|\["([^"]+)"\]|\['([^']+)'\]/gy;

/**
 * The name of the file: `{{id}}` is the job's identifier or, without one, a digest of the link; `{{date}}` today's date (UTC); anything else a
 * property of the message (`{{topic}}`, `{{soil.area.hectares}}`, `{{parts[0].name}}`), in which an address loses its user and has a digest for its
 * query. A missing property leaves nothing; if no more than an extension remains, the default name is taken. The transfer makes the name safe.
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
 * Names appear in logs, messages and directory listings, so no signature or password of an address may be in one. A query may hold blanks, so
 * everything after its start is dropped; a digest in its place distinguishes addresses that differ only there.
 */
function bareLinks(text: string): string {
  const written = text.replace(/[a-z][a-z\d+.-]{0,40}%3a(?:%2f|%5c){2}.*/is, (link) => `link-${digestOf(link)}`);
  return written.replace(/([a-z][a-z\d+.-]{0,40}:[\\/]{2,})([^\s?#]*)([?#].*)?/gis, (link, scheme: string, rest: string, query: string | undefined) => {
    const bare = scheme + rest.replace(/(^|[\\/]{2})[^\\/]*@/g, '$1');
    return query === undefined ? bare : `${bare}-${digestOf(link)}`;
  });
}

/** Each link without a job gets a file of its own: a file that is kept must not pass for another. */
function nameOfLink(msg: SoilMessage): string {
  return `link-${digestOf(linkIn(msg.payload) ?? property(msg, ['soil', 'job', 'result', 'url']))}`;
}

function digestOf(link: string): string {
  return createHash('sha256').update(link).digest('hex').slice(0, 8);
}

/** The names on the path to a property; none if it is not a property path. */
function stepsOf(property: string): string[] {
  const steps = [...property.matchAll(STEP)];
  const isWhole = steps.reduce((length, [step]) => length + step.length, 0) === property.length;
  return isWhole ? steps.map(([, ...forms]) => forms.find((form) => form !== undefined) as string) : [];
}

/** A property as text; empty if it is missing or an object. */
function property(from: unknown, names: string[]): string {
  const value = names.reduce<unknown>((at, name) => (typeof at === 'object' && at !== null ? ownField(at, name) : undefined), from);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
