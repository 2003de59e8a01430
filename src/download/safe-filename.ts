import { createHash } from 'node:crypto';
import { DEVICE_NAME } from '../disk/device-name';
import { TURNING_MARKS } from '../text/turning-marks';
import { withoutTrailing } from '../text/without-trailing';

/** Leaves room for what is appended to a name (`-1234`, `.99.part.json`) within the 255 bytes that file systems take. */
const MOST_BYTES = 220;
const MOST_EXTENSION_BYTES = 16;
/** Of the digest that ends a shortened name: two long names that differ anywhere are two files. */
const DIGITS = 8;
/** Composing takes time that grows with the square of the accents on one letter; the middle of a longer name is cut away anyway. */
const LONGEST = 2000;

/** Separators, what Windows refuses, control characters, halves of surrogate pairs, and marks that turn the reading direction. */
const UNUSABLE = new RegExp(`[\\u0000-\\u001f\\u007f-\\u009f/\\\\:*?"<>|\\p{Surrogate}${TURNING_MARKS}]`, 'gu');

/**
 * A file name that every common file system takes and that stays in its folder: no separators, no device names, no hidden files, Unicode
 * composed (NFC), at most 220 bytes with the extension kept. One that is cut ends in a digest of the whole.
 *
 * @param name what a person or a template made of the name
 * @param fallback taken if nothing of it is usable
 */
export function safeFilename(name: string, fallback = 'soil-data.zip'): string {
  const ends = name.length <= LONGEST ? name : name.slice(0, LONGEST / 2) + name.slice(-LONGEST / 2);
  const cleaned = ends
    .normalize('NFC')
    .replace(UNUSABLE, '_')
    .replace(/^[\s.]+|(?<![\s.])[\s.]+$/g, '');
  if (cleaned === '') return fallback;
  const named = DEVICE_NAME.test(cleaned) ? `_${cleaned}` : cleaned;
  // A transfer under way keeps its bytes in `.part` and its notes in `.part.json`.
  return shorten(named.replace(/\.part(\.json)?$/i, (ending) => `${ending}_`), name);
}

/** A name with something put between its stem and its extension: `withSuffix('a.zip', '-2')` is `a-2.zip`. */
export function withSuffix(filename: string, suffix: string): string {
  const { stem, extension } = split(filename);
  return stem + suffix + extension;
}

/**
 * The name of the folder for the files of a zip: that of the zip without `.zip`. Any other ending stays: `farm.north` and `farm.south` are two
 * folders. A space or dot left at the end (`Field A .zip`) becomes a `_`: on Windows, most programs can neither open nor remove such a folder.
 */
export function folderNameFor(filename: string): string {
  const stem = filename.replace(/(?<=.)\.zip$/i, '');
  return stem === filename ? `${filename}-files` : stem.replace(/[\s.]$/, '_');
}

function split(filename: string): { stem: string; extension: string } {
  const dot = filename.lastIndexOf('.');
  // An "extension" that begins with a digit is the fraction of a number: `12.5` is numbered `12.5-2`.
  const extension = dot > 0 && !/^\.\d/.test(filename.slice(dot)) ? filename.slice(dot) : '';
  if (extension.length < 2 || Buffer.byteLength(extension) > MOST_EXTENSION_BYTES) return { stem: filename, extension: '' };
  return { stem: filename.slice(0, dot), extension };
}

function shorten(filename: string, whole: string): string {
  if (Buffer.byteLength(filename) <= MOST_BYTES) return filename;
  const { stem, extension } = split(filename);
  const mark = `-${createHash('sha256').update(whole).digest('hex').slice(0, DIGITS)}`;
  const room = MOST_BYTES - mark.length - Buffer.byteLength(extension);
  let bytes = 0;
  let kept = '';
  for (const character of stem) {
    bytes += Buffer.byteLength(character);
    if (bytes > room) break;
    kept += character;
  }
  return withoutTrailing(kept, /[\s.]/) + mark + extension;
}
