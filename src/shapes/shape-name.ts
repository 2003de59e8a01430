/** What records are shaped for: the nodes that take them. */
export const SHAPES = ['worldmap', 'chart', 'table', 'influxdb', 'postgresql', 'sqlite', 'csv'] as const;
export type Shape = (typeof SHAPES)[number];

/** What profiles are shaped for. */
export const PROFILE_SHAPES = [...SHAPES, 'columns'] as const;
export type ProfileShape = (typeof PROFILE_SHAPES)[number];
