export { kml } from '@tmcw/togeojson';
