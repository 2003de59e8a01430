import { getOrInsert } from '../maps/get-or-insert';
import { isCensored } from '../records/fields/censored-value';
import type { DepthInterval } from '../records/fields/depth-interval';
import { methodText, MethodNames, type MethodName } from '../records/fields/method-names';
import type { SoilRecord } from '../records/soil-record';
import { NumberedTexts } from '../text/numbered-texts';
import { eachInSteps, type Steps } from '../time/steps';
import type { DepthSlice } from './depth-slice';
import type { RenamedMethods } from './renamed-methods';
import { UnitTexts } from './units/unit-texts';
import type { WantedUnits } from './wanted-units';

/** A value at a depth, with its date as given, since the layers of one day may have different times, and the licence that its record states. */
export interface ToldLayer extends DepthInterval {
  date: string | null;
  licence: string | null;
  value: number;
}

/** One property of one profile, by one method, in one unit. */
export interface Series {
  property: string;
  /** As most records of the property spell it. */
  unit: string | null;
  /** Method of measurement, see {@link methodText}, or the name that a person gives it. */
  method: string;
  /** Layers as given, with their values; those with the bottom above the top, or without depths, are left to the checks. */
  layers: ToldLayer[];
}

export type SoundLayer = ToldLayer & DepthSlice;

/** The layers of a series that have a top above a bottom. */
export function soundLayers({ layers }: Series): SoundLayer[] {
  return layers.filter((layer): layer is SoundLayer => layer.top !== null && layer.bottom !== null && layer.top < layer.bottom);
}

/** The values of one place, source and day (or month or year, if no more is known): the layers of one pit may have different times. */
export interface Profile {
  dataset: string | null;
  lon: number | null;
  lat: number | null;
  h3: string | null;
  date: string | null;
  series: Series[];
}

/** The cell that two records of one point state: if one has none, or another one, it does not matter which of them comes first. */
export function cellOf(one: string | null, other: string | null): string | null {
  return one === null || (other !== null && other < one) ? other : one;
}

/** A series while records still come: what tells its method apart, and the commonest spelling of its unit, are known only at the end. */
interface OpenSeries extends Omit<Series, 'method'> {
  by: MethodName;
}

/** The day of an ISO 8601 date with a time. */
const DAY = /^\d{4}-\d{2}-\d{2}(?=[T ])/;

/** Gathers records into profiles. Different methods and units stay apart, as a mean over them would mean nothing; spellings of one unit do not. */
export class ProfileBuilder {
  private readonly profiles = new Map<string, { profile: Profile; series: Map<string, OpenSeries> }>();
  private readonly methods = new MethodNames();
  private readonly unitTexts = new UnitTexts();
  private readonly texts = new NumberedTexts();
  /** Records without a value, with one below what could be measured (`<0.5`, `ND`), and with any other that is not a number (classes). */
  readonly leftOut = { noValue: 0, censored: 0, notNumeric: 0 };

  constructor(
    private readonly units: WantedUnits,
    private readonly renamed: RenamedMethods,
  ) {}

  add(record: SoilRecord): void {
    this.units.note(record.property);
    if (record.value === null) this.leftOut.noValue += 1;
    else if (typeof record.value === 'string') this.leftOut[isCensored(record.value) ? 'censored' : 'notNumeric'] += 1;
    else this.layerOf(record, record.value);
  }

  /** In steps: all records of one profile may have a method of their own. */
  *build(): Steps<Profile[]> {
    const built: Profile[] = [];
    for (const { profile, series } of this.profiles.values()) {
      built.push({ ...profile, series: yield* this.joined(series.values()) });
      yield;
    }
    return built;
  }

  private layerOf(record: SoilRecord, value: number): void {
    const { property, date } = record;
    const { unit: text, value: inUnit } = this.units.inWanted(property, record.unit, value);
    const unit = this.unitTexts.note(property, text);
    const by = this.methods.note(record);
    const { series } = this.profileOf(record);
    const key = this.texts.keyOf(property, unit, by.method, by.key);
    const { layers } = getOrInsert(series, key, () => ({ property, unit, by, layers: [] }));
    layers.push({ top: record.depthTop, bottom: record.depthBottom, date, licence: record.licence, value: inUnit });
  }

  private profileOf({ dataset, lon, lat, h3, date: told }: SoilRecord): { series: Map<string, OpenSeries> } {
    const date = told === null ? null : (DAY.exec(told)?.[0] ?? told);
    const key = `${this.texts.keyOf(dataset, lon === null || lat === null ? h3 : null, date)} ${lon} ${lat}`;
    const found = getOrInsert(this.profiles, key, () => ({ profile: { dataset, lon, lat, h3, date, series: [] }, series: new Map() }));
    found.profile.h3 = cellOf(found.profile.h3, h3);
    return found;
  }

  /** Gives series their methods, and joins those that then have the same: names of it may differ by layer, or a person may give them one name. */
  private *joined(all: Iterable<OpenSeries>): Steps<Series[]> {
    const series = new Map<string, Series>();
    yield* eachInSteps(all, ({ by, property, unit: name, layers }) => {
      const method = this.renamed.nameOf(methodText(by));
      const unit = this.unitTexts.shown(property, name);
      const key = this.texts.keyOf(property, unit, method);
      const own = series.get(key);
      if (!own) series.set(key, { property, unit, method, layers });
      else for (const layer of layers) own.layers.push(layer);
    });
    return [...series.values()];
  }
}
