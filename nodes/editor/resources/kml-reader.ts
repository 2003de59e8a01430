/** From KML to GeoJSON, for files dropped on the map. */
export { kml } from '@tmcw/togeojson';
