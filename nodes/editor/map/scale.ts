import { shownDistance } from '../words/shown-values';
import { L } from './leaflet';

/** Internals of Leaflet's scale, which its types do not declare. */
interface Drawn {
  _mScale: HTMLElement;
  _getRoundNum(metres: number): number;
  _updateScale(scale: HTMLElement, text: string, ratio: number): void;
}

/** The scale of the map. Leaflet's own writes `1000 km` in every language. */
export class Scale extends L.Control.Scale {
  constructor() {
    super({ position: 'bottomright', imperial: false });
  }

  /** Called by Leaflet whenever the map has moved. */
  protected _updateMetric(this: Scale & Drawn, mostMetres: number): void {
    const metres = this._getRoundNum(mostMetres);
    this._updateScale(this._mScale, shownDistance(metres), metres / mostMetres);
  }
}
