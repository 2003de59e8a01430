declare module '*.css';

declare module 'world-atlas/countries-110m.json' {
  const topology: import('topojson-specification').Topology<{ countries: import('topojson-specification').GeometryCollection }>;
  export default topology;
}

declare module 'world-atlas/countries-50m.json' {
  const topology: import('topojson-specification').Topology<{ countries: import('topojson-specification').GeometryCollection }>;
  export default topology;
}

declare module 'shpjs' {
  /** Reads a zipped shapefile, in WGS 84: one collection, or one for each layer. */
  export default function shp(zip: ArrayBuffer): Promise<import('geojson').FeatureCollection | import('geojson').FeatureCollection[]>;
}
