import { propertyBeside, readPropertyName } from './property-name';
import { Remembered } from './remembered';
import type { SoilRecord } from './soil-record';

/** By what a record was measured: its method, and its property's name at the source without the depth. */
export interface MethodName {
  /** `null`: not told. */
  readonly method: string | null;
  readonly nameAtSource: string;
  /** What the dataset tells of the property. */
  readonly beside: MethodsOfProperty;
}

/** The names at the source, by method, of one property of one dataset. */
export type MethodsOfProperty = ReadonlyMap<string | null, ReadonlyMap<string, MethodName>>;

/**
 * Keeps apart what a dataset tells of a property by several methods. Names at the source differ by method, too: pH in water and in calcium
 * chloride may both be told as ISO 10390.
 */
export class MethodNames {
  private readonly properties = new Map<string, Map<string | null, Map<string, MethodName>>>();
  private readonly names = new Remembered(readPropertyName);

  /** Without its depth: the layers of one property have one name. */
  nameAtSource({ originalName, property, depthTop: top, depthBottom: bottom }: SoilRecord): string {
    const name = originalName ?? property;
    return propertyBeside(name, this.names.of(name), { top, bottom });
  }

  /** Takes note of a record. What it gives, the same object for the same, is complete when all records were here. */
  note(record: SoilRecord, nameAtSource = this.nameAtSource(record)): MethodName {
    const { dataset, property, method } = record;
    const beside = inMap(this.properties, `${dataset ?? ''}\n${property}`, () => new Map<string | null, Map<string, MethodName>>());
    const names = inMap(beside, method, () => new Map<string, MethodName>());
    return inMap(names, nameAtSource, () => ({ method, nameAtSource, beside }));
  }
}

function inMap<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}

/**
 * The method, or the name at the source where it is not told. Both, as in `ISO 10390 (pH_CaCl2)`, where the dataset has several names by this
 * method: one name alone says nothing more, and would keep datasets apart that agree in the method.
 */
export function methodText({ method, nameAtSource, beside }: MethodName): string {
  if (method === null) return nameAtSource;
  return (beside.get(method)?.size ?? 0) > 1 ? `${method} (${nameAtSource})` : method;
}

/** Whether the dataset tells of the property by nothing else. */
export function isOnlyMethod({ method, beside }: MethodName): boolean {
  return beside.size === 1 && beside.get(method)?.size === 1;
}
