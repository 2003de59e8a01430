/** The years that a date range may have: those of four digits, within reason. */
export const YEARS = { low: 1000, high: 2999 };

/**
 * The request filter of the service (specification, section 4), as flows carry it in `msg.soil.query`.
 * An absent field means "not narrowed".
 */
export interface SoilQuery {
  /** Area of interest: WKT, longitude then latitude, degrees (section 2.6). */
  geometry?: string;
  /** Identifiers of spatial filters (section 2.1). */
  spatialFilters?: number[];
  /** Identifiers of soil properties (section 2.2). */
  soilProperties?: number[];
  /** Identifiers of datasets (section 2.3). */
  datasets?: number[];
  /** First and last year of the date range, both included. */
  startYear?: number;
  endYear?: number;
  /** Values seen: `raster`, `point`. */
  gisDataTypes?: string[];
  /** Whom the service tells when the job is completed (section 6). */
  email?: string;
}
