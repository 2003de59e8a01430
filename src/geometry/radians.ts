/** Radians of one degree. */
export const RADIANS = Math.PI / 180;
