/** Of H3 cells: about one square metre each. */
export const FINEST_RESOLUTION = 15;
