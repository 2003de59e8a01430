import type { Box } from './lattice';

const box = (west: number, south: number, east: number, north: number): Box => ({ west, south, east, north });

/** Where regional datasets have data: coarse boxes around the continents. */
export const EUROPE = [box(-25, 34, 45, 72)];
export const AFRICA = [box(-18, -36, 52, 37)];
export const NORTH_AMERICA = [box(-170, 15, -52, 75)];
export const SOUTH_AMERICA = [box(-82, -56, -34, 13)];
export const ASIA = [box(60, -11, 150, 50)];
export const OCEANIA = [box(112, -50, 180, 0), box(-180, -30, -150, 0)];
