import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { decodedText } from '../../src/text/decoded-text';
import { ImportProblem } from '../../nodes/editor/map/import-problem';
import type { Shapes } from '../../nodes/editor/map/shapes';
import { bytesOf, filesIn, ZipDamage } from '../../nodes/editor/map/zip-files';
import { shapesInZip } from '../../nodes/editor/map/zipped-shapefiles';
import { writtenZip } from '../records/written-zip';
import { dbfFile, point, shpFile } from './written-shapefile';

const TEXT = 'soil '.repeat(1000);
const contentOf = async (zip: Uint8Array): Promise<string> => Buffer.from(await bytesOf(filesIn(zip)[0]!)).toString();
/** The place of a file's entry in the directory. */
const entryIn = (zip: Buffer): number => zip.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));

describe('The files in a zip', () => {
  it('are those of its directory, without what macOS adds', async () => {
    const zip = await writtenZip({ 'doc.kml': TEXT, '__MACOSX/._doc.kml': 'x', 'files/._a.png': 'x', 'files/a.png': '' });
    assert.deepEqual(filesIn(zip).map(({ name, size }) => [name, size]), [['doc.kml', TEXT.length], ['files/a.png', 0]]);
    assert.equal(await contentOf(zip), TEXT);
  });

  it('are none if the directory is cut off', async () => {
    const zip = await writtenZip({ 'doc.kml': TEXT });
    for (const cutOff of [zip.subarray(0, -1), zip.subarray(0, 10), zip.subarray(40)]) assert.throws(() => filesIn(cutOff), ZipDamage);
  });

  it('count as damaged if any of their bits is flipped, or if their size or checksum is wrong', async () => {
    const zip = await writtenZip({ 'doc.kml': 'POINT (5 51)' });
    const start = 30 + zip.readUInt16LE(26) + zip.readUInt16LE(28);
    const packed = zip.readUInt32LE(entryIn(zip) + 20);
    // The last bits of the last byte say nothing.
    const places = [...Array.from({ length: packed - 1 }, (_, index) => start + index), entryIn(zip) + 16, entryIn(zip) + 24];
    for (const place of places) {
      const other = Buffer.from(zip);
      other[place]! ^= 4;
      await assert.rejects(contentOf(other), ZipDamage, String(place));
    }
  });

  it('are not unpacked beyond the size that the directory states', async () => {
    const zip = await writtenZip({ 'doc.kml': '0'.repeat(20_000_000) });
    zip.writeUInt32LE(100, entryIn(zip) + 24);
    let taken = 0;
    await assert.rejects(async () => {
      for await (const piece of filesIn(zip)[0]!.pieces()) taken += piece.length;
    }, ZipDamage);
    assert.equal(taken, 0);
  });
});

describe('Zipped shapefiles', () => {
  const SHP = shpFile(1, [point([5, 51]), point([6, 52])]);
  const shapesOf = async (files: Record<string, string | Buffer>): Promise<Shapes | undefined> => shapesInZip('fields.zip', filesIn(await writtenZip(files)));
  const both = [[5, 51], [6, 52]];

  for (const [what, files, expected] of [
    ['one, with other files beside it', { 'a.shp': SHP, 'a-Deere-Metadata.json': '{}', 'b.geojson': 'no JSON', 'a.shx': '', 'view.kml': '<kml/>' }, both],
    ['one in capitals', { 'A.SHP': SHP, 'A.DBF': dbfFile(' *') }, [[5, 51]]],
    ['two', { 'a/a.shp': SHP, 'b/a.shp': SHP, 'b/a.dbf': dbfFile('* ') }, [...both, [6, 52]]],
    ['one with an empty table', { 'a.shp': SHP, 'a.dbf': '' }, both],
    ['one with a table that is none', { 'a.shp': SHP, 'a.dbf': '*'.repeat(100) }, both],
    ['one with a table that states two thousand million records', { 'a.shp': SHP, 'a.dbf': dbfFile('* ', 0x7fffffff) }, [[6, 52]]],
    ['one with a table that is cut off', { 'a.shp': SHP, 'a.dbf': dbfFile('*', 2) }, [[6, 52]]],
    ['one with a table whose marks are none', { 'a.shp': SHP, 'a.dbf': dbfFile('*x') }, both],
    ['two whose names differ in capitals alone', { 'a.shp': SHP, 'a.dbf': dbfFile('* '), 'A.shp': SHP, 'A.dbf': dbfFile(' *') }, [[6, 52], [5, 51]]],
    ['one whose system is an empty file', { 'a.shp': SHP, 'a.prj': ' ' }, both],
  ] as const) {
    it(`are read: ${what}`, async () => assert.deepEqual((await shapesOf(files))?.points, expected));
  }

  it('are none in another zip', async () => assert.equal(await shapesOf({ 'doc.kml': '<kml/>' }), undefined));

  it('are refused if one of them is in another system, or if they are larger than what may be dropped', async () => {
    const system = 'GEOGCS["GCS_European_1950",DATUM["D_European_1950",SPHEROID["International_1924",6378388,297]]]';
    for (const [files, reason] of [
      [{ 'a.shp': SHP, 'b.shp': SHP, 'b.prj': system }, 'otherSystem'],
      [{ 'a.shp': Buffer.alloc(25 * 1024 * 1024 + 1) }, 'tooLarge'],
      [{ 'a.shp': Buffer.alloc(13 * 1024 * 1024), 'b.shp': Buffer.alloc(13 * 1024 * 1024) }, 'tooLarge'],
      [{ 'a.shp': SHP.subarray(0, -2) }, 'damagedShapefile'],
    ] as const) {
      await assert.rejects(shapesOf(files), (error) => error instanceof ImportProblem && error.reason === reason);
    }
  });
});

describe('The text of a file', () => {
  for (const [what, bytes] of [
    ['UTF-8', Buffer.from('é')],
    ['UTF-8 with a mark', Buffer.from('\ufeffé')],
    ['UTF-16, the lower byte first', Buffer.from('\ufeffé', 'utf16le')],
    ['UTF-16, the higher byte first', Buffer.from('\ufeffé', 'utf16le').swap16()],
  ] as const) {
    it(`may be ${what}`, () => assert.equal(decodedText(bytes), 'é'));
  }
});
