/** What may be looked for; the first is the default. */
export const RESOURCES = ['spatial-filters', 'soil-properties', 'datasets', 'all-datasets', 'dataset'] as const;

/** Which of the found items go into the request; the first is the default. */
export const SELECTIONS = ['all', 'none', 'chosen', 'match'] as const;
