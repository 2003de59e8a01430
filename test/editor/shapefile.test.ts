import assert from 'node:assert/strict';
import { ImportProblem } from '../../nodes/editor/map/import-problem';
import { readShapes } from '../../nodes/editor/map/shapefile';
import type { Shapes } from '../../nodes/editor/map/shapes';
import { NULL_SHAPE, point, points, polygon, shpFile, type Place } from './written-shapefile';

const SQUARE: Place[] = [[5, 51], [5, 52], [6, 52], [6, 51], [5, 51]];
const read = (file: Uint8Array, isDeleted: (record: number) => boolean = () => false): Shapes => readShapes('field.shp', file, isDeleted);
const changed = (file: Buffer, change: (file: Buffer) => void): Buffer => {
  change(file);
  return file;
};

describe('A shapefile', () => {
  for (const [what, file, expected] of [
    ['points', shpFile(1, [point([5, 51]), point([6, 52])]), { points: [[5, 51], [6, 52]] }],
    ['points with measures', shpFile(21, [point([5, 51], 21, [9])]), { points: [[5, 51]] }],
    ['points with heights', shpFile(11, [point([5, 51], 11, [7, 9])]), { points: [[5, 51, 7]] }],
    ['several points in one', shpFile(8, [points([[5, 51], [6, 52]])]), { points: [[5, 51], [6, 52]] }],
    ['one of several points, with its height', shpFile(18, [points([[5, 51]], 18, [7, 7, 7])]), { points: [[5, 51, 7]] }],
    ['several points with measures', shpFile(28, [points([[5, 51]], 28, [9, 9, 9])]), { points: [[5, 51]] }],
    ['a polygon', shpFile(5, [polygon([SQUARE])]), { polygons: [[SQUARE]] }],
    ['a polygon with measures that are left out', shpFile(25, [polygon([SQUARE], 25)]), { polygons: [[SQUARE]] }],
    ['a polygon with heights', shpFile(15, [polygon([SQUARE], 15)]), { polygons: [[SQUARE.map((place) => [...place, 7])]] }],
    ['what is no shape', shpFile(5, [NULL_SHAPE, polygon([SQUARE]), polygon([])]), { polygons: [[SQUARE]] }],
    ['lines, which are counted', shpFile(3, [polygon([SQUARE], 3), polygon([SQUARE], 3)]), { lines: 2 }],
    ['nothing', shpFile(0, []), {}],
  ] as const) {
    it(`gives ${what}`, () => assert.deepEqual(read(file), Object.assign({ points: [], polygons: [], lines: 0 }, expected)));
  }

  it('skips what is marked as deleted', () => {
    const file = shpFile(1, [point([5, 51]), point([6, 52]), point([7, 53])]);
    assert.deepEqual(read(file, (record) => record === 1).points, [[5, 51], [7, 53]]);
  });

  const two = (): Buffer => shpFile(5, [polygon([SQUARE]), polygon([SQUARE])]);
  for (const [what, file] of [
    ['is empty', Buffer.alloc(0)],
    ['is another file', changed(two(), (file) => file.writeInt32BE(9995, 0))],
    ['was cut off in its last record', two().subarray(0, -8)],
    ['was cut off between two records', two().subarray(0, 100 + 8 + 128)],
    ['goes on behind its end', Buffer.concat([two(), Buffer.alloc(4)])],
    ['has a record that goes beyond its end', changed(two(), (file) => file.writeInt32BE(1000, 104))],
    ['has a record of less than no bytes', changed(two(), (file) => file.writeInt32BE(-4, 104))],
    ['has more corners than bytes', changed(two(), (file) => file.writeInt32LE(0x7fffffff, 108 + 40))],
    ['has more rings than bytes', changed(two(), (file) => file.writeInt32LE(0x7fffffff, 108 + 36))],
    ['has less than no rings', changed(two(), (file) => file.writeInt32LE(-1, 108 + 36))],
    ['has corners that belong to no ring', changed(two(), (file) => file.writeInt32LE(1, 108 + 44))],
    ['has a ring of no corners', shpFile(5, [polygon([SQUARE, []])])],
    ['has a corner that is no number', shpFile(5, [polygon([[[5, 51], [NaN, 52], [6, 51], [5, 51]]])])],
    ['has shapes of two types', shpFile(5, [polygon([SQUARE]), point([5, 51])])],
    ['has two versions of a shape', shpFile(5, [polygon([SQUARE]), polygon([SQUARE])], [1, 1])],
    ['has heights that are cut off', shpFile(11, [point([5, 51], 11)])],
  ] as const) {
    it(`is refused if it ${what}`, () => assert.throws(() => read(file), (error) => error instanceof ImportProblem && error.reason === 'damagedShapefile'));
  }

  for (const type of [2, 4, 10, 31, 33, -5, 100]) {
    it(`is refused if it holds shapes of the type ${type}`, () => {
      const isRefused = (error: unknown): boolean => error instanceof ImportProblem && error.reason === 'otherShapes' && error.values.text === String(type);
      assert.throws(() => read(shpFile(type, [polygon([SQUARE], type)])), isRefused);
    });
  }
});
