import { deletedRecords } from './deleted-records';
import { ImportProblem } from './import-problem';
import { LARGEST_FILE } from './largest-file';
import { readShapes } from './shapefile';
import { joined, noShapes, type Shapes } from './shapes';
import { toWgs84 } from './wgs84';
import { bytesOf, type ZippedFile } from './zip-files';

/** Bytes. Tables are only scanned, not kept, and compress far better than shapes. */
const LARGEST_TABLE = 10 * LARGEST_FILE;

/**
 * The shapes of all shapefiles in a zip, in WGS 84. Only the .shp, .dbf and .prj of each are read: its other files say nothing of where its shapes
 * lie. Anything else in the zip, such as descriptions that programs write, is ignored.
 * @param name the name of the zip
 * @returns undefined if there is no shapefile
 * @throws ImportProblem, ZipDamage
 */
export async function shapesInZip(name: string, files: readonly ZippedFile[]): Promise<Shapes | undefined> {
  const layers = files.filter((file) => /\.shp$/i.test(file.name));
  if (layers.length === 0) return undefined;
  let all = noShapes();
  const beside = ({ name: shp }: ZippedFile, extension: string): ZippedFile | undefined =>
    files.find((file) => file.name === shp.replace(/\.shp$/i, extension)) ??
    files.find((file) => file.name.toLowerCase() === shp.toLowerCase().replace(/\.shp$/, extension));
  if (layers.reduce((sum, { size }) => sum + size, 0) > LARGEST_FILE) throw new ImportProblem('tooLarge');
  for (const layer of layers) {
    const prj = beside(layer, '.prj');
    const place = await toWgs84(name, prj && new TextDecoder().decode(await bytesWithin(prj)));
    const dbf = beside(layer, '.dbf');
    if ((dbf?.size ?? 0) > LARGEST_TABLE) throw new ImportProblem('tooLarge');
    const deleted = dbf && (await deletedRecords(dbf.pieces()));
    const { points, polygons, lines } = readShapes(layer.name, await bytesWithin(layer), (record) => deleted?.has(record) === true);
    all = joined(all, { points: points.map(place), polygons: polygons.map((rings) => rings.map((ring) => ring.map(place))), lines });
  }
  return all;
}

/** The bytes of a file, if the directory says that it is no larger than a dropped file may be. */
export async function bytesWithin(file: ZippedFile): Promise<Uint8Array> {
  if (file.size > LARGEST_FILE) throw new ImportProblem('tooLarge');
  return bytesOf(file);
}
