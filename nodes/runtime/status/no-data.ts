import type { NodeAPI } from 'node-red';
import { ownLetters, placeWords, type ShownPlace } from '../../../src/geometry/place-words';
import { readArea } from '../../../src/geometry/read-area';
import type { SoilQuery } from '../../../src/service/query';
import type { NodeStatus } from './node-status';
import { runtimeText, statusLanguage } from './runtime-text';
import { shownTenths } from './shown-figures';

/** The middle of a larger area says little about why it has no data. */
const MOST_DEGREES = 1;
/** Characters. Reading a longer area takes more time than a hint is worth. */
const LONGEST_AREA = 100_000;
/** As in the specification (section 2.4), or with months and days. */
const COVERAGE = /^(\d{4})\b[^/]*\/(\d{4})\b/;

/**
 * Shows that the service has no data, and what to look at: the year at which the data end or begin if the request lies beyond it, else where on the
 * Earth the area is, because latitude and longitude may have been swapped.
 *
 * @param options `temporalCoverage`: the years of the catalogue, if the request was narrowed by years; `signal`: stops looking where the area is
 */
export async function showNoData(
  RED: NodeAPI,
  status: NodeStatus,
  query: SoilQuery,
  { temporalCoverage, signal }: { temporalCoverage?: unknown; signal?: AbortSignal } = {},
): Promise<void> {
  const [, first, last] = (typeof temporalCoverage === 'string' && COVERAGE.exec(temporalCoverage)) || [];
  if (last !== undefined && query.startYear !== undefined && query.startYear > Number(last)) return status.show('attention', 'noDataAfter', { year: last });
  if (first !== undefined && query.endYear !== undefined && query.endYear < Number(first)) return status.show('attention', 'noDataBefore', { year: first });
  const place = await placeOf(query, signal).catch(() => undefined);
  if (place === undefined) status.show('attention', 'noData');
  else status.show('attention', 'noDataAt', { place: inWords(RED, place) });
}

/** `52.0N 5.7E`, in the language of the statuses. */
function inWords(RED: NodeAPI, place: ShownPlace): string {
  const letters = ownLetters({ east: runtimeText(RED, 'map.eastLetters'), west: runtimeText(RED, 'map.westLetters') });
  return placeWords(place, letters, (degrees) => shownTenths(degrees, statusLanguage(RED)));
}

/** The middle of a small area. */
async function placeOf({ geometry = '' }: SoilQuery, signal: AbortSignal | undefined): Promise<ShownPlace | undefined> {
  if (geometry === '' || geometry.length > LONGEST_AREA) return undefined;
  const { bbox, centroid } = (await readArea(geometry, { signal })).description;
  const [west, south, east, north] = bbox;
  if (east - west > MOST_DEGREES || north - south > MOST_DEGREES || east < west) return undefined;
  const [longitude, latitude] = centroid;
  return { latitude, longitude };
}
