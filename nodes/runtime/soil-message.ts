import type { NodeMessage } from 'node-red';
import type { Downloaded } from '../../src/download/download-request';
import { SoilError } from '../../src/errors/soil-error';
import { fieldOf, foreignObject, isObject } from '../../src/foreign/foreign-value';
import type { AreaDescription } from '../../src/geometry/area-of-interest';
import { toldJob, type ToldJob } from '../../src/jobs/messages/told-job';
import type { DataSource, LeftOutSource } from '../../src/records/data-source';
import type { Job } from '../../src/service/job';
import type { SoilQuery } from '../../src/service/query';

/** A dataset as `msg.soil.source` names it: behind the numbers, or found by discovery, which counts no records. */
export type SourceDataset = Omit<DataSource, 'attribution' | 'records'> & Partial<Pick<DataSource, 'attribution' | 'records'>>;

/** A soil property as discovery names it. */
interface NamedProperty {
  identifier: number;
  name: string;
}

/** `msg.soil.source`: what the data is. */
export interface SoilSource {
  datasets: SourceDataset[];
  /** The soil properties that discovery chose: files carry names, the query identifiers. */
  soilProperties?: NamedProperty[];
  /** The years that the datasets found cover according to the catalogue, as the service writes them (specification, section 2.4): `1950/2020`. */
  temporalCoverage?: string;
  /** What was asked for and is not in the numbers: absent where nothing is missing. */
  leftOut?: LeftOutSource[];
  /** ISO 8601 UTC. */
  retrieved: string;
  /** Whether the data come from the sandbox and mean nothing. */
  synthetic: boolean;
}

/** `msg.soil.file`. */
export interface SoilFile extends Downloaded {
  /** `null` for a Buffer. */
  path: string | null;
}

/** What discovery found and chose, so that a later node can tell "nothing matched" from "not narrowed". */
export interface Selection {
  found: number;
  selected: number;
  /** Nothing was found although certain items were looked for, by the node or by the message's own list. Not set if all were wanted. */
  missed?: true;
  /** Identifiers of datasets that were looked for but are locked for download: the request leaves them out. */
  locked?: number[];
  /** Why there may be more than was found, for example because the service says that its list has further pages. */
  problems?: string[];
}

/** `msg.soil` (docs/messages.md): plain JSON. */
interface SoilPart {
  query?: SoilQuery;
  area?: AreaDescription;
  job?: Job;
  file?: SoilFile;
  source?: SoilSource;
  /** Address of the service that was asked last, which `source` describes; `sandbox` for the built-in one. */
  service?: string;
  selection?: Partial<Record<'spatialFilters' | 'soilProperties' | 'datasets', Selection>>;
  [more: string]: unknown;
}

/** A message as the nodes of this package take and send it. */
export interface SoilMessage extends NodeMessage {
  soil?: SoilPart;
  soilAction?: unknown;
}

/**
 * Why a message is refused whose `msg.soil` is not an object (`SOIL_CONFIG`): what it holds, and how it narrows the request, would be lost without a
 * word.
 */
export function faultOfSoilPart({ soil }: SoilMessage): SoilError | undefined {
  if (soil === undefined || soil === null || isObject(soil)) return undefined;
  const given = Array.isArray(soil) ? 'a list' : `a ${typeof soil}`;
  const advice =
    typeof soil === 'string'
      ? 'If it came as JSON text (over MQTT or from a file, for example), put a json node with the property msg.soil in front.'
      : 'Move what is there to another property, with a change node in front.';
  return new SoilError('SOIL_CONFIG', `msg.soil must be an object with fields such as query, but is ${given}. ${advice}`);
}

/** `msg.soil` if it is an object; an empty one if the message has none or something else there. */
export function soilPart(msg: SoilMessage): SoilPart {
  return foreignObject(msg.soil) ?? {};
}

/** `msg.soil.source` if it is an object; an empty one if the message has none or something else there. */
export function sourcePart(msg: SoilMessage): Partial<SoilSource> {
  return foreignObject(soilPart(msg).source) ?? {};
}

/** What `msg.soil.job` tells, as far as it is of the right type. */
export function jobPart(msg: SoilMessage): ToldJob {
  return toldJob(soilPart(msg).job);
}

/** Whether the message names a job at all, even unreadably: what cannot be read must not be taken for none, or for all. */
export function isJobMeant(msg: SoilMessage): boolean {
  const { job } = soilPart(msg) as { job?: unknown };
  return isObject(job) ? fieldOf(job, 'id', 'url') !== undefined : job !== undefined && job !== null;
}

/**
 * Puts fields into `msg.soil`, leaving its other fields and any other holder of the same object alone.
 * Assigned to an empty object, not spread: V8 gives an object that grew from a spread its own hidden class, which takes more memory than the object.
 */
export function extendSoil(msg: SoilMessage, fields: Partial<SoilPart>): void {
  const soil: SoilPart = Object.assign({}, soilPart(msg), fields);
  // A field `__proto__` of parsed JSON would have become the prototype, and its fields those of `msg.soil`.
  if (Object.getPrototypeOf(soil) !== Object.prototype) Object.setPrototypeOf(soil, Object.prototype);
  msg.soil = soil;
}

/**
 * A copy of the job for each message: what a flow changes in one does not change in another. The texts are shared: ten thousand messages may wait.
 */
export function copyOfJob(job: Job): Job {
  return { ...job, ...(job.result && { result: { ...job.result } }), ...(job.problems && { problems: [...job.problems] }) };
}

/** Marks that the message, or parts of it, may have been sent on before. */
export function markRedelivered(msg: SoilMessage): void {
  const { job } = soilPart(msg);
  if (job) extendSoil(msg, { job: { ...job, redelivered: true } });
}

/** Says in `msg.soil.source` that what a message carries comes from the sandbox, even if neither discovery nor reading came before. */
export function markSynthetic(msg: SoilMessage): void {
  extendSoil(msg, { source: { datasets: [], retrieved: new Date().toISOString(), ...sourcePart(msg), synthetic: true } });
}
