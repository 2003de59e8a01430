/** The hexagon grid, for points and cells on the map. */
export * from 'h3-js';
