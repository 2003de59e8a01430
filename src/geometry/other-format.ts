import type { SentenceKey } from './sentence';

/** Bytes or text of a format that holds areas and is not read here: the sentence says how to turn it into one that is. */
type OtherFormat = Extract<SentenceKey, 'areaInKml' | 'areaInZip' | 'areaInWkb'>;

/** The root of a KML document, behind a declaration and comments; a page in HTML is none. */
const KML_ROOT = /<(?:\w+:)?kml[\s>]/i;
const ROOT_WITHIN = 4096;

/** How well-known binary begins in hexadecimal, as PostGIS gives a column of geometries: byte order, type, and a point at least. The text may be long. */
const WKB_START = /^(?:010[1-7][0-9a-f]{6}|00[0-9a-f]{6}0[1-7])[0-9a-f]{32}/i;

/** Tells what a text is that holds no shape in a format of the flow contract. */
export function otherFormatOfText(text: string): OtherFormat | undefined {
  if (text.startsWith('<')) return KML_ROOT.test(text.slice(0, ROOT_WITHIN)) ? 'areaInKml' : undefined;
  return WKB_START.test(text) ? 'areaInWkb' : undefined;
}

/** Tells what bytes are that hold no text: a zip by its signature (a shapefile or KMZ), well-known binary by its byte order and type. */
export function otherFormatOfBytes(bytes: Uint8Array): OtherFormat | undefined {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return 'areaInZip';
  if (bytes.length < 21 || bytes[0]! > 1) return undefined;
  const type = bytes[0] === 1 ? bytes[1]! : bytes[4]!;
  return type >= 1 && type <= 7 ? 'areaInWkb' : undefined;
}
