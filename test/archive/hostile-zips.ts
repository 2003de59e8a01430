import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { buildZip, extra, sizesExtra, unicodePath, type ZipEntry, type ZipOptions } from './zip-builder';

/** A zip that must be refused, by the name of what is wrong with it. */
export interface HostileZip {
  name: string;
  zip: () => Buffer;
  /** What is said of it. */
  because: string;
  /** Its directory is in order: it is found out only when the entry is read. */
  onlyWhenRead?: boolean;
}

const plain: ZipEntry = { name: 'soil.csv', content: 'id,ph\n1,6.5\n' };
const other: ZipEntry = { name: 'licence.txt', content: 'CC-BY 4.0' };
const MiB = 1024 ** 2;

type Example = Omit<HostileZip, 'because'>;

function because(reason: string, examples: Example[]): HostileZip[] {
  return examples.map((example) => ({ ...example, because: reason }));
}

function hostile(name: string, entries: ZipEntry[], options?: ZipOptions): Example {
  return { name, zip: () => buildZip(entries, options) };
}

function whenRead(name: string, entries: ZipEntry[]): Example {
  return { name, zip: () => buildZip(entries), onlyWhenRead: true };
}

const named = (name: string, entryName: string | Buffer): Example => hostile(name, [plain, { name: entryName, content: 'x' }]);
const twice = (name: string, one: string, two: string): Example => hostile(name, [{ name: one, content: '1' }, { name: two, content: '2' }]);
const special = (name: string, mode: number, content = ''): Example => hostile(name, [plain, { name: 'special', content, mode, stored: true }]);

const names: HostileZip[] = [
  ...because('a name is an absolute path', [
    named('absolute path', '/etc/cron.d/evil'),
    named('path of a network share with slashes', '//host/share/evil.txt'),
    named('slash alone', '/')
  ]),
  ...because('a name holds a backslash', [
    named('absolute path with backslash', '\\evil.txt'),
    named('path of a network share', '\\\\host\\share\\evil.txt'),
    named('parent folder with backslashes', '..\\..\\evil.txt'),
    named('parent folder with both slashes', 'data/..\\evil.txt'),
    named('backslash', 'data\\evil.txt')
  ]),
  ...because('a name begins with a drive letter', [
    named('drive letter', 'C:/evil.txt'),
    named('drive letter without slash', 'c:evil.txt')
  ]),
  ...because('a name leads out of its folder', [
    named('parent folder', '../evil.txt'),
    named('parent folder in the middle', 'data/../../evil.txt'),
    named('parent folder at the end', 'data/..'),
    named('dot part', './evil.txt'),
    named('dot part in the middle', 'data/./evil.txt')
  ]),
  ...because('a name has an empty part', [
    named('empty part', 'data//evil.txt')
  ]),
  ...because('a name is empty', [
    named('empty name', '')
  ]),
  ...because('a name holds a character that is not allowed in names', [
    named('zero character', 'evil.txt\0.csv'),
    named('line break', 'evil\n.txt'),
    named('escape sequence', 'evil\x1b[2J.txt'),
    named('control character of Latin 1', 'evil\u0085.txt'),
    named('delete character', 'evil\x7f.txt'),
    named('stream of another file', 'soil.txt:hidden'),
    named('wildcard', 'evil*.txt'),
    named('pipe', '|evil'),
    named('quotation mark', 'ev"il'),
    named('reading direction turned', 'soil\u202egpj.exe'),
    named('isolated reading direction', 'soil\u2067x'),
    named('byte order mark', '\ufeffevil.txt')
  ]),
  ...because('a part of a name begins or ends with a space, or ends with a dot', [
    named('trailing dot', 'evil.txt.'),
    named('trailing space', 'evil.txt '),
    named('leading space', ' evil.txt'),
    named('folder with trailing dot', 'data./evil.txt'),
    named('three dots', '.../evil.txt')
  ]),
  ...because('a name is reserved on Windows', [
    named('device of Windows', 'CON'),
    named('device of Windows with extension', 'aux.csv'),
    named('device of Windows with two extensions', 'lpt1.tar.gz'),
    named('device of Windows as folder', 'nul/evil.txt'),
    named('device of Windows with superscript', 'com¹.txt'),
    named('device of Windows with spaces', 'prn .txt')
  ]),
  ...because('a name is too long', [
    named('long name', `${'a/'.repeat(20)}${'b'.repeat(1200)}`),
    named('name of 1,025 bytes in parts that are not too long', `${`${'a'.repeat(204)}/`.repeat(4)}${'b'.repeat(205)}`)
  ]),
  ...because('a part of a name is too long', [
    named('long part of a name', 'b'.repeat(256)),
    named('long part of a name in UTF-8', 'ä'.repeat(128))
  ]),
  ...because('a name is nested too deeply', [
    named('deep name', `${'a/'.repeat(40)}b`),
    named('name of 33 parts', `${'a/'.repeat(32)}b`)
  ]),
  ...because('a name is not UTF-8', [
    named('no UTF-8', Buffer.from([0x73, 0xff, 0xfe, 0x2e])),
    named('overlong UTF-8 of a slash', Buffer.from([0x2e, 0x2e, 0xc0, 0xaf, 0x78])),
    named('surrogate in UTF-8', Buffer.from([0x61, 0xed, 0xa0, 0x80])),
    hostile('no UTF-8 and no flag', [{ name: Buffer.from([0x73, 0x81, 0x2e]), content: 'x', flags: 0 }])
  ]),
  ...because('a name leads out of its folder on systems that compose characters', [
    named('parent folder in wide dots', '\uff0e\uff0e/evil.txt'),
    named('slash in a compatible form', 'data\uff0fevil.txt'),
    named('two dots in one character', '\u2025/evil.txt')
  ]),
  ...because('a name is too long where its characters are taken apart', [
    named('name of characters that stand for eighteen each', '\ufdfa'.repeat(80))
  ]),
  ...because('it has more than the allowed 10000 folders', [
    hostile(
      'thousands of folders in the names of a few hundred files',
      Array.from({ length: 400 }, (_, file) => ({ name: `${Array.from({ length: 30 }, (_, depth) => `${file}-${depth}`).join('/')}/soil.csv` }))
    )
  ]),
  ...because('a name comes twice, if only in another case or composition', [
    twice('name twice', 'soil.csv', 'soil.csv'),
    hostile('folder twice', [{ name: 'data/' }, { name: 'data/' }]),
    twice('name twice in another case', 'soil.csv', 'Soil.CSV'),
    twice('name twice in another case of a letter without a small form', 'STRASSE.csv', 'straße.csv'),
    twice('name twice, composed and not', 'B\u00f6den.csv', 'Bo\u0308den.csv'),
    twice('name twice in a compatible form', '\ufb01eld.csv', 'field.csv'),
    twice('name twice with a Kelvin sign', '\u212a.csv', 'k.csv')
  ]),
  ...because('a name is both a file and a folder', [
    twice('file used as a folder', 'data', 'data/evil.txt'),
    twice('folder used as a file', 'data/evil.txt', 'data'),
    hostile('file and folder', [{ name: 'data' }, { name: 'data/' }]),
    hostile('folder and file', [{ name: 'data/' }, { name: 'data' }]),
    twice('file used as a folder in another case', 'data', 'DATA/evil.txt')
  ]),
  ...because('a folder comes twice, in another case or composition', [
    twice('folder in two cases', 'data/a.txt', 'Data/b.txt'),
    hostile('folder in two cases by itself', [{ name: 'data/' }, { name: 'DATA/' }])
  ]),
  ...because('it has two names', [
    hostile('second name in Unicode', [{ ...plain, flags: 0, central: { extra: unicodePath('soil.csv', '../evil.txt') }, local: { extra: unicodePath('soil.csv', '../evil.txt') } }])
  ]),
  ...because('its header names it differently than the directory', [
    hostile('second name in Unicode in the local header', [{ ...plain, flags: 0, local: { extra: unicodePath('soil.csv', '../evil.txt') } }]),
    hostile('second name in Unicode in the directory alone', [{ ...plain, flags: 0, central: { extra: unicodePath('soil.csv', 'soil.csv') } }])
  ])
];

const kinds: HostileZip[] = [
  ...because('it is a symbolic link or another special file', [
    special('symbolic link', 0o120777, '/etc/passwd'),
    hostile('symbolic link and a file through it', [
      { name: 'out', content: '/tmp', mode: 0o120777, stored: true },
      { name: 'out2/evil.txt', content: 'x' }
    ]),
    hostile('symbolic link said to be of MS-DOS', [{ name: 'out', content: '/tmp', mode: 0o120777, stored: true, central: { madeBy: 20 } }]),
    special('named pipe', 0o010644),
    special('character device', 0o020644),
    special('block device', 0o060644),
    special('socket', 0o140644),
    special('unknown type', 0o150644)
  ]),
  ...because('its name and its attributes disagree on whether it is a folder', [
    special('folder without slash', 0o040755),
    hostile('folder of MS-DOS without slash', [{ name: 'data', central: { madeBy: 20, attributes: 0x10 } }]),
    hostile('file with a slash at its end', [{ name: 'data/', mode: 0o100644 }])
  ]),
  ...because('a folder holds data', [
    hostile('folder with data', [{ name: 'data/', content: 'x' }])
  ]),
  ...because('it is encrypted', [
    hostile('encrypted', [{ ...plain, flags: 0x801 }]),
    hostile('masked headers', [{ ...plain, flags: 0x2800 }])
  ]),
  ...because('strong encryption is not supported', [
    hostile('strongly encrypted', [{ ...plain, flags: 0x841 }]),
    hostile('strong encryption alone', [{ ...plain, flags: 0x840 }])
  ]),
  ...because('it uses a feature that is not supported', [
    hostile('patch data', [{ ...plain, flags: 0x820 }]),
    hostile('enhanced deflate', [{ ...plain, flags: 0x810 }]),
    hostile('reserved flag', [{ ...plain, flags: 0x8800 }])
  ]),
  ...because('its packing method', [
    ...[1, 6, 9, 12, 14, 93, 95, 99].map((method) => hostile(`packing method ${method}`, [{ ...plain, local: { method }, central: { method } }]))
  ])
];

const twoHeaders: HostileZip[] = [
  ...because('its header names it differently than the directory', [
    hostile('other name in the local header', [{ ...plain, local: { name: '../evil' } }]),
    hostile('name of another length in the local header', [{ ...plain, local: { name: 'soil.csv.exe' } }])
  ]),
  ...because('its packing method differs from that in the directory', [
    hostile('other packing method in the local header', [{ ...plain, local: { method: 0 } }])
  ]),
  ...because('its flags differ from those in the directory', [
    hostile('other flags in the local header', [{ ...plain, local: { flags: 0x801 } }]),
    hostile('descriptor announced in the directory alone', [{ ...plain, central: { flags: 0x808 } }])
  ]),
  ...because('its header gives another size or checksum than the directory', [
    hostile('other checksum in the local header', [{ ...plain, local: { crc: 1 } }]),
    hostile('other length in the local header', [{ ...plain, local: { plain: 1 } }]),
    hostile('other packed length in the local header', [{ ...plain, local: { compressed: 1 } }]),
    hostile('lengths of zero in the local header without descriptor', [{ ...plain, local: { compressed: 0, plain: 0, crc: 0 } }]),
    hostile('checksum of zero in the local header without descriptor', [{ ...plain, local: { crc: 0 } }]),
    hostile('length of zero in the local header without descriptor', [{ ...plain, local: { plain: 0 } }]),
    hostile('packed length not of zero with descriptor', [{ ...plain, descriptor: 'signed', local: { compressed: 3 } }]),
    hostile('length not of zero with descriptor', [{ ...plain, descriptor: 'signed', local: { plain: 3 } }]),
    hostile('checksum not of zero with descriptor', [{ ...plain, descriptor: 'signed', local: { crc: 3 } }]),
    hostile('64-bit lengths cut in the local header', [{ ...plain, zip64: true, local: { extra: sizesExtra([12]) } }]),
    hostile('other 64-bit lengths in the local header', [{ ...plain, zip64: true, local: { extra: sizesExtra([1, 2]) } }]),
    hostile('64-bit lengths missing in the local header', [{ ...plain, zip64: true, local: { extra: Buffer.alloc(0) } }])
  ]),
  ...because('the descriptor behind it gives another size or checksum than the directory', [
    hostile('descriptor with another checksum', [{ ...plain, descriptor: 'signed', descriptorFields: { crc: 1 } }]),
    hostile('descriptor with another length', [{ ...plain, descriptor: 'signed', descriptorFields: { plain: 1 } }]),
    hostile('descriptor with another packed length', [{ ...plain, descriptor: 'plain64', descriptorFields: { compressed: 1 } }]),
    hostile('descriptor with another signature', [{ ...plain, descriptor: 'signed', descriptorFields: { signature: 0x08074b51 } }])
  ]),
  ...because('there is something between entries', [
    hostile('descriptor missing', [{ ...plain, flags: 0x808 }, other])
  ]),
  ...because('the directory points to something that is no entry', [
    hostile('signature of the local header wrong', [{ ...plain, local: { signature: 0x04034b51 } }])
  ]),
  ...because('invalid central directory file header signature', [
    hostile('signature in the directory wrong', [{ ...plain, central: { signature: 0x02014b51 } }])
  ])
];

const layouts: HostileZip[] = [
  ...because('a name comes twice, if only in another case or composition', [
    { name: 'entries that share their data', zip: () => sharedData() }
  ]),
  ...because('entries overlap', [
    { name: 'entries that overlap', zip: () => quotedOverlap() },
    hostile('packed length beyond the end', [{ ...plain, local: { compressed: 5000 }, central: { compressed: 5000 } }])
  ]),
  ...because('its header names it differently than the directory', [
    hostile('entry in the directory alone', [plain, { ...other, listedOnly: true, central: { offset: 0 } }])
  ]),
  ...because('there is something between entries', [
    hostile('entry hidden from the directory', [plain, { ...other, unlisted: true }, { name: 'c.txt', content: 'c' }]),
    hostile('entry hidden behind the last', [plain, { ...other, unlisted: true }]),
    hostile('something between entries', [{ ...plain, behind: Buffer.from('hidden') }, other]),
    hostile('something behind a descriptor', [{ ...plain, descriptor: 'signed', behind: Buffer.from('hidden') }, other]),
    hostile('something between data and directory', [plain], { beforeDirectory: Buffer.from('hidden') })
  ]),
  ...because('there is something in front of its first entry', [
    hostile('entry hidden in front of the first', [{ ...other, unlisted: true }, plain]),
    hostile('something in front', [plain], { before: Buffer.from('#!/bin/sh\necho evil\n') }),
    { name: 'two zips in one, the first in front of the second', zip: () => buildZip([other], { before: buildZip([plain]) }) }
  ]),
  ...because('its directory is not where its end says', [
    hostile('something in front, not counted', [plain], { before: Buffer.from('MZ'), end: { directoryOffset: 64 } }),
    hostile('something between directory and end', [plain], { behindDirectory: Buffer.from('hidden') }),
    { name: 'two zips in one', zip: () => Buffer.concat([buildZip([plain]), buildZip([other])]) },
    hostile('end hidden in the comment', [plain], { end: { comment: buildZip([other]) } }),
    hostile('directory shorter than said', [plain], { end: { directoryBytes: 10_000 } }),
    hostile('directory longer than said', [plain, other], { end: { directoryBytes: 54 } }),
    hostile('directory elsewhere', [plain, other], { end: { directoryOffset: 0 } }),
    hostile('directory behind the end', [plain], { end: { directoryOffset: 0x7fffffff } }),
    { name: 'cut at the front', zip: () => buildZip([plain, other]).subarray(1) }
  ]),
  ...because('there is something behind its end', [
    hostile('something behind', [plain], { behind: Buffer.from('hidden') }),
    hostile('zeros behind', [plain], { behind: Buffer.alloc(512) }),
    hostile('comment longer than said', [plain], { end: { comment: 'soil', commentBytes: 3 } }),
    hostile('comment shorter than said', [plain], { end: { comment: 'soil', commentBytes: 5 } })
  ]),
  ...because('its comment hides zip records', [
    hostile('end in the comment, cut', [plain], { end: { comment: Buffer.from('PK\x05\x06 and so on') } }),
    hostile('directory entry in the comment', [plain], { end: { comment: Buffer.from('PK\x01\x02') } })
  ]),
  ...because('its directory has another length than its end says', [
    hostile('count too small', [plain, other], { end: { entries: 1, entriesHere: 1 } }),
    hostile('count of zero', [plain], { end: { entries: 0, entriesHere: 0 } })
  ]),
  ...because('it ends too early', [
    hostile('count too large', [plain, other], { end: { entries: 3, entriesHere: 3 } }),
    hostile('entry behind the end', [{ ...plain, central: { offset: 0x7fffffff } }])
  ]),
  ...because('it is one part of several', [
    hostile('two counts', [plain, other], { end: { entriesHere: 1 } }),
    hostile('second disk', [plain], { end: { disk: 1 } }),
    hostile('directory on a second disk', [plain], { end: { directoryDisk: 1 } })
  ]),
  ...because('the directory points to something that is no entry', [
    hostile('entry in the directory', [{ ...plain, central: { offset: 60 } }])
  ]),
  ...because('extra field length exceeds extra field buffer size', [
    hostile('extra field beyond its end', [{ ...plain, central: { extra: Buffer.from([1, 0, 200, 0, 1]) } }])
  ]),
  ...because('an extra field reaches over its end', [
    hostile('extra field beyond its end in the local header', [{ ...plain, local: { extra: Buffer.from([1, 0, 200, 0, 1]) } }])
  ]),
  ...because('its directory is missing: it was cut, or it is no zip', [
    { name: 'cut in the data', zip: () => buildZip([plain, other]).subarray(0, 40) },
    { name: 'cut in the directory', zip: () => buildZip([plain, other]).subarray(0, -60) },
    { name: 'cut by one byte', zip: () => buildZip([plain, other]).subarray(0, -1) },
    { name: 'web page', zip: () => Buffer.from(`<!doctype html><title>Log in</title>${' '.repeat(500)}`) },
    { name: 'zeros', zip: () => Buffer.alloc(5000) }
  ]),
  ...because('it is too short to be a zip', [
    { name: 'nothing', zip: () => Buffer.alloc(0) },
    { name: 'signature alone', zip: () => Buffer.from('PK\x03\x04') }
  ])
];

const wide: HostileZip[] = [
  ...because('its 64-bit end is not where it should be', [
    hostile('64-bit end elsewhere', [plain], { zip64: { locatorOffset: 3 } }),
    hostile('64-bit end far away', [plain], { zip64: { locatorOffset: 2 ** 52 } })
  ]),
  ...because('its two ends contradict each other', [
    hostile('64-bit end with another count', [plain], { zip64: { entries: 2, keepShort: true } }),
    hostile('64-bit end with another directory', [plain], { zip64: { directoryOffset: 1, keepShort: true } }),
    hostile('64-bit end with another length of the directory', [plain], { zip64: { directoryBytes: 1, keepShort: true } })
  ]),
  ...because('it is one part of several', [
    hostile('64-bit end with two counts', [plain, other], { zip64: { entriesHere: 1 } }),
    hostile('64-bit end on a second disk', [plain], { zip64: { disk: 1 } }),
    hostile('64-bit end of two disks', [plain], { zip64: { disks: 2 } }),
    { name: '64-bit end with its directory on a second disk', zip: () => changed(buildZip([plain], { zip64: {} }), 'PK\x06\x06', 20) },
    { name: '64-bit end that is looked for on a second disk', zip: () => changed(buildZip([plain], { zip64: {} }), 'PK\x06\x07', 4) }
  ]),
  ...because('its directory is not where its end says', [
    hostile('64-bit end with a shorter directory', [plain, other], { zip64: { directoryBytes: 5 } }),
    hostile('64-bit end missing', [plain], { end: { directoryOffset: 0xffffffff } })
  ]),
  ...because('its 64-bit end cannot be read', [
    hostile('64-bit end of another length', [plain], { zip64: { size: 60 } }),
    { name: '64-bit end with another signature', zip: () => changed(buildZip([plain], { zip64: {} }), 'PK\x06\x06', 3) }
  ]),
  ...because('it has 65535 entries and 10000 are allowed', [
    hostile('64-bit count missing', [plain], { end: { entries: 0xffff, entriesHere: 0xffff } })
  ]),
  ...because('its header gives another size or checksum than the directory', [
    hostile('64-bit lengths missing in the directory', [{ ...plain, central: { plain: 0xffffffff, compressed: 0xffffffff } }])
  ]),
  ...because('zip64 extended information extra field does not include compressed size', [
    hostile('64-bit lengths cut', [{ ...plain, central: { plain: 0xffffffff, compressed: 0xffffffff, extra: sizesExtra([12]) } }])
  ]),
  ...because('an extra field comes twice', [
    hostile('64-bit lengths twice', [{ ...plain, zip64: true, central: { extra: Buffer.concat([sizesExtra([12, 14]), sizesExtra([12, 14])]) } }]),
    hostile('64-bit lengths twice, the second time empty', [{ ...plain, zip64: true, central: { extra: Buffer.concat([sizesExtra([12, 14]), extra(1, Buffer.alloc(0))]) } }])
  ]),
  ...because('it holds more than the allowed', [
    hostile('64-bit lengths beyond all numbers', [
      { ...plain, zip64: true, central: { extra: extra(1, Buffer.alloc(16, 0xff)) }, local: { extra: extra(1, Buffer.alloc(16, 0xff)) } }
    ])
  ])
];

const contents: HostileZip[] = [
  ...because('its checksum is wrong', [
    whenRead('checksum wrong', [{ ...plain, local: { crc: 1 }, central: { crc: 1 } }]),
    whenRead('checksum wrong, stored', [{ ...plain, stored: true, local: { crc: 1 }, central: { crc: 1 } }])
  ]),
  ...because('it holds more than its directory says', [
    whenRead('holds more than it says', [{ ...plain, local: { plain: 5 }, central: { plain: 5 } }]),
    whenRead('says it is empty', [{ ...plain, local: { plain: 0, crc: 0 }, central: { plain: 0, crc: 0 } }])
  ]),
  ...because('it holds less than its directory says', [
    whenRead('holds less than it says', [{ ...plain, local: { plain: 500 }, central: { plain: 500 } }])
  ]),
  ...because('its data cannot be unpacked', [
    whenRead('packed data are junk', [{ ...plain, data: Buffer.from('no deflate data at all') }]),
    whenRead('packed data are cut', [{ ...plain, data: deflateRawSync(String(plain.content)).subarray(0, -3) }]),
    whenRead('packed data of nothing', [{ ...plain, data: Buffer.alloc(0) }])
  ]),
  ...because('there is something behind its packed data', [
    whenRead('something behind the packed data', [{ ...plain, data: Buffer.concat([deflateRawSync(String(plain.content)), Buffer.from('hidden')]) }])
  ]),
  ...because('compressed/uncompressed size mismatch for stored file', [
    hostile('stored with two lengths', [{ ...plain, stored: true, local: { plain: 5 }, central: { plain: 5 } }])
  ])
];

const bombs: HostileZip[] = [
  ...because('it holds more than the allowed', [
    hostile('a tebibyte in one entry', [{ ...plain, zip64: true, ...claims(2 ** 40) }])
  ]),
  ...because('it is packed too densely for real data', [
    hostile('a tebibyte in many entries', Array.from({ length: 64 }, (_, index) => ({ ...plain, name: `${index}`, zip64: true, ...claims(2 ** 34) }))),
    hostile('packed a thousandfold', [{ ...plain, ...bombEntry(100) }]),
    hostile('packed a thousandfold in harmless pieces', Array.from({ length: 8 }, (_, index) => ({ ...bombEntry(16), name: `${index}` })))
  ]),
  ...because('it holds more than its directory says', [
    { name: 'a gibibyte that says it is small', zip: () => buildZip([{ ...bombEntry(1024), local: { plain: 100 }, central: { plain: 100 } }]), onlyWhenRead: true }
  ]),
  ...because('it has 100000 entries and 10000 are allowed', [
    { name: 'a hundred thousand entries', zip: () => manyEntries() }
  ]),
  ...because('its directory has', [
    { name: 'a hundred thousand entries that say they are ten', zip: () => manyEntries(10) },
    hostile('a directory of many megabytes', [{ ...plain, central: { comment: 'x'.repeat(60_000) } }, ...Array.from({ length: 300 }, (_, index) => ({ name: `${index}`, central: { comment: 'x'.repeat(60_000) } }))])
  ])
];

/** Every way of being hostile that we know of. */
export const hostileZips: readonly HostileZip[] = [...names, ...kinds, ...twoHeaders, ...layouts, ...wide, ...contents, ...bombs];

function claims(bytes: number): Partial<ZipEntry> {
  const compressed = deflateRawSync(String(plain.content)).length;
  return { local: { extra: sizesExtra([bytes, compressed]) }, central: { extra: sizesExtra([bytes, compressed]) } };
}

/** Zeros, packed about 1000:1. Built from one block, so that it takes no time. */
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

/** The zip with one more in a byte: so far behind the signature. */
function changed(zip: Buffer, signature: string, offset: number): Buffer {
  const at = zip.indexOf(signature, 'latin1') + offset;
  zip.writeUInt8(zip.readUInt8(at) + 1, at);
  return zip;
}

/** Two entries of the directory over one local header, as bombs do that grow by the square of their entries. */
function sharedData(): Buffer {
  return buildZip([{ ...plain, unlisted: false }, { ...plain, name: 'soil2csv', listedOnly: true, central: { offset: 0, name: 'soil.csv' } }]);
}

/** The data of the first entry are stored and hold the second one, header and all. */
function quotedOverlap(): Buffer {
  const inner = buildZip([other]);
  const innerEntry = inner.subarray(0, inner.indexOf('PK\x01\x02'));
  const outer: ZipEntry = { name: 'outer', content: innerEntry, stored: true };
  return buildZip([outer, { ...other, listedOnly: true, central: { offset: 30 + 'outer'.length } }]);
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

if (require.main === module) {
  const folder = process.argv[2];
  if (!folder) throw new Error('usage: hostile-zips.ts <folder to write them to>');
  mkdirSync(folder, { recursive: true });
  for (const { name, zip } of hostileZips) writeFileSync(join(folder, `${name}.zip`), zip());
}
