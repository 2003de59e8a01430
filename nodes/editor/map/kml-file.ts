import type { Geometry } from 'geojson';
import { ImportProblem, reader } from './import-problem';
import { isKml, withoutPrefixes } from './kml-names';
import { checkShapes, linesIn } from './kml-shapes';
import { lateLibrary } from './late-library';
import type { Shapes } from './shapes';

/** What a KML file holds: shapes, and the addresses of other files that it links to. */
export interface KmlContent {
  shapes: Shapes;
  links: string[];
}

/** Elements whose placemarks are not areas of the file now, but changes to them during a tour or in a later version. */
const NOT_NOW = ['Tour', 'Update', 'NetworkLinkControl'];

/** Elements that the KML reader turns into rectangles although they are no shapes: a picture laid over the map, and the region of a link. */
const NO_SHAPES = ['GroundOverlay', 'NetworkLink'];

/**
 * Reads a KML file strictly: if anything in a point or a polygon is wrong, nothing of the file is taken.
 * @throws ImportProblem
 */
export async function readKml(text: string): Promise<KmlContent> {
  const document = parsed(text);
  const { kml } = await reader(lateLibrary('kml-reader'));
  withoutPrefixes(document);
  remove(document, NOT_NOW);
  const links = linksIn(document);
  remove(document, NO_SHAPES);
  const lines = linesIn(document);
  for (const line of lines) line.remove();
  checkShapes(document);
  const geometries = kml(document).features.flatMap(({ geometry }) => (geometry ? flatten(geometry) : []));
  const points = geometries.flatMap((geometry) => (geometry.type === 'Point' ? [geometry.coordinates] : []));
  const polygons = geometries.flatMap((geometry) => (geometry.type === 'Polygon' ? [geometry.coordinates] : []));
  return { shapes: { points, polygons, lines: lines.length }, links };
}

function parsed(text: string): Document {
  // Before the declaration, XML allows nothing, but a line that was copied or written before it means nothing either.
  const trimmed = text.trim();
  const document = new DOMParser().parseFromString(trimmed, 'text/xml');
  const complaint = document.querySelector('parsererror')?.textContent;
  if (complaint !== undefined) throw new ImportProblem('notKml', { text: before(complaint, trimmed) });
  return document;
}

/** Where browsers say that XML goes wrong: `error on line 1 at column 7`, `Line Number 1, Column 7`. */
const PLACE = /line (?:number )?(\d+)(?: at|,) column (\d+)/i;

/** What stands before the place that a complaint names: browsers stop behind what is wrong. */
function before(complaint: string, text: string): string {
  const [, line = '1', column = '40'] = PLACE.exec(complaint) ?? [];
  return (text.split('\n')[Number(line) - 1] ?? '').slice(0, Number(column)).slice(-40);
}

function remove(document: Document, names: readonly string[]): void {
  for (const element of document.querySelectorAll('*')) if (names.some((name) => isKml(element, name))) element.remove();
}

/** Where links lead (OGC 12-007r2, 13: Link; Url before version 2.1). */
function linksIn(document: Document): string[] {
  const references = [...document.getElementsByTagName('NetworkLink')].flatMap((link) => [...link.getElementsByTagName('href')]);
  const addresses = references.filter(({ parentElement }) => parentElement?.tagName === 'Link' || parentElement?.tagName === 'Url');
  return addresses.map(({ textContent }) => textContent.trim()).filter((address) => address !== '');
}

function flatten(geometry: Geometry): Exclude<Geometry, { type: 'GeometryCollection' }>[] {
  return geometry.type === 'GeometryCollection' ? geometry.geometries.flatMap(flatten) : [geometry];
}
