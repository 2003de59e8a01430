import { loadedLate } from '../modules/loaded-late';

type H3Library = typeof import('h3-js');

/**
 * Half a megabyte of script: loaded when a point or a cell comes along. The editor has a way of its own in this one's place.
 *
 * @throws SoilError `SOIL_STORAGE` if it cannot be loaded now
 */
export const h3Library: () => H3Library | Promise<H3Library> = loadedLate(() => require('h3-js') as H3Library);
