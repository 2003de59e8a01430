/** What becomes of the rows and grids of an export; the first is the default. */
export const OUTPUTS = ['records', 'geojson', 'rasters'] as const;

/** Where the path of the zip or folder is found; the first is the default. */
export const PATH_TYPES = ['msg', 'flow', 'global', 'str', 'env'] as const;
