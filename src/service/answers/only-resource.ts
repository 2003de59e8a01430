import { fieldOf, foreignObject, type ForeignObject } from '../../foreign/foreign-value';
import { complaintsIn } from './answer-remarks';

/** What a job has in an answer, or an answer that names one, besides its address. */
const OF_A_JOB = ['id', '@id', 'actionStatus', 'status', 'state', 'jobStatus', 'result'];
/** What only the job itself has: a `status` beside a wrapped job is that of the answer. */
const OF_A_JOB_ALONE = ['id', '@id', 'actionStatus', 'state', 'jobStatus', 'result'];
const AROUND_A_JOB = ['data', 'job'];

/**
 * The job in the answer to a submission or to a poll (sections 4.6 and 4.7, which show it bare): the only resource of a list or of a graph, which
 * writers of JSON-LD may put around it, or of a wrapper (`{"data": {...}}`), as other services have it; else the value as it came.
 */
export function onlyResource(value: unknown): unknown {
  const resource = onlyEntry(value);
  const answer = foreignObject(resource);
  return (answer && jobWithin(answer)) ?? resource;
}

function onlyEntry(value: unknown): unknown {
  const list = Array.isArray(value) ? (value as unknown[]) : fieldOf(value, '@graph');
  return Array.isArray(list) && list.length === 1 ? (list as unknown[])[0] : value;
}

/** The job in `data` or `job`: under another name, it may be a user or an area. What is in an answer that reports an error is about that. */
function jobWithin(answer: ForeignObject): ForeignObject | undefined {
  if (hasOneOf(answer, OF_A_JOB_ALONE) || complaintsIn(answer, []).complaint !== undefined) return undefined;
  const inner = foreignObject(onlyEntry(fieldOf(answer, ...AROUND_A_JOB)));
  return inner && hasOneOf(inner, OF_A_JOB) ? inner : undefined;
}

function hasOneOf(object: ForeignObject, names: string[]): boolean {
  return fieldOf(object, ...names) !== undefined || locationField(object) !== undefined;
}

/** Section 4.6 writes `Location`; the same name in another case counts too. */
export function locationField(body: unknown): unknown {
  const object = foreignObject(body);
  const name = object && Object.keys(object).find((key) => key.toLowerCase() === 'location');
  return name === undefined ? undefined : fieldOf(object, name);
}
