/** The receiving nodes that payloads are shaped for. */
export const SHAPES = ['worldmap', 'chart', 'table', 'influxdb', 'postgresql', 'sqlite', 'csv'] as const;
export type Shape = (typeof SHAPES)[number];
