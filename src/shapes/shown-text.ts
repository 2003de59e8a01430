import type { Place } from '../profiles/place-group';
import type { Provenance } from '../profiles/provenance';
import { depthText } from '../records/fields/depth-interval';

/** Text as a person reads it in a cell, a label or a popup. */

/** `0-5 cm`; `?` for an unknown end: without it, `?-5 cm` would be five centimetres above the soil. Empty if there is no depth. */
export function shownDepth(top: number | null, bottom: number | null): string {
  if (top !== null && top === bottom) return `${top} cm`;
  const depth = depthText(top, bottom);
  return depth && `${depth} cm`;
}

/** Four significant digits: what soil data can bear. */
export function shownNumber(value: number | null): number | null {
  return value === null ? null : Number(value.toPrecision(4));
}

/** `pH (in water)`; the method only if it says more than the property. */
export function shownProperty(property: string, method: string | null): string {
  return method === null || method.toLowerCase() === property.toLowerCase() ? property : `${property} (${method})`;
}

/** A licence that is not stated is shown as such: silence gives no rights. */
export function shownLicences(licences: readonly (string | null)[]): string {
  return licences.map((licence) => licence ?? 'not stated').join('; ');
}

/** The columns that place a row: for a point, or the centre of an H3 cell, its coordinates; none for the whole area. */
export function shownPlace({ lon, lat, h3 }: Place): Partial<Place> {
  return lon !== null ? { lat, lon } : h3 === null ? {} : { h3 };
}

/** The columns that tell where the numbers of a row come from. Dates are `1995`, or `1995 to 2013-07`; empty if none is known. */
export function shownProvenance({ datasets, licences, dateFrom: from, dateTo: to }: Provenance): { dates: string; datasets: string; licences: string } {
  return { dates: from === to ? (from ?? '') : `${from} to ${to}`, datasets: datasets.join('; '), licences: shownLicences(licences) };
}

/** `$` and `{` as well: the worldmap node fills in `${name}` from the properties of a marker. */
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
  $: '&#36;',
  '{': '&#123;',
};

/** For a place that reads HTML: names and classes come from strangers. */
export function asHtml(text: string): string {
  return text.replace(/[&<>"'`${]/g, (character) => ENTITIES[character]!);
}
