import type { HttpAnswer } from '../../transport/http-exchange';
import { jobKindOf } from '../endpoints';
import { fieldOf, foreignObject } from '../../foreign/foreign-value';
import type { JobAddress, JobKind } from '../job';
import { readJobAddress } from '../job-address';
import type { ServiceSettings } from '../service-settings';
import { rawText } from './json-ld';
import { readJsonAnswer, responseError, type AnswerContext } from './json-answer';

/**
 * Reads the answer to a job creation (sections 4.6 and 4.8): `Location` in the JSON body, in any case; else the `Location` header
 * (RFC 9110, 10.2.2); else the job resource itself, by `id` or `@id`. The address may be relative, or the identifier alone.
 * A 303 (RFC 9110, 15.4.4) counts only where it leads to a job.
 *
 * @throws SoilError `SOIL_RESPONSE` where there is no address, or one outside the API. The job may exist all the same.
 */
export function readCreatedJob(
  answer: HttpAnswer,
  exchange: AnswerContext,
  settings: Pick<ServiceSettings, 'baseUrl' | 'synthetic'>,
  kind: JobKind,
): JobAddress {
  const context = { ...exchange, advice: MAY_EXIST };
  const header = answer.headers['location'];
  const body = header !== undefined && answer.body.trim() === '' ? undefined : jsonOrHeader(answer, context, header);
  const location = rawText(locationField(body)) ?? header ?? rawText(body) ?? rawText(fieldOf(body, 'id', '@id'));
  if (location === undefined) {
    throw responseError(answer, context, `the service took the request (status ${answer.status}) but gave no address of the job`);
  }
  const reading = readJobAddress(settings, location, kind);
  if ('problem' in reading) {
    throw responseError(answer, context, `the job's address ${reading.problem}, so it was not used`);
  }
  // A login page may be at the API's origin, too.
  if (answer.status >= 300 && jobKindOf(new URL(reading.address.url).pathname) === undefined) {
    throw responseError(answer, context, `it was answered with a redirect (${answer.status}) that leads to no job`);
  }
  return reading.address;
}

const MAY_EXIST = 'The job may exist at the service: look there before you submit it again';

/** The body; nothing where it is unreadable and the header holds the address anyway. */
function jsonOrHeader(answer: HttpAnswer, context: AnswerContext, header: string | undefined): unknown {
  try {
    return readJsonAnswer(answer, context);
  } catch (error) {
    if (header !== undefined) return undefined;
    throw error;
  }
}

/** Section 4.6 writes `Location`; fields named so in another case count too. */
function locationField(body: unknown): unknown {
  const object = foreignObject(body);
  const name = object && Object.keys(object).find((key) => key.toLowerCase() === 'location');
  return name === undefined ? undefined : fieldOf(object, name);
}
