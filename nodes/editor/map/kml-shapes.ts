import { ImportProblem, type ImportReason } from './import-problem';
import { oddPosition, positionsIn } from './kml-coordinates';

/**
 * Checks the points and polygons of a KML document against the standard (OGC 12-007r2), and rewrites their positions as the reader takes them. The
 * reader leaves out what it cannot read and takes the rest: a field would lose a corner, or be replaced by the pond in it.
 * @throws ImportProblem
 */
export function checkShapes(document: Document): void {
  for (const point of shapesIn(document, 'Point')) {
    if (checkedPositions(point).length !== 1) throw problem('kmlPoint', point);
  }
  for (const polygon of shapesIn(document, 'Polygon')) checkPolygon(polygon);
}

/** Shapes that are no area: lines, even closed ones, and the paths of moving things (Track). */
export function linesIn(document: Document): Element[] {
  return ['LineString', 'LinearRing', 'Track', 'gx:Track'].flatMap((name) => shapesIn(document, name));
}

/** The shapes of a kind, in the places where a placemark may have them. */
function shapesIn(document: Document, name: string): Element[] {
  const places = ['Placemark', 'MultiGeometry', 'MultiTrack', 'gx:MultiTrack'];
  return [...document.getElementsByTagName(name)].filter(({ parentElement }) => parentElement !== null && places.includes(parentElement.tagName));
}

/** There must be exactly one outer ring. It is put first: the reader takes the first ring as the outer one and the others as holes. */
function checkPolygon(polygon: Element): void {
  const boundaries = new Set<Element | null>([...polygon.children].filter(({ tagName }) => tagName === 'outerBoundaryIs' || tagName === 'innerBoundaryIs'));
  const outer = [...polygon.children].filter(({ tagName }) => tagName === 'outerBoundaryIs');
  const rings = [...polygon.getElementsByTagName('LinearRing')];
  const isInPlace = rings.every(({ parentElement }) => boundaries.has(parentElement));
  if (outer.length !== 1 || outer[0]!.getElementsByTagName('LinearRing').length !== 1 || !isInPlace) throw problem('kmlBoundaries', polygon);
  polygon.prepend(outer[0]!);
  for (const ring of rings) {
    const places = new Set(checkedPositions(ring).map((position) => position.split(',', 2).map(Number).join(' ')));
    if (places.size < 3) throw problem('kmlRing', ring);
  }
}

function checkedPositions(shape: Element): string[] {
  const all: string[] = [];
  for (const element of shape.getElementsByTagName('coordinates')) {
    const text = element.textContent;
    const positions = positionsIn(text);
    if (!positions) throw new ImportProblem('kmlPosition', { text: oddPosition(text) });
    element.textContent = positions.join(' ');
    for (const position of positions) all.push(position);
  }
  // Of several `coordinates`, only the first would be read.
  const [first, ...others] = shape.getElementsByTagName('coordinates');
  if (first) first.textContent = all.join(' ');
  for (const other of others) other.remove();
  return all;
}

function problem(reason: ImportReason, shape: Element): ImportProblem {
  return new ImportProblem(reason, { text: shape.textContent.replace(/\s+/g, ' ') });
}
