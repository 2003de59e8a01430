import { makeElement } from '../make-element';
import { L } from './leaflet';

/** Map tiles on top of the outlines, only if a person wants them: otherwise nothing is requested from the internet. */
export interface TileSetting {
  /** With `{z}`, `{x}` and `{y}`, or `{-y}` where rows are counted from the south (TMS); empty for none. */
  url: string;
  attribution: string;
}

/** All names that Leaflet fills in: with any other name in braces, it fails each time the map moves. */
const FILLED_IN = new Set(['{z}', '{x}', '{y}', '{-y}', '{s}', '{r}']);

/** Whether Leaflet can fetch tiles by an address. */
export function isTileUrl(url: string): boolean {
  const names: string[] = url.match(/\{[^{}]*\}/g) ?? [];
  const isWhole = names.includes('{z}') && names.includes('{x}') && (names.includes('{y}') || names.includes('{-y}'));
  return /^https?:\/\//i.test(url) && isWhole && names.every((name) => FILLED_IN.has(name)) && url.length <= 1000;
}

/** Shows the tiles of a setting; none if it is empty or no tile address. */
export class Tiles {
  private layer: L.TileLayer | undefined;

  /** @param onNone called if not a single tile comes from the address */
  constructor(
    private readonly map: L.Map,
    private readonly onNone: () => void,
  ) {}

  show({ url, attribution }: TileSetting): void {
    this.layer?.remove();
    this.layer = undefined;
    if (!isTileUrl(url)) return;
    // Leaflet takes the attribution as HTML.
    this.layer = L.tileLayer(url, { attribution: makeElement('span', {}, attribution).innerHTML, maxZoom: 20 });
    // If others came, a missing tile lies outside the area that the tiles cover.
    this.layer.once('tileload tileerror', ({ type }) => type === 'tileerror' && this.onNone());
    this.layer.addTo(this.map);
  }
}
