/** What discovery finds: the resources of sections 2.1 to 2.4 of the specification, read tolerantly. Text is plain text. */

/** Section 2.1. `type` is one of `LandCoverFilter`, `SoilGroupsFilter`, `AgroecologicalZonesFilter`, or one that a later service adds. */
export interface SpatialFilter {
  type: string;
  id: string;
  identifier: number;
  name: string;
  description: string;
}

/** Section 2.2. `unitText` and `unitCode` are parallel comma-separated lists; some properties have neither. */
export interface SoilProperty {
  type: string;
  identifier: number;
  name: string;
  description?: string;
  unitText?: string;
  unitCode?: string;
}

/** Section 2.3. Fields beyond those of the specification (author, licence) are kept if a deployment sends them. */
export interface Dataset {
  type: string;
  id: string;
  identifier: number;
  name: string;
  description: string;
  url?: string;
  measurementTechnique?: { type?: string; name?: string; termCode?: string; url?: string };
  distribution?: { type?: string; encodingFormat?: string; lockedForDownload?: boolean };
  size?: { type?: string; value?: string; unitCode?: string };
  author?: string;
  licence?: string;
}

/** Section 2.4. `temporalCoverage` is `<start_year>/<end_year>`. */
export interface DatasetCatalog {
  temporalCoverage?: string;
  datasets: Dataset[];
}
