/** A decimal number: a double of XML Schema, but neither `INF` nor `NaN` (OGC 12-007r2, 16.8). */
const NUMBER = '[-+]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:e[-+]?\\d+)?';

/** Longitude, latitude and perhaps a height. */
const POSITION = new RegExp(`^${NUMBER},${NUMBER}(?:,${NUMBER})?$`, 'i');

/**
 * The positions in the coordinates of a KML element, each without white space, which may stand only between positions (OGC 12-007r2, 16.8). People
 * also end each position with a comma (`5.6,51.9, 5.8,51.9,`), or put white space at the commas within (`5.6, 51.9,0`): both are read, if the whole
 * text fits. No text is ambiguous, because then a position would have four numbers.
 * @returns undefined if anything in it is no position
 */
export function positionsIn(coordinates: string): string[] | undefined {
  const pieces = piecesOf(coordinates);
  const closed = pieces.map(withoutComma);
  if (closed.every((piece) => POSITION.test(piece))) return closed;
  const joined = withoutComma(pieces.join(' ')).trimEnd().replace(/ ?, ?/g, ',').split(' ');
  return joined.every((piece) => POSITION.test(piece)) ? joined : undefined;
}

/** The first piece that is not a position. */
export function oddPosition(coordinates: string): string {
  return piecesOf(coordinates).find((piece) => !POSITION.test(withoutComma(piece))) ?? coordinates;
}

function piecesOf(coordinates: string): string[] {
  return coordinates.split(/\s+/).filter((piece) => piece !== '');
}

function withoutComma(piece: string): string {
  return piece.endsWith(',') ? piece.slice(0, -1) : piece;
}
