import { sharedText } from '../words/shared-text';
import { addGraticule } from './graticule';
import { L } from './leaflet';
import { addOutlines } from './outlines';
import { Scale } from './scale';
import { BEYOND } from './unwrap';

/** What geoman says at the pointer while a person draws. */
const TOOLTIPS = ['placeMarker', 'firstVertex', 'continueLine', 'finishPoly', 'finishRect'];

/** A map that shows nothing yet: `furnish` follows once it is on the page. */
export function makeMap(canvas: HTMLElement): L.Map {
  const isMoving = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  const map = L.map(canvas, {
    zoomAnimation: isMoving, fadeAnimation: isMoving, inertia: isMoving,
    zoomControl: false, minZoom: 1, maxZoom: 20, zoomSnap: 0.5,
    maxBounds: [[-89, -180 - BEYOND], [89, 180 + BEYOND]] as L.LatLngBoundsLiteral, maxBoundsViscosity: 0.7,
  });
  // Leaflet has no option for the way that the arrow keys take.
  if (!isMoving) map.panBy = (offset, options) => L.Map.prototype.panBy.call(map, offset, { ...options, animate: false });
  // What it shows is said in words beside it: to a screen reader, it is pictures without a name and degrees without a place.
  map.getPane('mapPane')?.setAttribute('aria-hidden', 'true');
  return map;
}

/** Shows the world with its outlines, degrees and scale, and says everything in the editor's language. */
export function furnish(map: L.Map): void {
  map.attributionControl.setPrefix(false);
  L.control.zoom({ position: 'topright', zoomInTitle: sharedText('map.zoomIn'), zoomOutTitle: sharedText('map.zoomOut') }).addTo(map);
  new Scale().addTo(map);
  map.setView([25, 10], 1.5);
  const tooltips = Object.fromEntries(TOOLTIPS.map((name) => [name, sharedText(`map.tooltip.${name}`)]));
  map.pm.setLang('custom' as never, { tooltips, actions: {}, buttonTitles: {} }, 'en');
  addOutlines(map);
  addGraticule(map);
}
