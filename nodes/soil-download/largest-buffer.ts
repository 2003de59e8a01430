/** Megabytes that may be asked for as a Buffer: Node.js 20 makes none of more than 4 GiB, and everything that holds one needs as much again. */
export const LARGEST_BUFFER_MEGABYTES = 2000;
