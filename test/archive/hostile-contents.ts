import { crc32, deflateRawSync } from 'node:zlib';
import { because, hostile, plain, whenRead, type HostileZip } from './hostile-zip';
import { buildZip, sizesExtra, type ZipEntry } from './zip-builder';

const MiB = 1024 ** 2;
const GiB = 1024 ** 3;

/** Data that differ from what the directory says. */
export const contents: HostileZip[] = [
  ...because('its checksum is wrong', [
    whenRead('checksum wrong', [{ ...plain, local: { crc: 1 }, central: { crc: 1 } }]),
    whenRead('checksum wrong, stored', [{ ...plain, stored: true, local: { crc: 1 }, central: { crc: 1 } }]),
  ]),
  ...because('it holds more than its directory says', [
    whenRead('holds more than it says', [{ ...plain, local: { plain: 5 }, central: { plain: 5 } }]),
    whenRead('says it is empty', [{ ...plain, local: { plain: 0, crc: 0 }, central: { plain: 0, crc: 0 } }]),
  ]),
  ...because('it holds less than its directory says', [
    whenRead('holds less than it says', [{ ...plain, local: { plain: 500 }, central: { plain: 500 } }]),
  ]),
  ...because('its data cannot be unpacked', [
    whenRead('packed data are junk', [{ ...plain, data: Buffer.from('no deflate data at all') }]),
    whenRead('packed data are cut', [{ ...plain, data: deflateRawSync(String(plain.content)).subarray(0, -3) }]),
    whenRead('packed data of nothing', [{ ...plain, data: Buffer.alloc(0) }]),
  ]),
  ...because('there is something after its packed data', [
    whenRead('something behind the packed data', [{ ...plain, data: Buffer.concat([deflateRawSync(String(plain.content)), Buffer.from('hidden')]) }]),
  ]),
  ...because('compressed/uncompressed size mismatch for stored file', [
    hostile('stored with two lengths', [{ ...plain, stored: true, local: { plain: 5 }, central: { plain: 5 } }]),
  ]),
];

/** Contents far larger than the file that they come in. */
export const bombs: HostileZip[] = [
  ...because('it holds more than the allowed', [
    hostile('a tebibyte in one entry', [{ ...plain, zip64: true, ...claims(2 ** 40) }]),
  ]),
  ...because('it holds more than the allowed 274877906944 bytes', [
    hostile('three entries that together hold too much, packed no more densely than text', ['a', 'b', 'c'].map((name) => ({ ...plain, name, zip64: true, ...claims(100 * GiB, GiB) }))),
  ]),
  ...because('it is packed too densely for real data', [
    hostile('a tebibyte in many entries', Array.from({ length: 64 }, (_, index) => ({ ...plain, name: `${index}`, zip64: true, ...claims(2 ** 34) }))),
    hostile('packed a thousandfold', [{ ...plain, ...bombEntry(600) }]),
    hostile('packed a thousandfold in harmless pieces', Array.from({ length: 8 }, (_, index) => ({ ...bombEntry(80), name: `${index}` }))),
  ]),
  ...because('it holds more than its directory says', [
    { name: 'a gibibyte that says it is small', zip: () => buildZip([{ ...bombEntry(1024), local: { plain: 100 }, central: { plain: 100 } }]), onlyWhenRead: true },
  ]),
  ...because('it has 100000 entries; the limit is 10000', [
    { name: 'a hundred thousand entries', zip: () => manyEntries() },
  ]),
  ...because('its directory is not as long as its end says', [
    { name: 'a hundred thousand entries that say they are ten', zip: () => manyEntries(10) },
  ]),
  ...because('its directory has', [
    hostile('a directory of many megabytes', [{ ...plain, central: { comment: 'x'.repeat(60_000) } }, ...Array.from({ length: 300 }, (_, index) => ({ name: `${index}`, central: { comment: 'x'.repeat(60_000) } }))]),
  ]),
];

function claims(bytes: number, compressed = deflateRawSync(String(plain.content)).length): Partial<ZipEntry> {
  return { local: { extra: sizesExtra([bytes, compressed]) }, central: { extra: sizesExtra([bytes, compressed]) } };
}

/** Zeros, packed about 1000:1. Built from one block, which takes no time. */
function bombEntry(mebibytes: number): ZipEntry {
  const block = deflateRawSync(Buffer.alloc(MiB), { finishFlush: 3 });
  const data = Buffer.concat([...new Array<Buffer>(mebibytes).fill(block), deflateRawSync('')]);
  const sizes = { plain: mebibytes * MiB, crc: crcOfZeros(mebibytes) };
  return { name: 'bomb', data, local: sizes, central: sizes };
}

function crcOfZeros(mebibytes: number): number {
  const zeros = Buffer.alloc(MiB);
  let crc = 0;
  for (let done = 0; done < mebibytes; done++) crc = crc32(zeros, crc);
  return crc;
}

/** A hundred thousand empty files, put together from one of them. */
function manyEntries(entries?: number): Buffer {
  const count = 100_000;
  const one = buildZip([{ name: '00000.csv', stored: true }]);
  const directoryAt = one.indexOf('PK\x01\x02');
  const locals = Buffer.alloc(directoryAt * count, one.subarray(0, directoryAt));
  const listed = one.subarray(directoryAt, -22);
  const directory = Buffer.alloc(listed.length * count, listed);
  for (let index = 0; index < count; index++) {
    const digits = String(index).padStart(5, '0');
    locals.write(digits, index * directoryAt + 30, 'latin1');
    directory.write(digits, index * listed.length + 46, 'latin1');
    directory.writeUInt32LE(index * directoryAt, index * listed.length + 42);
  }
  const place = { directoryBytes: directory.length, directoryOffset: locals.length };
  const said = entries === undefined ? { zip64: { entries: count, ...place } } : { end: { entries, entriesHere: entries, ...place } };
  return buildZip([], { before: Buffer.concat([locals, directory]), ...said });
}
