import { getOrInsert } from '../maps/get-or-insert';
import { TurnTaker } from '../time/turn-taker';
import { depthText } from './fields/depth-interval';
import { isOnlyMethod, methodText, MethodNames, type MethodName } from './fields/method-names';
import type { SoilRecord } from './soil-record';

/** A GeoJSON feature (RFC 7946) for one place of one dataset. */
interface PointFeature {
  type: 'Feature';
  geometry: { type: 'Point'; coordinates: [number, number] };
  /**
   * `dataset`, `licence`, `h3`, `date` (`null` unless they are the same for all its values), and a value for each property and depth
   * under `<property> <top>-<bottom> cm (<unit>)`, or `<property>, <method> <top>-...` if the dataset has several methods for it. Several values
   * under one name (other dates) are a list.
   */
  properties: Record<string, unknown>;
}

interface PointCollection {
  type: 'FeatureCollection';
  features: PointFeature[];
}

interface Place {
  records: SoilRecord[];
  /** One per record; `undefined` for a record without a value. */
  methods: (MethodName | undefined)[];
  lon: number;
  lat: number;
}

/** Gathers records by place: one feature for each dataset and pair of coordinates. */
export class FeaturesByDepth {
  private readonly places = new Map<string, Place>();
  private readonly methods = new MethodNames();
  /** Number of records without coordinates, which cannot become points. */
  withoutPlace = 0;

  add(records: Iterable<SoilRecord>): void {
    for (const record of records) {
      const { lon, lat, dataset } = record;
      if (lon === null || lat === null) {
        this.withoutPlace += 1;
        continue;
      }
      const key = `${lon} ${lat} ${dataset ?? ''}`;
      const place = getOrInsert(this.places, key, () => ({ lon, lat, records: [], methods: [] }));
      place.records.push(record);
      place.methods.push(record.value === null ? undefined : this.methods.note(record));
    }
  }

  async collection(signal?: AbortSignal): Promise<PointCollection> {
    const turns = new TurnTaker();
    const features: PointFeature[] = [];
    for (const place of this.places.values()) {
      features.push(featureOf(place));
      await turns.rest(signal);
    }
    return { type: 'FeatureCollection', features };
  }
}

function featureOf({ lon, lat, records, methods }: Place): PointFeature {
  const values = new Map<string, (number | string)[]>();
  for (const [index, record] of records.entries()) {
    const by = methods[index];
    if (record.value === null || !by) continue;
    getOrInsert(values, valueName(record, by), () => []).push(record.value);
  }
  // `fromEntries` defines own properties, even for a soil property called `__proto__`.
  const properties = Object.fromEntries<unknown>([
    ['dataset', shared(records, 'dataset')],
    ['licence', shared(records, 'licence')],
    ['h3', shared(records, 'h3')],
    ['date', shared(records, 'date')],
    ...[...values].map(([name, known]): [string, unknown] => [name, known.length === 1 ? known[0] : known]),
  ]);
  return { type: 'Feature', geometry: { type: 'Point', coordinates: [lon, lat] }, properties };
}

/** `Clay 0-5 cm (%)`, or `Clay, pipette 0-5 cm (%)` among other methods. An unknown end is `?`; a missing depth or unit is left out. */
function valueName({ property, depthTop, depthBottom, unit }: SoilRecord, by: MethodName): string {
  const depth = depthText(depthTop, depthBottom);
  const method = isOnlyMethod(by) ? '' : `, ${methodText(by)}`;
  return `${property}${method}${depth && ` ${depth} cm`}${unit === null ? '' : ` (${unit})`}`;
}

function shared(records: readonly SoilRecord[], field: 'dataset' | 'licence' | 'h3' | 'date'): string | null {
  const [first] = records;
  const value = first?.[field] ?? null;
  return records.every((record) => record[field] === value) ? value : null;
}
