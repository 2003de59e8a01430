import L from 'leaflet';
import '@geoman-io/leaflet-geoman-free';
import 'leaflet/dist/leaflet.css';
import '@geoman-io/leaflet-geoman-free/dist/leaflet-geoman.css';

// Leaflet makes itself a global of the page, where another package's copy may be.
(L as unknown as { noConflict(): void }).noConflict();

// Points and corners are for the pointer: otherwise each would be a Tab stop, a nameless button that no key presses.
L.Marker.mergeOptions({ keyboard: false });

/** Options for what is no part of the drawing: it ignores the pointer, and no tool picks it up or snaps to it. */
export const NOT_DRAWN = { interactive: false, pmIgnore: true, snapIgnore: true };

export { L };
