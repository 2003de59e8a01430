/** What is read at most, so that a hostile or mistaken input ends in a message and not in an exhausted process. */
export const LIMITS = {
  /** Characters of a text. */
  textLength: 128 * 1024 * 1024,
  /** Objects and lists of a JSON text: each takes some dozen bytes, however short its text. A collection of triangles has 2.5 for each position. */
  jsonObjects: 6_000_000,
  /** Levels of objects and lists in a JSON text: each takes ten times as long to read as one beside the others. */
  jsonDepth: 200,
  /** Positions of an area, closing ones counted. */
  positions: 2_000_000,
  /** Levels of collections in collections. */
  depth: 16,
  /** Characters of one number in WKT. */
  numberLength: 100,
  /** Square kilometres: the range of the asynchronous operation (specification, section 8). */
  squareKilometres: 30_000_000,
} as const;

/** Hectares below which the service answers at once (specification, section 8), unless a service says otherwise. */
export const SYNC_THRESHOLD = 10;
