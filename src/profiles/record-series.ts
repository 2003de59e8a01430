import type { DepthInterval } from '../records/fields/depth-interval';
import { methodText, MethodNames, type MethodName } from '../records/fields/method-names';
import type { SoilRecord } from '../records/soil-record';
import { madeInTurns } from '../time/in-turns';
import { conversion, converted } from './unit';

/** A value of a depth; with its date as told, since the layers of one day may have times of their own, and the licence that its record states. */
interface ToldLayer extends DepthInterval {
  date: string | null;
  licence: string | null;
  value: number;
}

/** One property of one profile, by one method, in one unit. */
export interface Series {
  property: string;
  unit: string | null;
  /** Method of measurement, see {@link methodText}. */
  method: string;
  /** Layers as given, with their values: bottom above top, or none at all, are for the checks. */
  layers: ToldLayer[];
}

/** The values of one place, source and day (or month or year, where no more is told): the layers of one pit may each have a time of their own. */
export interface Profile {
  dataset: string | null;
  lon: number | null;
  lat: number | null;
  h3: string | null;
  date: string | null;
  series: Series[];
}

/** A series before all records are there: what tells its method apart is known only then. */
interface OpenSeries extends Omit<Series, 'method'> {
  by: MethodName;
}

/** A wanted conversion that is not defined. */
export interface RefusedConversion {
  property: string;
  from: string | null;
  to: string;
  reason: string;
  records: number;
}

/** The day of an ISO 8601 date with a time. */
const DAY = /^\d{4}-\d{2}-\d{2}(?=[T ])/;

/** Gathers records into profiles. Unlike methods and units are kept apart: their mean would mean nothing. */
export class ProfileBuilder {
  private readonly profiles = new Map<string, { profile: Profile; series: Map<string, OpenSeries> }>();
  private readonly refusals = new Map<string, RefusedConversion>();
  private readonly factors = new Map<string, number | null>();
  private readonly methods = new MethodNames();
  /** Records without a value, and with one that is no number (classes, `<0.5`). */
  readonly leftOut = { noValue: 0, notNumeric: 0 };
  private readonly unmet: Set<string>;

  /** @param units the unit that a property is to be in, by the property's name in lower case */
  constructor(private readonly units: ReadonlyMap<string, string>) {
    this.unmet = new Set(units.keys());
  }

  add(record: SoilRecord): void {
    if (this.unmet.size > 0) this.unmet.delete(record.property.toLowerCase());
    if (record.value === null) this.leftOut.noValue += 1;
    else if (typeof record.value === 'string') this.leftOut.notNumeric += 1;
    else this.layerOf(record, record.value);
  }

  build(signal?: AbortSignal): Promise<Profile[]> {
    return madeInTurns(this.profiles.values(), ({ profile, series }) => ({ ...profile, series: joined(series.values()) }), signal);
  }

  get refused(): RefusedConversion[] {
    return [...this.refusals.values()];
  }

  /** Properties that a unit is wanted for, and that no record had so far. */
  get notFound(): string[] {
    return [...this.unmet];
  }

  private layerOf(record: SoilRecord, value: number): void {
    const wanted = this.units.get(record.property.toLowerCase());
    const { property, date } = record;
    const told = record.unit ?? unitOfPh(property, value);
    const factor = wanted === undefined ? 1 : this.factor(property, told, wanted);
    const unit = wanted === undefined || factor === null ? told : wanted;
    const by = this.methods.note(record);
    const { series } = this.profileOf(record);
    const key = JSON.stringify([property, unit, by.method, by.nameAtSource]);
    let own = series.get(key);
    if (!own) {
      own = { property, unit, by, layers: [] };
      series.set(key, own);
    }
    own.layers.push({ top: record.depthTop, bottom: record.depthBottom, date, licence: record.licence, value: converted(value, factor ?? 1) });
  }

  private profileOf({ dataset, lon, lat, h3, date: told }: SoilRecord): { series: Map<string, OpenSeries> } {
    const date = told === null ? null : (DAY.exec(told)?.[0] ?? told);
    const key = JSON.stringify([dataset, lon, lat, lon === null || lat === null ? h3 : null, date]);
    let entry = this.profiles.get(key);
    if (!entry) {
      entry = { profile: { dataset, lon, lat, h3, date, series: [] }, series: new Map() };
      this.profiles.set(key, entry);
    }
    return entry;
  }

  /** `null` where the conversion is refused: the value then stays in the unit it has. */
  private factor(property: string, unit: string | null, to: string): number | null {
    const key = JSON.stringify([property, unit, to]);
    const known = this.factors.get(key);
    if (known !== undefined) {
      const refusal = known === null ? this.refusals.get(key) : undefined;
      if (refusal) refusal.records += 1;
      return known;
    }
    const result = conversion(unit, to, property);
    const factor = 'factor' in result ? result.factor : null;
    if ('refused' in result) this.refusals.set(key, { property, from: unit, to, reason: result.refused, records: 1 });
    this.factors.set(key, factor);
    return factor;
  }
}

/** pH has one unit, which sources leave out for that. Where it is stored as ten times itself, silence does not tell. */
function unitOfPh(property: string, value: number): string | null {
  return /^pH(?![a-z])/.test(property) && value >= 0 && value <= 14 ? 'pH' : null;
}

/** With its method. What is of one then is one series: names of the same method that differ by layer. */
function joined(all: Iterable<OpenSeries>): Series[] {
  const series = new Map<string, Series>();
  for (const { by, property, unit, layers } of all) {
    const method = methodText(by);
    const key = JSON.stringify([property, unit, method]);
    const own = series.get(key);
    if (!own) series.set(key, { property, unit, method, layers });
    else for (const layer of layers) own.layers.push(layer);
  }
  return [...series.values()];
}
