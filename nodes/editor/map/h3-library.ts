import { lateLibrary } from './late-library';

/** In the place of src/geometry/h3-library.ts, which requires it: here it is a file of its own, loaded when a point or a cell comes along. */
export function h3Library(): Promise<typeof import('h3-js')> {
  return lateLibrary('hexagons');
}
