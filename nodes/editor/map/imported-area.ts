import { isObject } from '../../../src/foreign/foreign-value';
import { parsedJson } from '../../../src/foreign/parsed-json';
import { cellIn } from '../../../src/geometry/h3-index';
import { otherFormatOfText } from '../../../src/geometry/other-format';
import { RECORD_SEPARATOR } from '../../../src/geometry/record-separator';
import { decodedText } from '../../../src/text/decoded-text';
import { oneLine } from '../one-line';
import { areCopiedFeatures, wktOfCopied } from './copied-features';
import { geoJsonText } from './geojson-text';
import { ImportProblem } from './import-problem';
import { readKml } from './kml-file';
import { readKmz } from './kmz';
import { LARGEST_FILE } from './largest-file';
import type { Shapes } from './shapes';
import { filesIn, ZipDamage } from './zip-files';
import { bytesWithin, shapesInZip } from './zipped-shapefiles';

/** The start of a file that may hold an area: KML, GeoJSON, or WKT. What is wrong with it, the area reader says. */
const LIKE_AREA = /^(?:[<{[]|SRID\s*=|(?:POINT|POLYGON|CURVEPOLYGON|MULTI|GEOMETRY|LINE)[A-Z]*\s*(?:(?:ZM?|M)\s*)?(?:\(|EMPTY))/i;

/** The start of XML, but not of WKT as in GeoSPARQL, with the address of its coordinate system in front. */
const XML_START = /^\s*<(?!https?:)/i;

/** An imported area as text, and how much was left out of it. */
export interface ImportedArea {
  text: string;
  /** Shapes that are no area: lines. */
  leftOut: number;
  /** Links of KML to other files. */
  linksLeftOut?: number;
}

/**
 * Reads a file as text or as an area: WKT and GeoJSON stay as they are, on one line, KML, KMZ and zipped shapefiles become GeoJSON.
 * @param others files that came with it: as what one area they are meant is not clear, and none is left out in silence
 */
export async function importFile(file: File, others: readonly File[] = []): Promise<ImportedArea> {
  if (others.length > 0) throw new ImportProblem('severalFiles');
  if (file.size > LARGEST_FILE) throw new ImportProblem('tooLarge');
  const start = new Uint8Array(await startOf(file));
  const isZip = start[0] === 0x50 && start[1] === 0x4b;
  return isZip ? importZip(file) : importContent(decodedText(new Uint8Array(await file.arrayBuffer())), file.name);
}

/** A folder is dropped like a file, as one with the files of a shapefile, but cannot be read. */
function startOf(file: File): Promise<ArrayBuffer> {
  return file.slice(0, 4).arrayBuffer().catch(() => {
    throw new ImportProblem('notArea', { name: file.name });
  });
}

/** Refuses a table, a picture or an empty file, which would replace the present area. */
async function importContent(content: string, name: string): Promise<ImportedArea> {
  const text = content.replaceAll(RECORD_SEPARATOR, '').trim();
  if (!LIKE_AREA.test(text) && cellIn(text) === undefined) throw new ImportProblem('notArea', { name });
  return importText(text);
}

/**
 * Reads pasted text: KML becomes GeoJSON, everything else is left to the area reader.
 * @throws ImportProblem; GeometryError for XML that holds areas but is not KML
 */
export async function importText(text: string): Promise<ImportedArea> {
  if (text.length > LARGEST_FILE) throw new ImportProblem('tooLarge');
  if (!XML_START.test(text)) return { text: oneLine(asOne(text.trim())), leftOut: 0 };
  const other = otherFormatOfText(text.trim());
  if (other && other.sentence.key !== 'areaInKml') throw other;
  const { shapes, links } = await readKml(text);
  return areaOf(shapes, links);
}

/** Features copied in QGIS, or GeoJSON with a feature in each line, as QGIS and ogr2ogr write it, as one collection; any other text as it is. */
function asOne(text: string): string {
  if (areCopiedFeatures(text)) return wktOfCopied(text) ?? text;
  const lines = text.split('\n').map((line) => line.trim()).filter((line) => line !== '');
  if (lines.length < 2) return lines[0] ?? '';
  return lines.every((line) => line.startsWith('{') && isObject(parsedJson(line))) ? `{"type":"FeatureCollection","features":[${lines.join(',')}]}` : text;
}

/** A zipped shapefile, a KMZ, or a zip of one GeoJSON file. */
async function importZip(file: File): Promise<ImportedArea> {
  const { name } = file;
  try {
    const files = filesIn(new Uint8Array(await file.arrayBuffer()));
    const shapes = await shapesInZip(name, files);
    if (shapes) return areaOf(shapes);
    const kml = files.filter((each) => /\.kml$/i.test(each.name));
    if (kml.length > 0) {
      const content = await readKmz(files, kml);
      return areaOf(content.shapes, content.links);
    }
    const geoJson = files.filter((each) => /\.(?:geo)?json$/i.test(each.name));
    if (geoJson.length !== 1) throw new ImportProblem('notShapefile', { name });
    return await importContent(decodedText(await bytesWithin(geoJson[0]!)), name);
  } catch (error) {
    throw error instanceof ZipDamage ? new ImportProblem('damagedZip', { name }) : error;
  }
}

/** Points and polygons as one GeoJSON geometry; a mixture becomes a collection, for the area reader to judge. */
function areaOf({ points, polygons, lines }: Shapes, links: readonly string[] = []): ImportedArea {
  const text = geoJsonText(points, polygons);
  if (text === '') throw links.length > 0 ? new ImportProblem('onlyLinks', { text: links.join(', ') }) : new ImportProblem('noArea');
  return { text, leftOut: lines, linksLeftOut: links.length };
}
