import { isObject, ownField, type ForeignObject } from '../foreign/foreign-value';
import type { RawFeature } from './raw-geometry';
import { sentence, type Sentence } from './sentence';

/** What a GeoJSON Feature says of itself beside its geometry (RFC 7946, 3.2): plain JSON. */
export interface KeptFeature {
  id?: string | number;
  properties?: Record<string, unknown>;
}

/**
 * Characters of JSON that are kept of an identifier and properties. Some dozen columns of a table of fields have a tenth of it; the message is kept, and
 * goes over brokers, as long as a job takes.
 */
const LONGEST = 10_000;
const DEEPEST = 20;

/** Stands for a value that JSON leaves out. */
const NOTHING = Symbol('nothing');

class TooMuch extends Error {}

/**
 * A copy of the identifier and the properties of a feature, so that changing one does not change the other. Nothing if it has neither. What is too
 * much is left out and reported in `changes`.
 */
export function keptFeature({ id, properties }: RawFeature, changes: Sentence[]): KeptFeature | undefined {
  const kept: KeptFeature = {};
  const copy = new JsonCopy();
  try {
    const given = inJson(id);
    if (typeof given === 'string' || Number.isFinite(given)) kept.id = copy.of(given, 0) as string | number;
    const own = isObject(properties) ? copy.of(withoutMeasures(properties), 0) : undefined;
    // A buffer is an object, too, and has no copy.
    if (isObject(own) && Object.keys(own).length > 0) kept.properties = own;
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error;
    changes.push(sentence('propertiesLeftOut', { limit: { figure: LONGEST }, depth: DEEPEST }));
  }
  return Object.keys(kept).length > 0 ? kept : undefined;
}

/** What `soil-area` adds to the properties of the Feature that it gives: such a Feature may come back, and they tell nothing of the field. */
const MEASURES = ['hectares', 'parts', 'vertices', 'retrieval'];

function withoutMeasures(properties: ForeignObject): ForeignObject {
  if (!MEASURES.every((name) => Object.hasOwn(properties, name))) return properties;
  return Object.fromEntries(Object.keys(properties).filter((name) => !MEASURES.includes(name)).map((name) => [name, fieldOrNothing(properties, name)]));
}

/** Copies what JSON can hold. Buffers are treated as what it cannot: they would be long lists of numbers. Ends once it is too much. */
class JsonCopy {
  private left = LONGEST;

  of(value: unknown, depth: number): unknown {
    switch (typeof value) {
      case 'string':
        // With its quotes, the beginning alone is already too much of a text that is longer.
        this.take(JSON.stringify(value.slice(0, LONGEST)).length);
        return value;
      case 'number':
        this.take(String(value).length);
        return Number.isFinite(value) ? value : null;
      case 'boolean':
        this.take(String(value).length);
        return value;
      case 'object':
        return this.ofObject(value, depth);
      default:
        return NOTHING;
    }
  }

  private ofObject(value: object | null, depth: number): unknown {
    if (depth > DEEPEST) throw new TooMuch();
    this.take(value === null ? 'null'.length : '{}'.length);
    if (value === null) return null;
    if (ArrayBuffer.isView(value)) return NOTHING;
    const given = inJson(value);
    if (given !== value) return this.of(given, depth + 1);
    if (Array.isArray(value)) return Array.from(value, (each: unknown) => this.orNull(each, depth + 1));
    return this.ofFields(value as ForeignObject, depth);
  }

  private orNull(value: unknown, depth: number): unknown {
    const copy = this.of(value, depth);
    // With the comma.
    this.take(copy === NOTHING ? 'null,'.length : 1);
    return copy === NOTHING ? null : copy;
  }

  private ofFields(value: ForeignObject, depth: number): Record<string, unknown> {
    const fields: [string, unknown][] = [];
    for (const name of Object.keys(value)) {
      this.take(JSON.stringify(name).length + 2);
      const copy = this.of(fieldOrNothing(value, name), depth + 1);
      // A field of that name would become the prototype wherever somebody assigns it.
      if (copy !== NOTHING && name !== '__proto__') fields.push([name, copy]);
    }
    return Object.fromEntries(fields);
  }

  private take(characters: number): void {
    this.left -= characters;
    if (this.left < 0) throw new TooMuch();
  }
}

/**
 * What an object gives for JSON, by a method of its class: a date, or an identifier of MongoDB. A field of that name of its own may be anything.
 */
function inJson(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Object.hasOwn(value, 'toJSON')) return value;
  try {
    const { toJSON } = value as { toJSON?: unknown };
    return typeof toJSON === 'function' ? (toJSON.call(value) as unknown) : value;
  } catch {
    return NOTHING;
  }
}

/** Other code that holds the feature may have given it a property that throws when it is read. */
function fieldOrNothing(value: ForeignObject, name: string): unknown {
  try {
    return ownField(value, name);
  } catch {
    return NOTHING;
  }
}
