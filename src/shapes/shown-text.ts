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

/** `1995`, or `1995 to 2013-07`; empty if no date is known. */
export function shownDates(from: string | null, to: string | null): string {
  return from === to ? (from ?? '') : `${from} to ${to}`;
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
