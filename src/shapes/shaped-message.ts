import type { AreaGeometry } from '../geometry/area-of-interest';

/** What a shape makes of data: the payload that the receiving node takes, and the properties that it looks for beside it. */
export interface ShapedMessage {
  payload: unknown;
  /** Properties of the message, for example `topic` or `action`. */
  beside?: Record<string, unknown>;
  /** What the shape had to leave out, a sentence each. */
  leftOut?: string[];
}

/** What a shape had to leave out: a sentence with a count for each kind that occurred. */
export function leftOutOf(...kinds: readonly (readonly [what: string, count: number])[]): Pick<ShapedMessage, 'leftOut'> {
  const leftOut = kinds.filter(([, count]) => count > 0).map(([what, count]) => `${what}: ${count}.`);
  return leftOut.length === 0 ? {} : { leftOut };
}

/** What a shape knows of the data as a whole. */
export interface ShapeContext {
  /** Whether this is the first of several messages: a chart is emptied first, CSV text begins with its header. */
  first: boolean;
  /** How often each place was shown in earlier messages of several: on a map, an item replaces another of the same name. */
  shownPlaces?: Map<string, number>;
  /** When the data came from the service. */
  retrieved: Date;
  /** The area that a profile of the whole area stands for. */
  area?: AreaGeometry;
  /** Its name: on a map, areas of one name replace each other; tables, CSV text and databases have a column for it, InfluxDB a tag, charts a prefix. */
  name?: string;
  /** Whether the slices of a profile are those of H3 cells. */
  byCell?: boolean;
  /** Aborts the shaping of a large message. */
  signal?: AbortSignal;
}
