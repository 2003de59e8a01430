import type { AreaOfInterest } from '../../../src/geometry/area-of-interest';
import { h3Library } from './h3-library';
import { L, NOT_DRAWN } from './leaflet';

/** More than this would look like one patch. */
const MOST_SHOWN = 500;

/** The H3 cells that points become (specification, section 2.6). */
export class Hexagons {
  private readonly layer: L.LayerGroup;

  constructor(map: L.Map) {
    this.layer = L.layerGroup().addTo(map);
  }

  async show(area: AreaOfInterest | undefined): Promise<void> {
    this.layer.clearLayers();
    if (!area?.description.cells) return;
    const { cells, bbox: [west, , east] } = area.description;
    // Points on both sides of the antimeridian are shown side by side, as in the drawing.
    const beyond = west > east ? (west + east) / 2 : -Infinity;
    // It is there at once: the cells come from it.
    const { cellToBoundary } = await h3Library();
    for (const cell of cells.slice(0, MOST_SHOWN)) {
      const outline = cellToBoundary(cell);
      // Across the antimeridian, the outline goes on beyond 180 degrees: from 179 to -179 it would be drawn round the world.
      const [[, first]] = outline as [[number, number]];
      const start = first < beyond ? first + 360 : first;
      const flat = outline.map(([lat, lon]): [number, number] => [lat, lon + 360 * Math.round((start - lon) / 360)]);
      this.layer.addLayer(L.polygon(flat, { className: 'soil-map-hexagon', ...NOT_DRAWN }));
    }
  }
}
