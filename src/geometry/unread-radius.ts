import { finiteNumber, isObject } from '../foreign/foreign-value';
import { sentence, type Sentence } from './sentence';

/** Characters of a field's name in a sentence. */
const LONGEST_NAME = 30;

/**
 * What is said of a point with a radius that is not read: GeoJSON has no circles, and programs that draw them on Leaflet write the centre and, in it or
 * among its properties, `radius` or a name that begins so; others give a place and `radiusMeters`.
 */
export function unreadRadius(...holders: unknown[]): Sentence | undefined {
  for (const holder of holders.filter(isObject)) {
    const name = Object.keys(holder).find((one) => /^radius/i.test(one) && (finiteNumber(holder[one]) ?? 0) > 0);
    if (name !== undefined) return sentence('radiusLeftOut', { name: name.slice(0, LONGEST_NAME) });
  }
  return undefined;
}
