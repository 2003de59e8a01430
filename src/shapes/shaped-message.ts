import type { AreaGeometry } from '../geometry/area-of-interest';

/** What a shape makes of data: the payload that the receiving node takes, and the properties that it looks for beside it. */
export interface ShapedMessage {
  payload: unknown;
  /** Properties of the message, for example `topic` or `action`. */
  beside?: Record<string, unknown>;
  /** What the shape could not take along, a sentence each. */
  leftOut?: string[];
}

/** What a shape could not take along: a sentence with its number for each kind of which there is any. */
export function leftOutOf(...kinds: readonly (readonly [what: string, count: number])[]): Pick<ShapedMessage, 'leftOut'> {
  const leftOut = kinds.filter(([, count]) => count > 0).map(([what, count]) => `${what}: ${count}.`);
  return leftOut.length === 0 ? {} : { leftOut };
}

/** What a shape knows of the data as a whole. */
export interface ShapeContext {
  /** Whether this is the first of several messages: a chart is emptied first, CSV text begins with its header. */
  first: boolean;
  /** Of several messages: how often each place was shown in those before. A map puts an item in the place of another of its name. */
  shownPlaces?: Map<string, number>;
  /** When the data came from the service. */
  retrieved: Date;
  /** The area that a profile of the whole area stands for. */
  area?: AreaGeometry;
  /** What that area is called: names on a map are unique, so that areas of one name take each other's place; tables, CSV text and databases have it in a column, InfluxDB in a tag, charts in front of a series. */
  name?: string;
  /** Aborts the shaping of a large message. */
  signal?: AbortSignal;
}
