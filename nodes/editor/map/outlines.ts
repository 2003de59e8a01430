import { feature, mesh } from 'topojson-client';
import { lateLibrary } from './late-library';
import { L, NOT_DRAWN } from './leaflet';
import { unwrapLines, unwrapPolygons } from './unwrap';

/** From this zoom on, the coarse outlines look wrong. */
const FINE_ZOOM = 5;

type Outlines = 'coarse' | 'fine';

/** Land and country borders without the internet, from Natural Earth by way of world-atlas. Drawn in the colours of the theme. */
export function addOutlines(map: L.Map): void {
  map.createPane('soil-outlines').style.zIndex = '150';
  const renderer = L.svg({ pane: 'soil-outlines', padding: 0.3 });
  const layer = L.layerGroup().addTo(map);
  /** The outlines on the map, and those being loaded. */
  let shown: Outlines | undefined;
  let asked: Outlines | undefined;

  const draw = async (): Promise<void> => {
    const wanted = map.getZoom() >= FINE_ZOOM ? 'fine' : 'coarse';
    if (asked === wanted || asked === 'fine') return;
    asked = wanted;
    const topology = await load(wanted);
    if (asked !== wanted) return;
    // The map works without them; the next zoom tries again.
    if (!topology) {
      asked = shown;
      return;
    }
    shown = wanted;
    const { countries } = topology.objects;
    const style = { pane: 'soil-outlines', renderer, ...NOT_DRAWN } as L.GeoJSONOptions;
    layer.clearLayers();
    layer.addLayer(L.geoJSON(unwrapPolygons(feature(topology, countries)), { ...style, style: { className: 'soil-map-land', stroke: false, fillOpacity: 1 } }));
    layer.addLayer(L.geoJSON(unwrapLines(mesh(topology, countries)), { ...style, style: { className: 'soil-map-border', weight: 1 } }));
  };
  map.on('zoomend', () => void draw());
  void draw();
}

/** `undefined` if they could not be loaded, as when Node-RED is gone. */
async function load(outlines: Outlines) {
  try {
    const { default: topology } = await lateLibrary(`outlines-${outlines}`);
    return topology;
  } catch {
    return undefined;
  }
}
