import { getOrInsert } from '../../maps/get-or-insert';
import { inTurns } from '../../time/in-turns';

/** One item of GDAL's metadata of a grid: as XML in tag 42112 of a GeoTIFF, or in notes beside it. */
export interface GdalItem {
  name: string;
  /** `scale`, `offset`, `unittype`, `description`, or none. */
  role: string | null;
  value: string;
}

/** The items of a grid: those of each band (counted from 0), and those of the file as a whole. */
export interface GdalItems {
  ofBand: (sample: number) => GdalItem[];
  ofAll: GdalItem[];
}

const ITEM = /<Item\s([^<>]{0,1000})>([^<]{0,10000})<\/Item>/g;
const ATTRIBUTE = /(?<![a-z])([a-z]+)=(?:"([^"]{0,500})"|'([^']{0,500})')/g;
/** Most items of a file or of one band: nobody has that much to say. */
export const MOST_ITEMS = 1000;

/** The items in a text, which is read once, however many bands there are. Rejects with the signal's reason when aborted. */
export async function gdalItems(xml: string, signal?: AbortSignal): Promise<GdalItems> {
  const items = new Map<string, GdalItem[]>();
  const take = ([, head = '', content = '']: RegExpExecArray): void => {
    const attributes = new Map([...head.matchAll(ATTRIBUTE)].map(([, name, value, other]): [string, string] => [name!, unescaped(value ?? other!)]));
    const own = getOrInsert(items, attributes.get('sample') ?? '', () => []);
    if (own.length === MOST_ITEMS) return;
    // GDAL escapes them twice: `&amp;lt;`.
    own.push({ name: attributes.get('name') ?? '', role: attributes.get('role') ?? null, value: unescaped(unescaped(content.trim())) });
  };
  await inTurns(withoutComments(xml).matchAll(ITEM), take, signal);
  return { ofBand: (sample) => items.get(String(sample)) ?? [], ofAll: items.get('') ?? [] };
}

/** A text without its XML comments, which may contain items that somebody took out. A comment without an end reaches to the end of the text. */
export function withoutComments(xml: string): string {
  const [first = '', ...commented] = xml.split('<!--');
  const behind = (part: string): string => {
    const end = part.indexOf('-->');
    return end < 0 ? '' : part.slice(end + 3);
  };
  return first + commented.map(behind).join('');
}

/** A text with the five entities of XML resolved. */
export function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&apos;', "'").replaceAll('&amp;', '&');
}
