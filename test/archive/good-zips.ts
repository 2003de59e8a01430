import { crc32 } from 'node:zlib';
import { buildZip, extra, seekIndex, sizesExtra, unicodePath, type ZipEntry, type ZipOptions } from './zip-builder';

/** A zip that must be read, named after what is special about it. */
export interface GoodZip {
  name: string;
  zip: Buffer;
  /** The content of each file by its name. */
  files: Record<string, string>;
  folders: string[];
}

const csv: ZipEntry = { name: 'output_data_points.csv', content: 'id,lat,lon,value\n'.repeat(500) };
const licence: ZipEntry = { name: 'LICENCE.txt', content: 'CC-BY 4.0' };

function good(name: string, entries: ZipEntry[], options?: ZipOptions): GoodZip {
  const files: Record<string, string> = {};
  const folders: string[] = [];
  for (const entry of entries) {
    const path = entry.name.toString();
    if (path.endsWith('/')) folders.push(path.slice(0, -1));
    else files[path] = String(entry.content ?? '');
  }
  return { name, zip: buildZip(entries, options), files, folders };
}

/** The time of the last change, as Info-ZIP writes it: in more detail in the local header than in the directory. */
const localTime = extra(0x5455, Buffer.from([3, 0, 0, 0, 90, 0, 0, 0, 90]));
const centralTime = extra(0x5455, Buffer.from([3, 0, 0, 0, 90]));

/** What exports look like, and what the format allows besides. */
export const goodZips: readonly GoodZip[] = [
  good('deflated files', [csv, licence]),
  good('stored files', [{ ...csv, stored: true }, { ...licence, stored: true }]),
  good('a descriptor with signature', [{ ...csv, descriptor: 'signed' }, licence]),
  good('a descriptor without signature', [{ ...csv, descriptor: 'plain' }, licence]),
  good('a descriptor of 64 bits', [{ ...csv, descriptor: 'signed64' }, licence]),
  good('a descriptor of 64 bits without signature', [{ ...csv, descriptor: 'plain64' }, licence]),
  good('a descriptor behind stored data', [{ ...csv, stored: true, descriptor: 'signed' }, licence]),
  good('a descriptor behind the last file', [licence, { ...csv, descriptor: 'plain' }]),
  good('a descriptor, and what it says in the local header as well', [{ ...licence, stored: true, flags: 0x808 }].map(withDescriptor)),
  good('64-bit lengths', [{ ...csv, zip64: true }, licence]),
  good('a 64-bit length beside one of 32 bits, in the local header', [{ ...licence, stored: true, local: { compressed: 0xffffffff, extra: sizesExtra([0, 9]) } }]),
  good('a 64-bit length beside one of 32 bits, the other way round', [{ ...licence, stored: true, local: { plain: 0xffffffff, extra: sizesExtra([9, 0]) } }]),
  good('64-bit lengths with a descriptor', [{ ...csv, zip64: true, descriptor: 'signed64' }, licence]),
  good('a 64-bit end', [csv, licence], { zip64: {} }),
  good('a 64-bit end beside a full one', [csv, licence], { zip64: { keepShort: true } }),
  good('a 64-bit end that counts no disks', [csv], { zip64: { disks: 0 } }),
  good('names in UTF-8', [{ ...csv, name: 'Böden/氷/почва.csv' }]),
  good('a name in UTF-8 that is not composed', [{ ...csv, name: 'Bo\u0308den.csv' }]),
  good('a name in UTF-8 without flag', [{ ...csv, name: 'Böden.csv', flags: 0 }]),
  good('a name in UTF-8 and once more in its own field', [{ ...csv, name: 'Böden.csv', local: { extra: unicodePath('Böden.csv', 'Böden.csv') }, central: { extra: unicodePath('Böden.csv', 'Böden.csv') } }]),
  { ...good('a name in the code page of MS-DOS', [{ ...csv, name: Buffer.from('\x80B\x94den\xe1\x7e.csv', 'latin1'), flags: 0 }]), files: { 'ÇBödenß~.csv': String(csv.content) } },
  secondName('the name in full in its own field, beside one in a code page', Buffer.from('\xaf.csv', 'latin1'), '氷.csv'),
  secondName('the name in full in its own field, beside one with marks for its letters', 'B?den_.csv', 'Bödenß.csv'),
  good('the same name in its own field, of an earlier one', [{ ...csv, flags: 0, local: { extra: unicodePath('old.csv', String(csv.name)) }, central: { extra: unicodePath('old.csv', String(csv.name)) } }]),
  secondName('the name in full in its own field, beside one that names its signs', 'B#U00f6den#L01f331.csv', 'Böden🌱.csv'),
  { ...good('indexes for seeking, as GIS programs write them', [indexed(csv), indexed({ ...csv, name: 'maps/a.csv' }), licence]) },
  good('a name with a dot in front', [{ ...csv, name: '.metadata/a.b.c.csv' }]),
  good('a name of 255 bytes', [{ ...csv, name: `${'a'.repeat(251)}.csv` }]),
  good('a name of 1,024 bytes', [{ ...csv, name: `${`${'a'.repeat(204)}/`.repeat(4)}${'b'.repeat(204)}` }]),
  good('a name of 32 parts', [{ ...csv, name: `${'a/'.repeat(31)}b` }]),
  good('a name with spaces and signs', [{ ...csv, name: 'ph (H2O), 0-5 cm & more_~!@#$%^+={}[];\'.csv' }]),
  good('names that resemble devices', [{ ...csv, name: 'console.csv' }, { ...csv, name: 'com10/nulls.csv' }, { ...csv, name: 'auxiliary' }, { ...csv, name: 'beacon.csv' }]),
  good('names that resemble each other', [{ ...csv, name: 'a' }, { ...csv, name: 'ab' }, { ...csv, name: 'a.csv/b' }, { ...csv, name: 'a.csv2' }]),
  good('an empty file, stored', [{ name: 'empty.csv', stored: true }, licence]),
  good('an empty file, deflated', [{ name: 'empty.csv' }, licence]),
  good('folders', [{ name: 'points/', stored: true }, { ...csv, name: 'points/a.csv' }, { name: 'empty/', stored: true }]),
  good('a folder behind its file', [{ ...csv, name: 'points/a.csv' }, { name: 'points/', stored: true }]),
  good('a folder, deflated', [{ name: 'points/' }]),
  good('a folder without attributes', [{ name: 'points/', stored: true, central: { madeBy: 20, attributes: 0 } }]),
  good('a file without attributes', [{ ...csv, central: { madeBy: 20, attributes: 0 } }]),
  good('a file of MS-DOS', [{ ...csv, central: { madeBy: 20, attributes: 0x20 } }]),
  good('a comment', [csv], { end: { comment: 'Soil data, made on 2026-01-01. Zip PK licence: CC-BY' } }),
  good('a comment for an entry', [{ ...csv, central: { comment: 'topsoil' } }]),
  good('the longest comment', [csv], { end: { comment: 'x'.repeat(65_535) } }),
  good('extra fields that differ', [{ ...csv, local: { extra: localTime }, central: { extra: centralTime } }]),
  good('an extra field cut short, as some writers pad', [{ ...csv, local: { extra: Buffer.alloc(3) } }]),
  good('packing flags in one header only', [{ ...csv, flags: 0x800, central: { flags: 0x806 } }]),
  {
    ...good('names with dot parts, as archivers write them that are given a folder', [{ name: './' }, { name: './points/' }, { ...csv, name: './points/./a.csv' }, { ...licence, name: './LICENCE.txt' }]),
    files: { 'points/a.csv': String(csv.content), 'LICENCE.txt': String(licence.content) },
    folders: ['points'],
  },
  good('no entries', []),
  { ...good('a directory in another order', [csv, licence]), zip: inOtherOrder() },
];

function secondName(name: string, header: string | Buffer, full: string): GoodZip {
  const field = unicodePath(header, full);
  return { ...good(name, [{ ...csv, name: header, flags: 0, local: { extra: field }, central: { extra: field } }]), files: { [full]: String(csv.content) } };
}

function indexed(entry: ZipEntry): ZipEntry {
  return { ...entry, behind: seekIndex(entry) };
}

function withDescriptor(entry: ZipEntry): ZipEntry {
  const content = Buffer.from(entry.content ?? '');
  const [crc, size] = [crc32(content), content.length];
  return { ...entry, descriptor: 'signed', local: { crc, compressed: size, plain: size }, central: { crc }, descriptorFields: { crc } };
}

function inOtherOrder(): Buffer {
  const forward = buildZip([csv, licence]);
  // oxlint-disable-next-line no-control-regex
  const at = [...forward.toString('latin1').matchAll(/PK\x01\x02|PK\x05\x06/g)].map(({ index }) => index) as [number, number, number];
  const [first, second, end] = at;
  return Buffer.concat([forward.subarray(0, first), forward.subarray(second, end), forward.subarray(first, second), forward.subarray(end)]);
}
