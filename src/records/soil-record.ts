/**
 * One soil value, in the same shape whether it came from the synchronous answer or from a file of a job.
 * A missing value is `null`: never 0 and never a guess.
 */
export interface SoilRecord {
  /** Name of the dataset (source) as the service gives it. */
  dataset: string | null;
  /** Harmonised property name. */
  property: string;
  /** The property's name at its source. */
  originalName: string | null;
  /** Harmonised value; a string for classes (for example a texture class). */
  value: number | string | null;
  unit: string | null;
  originalValue: number | string | null;
  originalUnit: string | null;
  /** Depth interval below the surface, cm. */
  depthTop: number | null;
  depthBottom: number | null;
  /** ISO 8601 date, or a bare year (`"1958"`) where only that is known. */
  date: string | null;
  /** Degrees, WGS 84. */
  lon: number | null;
  lat: number | null;
  /** H3 index of the cell, where the source gives one. */
  h3: string | null;
  licence: string | null;
  /** Method of measurement, where the source gives one. */
  method: string | null;
}

const TEXTS = ['dataset', 'property', 'originalName', 'value', 'unit', 'originalValue', 'originalUnit', 'date', 'h3', 'licence', 'method'] as const;

/** How many characters the texts of a record have. */
export function charactersOf(record: SoilRecord): number {
  let characters = 0;
  for (const field of TEXTS) {
    const value = record[field];
    if (typeof value === 'string') characters += value.length;
  }
  return characters;
}
