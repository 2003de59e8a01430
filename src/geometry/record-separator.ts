/** Stands in front of each text of a GeoJSON text sequence (RFC 8142, 2.1), and nowhere in a text. */
export const RECORD_SEPARATOR = '\u001e';
