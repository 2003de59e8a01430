import { makeElement } from '../make-element';
import { L } from './leaflet';

/** Map tiles on top of the outlines, where a person wants them: nothing is asked of the internet otherwise. */
export interface TileSetting {
  /** With `{z}`, `{x}` and `{y}`; empty for none. */
  url: string;
  attribution: string;
}

/** What Leaflet fills in, and no more: it refuses an address with any other name in braces each time the map moves. */
const NEEDED = ['{z}', '{x}', '{y}'];
const FILLED_IN = new Set([...NEEDED, '{s}', '{r}']);

/** Whether Leaflet can fetch tiles by an address. */
export function isTileUrl(url: string): boolean {
  const names: string[] = url.match(/\{[^{}]*\}/g) ?? [];
  return /^https?:\/\//i.test(url) && NEEDED.every((name) => names.includes(name)) && names.every((name) => FILLED_IN.has(name)) && url.length <= 1000;
}

/** Shows the tiles of a setting, and none where it is empty or no tile address. */
export class Tiles {
  private layer: L.TileLayer | undefined;

  /** @param onNone not one tile comes from the address */
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
    // Where others came, one that is missing lies outside of what the tiles cover.
    this.layer.once('tileload tileerror', ({ type }) => type === 'tileerror' && this.onNone());
    this.layer.addTo(this.map);
  }
}
