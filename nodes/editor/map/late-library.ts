import { lateModule } from '../late-file';

/** What the map loads only when it is first needed, each a file of `resources`. */
export interface LateLibraries {
  hexagons: typeof import('h3-js');
  'kml-reader': Pick<typeof import('@tmcw/togeojson'), 'kml'>;
  projections: { default: typeof import('proj4') };
  'outlines-coarse': typeof import('world-atlas/countries-110m.json');
  'outlines-fine': typeof import('world-atlas/countries-50m.json');
}

/** Rejects if it cannot be loaded; the next call tries again. */
export function lateLibrary<Name extends keyof LateLibraries>(name: Name): Promise<LateLibraries[Name]> {
  return lateModule(name) as Promise<LateLibraries[Name]>;
}
