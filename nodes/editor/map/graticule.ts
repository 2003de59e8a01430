import { ownLetters } from '../../../src/geometry/place-words';
import { makeElement } from '../make-element';
import { longitudeLetters } from '../words/longitude-letters';
import { shownDegrees } from '../words/shown-values';
import { L, NOT_DRAWN } from './leaflet';

/** Degrees between lines, widest first. */
const STEPS = [30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];

/** Lines of longitude and latitude with their degrees, spaced to suit the zoom. */
export function addGraticule(map: L.Map): void {
  const layer = L.layerGroup().addTo(map);
  const own = ownLetters(longitudeLetters());
  const line = (from: L.LatLngTuple, to: L.LatLngTuple): void => {
    layer.addLayer(L.polyline([from, to], { className: 'soil-map-graticule', weight: 1, ...NOT_DRAWN }));
  };
  const label = (at: L.LatLngTuple, degrees: number, decimals: number, [below, above]: [below: string, above: string]): void => {
    const figure = `${shownDegrees(Math.abs(degrees), decimals)}°`;
    // The equator, the prime meridian and the one opposite it are on no side.
    const isBetween = Math.abs(degrees) < 1e-9 || Math.abs(degrees) > 180 - 1e-9;
    const words = isBetween ? figure : `${figure} ${degrees < 0 ? below : above}`;
    const icon = L.divIcon({ html: makeElement('span', {}, words), className: 'soil-map-degrees', iconSize: [0, 0] });
    layer.addLayer(L.marker(at, { icon, ...NOT_DRAWN }));
  };

  const draw = (): void => {
    layer.clearLayers();
    const bounds = map.getBounds();
    const [south, north] = [Math.max(-85, bounds.getSouth()), Math.min(85, bounds.getNorth())];
    const [west, east] = [Math.max(-540, bounds.getWest()), Math.min(540, bounds.getEast())];
    const step = STEPS.findLast((one) => one >= (east - west) / 7) ?? STEPS[0] ?? 30;
    const decimals = Math.max(0, Math.ceil(-Math.log10(step)));
    for (let lon = Math.ceil(west / step) * step; lon <= east; lon += step) {
      line([south, lon], [north, lon]);
      label([south, lon], ((((lon + 180) % 360) + 360) % 360) - 180, decimals, [own.west, own.east]);
    }
    for (let lat = Math.ceil(south / step) * step; lat <= north; lat += step) {
      line([lat, west], [lat, east]);
      label([lat, west], lat, decimals, ['S', 'N']);
    }
  };
  map.on('moveend', draw);
  if (map.getBounds().isValid()) draw();
}
