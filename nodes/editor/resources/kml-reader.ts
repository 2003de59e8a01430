/** From KML to GeoJSON: for files that are dropped on the map. */
export { kml } from '@tmcw/togeojson';
