import type { Feature, Geometry } from 'geojson';
import { decodedText } from './decoded-text';
import { geoJsonText } from './geojson-text';
import { ImportProblem, reader } from './import-problem';
import { joinedPositions } from './kml-coordinates';
import { LARGEST_FILE } from './largest-file';
import type { Shapes } from './shapefile';
import { filesIn, ZipDamage, type ZippedFile } from './zip-files';
import { bytesWithin, shapesInZip } from './zipped-shapefiles';

/** How a file begins that may hold an area: KML, GeoJSON, WKT, or an H3 cell. What is wrong with that, the reader of areas says. */
const LIKE_AREA = /^(?:[<{[]|SRID\s*=|(?:POINT|POLYGON|MULTI|GEOMETRY|LINE)[A-Z]*\s*(?:(?:ZM?|M)\s*)?(?:\(|EMPTY)|[0-9a-f]{15}$)/i;

/** What its reader makes rectangles of in KML that are no shapes: a picture that lies on the map, and where a link is followed. */
const NO_SHAPES: readonly unknown[] = ['groundoverlay', 'networklink'];

/** What came in: the area as text, and how many shapes that are no area (lines) were left out. */
export interface ImportedArea {
  text: string;
  leftOut: number;
}

/** Reads a file as text or as an area: WKT and GeoJSON stay as they are, KML, KMZ and zipped shapefiles become GeoJSON. */
export async function importFile(file: File): Promise<ImportedArea> {
  if (file.size > LARGEST_FILE) throw new ImportProblem('tooLarge');
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  const isZip = start[0] === 0x50 && start[1] === 0x4b;
  return isZip ? importZip(file) : importContent(decodedText(new Uint8Array(await file.arrayBuffer())), file.name);
}

/** A table, a picture or an empty file would take the place of the area that is there. */
async function importContent(content: string, name: string): Promise<ImportedArea> {
  if (!LIKE_AREA.test(content.trim())) throw new ImportProblem('notArea', { name });
  return importText(content);
}

/** Reads pasted text: KML becomes GeoJSON, everything else is left to the reader of areas. */
export async function importText(text: string): Promise<ImportedArea> {
  if (text.length > LARGEST_FILE) throw new ImportProblem('tooLarge');
  if (!/^\s*</.test(text)) return { text: text.trim(), leftOut: 0 };
  const document = new DOMParser().parseFromString(text, 'text/xml');
  if (document.querySelector('parsererror')) throw new ImportProblem('notKml');
  const { kml } = await reader(import('@tmcw/togeojson'));
  for (const each of document.querySelectorAll('coordinates')) each.textContent = joinedPositions(each.textContent ?? '');
  return areaOf(shapesOf(kml(document).features.filter(({ properties }) => !NO_SHAPES.includes(properties?.['@geometry-type']))));
}

/** A zipped shapefile, a KMZ, or a zip of one GeoJSON file. */
async function importZip(file: File): Promise<ImportedArea> {
  const { name } = file;
  const files = filesOf(new Uint8Array(await file.arrayBuffer()), name);
  try {
    const shapes = await shapesInZip(name, files);
    if (shapes) return areaOf(shapes);
    const text = textIn(files);
    if (!text) throw new ImportProblem('notShapefile', { name });
    return await importContent(decodedText(await bytesWithin(text)), name);
  } catch (error) {
    throw error instanceof ZipDamage ? new ImportProblem('damagedZip', { name }) : error;
  }
}

function filesOf(zip: Uint8Array, name: string): ZippedFile[] {
  try {
    return filesIn(zip);
  } catch {
    throw new ImportProblem('notShapefile', { name });
  }
}

/** The KML file of a KMZ (the first one counts; annex C of the KML standard of the OGC), or else the only GeoJSON file. */
function textIn(files: readonly ZippedFile[]): ZippedFile | undefined {
  const kml = files.find(({ name }) => /\.kml$/i.test(name));
  const geoJson = files.filter(({ name }) => /\.(?:geo)?json$/i.test(name));
  return kml ?? (geoJson.length === 1 ? geoJson[0] : undefined);
}

/** Points and polygons as one GeoJSON geometry; a mixture stays a collection, for the reader of areas to judge. */
function areaOf({ points, polygons, lines }: Shapes): ImportedArea {
  const text = geoJsonText(points, polygons);
  if (text === '') throw new ImportProblem('noArea');
  return { text, leftOut: lines };
}

function shapesOf(features: Feature<Geometry | null>[]): Shapes {
  const shapes = features.flatMap(({ geometry }) => (geometry ? flatten(geometry) : []));
  return {
    points: shapes.flatMap((shape) => (shape.type === 'Point' ? [shape.coordinates] : shape.type === 'MultiPoint' ? shape.coordinates : [])),
    polygons: shapes.flatMap((shape) => (shape.type === 'Polygon' ? [shape.coordinates] : shape.type === 'MultiPolygon' ? shape.coordinates : [])),
    lines: shapes.filter(({ type }) => type === 'LineString' || type === 'MultiLineString').length,
  };
}

function flatten(geometry: Geometry): Exclude<Geometry, { type: 'GeometryCollection' }>[] {
  return geometry.type === 'GeometryCollection' ? geometry.geometries.flatMap(flatten) : [geometry];
}
