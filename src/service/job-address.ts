import { SoilError } from '../errors/soil-error';
import { parsedUrl } from '../foreign/parsed-url';
import { withoutTrailing } from '../text/without-trailing';
import { isWrittenAsHttp } from '../transport/written-as-http';
import { jobCollection, jobKindOf, prefixOfJob } from './endpoints';
import { JOB_KINDS, type JobAddress, type JobKind } from './job';
import { isJobIdentifier, isSegmentOnTheWay, jobIdentifier } from './job-identifier';
import type { ServiceSettings } from './service-settings';

/**
 * Job addresses (sections 4.6 to 4.8). The bearer token goes to them, so they are only ever on the API: at its origin and under its
 * base path.
 */

/** `.` and `..` in a path, which would lead elsewhere than written. */
const DOT_SEGMENT = /(^|\/)(\.|%2e){1,2}(?=[/?#]|$)/i;

const LONGEST_ADDRESS = 4096;

type ServiceAddress = Pick<ServiceSettings, 'baseUrl' | 'synthetic'>;

/** An address, or why it is none: the end of a sentence that begins with what it was read from. Names no more than an origin. */
export type AddressReading = { address: JobAddress } | { problem: string; isElsewhere?: true };

/** A job is at another origin than the service asked for it: the service has moved, or is a different one. */
export class JobElsewhere extends SoilError {}

/**
 * Reads the address of a job: an identifier, a path, or a full address. What is not absolute belongs to the collection of `kind`
 * (`geometry` if that is neither kind). Both may come from a message.
 *
 * An `http:` address that is otherwise the API's own is taken as `https:`: services behind a TLS proxy often write it so, and the request
 * goes to the API's origin all the same. A service behind a gateway that removes or replaces the base path, or the version with it, writes addresses
 * without them: they are put under these again. The built-in service may listen on another port after a restart: of its addresses, only kind and identifier
 * count.
 */
export function readJobAddress(settings: ServiceAddress, text: unknown, kind?: unknown): AddressReading {
  if (typeof text !== 'string') return { problem: 'is not a text' };
  const trimmed = text.trim().replace(/^(\.\/)+/, '');
  if (trimmed === '') return { problem: 'is empty' };
  if (trimmed.length > LONGEST_ADDRESS) return { problem: `is longer than ${LONGEST_ADDRESS} characters` };
  const assumed: JobKind = kind === 'area' ? 'area' : 'geometry';
  const collection = jobCollection(settings, assumed);
  // Also for addresses that follow from an identifier, as most do: each is read several times for a job, and parsing a URL is ten times as slow.
  const named = trimmed.startsWith(`${collection}/`) ? trimmed.slice(collection.length + 1) : trimmed;
  const own = /^[a-z][a-z0-9+.-]*:/i.test(named) ? undefined : jobIdentifier(named);
  if (own !== undefined) {
    const url = `${collection}/${own}`;
    // One text for all who keep it: ten thousand jobs may be under way.
    return { address: { id: own, url: url === trimmed ? trimmed : url, kind: assumed } };
  }
  // The whole path of a job, written without its first slash, is no path beside the collection.
  const place = /^(v1\/)?soil-data-by-/.test(trimmed) ? `/${trimmed}` : trimmed;
  const url = /[\s\\]/.test(trimmed) || DOT_SEGMENT.test(trimmed) ? undefined : parsedUrl(place, collection);
  if (!url) return { problem: 'is neither an address nor an identifier of a job' };
  const id = withoutTrailing(url.pathname, /\//).split('/').pop() ?? '';
  const found = jobKindOf(url.pathname) ?? assumed;
  return settings.synthetic ? addressInSandbox(settings, url, id, found) : addressAtService(settings, url, id, found);
}

function addressInSandbox(settings: ServiceAddress, { hostname, origin }: URL, id: string, kind: JobKind): AddressReading {
  if (!isJobIdentifier(id)) return { problem: 'does not end in an identifier' };
  // Another service's job is not one of the sandbox's, whatever its identifier: the sandbox would be asked for it in vain.
  if (hostname !== new URL(settings.baseUrl).hostname) return { problem: `is at ${origin}, not in the sandbox`, isElsewhere: true };
  return { address: { id, url: `${jobCollection(settings, kind)}/${id}`, kind } };
}

/** @param url is changed into the address that is asked */
function addressAtService(settings: ServiceAddress, url: URL, id: string, kind: JobKind): AddressReading {
  const base = new URL(settings.baseUrl);
  if (!/^https?:$/.test(url.protocol)) return { problem: 'is not an http address' };
  if (isWrittenAsHttp(url, base)) url.protocol = 'https:';
  if (url.origin !== base.origin) return { problem: `is at ${url.origin}, not at the service's ${base.origin}`, isElsewhere: true };
  if (url.username || url.password) return { problem: 'holds a user name or password' };
  const basePath = base.pathname.replace(/\/$/, '');
  const isUnderBase = (): boolean => url.pathname.startsWith(`${basePath}/`);
  const prefix = prefixOfJob(withoutTrailing(url.pathname, /\//), kind, id);
  const isVersionless = prefix === basePath && !url.pathname.startsWith(jobCollection({ baseUrl: basePath }, kind));
  if (prefix !== undefined && (isVersionless || !isUnderBase())) url.pathname = `${jobCollection({ baseUrl: basePath }, kind)}/${id}`;
  // A gateway that decodes a segment may find a way out of the base path in it.
  const segments = url.pathname.slice(basePath.length).split('/').filter((segment) => segment !== '');
  const isSafe = isUnderBase() && segments.length > 0 && isJobIdentifier(id) && segments.every(isSegmentOnTheWay);
  if (!isSafe || isCollection(settings, url)) return { problem: `at ${url.origin} is not the address of a job` };
  url.hash = '';
  return { address: { id, url: url.href, kind } };
}

function isCollection(settings: ServiceAddress, url: URL): boolean {
  const path = withoutTrailing(url.pathname, /\//);
  return JOB_KINDS.some((kind) => path === new URL(jobCollection(settings, kind)).pathname);
}
