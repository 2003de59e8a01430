import type { DepthInterval } from '../records/depth-interval';
import { madeInTurns } from '../time/in-turns';
import { propertyBeside, readPropertyName } from '../records/property-name';
import { Remembered } from '../records/remembered';
import type { SoilRecord } from '../records/soil-record';
import { conversion, converted } from './unit';

/** One property of one profile, by one method, in one unit. */
export interface Series {
  property: string;
  unit: string | null;
  /**
   * Method of measurement; the property's name at the source where the method is not told, because names there differ by method; both, as in
   * `ISO 10390 (pH_CaCl2)`, where the dataset has several names of the property by this method.
   */
  method: string;
  /** Layers as given, with their values: bottom above top, or none at all, are for the checks. */
  layers: (DepthInterval & { value: number })[];
  /** Those that its records state; `null` for a record that states none. */
  licences: Set<string | null>;
}

/** The values of one place, source and date. */
export interface Profile {
  dataset: string | null;
  lon: number | null;
  lat: number | null;
  h3: string | null;
  date: string | null;
  series: Series[];
}

/** A series before all records are there: whether its name at the source tells it apart is known only then. */
interface NamedSeries extends Omit<Series, 'method'> {
  /** `null`: not told. */
  method: string | null;
  nameAtSource: string;
  /** All names that its dataset has of the property by its method. */
  names: ReadonlySet<string>;
}

/** A wanted conversion that is not defined. */
export interface RefusedConversion {
  property: string;
  from: string | null;
  to: string;
  reason: string;
  records: number;
}

/** Gathers records into profiles. Unlike methods and units are kept apart: their mean would mean nothing. */
export class ProfileBuilder {
  private readonly profiles = new Map<string, { profile: Profile; series: Map<string, NamedSeries> }>();
  private readonly refusals = new Map<string, RefusedConversion>();
  private readonly factors = new Map<string, number | null>();
  private readonly names = new Remembered(readPropertyName);
  /** The names at the source of one dataset's property by one told method. */
  private readonly namesByMethod = new Map<string, Set<string>>();
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
    return madeInTurns(this.profiles.values(), ({ profile, series }) => ({ ...profile, series: Array.from(series.values(), told) }), signal);
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
    const factor = wanted === undefined ? 1 : this.factor(record, wanted);
    const unit = wanted === undefined || factor === null ? record.unit : wanted;
    const nameAtSource = this.nameAtSource(record);
    const { property, method } = record;
    const { series } = this.profileOf(record);
    const key = JSON.stringify([property, unit, method, nameAtSource]);
    let own = series.get(key);
    if (!own) {
      const names = this.namesOf(record);
      names.add(nameAtSource);
      own = { property, unit, method, nameAtSource, names, layers: [], licences: new Set() };
      series.set(key, own);
    }
    own.licences.add(record.licence);
    own.layers.push({ top: record.depthTop, bottom: record.depthBottom, value: converted(value, factor ?? 1) });
  }

  private namesOf({ dataset, property, method }: SoilRecord): Set<string> {
    const key = JSON.stringify([dataset, property, method]);
    const known = this.namesByMethod.get(key) ?? new Set();
    this.namesByMethod.set(key, known);
    return known;
  }

  /** Without its depth: the layers of one property are one series. */
  private nameAtSource({ originalName, property, depthTop: top, depthBottom: bottom }: SoilRecord): string {
    const name = originalName ?? property;
    return propertyBeside(name, this.names.of(name), { top, bottom });
  }

  private profileOf({ dataset, lon, lat, h3, date }: SoilRecord): { series: Map<string, NamedSeries> } {
    const key = JSON.stringify([dataset, lon, lat, lon === null || lat === null ? h3 : null, date]);
    let entry = this.profiles.get(key);
    if (!entry) {
      entry = { profile: { dataset, lon, lat, h3, date, series: [] }, series: new Map() };
      this.profiles.set(key, entry);
    }
    return entry;
  }

  /** `null` where the conversion is refused: the value then stays in the unit it has. */
  private factor({ property, unit }: SoilRecord, to: string): number | null {
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

/** One name at the source beside a told method says nothing more, and would keep datasets apart that agree in the method. */
function told({ nameAtSource, names, method, property, unit, layers, licences }: NamedSeries): Series {
  const both = method !== null && names.size > 1;
  return { property, unit, method: both ? `${method} (${nameAtSource})` : (method ?? nameAtSource), layers, licences };
}
