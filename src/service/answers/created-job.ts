import type { SoilError } from '../../errors/soil-error';
import { fieldOf, foreignObject } from '../../foreign/foreign-value';
import { FEED_FIELDS, LIST_FIELDS, PLAIN_DATA_FIELDS } from '../../foreign/list-fields';
import { parsedJson } from '../../foreign/parsed-json';
import { parsedUrl } from '../../foreign/parsed-url';
import { withoutTrailing } from '../../text/without-trailing';
import type { HttpAnswer } from '../../transport/http-exchange';
import { jobKindOf } from '../endpoints';
import type { JobAddress, JobKind } from '../job';
import { readJobAddress, type AddressReading } from '../job-address';
import { jobIdentifier, namedIdentifier } from '../job-identifier';
import type { ServiceSettings } from '../service-settings';
import { valueWords } from '../../transport/server-words';
import { complaintsIn } from './answer-remarks';
import { readJsonAnswer } from './json-answer';
import { addressText, rawText } from './json-ld';
import { locationField, onlyResource } from './only-resource';
import { responseError, type Reply } from './reply';

/**
 * Reads the answer to a job creation (sections 4.6 and 4.8): `Location` in the JSON body, in any case; else the `Location` header
 * (RFC 9110, 10.2.2); else the job resource itself, by `id` or `@id`; else a plain text. The first that is an address on the API counts: gateways
 * rewrite headers, but not bodies. It may be relative; an identifier alone counts where there is no address.
 * A redirect (RFC 9110, 15.4: 300 to 303) counts only if it leads to a job, and is not followed.
 *
 * @throws SoilError `SOIL_RESPONSE` if there is no address, or one outside the API. The job may exist all the same.
 */
export function readCreatedJob(given: Reply, settings: Pick<ServiceSettings, 'baseUrl' | 'synthetic'>, kind: JobKind): JobAddress {
  const reply = { ...given, advice: MAY_EXIST };
  const { answer, url, secrets } = reply;
  const isRedirect = answer.status >= 300;
  const header = isRedirect ? fromRequest(answer.headers['location'], url) : answer.headers['location'];
  const body = header !== undefined && answer.body.trim() === '' ? undefined : onlyResource(jsonOrHeader(reply, header));
  const named = [addressText(locationField(body)), header, rawText(body), ownId(body)].filter((location) => location !== undefined);
  // A bare word in the body may be something else, such as the name of a place.
  const told = [...named.filter(isAddress), ...named.filter((location) => !isAddress(location))];
  const [first] = told;
  if (first === undefined) throw withoutAddress(reply, body);
  const readings = told.map((location) => readJobAddress(settings, location, kind));
  const usable = addressesIn(readings).find((address) => !(isRedirect && leadsElsewhere(address)));
  if (usable) return usable;
  const [reading] = readings as [AddressReading];
  const id = namedIdentifier(first, url, secrets);
  if (isRedirect) throw redirectedElsewhere(reply, { location: first, isElsewhere: 'isElsewhere' in reading, id });
  const problem = 'problem' in reading ? reading.problem : '';
  throw responseError({ ...reply, advice: adviceFor(id) }, `the job's address ${problem}, so it was not used${naming(id)}`);
}

function isAddress(location: string): boolean {
  return location.includes('/');
}

/** The `id` of a job. That of an error, in an answer without a job, is another one: of the request, say. */
function ownId(body: unknown): string | undefined {
  const object = foreignObject(body);
  const isError = object && fieldOf(object, 'actionStatus') === undefined && complaintsIn(object, []).complaint !== undefined;
  return isError ? undefined : rawText(fieldOf(object, 'id', '@id'));
}

function withoutAddress(reply: Reply, body: unknown): SoilError {
  const { status } = reply.answer;
  const words = foreignObject(body) ? valueWords(body, reply.secrets) : '';
  const said = words ? `: ${words.replace(/[.!]$/, '')}` : '';
  const what = status >= 300 ? `it was answered with a redirect (${status})` : `the service took the request (status ${status})`;
  return responseError(reply, `${what} but gave no address of the job${said}`);
}

/** @param target where the redirect leads, whether that is another origin, and the identifier in it */
function redirectedElsewhere(reply: Reply, target: { location: string; isElsewhere: boolean; id: string | undefined }): SoilError {
  const { location, isElsewhere, id } = target;
  const url = parsedUrl(location, reply.url);
  const to = url && isElsewhere ? ` to ${url.origin.slice(0, 200)}` : '';
  const isOfJob = url !== undefined && jobKindOf(withoutTrailing(url.pathname, /\//)) !== undefined;
  const advice = isOfJob ? adviceFor(id) : `${MAY_EXIST}. If it does not, check the address in the settings${to && ', and whether this network wants a login first'}`;
  const what = `it was answered with a redirect (${reply.answer.status})${to} that leads to no job of this service${isOfJob ? naming(id) : ''}`;
  return responseError({ ...reply, advice }, what);
}

function naming(id: string | undefined): string {
  return id === undefined ? '' : `. Its identifier is ${id}`;
}

/** The job that the service made of a request for data at once (section 4.5), if the answer's header or body leads to one. */
export function jobInPlaceOfData(headers: HttpAnswer['headers'], settings: Pick<ServiceSettings, 'baseUrl' | 'synthetic'>, body = ''): JobAddress | undefined {
  const told = locationsIn(headers, body).filter(isAddress);
  return addressesIn(told.map((location) => readJobAddress(settings, location))).find((address) => !leadsElsewhere(address));
}

/** The places that an answer names, in its header and in the `Location` of its body. */
export function locationsIn(headers: HttpAnswer['headers'], body: string): string[] {
  return [headers['location'], locationIn(body)].filter((location) => location !== undefined);
}

function addressesIn(readings: readonly AddressReading[]): JobAddress[] {
  return readings.flatMap((reading) => ('address' in reading ? [reading.address] : []));
}

/** Longer ones are data. */
const LONGEST_ANSWER = 100_000;

function locationIn(body: string): string | undefined {
  if (body.length > LONGEST_ANSWER || !/"location"/i.test(body)) return undefined;
  const answer = parsedJson(body);
  // Beside data, it is the place of these.
  return fieldOf(answer, ...FEED_FIELDS, ...LIST_FIELDS, ...PLAIN_DATA_FIELDS) === undefined ? addressText(locationField(answer)) : undefined;
}

/** A login page, and the operation itself at another path, may be at the API's origin, too. */
function leadsElsewhere({ url }: JobAddress): boolean {
  return jobKindOf(withoutTrailing(new URL(url).pathname, /\//)) === undefined;
}

/**
 * A redirect to a bare name, such as `login`, leads to one beside the operation (RFC 9110, 10.2.2), unless it is an identifier, which has digits.
 */
function fromRequest(location: string | undefined, url: string): string | undefined {
  const mayBeName = location !== undefined && !location.includes('/') && !(/\d/.test(location) && jobIdentifier(location) !== undefined);
  return (mayBeName && parsedUrl(location, url)?.href) || location;
}

const MAY_EXIST = 'The job may exist at the service: look there before you submit it again';

/** @param id as it is shown: in quotes if soil-wait may not take it */
function adviceFor(id: string | undefined): string {
  return id === undefined || id.startsWith('"') ? MAY_EXIST : `${MAY_EXIST}. If it does, send the identifier alone to soil-wait (msg.payload)`;
}

/** What identifiers of jobs look like (section 2.5). */
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The body; a plain address or identifier as it is; nothing if it is unreadable but the header holds the address. */
function jsonOrHeader(reply: Reply, header: string | undefined): unknown {
  try {
    return readJsonAnswer(reply);
  } catch (error) {
    const text = reply.answer.body.trim();
    if (/^(https?:\/\/|\/)\S{1,4095}$/i.test(text) || UUID.test(text)) return text;
    if (header !== undefined) return undefined;
    throw error;
  }
}
