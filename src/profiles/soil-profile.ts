import { addTo, type Listed } from '../records/problem-list';
import type { SoilRecord } from '../records/soil-record';
import { inTurns } from '../time/in-turns';
import { byTurns, eachInSteps, soon, sortedInSteps, type Steps } from '../time/steps';
import { TurnTaker } from '../time/turn-taker';
import type { DepthSlice } from './depth-slice';
import { type Grouping, profilesByPlace } from './place-group';
import { checkProfile, impossibleValues, type ProfileFault } from './profile-check';
import { SliceGroups } from './profile-slice';
import { type Profile, ProfileBuilder, type Series, soundLayers } from './record-series';
import { type MethodRename, RenamedMethods } from './renamed-methods';
import { type ProfileRow, TextureTally } from './texture-slice';
import { type AssumedUnit, type RefusedConversion, type WantedUnit, WantedUnits } from './wanted-units';

/** What records are turned into. */
export interface ProfileOptions {
  slices: readonly DepthSlice[];
  grouping: Grouping;
  /** Least share of a slice that a profile must cover for its value to count, 0 to 1. */
  minimumCoverage: number;
  /** Units that properties are wanted in. */
  units?: readonly WantedUnit[];
  /** Names that are wanted for methods. */
  methodNames?: readonly MethodRename[];
  signal?: AbortSignal;
}

/** What was found on the way: plain JSON, for `msg.soil.profile`. */
interface ProfileReport {
  profiles: number;
  /** Records that no slice could use, by reason. */
  leftOut: {
    noValue: number;
    /** Below what could be measured (`<0.5`, `ND`): means without them are too high. */
    censored: number;
    /** Classes, and other texts. */
    notNumeric: number;
    noDepth: number;
    noThickness: number;
    upsideDown: number;
    noPlace: number;
    /** Given per area (kg/m2, mm of water), for layers of a slice that fill none. */
    perArea: number;
  };
  /** How many values are impossible, see {@link impossibleValues}. */
  impossible: number;
  /** How many layers have no texture class, because sand, silt and clay do not add up to 100 %, or have a limit of 20 um. */
  unclassed: number;
  /** Faults in the depths, impossible values, and layers without a texture class. */
  checks: Listed<ProfileFault & Pick<Profile, 'dataset' | 'lon' | 'lat' | 'date'> & Pick<Series, 'property' | 'method'>>;
  refusedConversions: RefusedConversion[];
  /** Properties, in lower case, for which a unit is wanted but which no record has: misspelt, or not there. */
  notFound: string[];
  /** Values without a unit that were taken to be in the one that a person stated. */
  assumedUnits: AssumedUnit[];
  /** Methods for which another name is wanted but which no record with a number has: misspelt, or not there. */
  methodsNotFound: string[];
}

/**
 * Turns records into values by depth: the mean of each profile over each slice (see {@link sliceMean}), then the statistics of these means
 * over the profiles of a place. A profile is what one dataset has of one place on one day; different methods and units stay apart. The
 * texture class of each slice is a row beside them.
 */
export async function soilProfile(
  records: Iterable<SoilRecord>,
  options: ProfileOptions,
): Promise<{ slices: ProfileRow[]; report: ProfileReport }> {
  const turns = new TurnTaker();
  const units = new WantedUnits(options.units ?? []);
  const renamed = new RenamedMethods(options.methodNames ?? []);
  const builder = new ProfileBuilder(units, renamed);
  await inTurns(records, (record) => builder.add(record), options.signal);
  const profiles = await byTurns(builder.build(), options.signal);
  const report: ProfileReport = {
    profiles: profiles.length,
    leftOut: { ...builder.leftOut, noDepth: 0, noThickness: 0, upsideDown: 0, noPlace: 0, perArea: 0 },
    impossible: 0,
    unclassed: 0,
    checks: { count: 0, first: [] },
    refusedConversions: units.refused,
    notFound: units.notFound,
    assumedUnits: units.assumedUnits,
    methodsNotFound: renamed.notFound,
  };
  const slices: ProfileRow[] = [];
  for (const [place, own] of await profilesByPlace(profiles, options.grouping, options.signal)) {
    const rows = place && {
      ofSlices: new SliceGroups(place, options.slices, options.minimumCoverage),
      ofTextures: new TextureTally(place, options.slices, options.minimumCoverage),
    };
    for (const profile of own) {
      for (const series of profile.series) {
        await soon(series.layers.length, checkSeries(profile, series, report), options.signal);
        await turns.rest(options.signal);
      }
      if (!rows) report.leftOut.noPlace += profile.series.flatMap(soundLayers).length;
      else {
        report.leftOut.perArea += await byTurns(rows.ofSlices.add(profile), options.signal);
        report.unclassed += listFaults(profile, 'Texture class', await byTurns(rows.ofTextures.add(profile), options.signal), report);
      }
      await turns.rest(options.signal);
    }
    if (!rows) continue;
    for (const group of [...rows.ofTextures.all(), ...rows.ofSlices.all()]) {
      slices.push(group.describe());
      await turns.rest(options.signal);
    }
  }
  return { slices: await byTurns(sortedInSteps(slices, inOrder), options.signal), report };
}

function* checkSeries(profile: Profile, { property, unit, method, layers }: Series, report: ProfileReport): Steps<void> {
  const { leftOut } = report;
  const [ofDepths, ofValues] = [yield* checkProfile(layers), yield* impossibleValues(layers, unit, property)];
  report.impossible += ofValues.length;
  for (const faults of [ofDepths, ofValues]) {
    yield* eachInSteps(faults, (fault) => {
      if (fault.fault === 'no depth') leftOut.noDepth += 1;
      if (fault.fault === 'no thickness') leftOut.noThickness += 1;
      if (fault.fault === 'upside down') leftOut.upsideDown += 1;
      listFault(profile, property, { method, ...fault }, report);
    });
  }
}

/** Returns how many there are. */
function listFaults(profile: Profile, property: string, faults: readonly (ProfileFault & Pick<Series, 'method'>)[], report: ProfileReport): number {
  for (const fault of faults) listFault(profile, property, fault, report);
  return faults.length;
}

function listFault({ dataset, lon, lat, date }: Profile, property: string, fault: ProfileFault & Pick<Series, 'method'>, { checks }: ProfileReport): void {
  addTo(checks, { dataset, lon, lat, date, property, ...fault });
}

/** Sorts after every unit. */
const LAST = '\uffff';

/** By place, property, unit and method, from the top down. A row without a unit comes after those with one, so that the first has one if any has. */
function inOrder(a: ProfileRow, b: ProfileRow): number {
  return (
    (a.lat ?? 0) - (b.lat ?? 0) ||
    (a.lon ?? 0) - (b.lon ?? 0) ||
    compare(a.h3 ?? '', b.h3 ?? '') ||
    compare(a.property, b.property) ||
    compare(a.unit ?? LAST, b.unit ?? LAST) ||
    compare(a.method, b.method) ||
    a.depthTop - b.depthTop
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
