/** Megabytes that may be asked for as a Buffer: Node.js 20 makes none larger than 4 GiB, and everything that holds one needs as much again. */
export const BUFFER_MEGABYTES = { low: 0.001, high: 2000 };

/** Bytes that a file on disk may be limited to; 0: no limit. */
export const FILE_BYTES = { low: 0, high: Number.MAX_SAFE_INTEGER, whole: true };
