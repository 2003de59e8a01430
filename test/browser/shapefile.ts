import { Buffer } from 'node:buffer';
import { ZipFile } from 'yazl';

/** Metres of Web Mercator: a projection that a reader must undo to find the place. */
const PROJECTION =
  'PROJCS["WGS_1984_Web_Mercator_Auxiliary_Sphere",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],' +
  'PROJECTION["Mercator_Auxiliary_Sphere"],PARAMETER["False_Easting",0.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",0.0],PARAMETER["Standard_Parallel_1",0.0],PARAMETER["Auxiliary_Sphere_Type",0.0],UNIT["Meter",1.0]]';

const RADIUS = 6378137;
const POLYGON = 5;

function toMetres([lon, lat]: readonly [number, number]): [number, number] {
  return [(RADIUS * lon * Math.PI) / 180, RADIUS * Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360))];
}

function boxOf(points: readonly [number, number][]): number[] {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** A .shp file with one polygon of one ring (ESRI Shapefile Technical Description, July 1998). */
function shapes(ring: readonly [number, number][]): Buffer {
  const content = Buffer.alloc(44 + 4 + 16 * ring.length);
  content.writeInt32LE(POLYGON, 0);
  boxOf(ring).forEach((value, index) => content.writeDoubleLE(value, 4 + 8 * index));
  content.writeInt32LE(1, 36);
  content.writeInt32LE(ring.length, 40);
  content.writeInt32LE(0, 44);
  ring.flat().forEach((value, index) => content.writeDoubleLE(value, 48 + 8 * index));

  const head = Buffer.alloc(100 + 8);
  head.writeInt32BE(9994, 0);
  head.writeInt32BE((head.length + content.length) / 2, 24);
  head.writeInt32LE(1000, 28);
  head.writeInt32LE(POLYGON, 32);
  boxOf(ring).forEach((value, index) => head.writeDoubleLE(value, 36 + 8 * index));
  head.writeInt32BE(1, 100);
  head.writeInt32BE(content.length / 2, 104);
  return Buffer.concat([head, content]);
}

/** A .dbf file with one row: the name of the field. */
function attributes(name: string): Buffer {
  const width = 20;
  const head = Buffer.alloc(32 + 32 + 1);
  head.writeUInt8(3, 0);
  head.set([126, 1, 1], 1);
  head.writeUInt32LE(1, 4);
  head.writeUInt16LE(head.length, 8);
  head.writeUInt16LE(1 + width, 10);
  head.write('NAME', 32, 'latin1');
  head.write('C', 43, 'latin1');
  head.writeUInt8(width, 48);
  head.writeUInt8(0x0d, 64);
  return Buffer.concat([head, Buffer.from(` ${name.padEnd(width)}\x1a`, 'latin1')]);
}

/** A zipped shapefile in Web Mercator with one polygon, as a geographic information system exports it, and a KML file that has no part in it. */
export function zippedShapefile(ring: readonly (readonly [lon: number, lat: number])[]): Promise<Buffer> {
  return shapefileIn(PROJECTION, ring.map(toMetres));
}

/** A zipped shapefile in a coordinate system, with one polygon. */
export async function shapefileIn(projection: string, ring: readonly [number, number][]): Promise<Buffer> {
  const zip = new ZipFile();
  const files = { 'field.shp': shapes(ring), 'field.dbf': attributes('field 7'), 'field.prj': Buffer.from(projection), 'view.kml': Buffer.from('<kml/>') };
  for (const [name, content] of Object.entries(files)) zip.addBuffer(content, name);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
