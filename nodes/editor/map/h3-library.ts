import { lateLibrary } from './late-library';

/** Replaces src/geometry/h3-library.ts, which requires the library: here it is a file of its own, loaded when the first point or cell comes. */
export function h3Library(): Promise<typeof import('h3-js')> {
  return lateLibrary('hexagons');
}
