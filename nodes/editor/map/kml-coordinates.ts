/**
 * The coordinates of a KML element, with no white space in a position. White space stands between positions alone (OGC 12-007r2, 16.8); of
 * `5.6, 51.9,0`, as people write it by hand, a reader would take `51.9,0` for the position.
 */
export function joinedPositions(coordinates: string): string {
  // Only a number that stands alone belongs to the one behind the comma: some close each position with a comma.
  return coordinates.replace(/(?<!\s)\s+,/g, ',').replace(/(^|\s)([-+\d.e]+),\s+(?=[-+\d.])/gi, '$1$2,');
}
