/** One item of what GDAL keeps of a grid: as XML in tag 42112 of a GeoTIFF, or in notes beside it. */
export interface GdalItem {
  name: string;
  /** `scale`, `offset`, `unittype`, `description`, or none. */
  role: string | null;
  value: string;
}

const ITEM = /<Item\s([^<>]{0,1000})>([^<]{0,10000})<\/Item>/g;
const ATTRIBUTE = /(?<![a-z])([a-z]+)="([^"]{0,500})"/g;
/** Nobody has so much to say of a file, or of one band. */
export const MOST_ITEMS = 1000;

/**
 * The items of each band (numbers count from 0): its own, then those that are of the file as a whole. The text is read once, however many
 * bands there are.
 */
export function gdalItems(xml: string): (sample: number) => GdalItem[] {
  const items = new Map<string, GdalItem[]>();
  for (const [, head = '', content = ''] of xml.matchAll(ITEM)) {
    const attributes = new Map([...head.matchAll(ATTRIBUTE)].map(([, name, value]): [string, string] => [name!, unescaped(value!)]));
    const of = attributes.get('sample') ?? '';
    const own = items.get(of) ?? [];
    if (own.length === MOST_ITEMS) continue;
    items.set(of, own);
    // GDAL escapes them twice: `&amp;lt;`.
    own.push({ name: attributes.get('name') ?? '', role: attributes.get('role') ?? null, value: unescaped(unescaped(content.trim())) });
  }
  return (sample) => [...(items.get(String(sample)) ?? []), ...(items.get('') ?? [])];
}

/** The text behind the five entities of XML. */
export function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&apos;', "'").replaceAll('&amp;', '&');
}
