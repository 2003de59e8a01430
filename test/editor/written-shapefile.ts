import { Buffer } from 'node:buffer';

export type Place = readonly [x: number, y: number];

const doubles = (values: readonly number[]): Buffer => Buffer.from(Float64Array.from(values).buffer);
const integers = (values: readonly number[]): Buffer => Buffer.from(Int32Array.from(values).buffer);
const NO_BOX = [0, 0, 0, 0];

/** The content of a record with rings; `type` 15 has heights. */
export function polygon(rings: readonly (readonly Place[])[], type = 5): Buffer {
  const places = rings.flat();
  const starts = rings.map((_, index) => rings.slice(0, index).flat().length);
  const heights = type === 15 ? [0, 0, ...places.map(() => 7)] : [];
  return Buffer.concat([integers([type]), doubles(NO_BOX), integers([rings.length, places.length, ...starts]), doubles([...places.flat(), ...heights])]);
}

export function point(place: Place, type = 1, heights: readonly number[] = []): Buffer {
  return Buffer.concat([integers([type]), doubles([...place, ...heights])]);
}

export function points(places: readonly Place[], type = 8, heights: readonly number[] = []): Buffer {
  return Buffer.concat([integers([type]), doubles(NO_BOX), integers([places.length]), doubles([...places.flat(), ...heights])]);
}

export const NULL_SHAPE = integers([0]);

/** A .shp file of a type with the contents of its records (ESRI Shapefile Technical Description, July 1998). */
export function shpFile(type: number, contents: readonly Buffer[], numbers = contents.map((_, index) => index + 1)): Buffer {
  const records = contents.flatMap((content, index) => {
    const header = Buffer.alloc(8);
    header.writeInt32BE(numbers[index]!, 0);
    header.writeInt32BE(content.length / 2, 4);
    return [header, content];
  });
  const header = Buffer.alloc(100);
  const file = Buffer.concat([header, ...records]);
  file.writeInt32BE(9994, 0);
  file.writeInt32BE(file.length / 2, 24);
  file.writeInt32LE(1000, 28);
  file.writeInt32LE(type, 32);
  return file;
}

/** A .dbf file without fields, with the first bytes of its records. */
export function dbfFile(marks: string, records = marks.length): Buffer {
  const header = Buffer.alloc(33);
  header.writeUInt8(3, 0);
  header.writeUInt32LE(records, 4);
  header.writeUInt16LE(header.length, 8);
  header.writeUInt16LE(1, 10);
  header.writeUInt8(0x0d, 32);
  return Buffer.concat([header, Buffer.from(marks)]);
}
