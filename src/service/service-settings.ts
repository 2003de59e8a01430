import { SettingError } from '../errors/setting-error';
import { SoilError } from '../errors/soil-error';
import { hasVariableInPart, unsetVariable, VARIABLE_IN_PART } from '../foreign/environment-variable';
import { fieldOf, finiteNumber, foreignObject, type ForeignObject } from '../foreign/foreign-value';
import { numberWithin, type NumberLimits } from '../foreign/number-limits';
import { parsedUrl } from '../foreign/parsed-url';
import { yesOrNo } from '../foreign/yes-or-no';
import { LIMITS, SYNC_THRESHOLD } from '../geometry/limits';
import type { TlsOptions } from '../transport/dispatcher';
import type { ProxyOptions } from '../transport/proxy-choice';
import { isSignInAddress, readServiceUrl, withoutVersion } from './service-url';
import { settingLabel } from './setting-label';

/** How to reach one service: checked by {@link checkServiceSettings}, so that the rest of the engine can rely on it. */
export interface ServiceSettings {
  /** `{base_url}` of the specification: no trailing slash, no `/v1`. */
  baseUrl: string;
  /** `{auth_url}`: no trailing slash. The token endpoint is `{auth_url}/oauth/token`; a URL that ends in `/token` is taken as it is. */
  authUrl: string;
  /** Form field of the token request (section 5). */
  audience: string;
  clientId: string;
  clientSecret: string;
  /** Section 4 gives two spellings: `datasets` or `dataSets`. */
  datasetsField: string;
  /** Name of the e-mail field, which section 4 leaves open. */
  emailField: string;
  /** Path of the soil-properties query, which section 4.2 leaves open. Begins with a slash. */
  soilPropertiesPath: string;
  /** Hectares below which an area is small (section 8). */
  syncThreshold: number;
  /** 0: no limit. */
  requestsPerSecond: number;
  maxConcurrent: number;
  /** Seconds. */
  timeout: number;
  /** Lets download links point at private addresses. */
  allowPrivateHosts: boolean;
  tls?: TlsOptions;
  proxy?: ProxyOptions;
  /** The service is the built-in one on synthetic data. */
  synthetic: boolean;
}

/** The spellings of the datasets field (section 4). */
export const DATASETS_FIELDS = ['datasets', 'dataSets'] as const;

/** What a setting is if nothing is filled in: the defaults of the dialog. */
export const SETTING_DEFAULTS = {
  datasetsField: 'datasets',
  emailField: 'email',
  soilPropertiesPath: '/v1/soil-properties/queries',
  syncThreshold: SYNC_THRESHOLD,
  requestsPerSecond: 10,
  maxConcurrent: 4,
  timeout: 60,
} as const;

/** The ranges of the numbers, in the units of {@link ServiceSettings}: for the dialog and for the runtime. */
export const SETTING_LIMITS = {
  syncThreshold: { low: 0, high: 100 * LIMITS.squareKilometres },
  /** For a limited rate: 0, for no limit, is taken as well. */
  requestsPerSecond: { low: 0.001, high: 10_000 },
  maxConcurrent: { low: 1, high: 256, whole: true },
  timeout: { low: 0.01, high: 3600 },
} as const satisfies Readonly<Record<string, NumberLimits>>;

/** Fields of the request body (section 4) whose names are fixed: no other field may take them. */
const TAKEN_FIELDS = new Set('geometry spatialfilters soilproperties startyear endyear datasets gisdatatypes __proto__'.split(' '));

/**
 * Checks the settings of a service and fills in the defaults. Numbers and booleans may come as text, as forms and
 * environment variables give them; an empty setting is an absent one.
 *
 * @throws SoilError `SOIL_CONFIG`, with the setting's label in the dialog, what is wrong with it and what to do; never with its value.
 */
export function checkServiceSettings(given: ForeignObject): ServiceSettings {
  const baseUrl = baseAddress(given);
  const proxy = object(given, 'proxy');
  if (proxy) checkProxy(proxy);
  return {
    baseUrl,
    authUrl: address(given, 'authUrl'),
    audience: audience(given) ?? `${baseUrl}/`,
    clientId: needed(given, 'clientId', 'the client id that the service gave you'),
    clientSecret: needed(given, 'clientSecret', 'the client secret that the service gave you'),
    datasetsField: datasetsField(given),
    emailField: emailField(given),
    soilPropertiesPath: soilPropertiesPath(given, baseUrl),
    syncThreshold: readSyncThreshold(given),
    requestsPerSecond: requestsPerSecond(given),
    maxConcurrent: number(given, 'maxConcurrent', 'requests at once'),
    timeout: number(given, 'timeout', 'seconds'),
    allowPrivateHosts: flag(given, 'allowPrivateHosts'),
    tls: object(given, 'tls'),
    proxy: proxy as ProxyOptions | undefined,
    synthetic: flag(given, 'synthetic'),
  };
}

/**
 * Hectares below which an area is small, by the settings of a service, whatever its other settings are.
 *
 * @throws SoilError `SOIL_CONFIG`
 */
export function readSyncThreshold(given: ForeignObject): number {
  return number(given, 'syncThreshold', 'hectares');
}

function settingError(field: string, problem: string): SoilError {
  return new SettingError(settingLabel(field), `of the soil service ${problem}.`);
}

function text(given: ForeignObject, field: string): string | undefined {
  const found = fieldOf(given, field);
  if (found === undefined) return undefined;
  // An environment variable may be of that type.
  const value = typeof found === 'number' ? String(found) : found;
  if (typeof value !== 'string') throw settingError(field, 'is not a text');
  const trimmed = value.trim();
  if (trimmed === '') return undefined;
  const unset = unsetVariable(value);
  if (unset !== undefined) throw settingError(field, unset);
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f]/.test(trimmed)) throw settingError(field, 'holds a control character or a line break; type it again');
  if (trimmed.length > 4096) throw settingError(field, 'is longer than 4096 characters');
  return trimmed;
}

/** A value that is not text by nature, but comes as text from a field of the dialog or a variable. */
function valueOf(given: ForeignObject, field: string): unknown {
  const value = fieldOf(given, field);
  return typeof value === 'string' ? text(given, field) : value;
}

function needed(given: ForeignObject, field: string, what: string): string {
  const value = text(given, field);
  if (value === undefined) throw settingError(field, `is empty: fill in ${what}`);
  return value;
}

function address(given: ForeignObject, field: string): string {
  const answer = readServiceUrl(needed(given, field, 'an address such as https://api.example.com'));
  if ('problem' in answer) throw settingError(field, answer.problem);
  return answer.url;
}

function baseAddress(given: ForeignObject): string {
  const url = address(given, 'baseUrl');
  if (isSignInAddress(url)) throw settingError('baseUrl', 'ends as the address of a sign-in does; put it into "Token URL", and the address of the service here');
  return withoutVersion(url);
}

function audience(given: ForeignObject): string | undefined {
  const value = text(given, 'audience');
  if (value !== undefined && hasVariableInPart(value)) throw settingError('audience', VARIABLE_IN_PART);
  return value;
}

function datasetsField(given: ForeignObject): string {
  const value = text(given, 'datasetsField') ?? SETTING_DEFAULTS.datasetsField;
  const field = DATASETS_FIELDS.find((name) => name === value);
  if (field === undefined) throw settingError('datasetsField', `must be ${DATASETS_FIELDS.map((name) => `"${name}"`).join(' or ')}`);
  return field;
}

/** Whether a text can be the name of a field of the request body. */
export function isFieldName(text: string): boolean {
  return /^[A-Za-z_@][A-Za-z0-9_@:. -]{0,63}$/.test(text);
}

/** Whether the request body (section 4) has a field of that name already. */
export function isTakenField(name: string): boolean {
  return TAKEN_FIELDS.has(name.toLowerCase());
}

function emailField(given: ForeignObject): string {
  const value = text(given, 'emailField') ?? SETTING_DEFAULTS.emailField;
  if (!isFieldName(value)) {
    throw settingError('emailField', 'is not a field name: expected letters and digits, such as "email"');
  }
  if (isTakenField(value)) {
    throw settingError('emailField', 'is the name of another field of the request; use its own, such as "email"');
  }
  return value;
}

/** Whether a path stays on the service: one that the parser changes (dot segments, backslashes, a second address) would lead elsewhere than meant. */
export function isPathOnService(path: string, baseUrl: string): boolean {
  const joined = `${baseUrl}${path}`;
  return !/^\/\/|:\/\//.test(path) && parsedUrl(joined)?.href === joined && !/[?#]/.test(path);
}

function soilPropertiesPath(given: ForeignObject, baseUrl: string): string {
  const value = text(given, 'soilPropertiesPath') ?? SETTING_DEFAULTS.soilPropertiesPath;
  const path = value.startsWith('/') ? value : `/${value}`;
  if (!isPathOnService(path, baseUrl)) {
    throw settingError('soilPropertiesPath', `is not a plain path on the service: expected one such as ${SETTING_DEFAULTS.soilPropertiesPath}`);
  }
  return path;
}

type NumberSetting = keyof typeof SETTING_LIMITS;

function number(given: ForeignObject, field: NumberSetting, unit: string): number {
  const value = valueOf(given, field);
  if (value === undefined) return SETTING_DEFAULTS[field];
  const limits: NumberLimits = SETTING_LIMITS[field];
  const read = numberWithin(value, limits);
  if (read !== undefined) return read;
  throw settingError(field, `must be a ${limits.whole ? 'whole ' : ''}number from ${limits.low} to ${limits.high} (${unit})`);
}

/** Whether a rate of requests is 0: no limit. */
export function isUnlimited(requestsPerSecond: unknown): boolean {
  return finiteNumber(requestsPerSecond) === 0;
}

function requestsPerSecond(given: ForeignObject): number {
  return isUnlimited(fieldOf(given, 'requestsPerSecond')) ? 0 : number(given, 'requestsPerSecond', 'requests a second; 0: no limit');
}

function flag(given: ForeignObject, field: string): boolean {
  const value = valueOf(given, field);
  if (value === undefined) return false;
  const read = yesOrNo(value);
  if (read === undefined) throw settingError(field, 'must be true or false');
  return read;
}

function object(given: ForeignObject, field: string): ForeignObject | undefined {
  const value = fieldOf(given, field);
  if (value === undefined || value === '') return undefined;
  const read = foreignObject(value);
  if (!read) throw settingError(field, 'is not an object of options');
  return read;
}

function checkProxy(proxy: ForeignObject): void {
  const url = fieldOf(proxy, 'url');
  if (typeof url === 'string' && /^socks/i.test(url)) {
    throw settingError('proxy', 'is a SOCKS proxy, which is not supported: its "url" must be one such as http://proxy.example.com:3128');
  }
  if (typeof url !== 'string' || !/^https?:\/\//i.test(url) || !parsedUrl(url)) {
    throw settingError('proxy', 'has no address: its "url" must be one such as http://proxy.example.com:3128');
  }
}
