/** A decimal number, as XML Schema writes a double without its names for infinity and for no number (OGC 12-007r2, 16.8). */
const NUMBER = '[-+]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:e[-+]?\\d+)?';

/** Longitude, latitude and perhaps a height. */
const POSITION = new RegExp(`^${NUMBER},${NUMBER}(?:,${NUMBER})?$`, 'i');

/**
 * The positions in the coordinates of a KML element, each with no white space in it. White space stands between positions alone (OGC 12-007r2,
 * 16.8). People also close each position with a comma (`5.6,51.9, 5.8,51.9,`), or put white space at the commas within (`5.6, 51.9,0`): both are
 * read, where all of the text fits. Of no text can both be meant, for then a position would have four numbers.
 * @returns undefined where anything in it is no position
 */
export function positionsIn(coordinates: string): string[] | undefined {
  const pieces = piecesOf(coordinates);
  const closed = pieces.map(withoutComma);
  if (closed.every((piece) => POSITION.test(piece))) return closed;
  const joined = withoutComma(pieces.join(' ')).trimEnd().replace(/ ?, ?/g, ',').split(' ');
  return joined.every((piece) => POSITION.test(piece)) ? joined : undefined;
}

/** What stands in the place of the first position that is none. */
export function oddPosition(coordinates: string): string {
  return piecesOf(coordinates).find((piece) => !POSITION.test(withoutComma(piece))) ?? coordinates;
}

function piecesOf(coordinates: string): string[] {
  return coordinates.split(/\s+/).filter((piece) => piece !== '');
}

function withoutComma(piece: string): string {
  return piece.endsWith(',') ? piece.slice(0, -1) : piece;
}
