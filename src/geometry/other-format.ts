import { isObject, ownField } from '../foreign/foreign-value';
import { geometryError, type GeometryError } from './geometry-error';

/** The refusal of a format that holds areas but is not read here, with advice on how to convert it; nothing for anything else. */
type OtherFormat = GeometryError | undefined;

/** Signs of documents in XML, in this order: KML may use names of GML. A declaration and comments may precede the root; an HTML page is none of them. */
const XML_FORMATS: readonly [sign: RegExp, refused: () => GeometryError][] = [
  [/<(?:\w+:)?kml[\s>]/i, () => geometryError('areaInKml')],
  [/<gpx[\s>]/i, () => geometryError('areaInFormat', { format: 'GPX' })],
  [/<ISO11783_TaskData[\s>]/i, () => geometryError('areaInFormat', { format: 'ISOXML' })],
  // Its root has any name, its namespace does not.
  [/\bopengis\.net\/gml\b/i, () => geometryError('areaInFormat', { format: 'GML' })],
];
const ROOT_WITHIN = 4096;

/** The highest code of a type: a triangle. Areas with arcs have codes above those of the simple types. */
const LAST_TYPE = 17;

/**
 * As many bytes of well-known binary as a point has, in hexadecimal, as PostGIS gives a column of geometries (the text may be long), or all of an empty
 * geometry. Before bytes, PostgreSQL puts `\x`, and SQL `0x`.
 */
const WKB_START = /^(?:\\x|0x)?((?:[0-9a-f]{2}){21}|(?:[0-9a-f]{2}){9}(?:[0-9a-f]{8})?$)/i;

/** A form whose parts nobody has divided (RFC 7578); a separator has at most 70 characters (RFC 2046, 5.1.1). */
const MULTIPART_START = /^--[^\r\n]{1,70}\r?\n(?:[^\r\n]{1,1000}\r?\n){0,5}?Content-Disposition:\s*form-data/i;

/** Tells what a text is that holds no shape in a format that is read. */
export function otherFormatOfText(text: string): OtherFormat {
  const [, hexadecimal = ''] = WKB_START.exec(text) ?? [];
  const binary = refusedWkb(Uint8Array.from(hexadecimal.match(/../g) ?? [], (byte) => parseInt(byte, 16)));
  if (binary) return binary;
  if (MULTIPART_START.test(text)) return geometryError('areaInMultipart');
  if (isTable(text)) return geometryError('areaInTable');
  if (!text.startsWith('<')) return undefined;
  const start = text.slice(0, ROOT_WITHIN);
  return XML_FORMATS.find(([sign]) => sign.test(start))?.[1]();
}

/** The names of columns, perhaps in quotation marks. The first line of WKT or JSON has brackets, unless it ends after a keyword. */
const HEADER = /^"?[\p{L}_][^([{]*$/u;

/** Whether two lines of a text are divided in the same way, under names. What EWKT begins with ends in a semicolon. */
function isTable(text: string): boolean {
  const [header = '', row = ''] = text.slice(0, ROOT_WITHIN).split('\n');
  return HEADER.test(header) && !/^SRID\s*=/i.test(header) && [',', ';', '\t'].some((separator) => header.includes(separator) && row.includes(separator));
}

/** An address or the name of a file, and nothing else. */
const PLACE_OF_FILE = /^(?:[a-z][a-z\d+.-]{1,20}:\/\/\S{1,4000}|[^\n(]{1,500}\.(?:geojson|json|wkt|kml|kmz|gml|shp|zip|gpkg))$/i;

/** The refusal of a text that says where an area is kept instead of giving it. Not for fields of an object: many hold a link. */
export function placeOfFile(text: string): OtherFormat {
  return PLACE_OF_FILE.test(text) ? geometryError('areaInFile') : undefined;
}

/** How files begin that hold areas as bytes; after `GP`, the geometry of a row of a GeoPackage (OGC 12-128r19, 2.1.3). */
const SIGNATURES: readonly (readonly [start: string, format: string])[] = [
  ["\0\0'\n", 'ESRI Shapefile'],
  ['SQLi', 'GeoPackage'],
  ['GP\0', 'GeoPackage'],
  ['fgb\u0003', 'FlatGeobuf'],
  ['PAR1', 'GeoParquet'],
];

/** Tells what bytes are that hold no text: a zip (a shapefile or KMZ) and files by their signatures, well-known binary by its byte order and type. */
export function otherFormatOfBytes(bytes: Uint8Array): OtherFormat {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return geometryError('areaInZip');
  const start = String.fromCharCode(...bytes.subarray(0, 4));
  const [, format] = SIGNATURES.find(([sign]) => start.startsWith(sign)) ?? [];
  if (format !== undefined) return geometryError('areaInFormat', { format });
  return refusedWkb(bytes);
}

/** By byte order and type. Where there are heights or measures, ISO adds thousands to the type, and PostGIS sets bits that are not looked at. */
function refusedWkb(bytes: Uint8Array): OtherFormat {
  if (bytes.length < 9 || bytes[0]! > 1) return undefined;
  const isLittle = bytes[0] === 1;
  const type = (isLittle ? bytes[1]! + 256 * bytes[2]! : bytes[4]! + 256 * bytes[3]!) % 1000;
  if (type < 1 || type > LAST_TYPE) return undefined;
  if (bytes.length >= 21) return geometryError('areaInWkb');
  // Behind the type, the number of a system if PostGIS has set a bit for it, and how many parts there are.
  const hasSystem = (bytes[isLittle ? 4 : 1]! & 0x20) !== 0;
  const isEmpty = bytes.length === (hasSystem ? 13 : 9) && bytes.subarray(-4).every((byte) => byte === 0);
  return isEmpty ? geometryError('areaInEmptyWkb') : undefined;
}

/** Tells what an object is that holds no shape in a format that is read. */
export function otherFormatOfObject(value: object): OtherFormat {
  if (isEsri(value) || isEsri(ownField(value, 'geometry'))) return geometryError('areaInEsri');
  // Whether holes count is for the flow to say: John Deere gives the size with them and without.
  if (Array.isArray(ownField(value, 'multipolygons'))) return geometryError('areaInJohnDeere');
  return ownField(value, 'type') === 'Topology' ? geometryError('areaInFormat', { format: 'TopoJSON' }) : undefined;
}

/** A geometry or a set of features of an ArcGIS service: most are in metres, and their rings are sorted by the way that they run round. */
function isEsri(value: unknown): boolean {
  if (!isObject(value)) return false;
  const [type, system, rings] = ['geometryType', 'spatialReference', 'rings'].map((name) => ownField(value, name));
  return isObject(system) || (Array.isArray(rings) && Array.isArray(rings[0])) || (typeof type === 'string' && type.startsWith('esriGeometry'));
}
