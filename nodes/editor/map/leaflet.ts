import L from 'leaflet';
import '@geoman-io/leaflet-geoman-free';
import 'leaflet/dist/leaflet.css';
import '@geoman-io/leaflet-geoman-free/dist/leaflet-geoman.css';

// Leaflet puts itself into the page, where another package's copy may be.
(L as unknown as { noConflict(): void }).noConflict();

// Points and corners are for the pointer: each would be a stop of the Tab key, a button without a name that no key presses.
L.Marker.mergeOptions({ keyboard: false });

export { L };
