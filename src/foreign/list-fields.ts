/**
 * Names of the field that holds a list, whatever is listed: those of section 2.4 and schema.org first, then what JSON-LD (section 1, point 7)
 * and Hydra write without a context of their own.
 */
export const LIST_FIELDS: readonly string[] = ['items', 'itemListElement', '@graph', 'member', 'hydra:member'];

/** Those of soil data at once: a data feed and GeoJSON, whose names say what is listed. */
export const FEED_FIELDS: readonly string[] = ['dataFeedElement', 'features'];

/** Those of soil data at once that may hold anything, besides {@link LIST_FIELDS}. */
export const PLAIN_DATA_FIELDS: readonly string[] = ['records', 'results', 'data'];
