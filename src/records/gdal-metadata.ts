/** One item of the XML that GDAL keeps in tag 42112 of a GeoTIFF. */
export interface GdalItem {
  name: string;
  /** `scale`, `offset`, `unittype`, `description`, or none. */
  role: string | null;
  value: string;
}

const ITEM = /<Item\s([^>]{0,1000})>([^<]{0,10000})<\/Item>/g;
const ATTRIBUTE = /([a-z]+)="([^"]{0,500})"/g;

/** The items of a band (`sample` counts from 0), those that are of the file as a whole among them. */
export function gdalItems(xml: string, sample: number): GdalItem[] {
  const items: GdalItem[] = [];
  for (const [, head = '', content = ''] of xml.matchAll(ITEM)) {
    const attributes = new Map([...head.matchAll(ATTRIBUTE)].map(([, name, value]): [string, string] => [name!, unescaped(value!)]));
    const of = attributes.get('sample');
    if (of !== undefined && of !== String(sample)) continue;
    items.push({ name: attributes.get('name') ?? '', role: attributes.get('role') ?? null, value: unescaped(content.trim()) });
  }
  return items;
}

function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&apos;', "'").replaceAll('&amp;', '&');
}
