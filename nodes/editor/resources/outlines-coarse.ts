/** Land and countries for the whole world on the map. */
export { default } from 'world-atlas/countries-110m.json';
