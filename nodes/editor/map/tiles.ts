import { L } from './leaflet';

/** Map tiles on top of the outlines, where a person wants them: nothing is asked of the internet otherwise. */
export interface TileSetting {
  /** With `{z}`, `{x}` and `{y}`; empty for none. */
  url: string;
  attribution: string;
}

export function isTileUrl(url: string): boolean {
  return /^https?:\/\//i.test(url) && ['{z}', '{x}', '{y}'].every((part) => url.includes(part)) && url.length <= 1000;
}

/** Leaflet takes the attribution as HTML. */
function asText(text: string): string {
  const holder = document.createElement('span');
  holder.textContent = text;
  return holder.innerHTML;
}

/** Shows the tiles of a setting, and none where it is empty or no tile address. */
export class Tiles {
  private layer: L.TileLayer | undefined;

  constructor(private readonly map: L.Map) {}

  show({ url, attribution }: TileSetting): void {
    this.layer?.remove();
    this.layer = isTileUrl(url) ? L.tileLayer(url, { attribution: asText(attribution), maxZoom: 20 }).addTo(this.map) : undefined;
  }
}
