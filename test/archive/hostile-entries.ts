import { because, hostile, plain, type Example, type HostileZip } from './hostile-zip';
import { extra, unicodePath } from './zip-builder';

const named = (name: string, entryName: string | Buffer): Example => hostile(name, [plain, { name: entryName, content: 'x' }]);
const twice = (name: string, one: string, two: string): Example => hostile(name, [{ name: one, content: '1' }, { name: two, content: '2' }]);
const special = (name: string, mode: number, content = ''): Example => hostile(name, [plain, { name: 'special', content, mode, stored: true }]);
const second = (what: string, name: string | Buffer, field: Buffer): Example =>
  hostile(`second name ${what}`, [{ ...plain, name, flags: 0, central: { extra: field }, local: { extra: field } }]);

/** Names that lead elsewhere, or that two systems read differently. */
export const names: HostileZip[] = [
  ...because('a name is an absolute path', [
    named('absolute path', '/etc/cron.d/evil'),
    named('path of a network share with slashes', '//host/share/evil.txt'),
    named('slash alone', '/'),
  ]),
  ...because('a name holds a backslash', [
    named('absolute path with backslash', '\\evil.txt'),
    named('path of a network share', '\\\\host\\share\\evil.txt'),
    named('parent folder with backslashes', '..\\..\\evil.txt'),
    named('parent folder with both slashes', 'data/..\\evil.txt'),
    named('backslash', 'data\\evil.txt'),
  ]),
  ...because('a name begins with a drive letter', [
    named('drive letter', 'C:/evil.txt'),
    named('drive letter without slash', 'c:evil.txt'),
  ]),
  ...because('a name leads out of its folder', [
    named('parent folder', '../evil.txt'),
    named('parent folder in the middle', 'data/../../evil.txt'),
    named('parent folder at the end', 'data/..'),
    named('parent folder behind a dot part', './../evil.txt'),
  ]),
  ...because('a name has an empty part', [
    named('empty part', 'data//evil.txt'),
    named('empty part behind a dot part', './/evil.txt'),
  ]),
  ...because('a name is empty', [
    named('empty name', ''),
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
    named('byte order mark', '\ufeffevil.txt'),
  ]),
  ...because('a part of a name begins or ends with a space, or ends with a dot', [
    named('trailing dot', 'evil.txt.'),
    named('trailing space', 'evil.txt '),
    named('leading space', ' evil.txt'),
    named('folder with trailing dot', 'data./evil.txt'),
    named('three dots', '.../evil.txt'),
    named('dot alone', '.'),
    named('dot part at the end', 'data/.'),
  ]),
  ...because('a name is reserved on Windows', [
    named('device of Windows', 'CON'),
    named('device of Windows with extension', 'aux.csv'),
    named('device of Windows with two extensions', 'lpt1.tar.gz'),
    named('device of Windows as folder', 'nul/evil.txt'),
    named('device of Windows with superscript', 'com¹.txt'),
    named('device of Windows with spaces', 'prn .txt'),
  ]),
  ...because('a name is too long', [
    named('long name', `${'a/'.repeat(20)}${'b'.repeat(1200)}`),
    named('name of 1,025 bytes in parts that are not too long', `${`${'a'.repeat(204)}/`.repeat(4)}${'b'.repeat(205)}`),
    named('name of 1,200 bytes in half as many characters', Array.from({ length: 6 }, () => 'ä'.repeat(100)).join('/')),
  ]),
  ...because('a part of a name is too long', [
    named('long part of a name', 'b'.repeat(256)),
    named('long part of a name in UTF-8', 'ä'.repeat(128)),
  ]),
  ...because('a name is nested too deeply', [
    named('deep name', `${'a/'.repeat(40)}b`),
    named('name of 33 parts', `${'a/'.repeat(32)}b`),
  ]),
  ...because('a name is not UTF-8', [
    named('no UTF-8', Buffer.from([0x73, 0xff, 0xfe, 0x2e])),
    named('overlong UTF-8 of a slash', Buffer.from([0x2e, 0x2e, 0xc0, 0xaf, 0x78])),
    named('surrogate in UTF-8', Buffer.from([0x61, 0xed, 0xa0, 0x80])),
  ]),
  ...because('a name leads out of its folder on systems that compose characters', [
    named('parent folder in wide dots', '\uff0e\uff0e/evil.txt'),
    named('slash in a compatible form', 'data\uff0fevil.txt'),
    named('two dots in one character', '\u2025/evil.txt'),
  ]),
  ...because('a name is too long once its characters are decomposed', [
    named('name of characters that stand for eighteen each', '\ufdfa'.repeat(80)),
  ]),
  ...because('it has more than the allowed 10000 folders', [
    hostile(
      'thousands of folders in the names of a few hundred files',
      Array.from({ length: 400 }, (_, file) => ({ name: `${Array.from({ length: 30 }, (_, depth) => `${file}-${depth}`).join('/')}/soil.csv` })),
    ),
  ]),
  ...because('two names are the same if case and composition are ignored', [
    twice('name twice', 'soil.csv', 'soil.csv'),
    hostile('folder twice', [{ name: 'data/' }, { name: 'data/' }]),
    hostile('folder of the zip itself twice', [{ name: './' }, { name: '././' }]),
    twice('name twice, with a dot part and without', './soil.csv', 'soil.csv'),
    twice('name twice, with dot parts in other places', 'data/./soil.csv', './data/soil.csv'),
    twice('name twice in another case', 'soil.csv', 'Soil.CSV'),
    twice('name twice in another case of a letter without a small form', 'STRASSE.csv', 'straße.csv'),
    twice('name twice, composed and not', 'B\u00f6den.csv', 'Bo\u0308den.csv'),
    twice('name twice in a compatible form', '\ufb01eld.csv', 'field.csv'),
    twice('name twice with a Kelvin sign', '\u212a.csv', 'k.csv'),
  ]),
  ...because('a name is both a file and a folder', [
    twice('file used as a folder', 'data', 'data/evil.txt'),
    twice('folder used as a file', 'data/evil.txt', 'data'),
    twice('folder behind a dot part used as a file', 'data/./evil.txt', './data'),
    hostile('file and folder', [{ name: 'data' }, { name: 'data/' }]),
    hostile('folder and file', [{ name: 'data/' }, { name: 'data' }]),
    twice('file used as a folder in another case', 'data', 'DATA/evil.txt'),
  ]),
  ...because('two folders are the same, but for case or composition', [
    twice('folder in two cases', 'data/a.txt', 'Data/b.txt'),
    hostile('folder in two cases by itself', [{ name: 'data/' }, { name: 'DATA/' }]),
  ]),
  ...because('it has two names', [
    hostile('second name in Unicode', [{ ...plain, flags: 0, central: { extra: unicodePath('soil.csv', '../evil.txt') }, local: { extra: unicodePath('soil.csv', '../evil.txt') } }]),
    second('in Unicode beside one in UTF-8', 'Böden.csv', unicodePath('Böden.csv', 'evil.csv')),
    second('in Unicode for another name', Buffer.from('B\x94den.csv', 'latin1'), unicodePath('soil.csv', 'evil.csv')),
    second('that is no UTF-8', Buffer.from('B\x94den.csv', 'latin1'), unicodePath(Buffer.from('B\x94den.csv', 'latin1'), Buffer.from([0x94]))),
    second('without anything in it', Buffer.from('B\x94den.csv', 'latin1'), extra(0x7075, Buffer.from([1, 0]))),
  ]),
  ...because('a name leads out of its folder', [
    second('that leads out', '#U002e./evil.txt', unicodePath('#U002e./evil.txt', '../evil.txt')),
  ]),
  ...because('its header names it differently than the directory', [
    hostile('second name in Unicode in the local header', [{ ...plain, flags: 0, local: { extra: unicodePath('soil.csv', '../evil.txt') } }]),
    hostile('second name in Unicode in the directory alone', [{ ...plain, flags: 0, central: { extra: unicodePath('soil.csv', 'soil.csv') } }]),
  ]),
];

/** Entries that are not plain files or folders, or that cannot be read. */
export const kinds: HostileZip[] = [
  ...because('it is a symbolic link or another special file', [
    special('symbolic link', 0o120777, '/etc/passwd'),
    hostile('symbolic link and a file through it', [
      { name: 'out', content: '/tmp', mode: 0o120777, stored: true },
      { name: 'out2/evil.txt', content: 'x' },
    ]),
    hostile('symbolic link said to be of MS-DOS', [{ name: 'out', content: '/tmp', mode: 0o120777, stored: true, central: { madeBy: 20 } }]),
    special('named pipe', 0o010644),
    special('character device', 0o020644),
    special('block device', 0o060644),
    special('socket', 0o140644),
    special('unknown type', 0o150644),
  ]),
  ...because('its name and its attributes disagree on whether it is a folder', [
    special('folder without slash', 0o040755),
    hostile('folder of MS-DOS without slash', [{ name: 'data', central: { madeBy: 20, attributes: 0x10 } }]),
    hostile('file with a slash at its end', [{ name: 'data/', mode: 0o100644 }]),
  ]),
  ...because('a folder holds data', [
    hostile('folder with data', [{ name: 'data/', content: 'x' }]),
  ]),
  ...because('it is encrypted', [
    hostile('encrypted', [{ ...plain, flags: 0x801 }]),
    hostile('masked headers', [{ ...plain, flags: 0x2800 }]),
  ]),
  ...because('strong encryption is not supported', [
    hostile('strongly encrypted', [{ ...plain, flags: 0x841 }]),
    hostile('strong encryption alone', [{ ...plain, flags: 0x840 }]),
  ]),
  ...because('it uses a feature that is not supported', [
    hostile('patch data', [{ ...plain, flags: 0x820 }]),
    hostile('enhanced deflate', [{ ...plain, flags: 0x810 }]),
    hostile('reserved flag', [{ ...plain, flags: 0x8800 }]),
  ]),
  ...because('its packing method', [
    ...[1, 6, 9, 12, 14, 93, 95, 99].map((method) => hostile(`packing method ${method}`, [{ ...plain, local: { method }, central: { method } }])),
  ]),
];
