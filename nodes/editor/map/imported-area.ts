import type { Feature, FeatureCollection, Geometry } from 'geojson';
import { cut } from '../../../src/text/cut';
import { geoJsonText } from './geojson-text';
import { joinedPositions } from './kml-coordinates';
import { misplacedSystem } from './misplaced-system';

/** A file that a person drops is a field or a farm. */
const LARGEST_FILE = 25 * 1024 * 1024;

/** How a file begins that may hold an area: KML, GeoJSON, WKT, or an H3 cell. What is wrong with that, the reader of areas says. */
const LIKE_AREA = /^(?:[<{[]|SRID\s*=|(?:POINT|POLYGON|MULTI|GEOMETRY|LINE)[A-Z]*\s*(?:(?:ZM?|M)\s*)?(?:\(|EMPTY)|[0-9a-f]{15}$)/i;

/** What its reader makes rectangles of in KML that are no shapes: a picture that lies on the map, and where a link is followed. */
const NO_SHAPES: readonly unknown[] = ['groundoverlay', 'networklink'];

/** Something that could not be read; `reason` is a key of the catalogue, which may take the name of the file and of its coordinate system. */
export class ImportProblem extends Error {
  readonly values: { name: string; system: string };

  constructor(
    readonly reason: 'tooLarge' | 'notKml' | 'notArea' | 'notShapefile' | 'otherSystem' | 'noArea' | 'noReader',
    file?: File,
    system = '',
  ) {
    super(reason);
    this.values = { name: cut(file?.name ?? '', 60), system };
  }
}

/** What came in: the area as text, and how many shapes that are no area (lines) were left out. */
export interface ImportedArea {
  text: string;
  leftOut: number;
}

/** Most areas need none of the readers of files: they are loaded with the first file of their kind. One that does not come says nothing of the file. */
function reader<Part>(loaded: Promise<Part>): Promise<Part> {
  return loaded.catch(() => {
    throw new ImportProblem('noReader');
  });
}

/** Reads a file as text or as an area: WKT and GeoJSON stay as they are, KML, KMZ and zipped shapefiles become GeoJSON. */
export async function importFile(file: File): Promise<ImportedArea> {
  if (file.size > LARGEST_FILE) throw new ImportProblem('tooLarge');
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  const isZip = start[0] === 0x50 && start[1] === 0x4b;
  return isZip ? importZip(file) : importContent(await file.text(), file);
}

/** A table, a picture, an empty file or one in UTF-16 would take the place of the area that is there. */
async function importContent(content: string, file: File): Promise<ImportedArea> {
  if (!LIKE_AREA.test(content.trim())) throw new ImportProblem('notArea', file);
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
  return areaOf(kml(document).features.filter(({ properties }) => !NO_SHAPES.includes(properties?.['@geometry-type'])));
}

/** Bytes of the record that ends a zip, and the longest comment behind it. */
const END_RECORD = 22;
const LONGEST_COMMENT = 0xffff;

/** Whether a zip has its end. Its readers would look for it for ever in a file that was cut off. */
function hasEnd(zip: ArrayBuffer): boolean {
  const view = new DataView(zip);
  const last = zip.byteLength - END_RECORD;
  for (let at = last; at >= Math.max(0, last - LONGEST_COMMENT); at--) if (view.getUint32(at) === 0x504b0506) return true;
  return false;
}

/** A zipped shapefile, or else a KMZ: a zip with a KML file in it (the first one counts; annex C of the KML standard of the OGC). */
async function importZip(file: File): Promise<ImportedArea> {
  const zip = await file.arrayBuffer();
  if (!hasEnd(zip)) throw new ImportProblem('notShapefile', file);
  const { unzip } = await reader(import('but-unzip'));
  const { kml, projections } = await textsIn(zip, unzip).catch(() => {
    throw new ImportProblem('notShapefile', file);
  });
  if (kml !== undefined) return importContent(kml, file);
  const system = projections.map(misplacedSystem).find((each) => each !== undefined);
  if (system !== undefined) throw new ImportProblem('otherSystem', file, system);
  return importShapefile(zip, file);
}

/** What the files in a zip say: a KML file, or else those that name the coordinate systems of shapefiles. */
async function textsIn(zip: ArrayBuffer, unzip: typeof import('but-unzip').unzip): Promise<{ kml?: string; projections: string[] }> {
  // Of each file that macOS packs, there is a second one of that name with no such content.
  const items = unzip(new Uint8Array(zip)).filter(({ filename }) => !filename.includes('__MACOSX'));
  const read = async (item: (typeof items)[number]): Promise<string> => new TextDecoder().decode(await item.read());
  const kml = items.some(({ filename }) => /\.shp$/i.test(filename)) ? undefined : items.find(({ filename }) => /\.kml$/i.test(filename));
  if (kml) return { kml: await read(kml), projections: [] };
  return { projections: await Promise.all(items.filter(({ filename }) => /\.prj$/i.test(filename)).map(read)) };
}

async function importShapefile(zip: ArrayBuffer, file: File): Promise<ImportedArea> {
  const { default: shp } = await reader(import('shpjs'));
  const layers = await shp(zip).catch(() => {
    throw new ImportProblem('notShapefile', file);
  });
  return areaOf([layers].flat().flatMap((layer: FeatureCollection) => layer.features));
}

/** The points or polygons of features, as one GeoJSON geometry; a mixture stays a collection, for the reader of areas to judge. */
function areaOf(features: Feature<Geometry | null>[]): ImportedArea {
  const shapes = features.flatMap(({ geometry }) => (geometry ? flatten(geometry) : []));
  const points = shapes.flatMap((shape) => (shape.type === 'Point' ? [shape.coordinates] : shape.type === 'MultiPoint' ? shape.coordinates : []));
  const polygons = shapes.flatMap((shape) => (shape.type === 'Polygon' ? [shape.coordinates] : shape.type === 'MultiPolygon' ? shape.coordinates : []));
  const leftOut = shapes.filter(({ type }) => type === 'LineString' || type === 'MultiLineString').length;
  const text = geoJsonText(points, polygons);
  if (text === '') throw new ImportProblem('noArea');
  return { text, leftOut };
}

function flatten(geometry: Geometry): Exclude<Geometry, { type: 'GeometryCollection' }>[] {
  return geometry.type === 'GeometryCollection' ? geometry.geometries.flatMap(flatten) : [geometry];
}
