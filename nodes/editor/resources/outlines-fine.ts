/** Land and countries for a region on the map. */
export { default } from 'world-atlas/countries-50m.json';
