/** Bytes. A file that a person drops is a field or a farm. */
export const LARGEST_FILE = 25 * 1024 * 1024;
