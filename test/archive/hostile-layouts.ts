import { because, changed, hostile, other, plain, type HostileZip } from './hostile-zip';
import { buildZip, seekIndex, extra, sizesExtra, type ZipEntry } from './zip-builder';

/** Headers of entries that the directory contradicts. */
export const twoHeaders: HostileZip[] = [
  ...because('its header names it differently than the directory', [
    hostile('other name in the local header', [{ ...plain, local: { name: '../evil' } }]),
    hostile('name of another length in the local header', [{ ...plain, local: { name: 'soil.csv.exe' } }]),
  ]),
  ...because('its packing method differs from that in the directory', [
    hostile('other packing method in the local header', [{ ...plain, local: { method: 0 } }]),
  ]),
  ...because('its flags differ from those in the directory', [
    hostile('other flags in the local header', [{ ...plain, local: { flags: 0x801 } }]),
    hostile('descriptor announced in the directory alone', [{ ...plain, central: { flags: 0x808 } }]),
  ]),
  ...because('its header and the directory give different sizes or checksums', [
    hostile('other checksum in the local header', [{ ...plain, local: { crc: 1 } }]),
    hostile('other length in the local header', [{ ...plain, local: { plain: 1 } }]),
    hostile('other packed length in the local header', [{ ...plain, local: { compressed: 1 } }]),
    hostile('lengths of zero in the local header without descriptor', [{ ...plain, local: { compressed: 0, plain: 0, crc: 0 } }]),
    hostile('checksum of zero in the local header without descriptor', [{ ...plain, local: { crc: 0 } }]),
    hostile('packed length of zero in the local header without descriptor', [{ ...plain, local: { compressed: 0 } }]),
    hostile('length of zero in the local header without descriptor', [{ ...plain, local: { plain: 0 } }]),
    hostile('packed length not of zero with descriptor', [{ ...plain, descriptor: 'signed', local: { compressed: 3 } }]),
    hostile('length not of zero with descriptor', [{ ...plain, descriptor: 'signed', local: { plain: 3 } }]),
    hostile('checksum not of zero with descriptor', [{ ...plain, descriptor: 'signed', local: { crc: 3 } }]),
    hostile('64-bit lengths cut in the local header', [{ ...plain, zip64: true, local: { extra: sizesExtra([12]) } }]),
    hostile('other 64-bit lengths in the local header', [{ ...plain, zip64: true, local: { extra: sizesExtra([1, 2]) } }]),
    hostile('64-bit lengths missing in the local header', [{ ...plain, zip64: true, local: { extra: Buffer.alloc(0) } }]),
  ]),
  ...because('the descriptor after it and the directory give different sizes or checksums', [
    hostile('descriptor with another checksum', [{ ...plain, descriptor: 'signed', descriptorFields: { crc: 1 } }]),
    hostile('descriptor with another length', [{ ...plain, descriptor: 'signed', descriptorFields: { plain: 1 } }]),
    hostile('descriptor with another packed length', [{ ...plain, descriptor: 'plain64', descriptorFields: { compressed: 1 } }]),
    hostile('descriptor with another signature', [{ ...plain, descriptor: 'signed', descriptorFields: { signature: 0x08074b51 } }]),
  ]),
  ...because('there is something between entries', [
    hostile('descriptor missing', [{ ...plain, flags: 0x808 }, other]),
  ]),
  ...because('the directory points to something that is not an entry', [
    hostile('signature of the local header wrong', [{ ...plain, local: { signature: 0x04034b51 } }]),
  ]),
  ...because('invalid central directory file header signature', [
    hostile('signature in the directory wrong', [{ ...plain, central: { signature: 0x02014b51 } }]),
  ]),
];

/** Entries and directories in the wrong place. */
export const layouts: HostileZip[] = [
  ...because('two names are the same if case and composition are ignored', [
    { name: 'entries that share their data', zip: () => sharedData() },
  ]),
  ...because('entries overlap', [
    { name: 'entries that overlap', zip: () => quotedOverlap() },
    hostile('packed length beyond the end', [{ ...plain, local: { compressed: 5000 }, central: { compressed: 5000 } }]),
  ]),
  ...because('its header names it differently than the directory', [
    hostile('entry in the directory alone', [plain, { ...other, listedOnly: true, central: { offset: 0 } }]),
  ]),
  ...because('there is something between entries', [
    hostile('entry hidden from the directory', [plain, { ...other, unlisted: true }, { name: 'c.txt', content: 'c' }]),
    hostile('entry hidden behind the last', [plain, { ...other, unlisted: true }]),
    hostile('something between entries', [{ ...plain, behind: Buffer.from('hidden') }, other]),
    hostile('index for seeking of another entry', [{ ...plain, behind: seekIndex(other) }, other]),
    hostile('index for seeking with other lengths', [{ ...plain, behind: seekIndex(plain, { plainOfEntry: 1 }) }, other]),
    hostile('index for seeking, packed', [{ ...plain, behind: seekIndex(plain, { method: 8 }) }, other]),
    hostile('index for seeking that ends too soon', [{ ...plain, behind: Buffer.concat([seekIndex(plain), Buffer.from('hidden')]) }, other]),
    hostile('index for seeking behind another', [{ ...plain, behind: Buffer.concat([seekIndex(plain), seekIndex(plain)]) }, other]),
    hostile('index for seeking without its header', [{ ...plain, behind: seekIndex(plain).subarray(0, 80) }, other]),
    hostile('something behind a descriptor', [{ ...plain, descriptor: 'signed', behind: Buffer.from('hidden') }, other]),
    hostile('something between data and directory', [plain], { beforeDirectory: Buffer.from('hidden') }),
  ]),
  ...because('there is something before its first entry', [
    hostile('entry hidden in front of the first', [{ ...other, unlisted: true }, plain]),
    hostile('something in front', [plain], { before: Buffer.from('#!/bin/sh\necho evil\n') }),
    { name: 'two zips in one, the first in front of the second', zip: () => buildZip([other], { before: buildZip([plain]) }) },
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
    { name: 'cut at the front', zip: () => buildZip([plain, other]).subarray(1) },
  ]),
  ...because('there is something after its end', [
    hostile('something behind', [plain], { behind: Buffer.from('hidden') }),
    hostile('zeros behind', [plain], { behind: Buffer.alloc(512) }),
    hostile('comment longer than said', [plain], { end: { comment: 'soil', commentBytes: 3 } }),
    hostile('comment shorter than said', [plain], { end: { comment: 'soil', commentBytes: 5 } }),
  ]),
  ...because('its comment hides zip records', [
    hostile('end in the comment, cut', [plain], { end: { comment: Buffer.from('PK\x05\x06 and so on') } }),
    ...['0102', '0304', '0505', '0606', '0607', '0708'].map((kind) =>
      hostile(`signature ${kind} in the comment`, [plain], { end: { comment: Buffer.concat([Buffer.from('PK'), Buffer.from(kind, 'hex')]) } }),
    ),
  ]),
  ...because('its directory is not as long as its end says', [
    hostile('count too small', [plain, other], { end: { entries: 1, entriesHere: 1 } }),
    hostile('count of zero', [plain], { end: { entries: 0, entriesHere: 0 } }),
  ]),
  ...because('it ends too early', [
    hostile('count too large', [plain, other], { end: { entries: 3, entriesHere: 3 } }),
    hostile('entry behind the end', [{ ...plain, central: { offset: 0x7fffffff } }]),
  ]),
  ...because('it is one part of several', [
    hostile('two counts', [plain, other], { end: { entriesHere: 1 } }),
    hostile('second disk', [plain], { end: { disk: 1 } }),
    hostile('directory on a second disk', [plain], { end: { directoryDisk: 1 } }),
  ]),
  ...because('the directory points to something that is not an entry', [
    hostile('entry in the directory', [{ ...plain, central: { offset: 60 } }]),
  ]),
  ...because('extra field length exceeds extra field buffer size', [
    hostile('extra field beyond its end', [{ ...plain, central: { extra: Buffer.from([1, 0, 200, 0, 1]) } }]),
  ]),
  ...because('an extra field runs past its end', [
    hostile('extra field beyond its end in the local header', [{ ...plain, local: { extra: Buffer.from([1, 0, 200, 0, 1]) } }]),
  ]),
  ...because('its directory is missing: it was cut off, or is not a zip', [
    { name: 'cut in the data', zip: () => buildZip([plain, other]).subarray(0, 40) },
    { name: 'cut in the directory', zip: () => buildZip([plain, other]).subarray(0, -60) },
    { name: 'cut by one byte', zip: () => buildZip([plain, other]).subarray(0, -1) },
    { name: 'web page', zip: () => Buffer.from(`<!doctype html><title>Log in</title>${' '.repeat(500)}`) },
    { name: 'zeros', zip: () => Buffer.alloc(5000) },
  ]),
  ...because('it is too short to be a zip', [
    { name: 'nothing', zip: () => Buffer.alloc(0) },
    { name: 'signature alone', zip: () => Buffer.from('PK\x03\x04') },
  ]),
];

/** The same with 64-bit fields. */
export const wide: HostileZip[] = [
  ...because('its 64-bit end is not where it should be', [
    hostile('64-bit end elsewhere', [plain], { zip64: { locatorOffset: 3 } }),
    hostile('64-bit end far away', [plain], { zip64: { locatorOffset: 2 ** 52 } }),
  ]),
  ...because('its two ends contradict each other', [
    hostile('64-bit end with another count', [plain], { zip64: { entries: 2, keepShort: true } }),
    hostile('64-bit end with another directory', [plain], { zip64: { directoryOffset: 1, keepShort: true } }),
    hostile('64-bit end with another length of the directory', [plain], { zip64: { directoryBytes: 1, keepShort: true } }),
  ]),
  ...because('it is one part of several', [
    hostile('64-bit end with two counts', [plain, other], { zip64: { entriesHere: 1 } }),
    hostile('64-bit end on a second disk', [plain], { zip64: { disk: 1 } }),
    hostile('64-bit end of two disks', [plain], { zip64: { disks: 2 } }),
    { name: '64-bit end with its directory on a second disk', zip: () => changed(buildZip([plain], { zip64: {} }), 'PK\x06\x06', 20) },
    { name: '64-bit end that is looked for on a second disk', zip: () => changed(buildZip([plain], { zip64: {} }), 'PK\x06\x07', 4) },
  ]),
  ...because('its directory is not where its end says', [
    hostile('64-bit end with a shorter directory', [plain, other], { zip64: { directoryBytes: 5 } }),
    hostile('64-bit end missing', [plain], { end: { directoryOffset: 0xffffffff } }),
  ]),
  ...because('its 64-bit end cannot be read', [
    hostile('64-bit end of another length', [plain], { zip64: { size: 60 } }),
    { name: '64-bit end with another signature', zip: () => changed(buildZip([plain], { zip64: {} }), 'PK\x06\x06', 3) },
  ]),
  ...because('it has 65535 entries; the limit is 10000', [
    hostile('64-bit count missing', [plain], { end: { entries: 0xffff, entriesHere: 0xffff } }),
  ]),
  ...because('its header and the directory give different sizes or checksums', [
    hostile('64-bit lengths missing in the directory', [{ ...plain, central: { plain: 0xffffffff, compressed: 0xffffffff } }]),
  ]),
  ...because('zip64 extended information extra field does not include compressed size', [
    hostile('64-bit lengths cut', [{ ...plain, central: { plain: 0xffffffff, compressed: 0xffffffff, extra: sizesExtra([12]) } }]),
  ]),
  ...because('an extra field is there twice', [
    hostile('64-bit lengths twice', [{ ...plain, zip64: true, central: { extra: Buffer.concat([sizesExtra([12, 14]), sizesExtra([12, 14])]) } }]),
    hostile('64-bit lengths twice, the second time empty', [{ ...plain, zip64: true, central: { extra: Buffer.concat([sizesExtra([12, 14]), extra(1, Buffer.alloc(0))]) } }]),
  ]),
  ...because('it holds more than the allowed', [
    hostile('64-bit lengths beyond all numbers', [
      { ...plain, zip64: true, central: { extra: extra(1, Buffer.alloc(16, 0xff)) }, local: { extra: extra(1, Buffer.alloc(16, 0xff)) } },
    ]),
  ]),
];

/** Two entries of the directory that share one local header, as in bombs that grow with the square of their entries. */
function sharedData(): Buffer {
  return buildZip([{ ...plain, unlisted: false }, { ...plain, name: 'soil2csv', listedOnly: true, central: { offset: 0, name: 'soil.csv' } }]);
}

/** The data of the first entry are stored, and contain the second one, header included. */
function quotedOverlap(): Buffer {
  const inner = buildZip([other]);
  const innerEntry = inner.subarray(0, inner.indexOf('PK\x01\x02'));
  const outer: ZipEntry = { name: 'outer', content: innerEntry, stored: true };
  return buildZip([outer, { ...other, listedOnly: true, central: { offset: 30 + 'outer'.length } }]);
}
