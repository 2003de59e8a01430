import { SettingError } from '../../src/errors/setting-error';
import type { AreaGeometry } from '../../src/geometry/area-of-interest';
import { readArea } from '../../src/geometry/read-area';
import { depthSlices, SLICE_CHOICES, type DepthSlice } from '../../src/profiles/depth-slice';
import type { Grouping } from '../../src/profiles/place-group';
import { soilProfile } from '../../src/profiles/soil-profile';
import type { ProfileRow } from '../../src/profiles/texture-slice';
import { tidy } from '../../src/profiles/tidy';
import { givenRecords } from '../../src/records/given-records';
import { shapedProfile } from '../../src/shapes/shape';
import { PROFILE_SHAPES } from '../../src/shapes/shape-name';
import type { ShapedMessage } from '../../src/shapes/shaped-message';
import { isEmptyResult } from '../runtime/empty-result';
import { MemoryLimit } from '../runtime/memory-limit';
import { choiceSetting } from '../runtime/settings/choice-setting';
import { numberSetting } from '../runtime/settings/number-setting';
import { queryOf } from '../runtime/settings/query-settings';
import { shapeSetting } from '../runtime/settings/shape-setting';
import { textSetting } from '../runtime/settings/text-setting';
import { extendSoil, sourcePart, type SoilMessage } from '../runtime/soil-message';
import { GROUPS } from './choices';
import { COVERAGE, isShareOfOne, RESOLUTION } from './limits';
import { methodNamesSetting } from './method-names-setting';
import { unitsSetting } from './units-setting';
import { assertWhole } from './whole-payload';

/** The settings of profiles, as the editor saves them. */
export interface ProfileSettings {
  slices?: unknown;
  ownSlices?: unknown;
  minCoverage?: string | number;
  group?: string;
  h3Resolution?: string | number;
  units?: unknown;
  methodNames?: unknown;
  shape?: string;
}

/** What became of the records of a message. */
interface Told {
  slices: number;
  /** Of these, the slices that have no value, as when too little of them is covered. */
  empty: number;
  /** Whether a person should look at the report: something could not be converted, was impossible, or is missing. */
  isDoubtful: boolean;
}

const ADVICE = 'Take a smaller area, or choose fewer datasets or soil properties';

/**
 * Puts profiles in the place of the records in `msg.payload`, and a report of them into `msg.soil.profile`.
 *
 * @param onBegin called with the number of records before they are read
 * @throws SoilError `SOIL_CONFIG` for settings, for records that are none, and for more than memory holds; the reason of `closing` when aborted
 */
export async function putProfiles(msg: SoilMessage, settings: ProfileSettings, closing: AbortSignal, onBegin: (count: number) => void): Promise<Told> {
  const slices = slicesOf(settings);
  const grouping = groupingOf(settings);
  const shape = shapeSetting(settings.shape, PROFILE_SHAPES);
  assertWhole(msg);
  const given = givenRecords(msg.payload);
  onBegin(given.count);
  const minimumCoverage = coverageSetting(settings.minCoverage);
  const units = unitsSetting(settings.units);
  const methodNames = methodNamesSetting(settings.methodNames);
  const memory = new MemoryLimit(closing, ADVICE);
  // The texts lie in the message, and again in the keys that tell profiles apart.
  memory.watch(() => ({ records: given.count, characters: 2 * given.characters }));
  try {
    const { signal } = memory;
    const { slices: found, report } = await soilProfile(given.records, { slices, grouping, minimumCoverage, units, methodNames, signal });
    let shaped: ShapedMessage = { payload: found };
    if (shape) {
      const context = { first: true, retrieved: retrievedOf(msg), area: await areaOf(msg, signal), name: nameOf(msg), byCell: grouping.by === 'h3', signal };
      shaped = await shapedProfile(shape, found, context);
    }
    const { payload, beside, leftOut } = shaped;
    Object.assign(msg, beside, { payload });
    extendSoil(msg, { profile: { ...report, ...(leftOut ? { notShaped: leftOut } : {}) } });
    // Most data have records without a unit; a unit that cannot be converted is a wrong setting.
    const isRefused = report.refusedConversions.some(({ from }) => from !== null);
    const empty = found.filter(hasNoValue).length;
    const isEmpty = empty === found.length || isEmptyResult(msg.payload);
    return { slices: found.length, empty, isDoubtful: isRefused || isEmpty || report.impossible > 0 };
  } catch (error) {
    // Node-RED copies the message for Catch nodes: with all its records, that would fill the memory after all.
    if (memory.isFull) msg.payload = null;
    throw error;
  } finally {
    memory.close();
  }
}

/** As when too little of a slice is covered. */
function hasNoValue(row: ProfileRow): boolean {
  return 'usda' in row ? row.usda === null && row.hypres === null : row.mean === null;
}

function slicesOf({ slices, ownSlices }: ProfileSettings): DepthSlice[] {
  const choice = choiceSetting('Depth slices', slices, SLICE_CHOICES);
  // The dialog hides a person's own depths if others are chosen.
  return depthSlices(choice, choice === 'own' ? textSetting('Depths in cm', ownSlices) : undefined);
}

function groupingOf(config: ProfileSettings): Grouping {
  const by = choiceSetting('One profile for', config.group, GROUPS);
  return by === 'h3' ? { by, resolution: numberSetting('H3 resolution', config.h3Resolution, 8, RESOLUTION) } : { by };
}

/** When the data came from the service, according to the message; now if it does not say. */
function retrievedOf(msg: SoilMessage): Date {
  const retrieved = new Date(sourcePart(msg).retrieved ?? NaN);
  return Number.isNaN(retrieved.getTime()) ? new Date() : retrieved;
}

/** What the message is about: its topic, as elsewhere in Node-RED. It may be a number, which is what the core csv node makes of the number of a field. */
function nameOf({ topic }: SoilMessage): string | undefined {
  const name = typeof topic === 'number' && Number.isFinite(topic) ? String(topic) : topic;
  return typeof name === 'string' && name.trim() !== '' ? name.slice(0, 200) : undefined;
}

/** The area that the message is about, if it names one. */
async function areaOf(msg: SoilMessage, signal: AbortSignal): Promise<AreaGeometry | undefined> {
  const { geometry } = queryOf(msg);
  return geometry === undefined ? undefined : (await readArea(geometry, { signal })).geometry;
}

/** A share of a slice, 0 to 1. */
function coverageSetting(value: unknown): number {
  const percent = numberSetting('Minimum coverage', value, 0, COVERAGE);
  if (!isShareOfOne(percent)) return percent / 100;
  throw new SettingError('Minimum coverage', `is ${percent}, but it is in percent: fill in ${tidy(100 * percent)}, or 0 for none.`);
}
