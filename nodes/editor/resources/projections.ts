/** Coordinate systems, for shapefiles. */
export { default } from 'proj4';
