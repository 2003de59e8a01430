import L from 'leaflet';
import '@geoman-io/leaflet-geoman-free';
import 'leaflet/dist/leaflet.css';
import '@geoman-io/leaflet-geoman-free/dist/leaflet-geoman.css';

// Leaflet puts itself into the page, where another package's copy may be.
(L as unknown as { noConflict(): void }).noConflict();

// Points and corners are for the pointer: each would be a stop of the Tab key, a button without a name that no key presses.
L.Marker.mergeOptions({ keyboard: false });

/** Options of what is no part of the drawing: no pointer meets it, and no tool takes it up or snaps to it. */
export const NOT_DRAWN = { interactive: false, pmIgnore: true, snapIgnore: true };

export { L };
