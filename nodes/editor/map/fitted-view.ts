import type { L } from './leaflet';

/** Keeps the corners of the area clear of the zoom buttons, the scale and the degrees. */
const CLEAR_OF_CONTROLS: L.FitBoundsOptions = { paddingTopLeft: [32, 24], paddingBottomRight: [56, 52] };

/** Keeps a map filled with an area until a person looks elsewhere. */
export class FittedView {
  /** The view, and the size that the map had. */
  private fitted: { view: string; size: L.Point } | undefined;

  constructor(
    private readonly map: L.Map,
    private readonly bounds: () => L.LatLngBounds,
  ) {}

  /** Fills the map with what is on it. */
  fit(): void {
    const bounds = this.bounds();
    if (!bounds.isValid()) return;
    this.map.fitBounds(bounds, { ...CLEAR_OF_CONTROLS, maxZoom: 16, animate: false });
    this.fitted = { view: this.view(), size: this.map.getSize() };
  }

  /**
   * An area that filled the map fills it again in its new size; if a person has looked elsewhere since, the view stays. If the size is the same,
   * nothing moves: this is called a moment after each change, when a person may be about to set the next corner.
   */
  resized(): void {
    const before = this.fitted?.view === this.view() ? this.fitted : undefined;
    this.map.invalidateSize({ animate: false });
    if (!before) return;
    // Leaflet then gives the same centre rounded to whole pixels.
    if (before.size.equals(this.map.getSize())) before.view = this.view();
    else this.fit();
  }

  private view(): string {
    return `${this.map.getZoom()} ${String(this.map.getCenter())}`;
  }
}
