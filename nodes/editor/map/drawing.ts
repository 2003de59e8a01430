import type { Feature, MultiPoint, MultiPolygon, Point, Polygon } from 'geojson';
import type { AreaGeometry, AreaOfInterest } from '../../../src/geometry/area-of-interest';
import type { FaultyShape } from './faulty-shape';
import { geoJsonText } from './geojson-text';
import { L } from './leaflet';
import { turnedRings } from './turned-rings';

/** What a person draws, or does to what is drawn. */
export type DrawingTool = 'polygon' | 'rectangle' | 'point' | 'edit' | 'move' | 'delete';

/** A shape with more corners than this is shown, but not taken apart into handles: the browser would stand still. */
const MOST_HANDLES = 3000;

/** Decimals of a degree that a drawing keeps: a centimetre. */
const DECIMALS = 7;

/** What geoman knows of a shape that is still being drawn; its types do not declare it. The rectangle exists from its first corner on. */
interface Unfinished {
  Polygon: { _finishShape(): void; _removeLastVertex(): void; _markers: readonly unknown[] };
  Rectangle: { _layerGroup: L.LayerGroup; _layer: L.Layer };
}

/** The shapes on the map, and the tools that change them. */
export class Drawing {
  private readonly layers: L.FeatureGroup;
  private tool: DrawingTool | undefined;
  /** Whether the area on the map has too many corners to be changed here. */
  fixed = false;

  constructor(
    private readonly map: L.Map,
    private readonly onChange: (text: string) => void,
    private readonly onTool: (tool: DrawingTool | undefined) => void,
  ) {
    this.layers = L.featureGroup().addTo(map);
    map.pm.setGlobalOptions({
      layerGroup: this.layers as L.LayerGroup,
      snapDistance: 12,
      continueDrawing: false,
      allowSelfIntersection: true,
      markerStyle: { icon: pointIcon() },
      pathOptions: { className: 'soil-map-area' },
      templineStyle: { className: 'soil-map-drawing' },
      hintlineStyle: { className: 'soil-map-drawing', dashArray: '5,5' },
    });
    map.on('pm:create', ({ layer }) => {
      this.watch(layer);
      this.changed();
    });
    map.on('pm:remove', () => this.changed());
    map.on('pm:drawend', () => this.ended('polygon', 'rectangle', 'point'));
    map.on('pm:globaleditmodetoggled', ({ enabled }) => enabled || this.ended('edit'));
    map.on('pm:globaldragmodetoggled', ({ enabled }) => enabled || this.ended('move'));
    map.on('pm:globalremovalmodetoggled', ({ enabled }) => enabled || this.ended('delete'));
  }

  /** Replaces the shapes on the map by those of an area. An area across the antimeridian is shown in one piece. */
  show(area: AreaOfInterest | undefined): void {
    this.put(area?.geometry, area?.description.vertices, area?.description.bbox[0]);
  }

  /** Shows shapes that are no area as they are, so that a person can mend them. */
  showFaulty({ geometry, vertices }: FaultyShape): void {
    this.put(geometry, vertices);
  }

  /** @param west longitudes west of it lie beyond the antimeridian */
  private put(geometry: AreaGeometry | MultiPolygon | undefined, vertices = 0, west = -Infinity): void {
    // A tool that is put down reports what it has changed, which is about to be replaced here.
    for (const layer of this.layers.getLayers()) layer.off('pm:update');
    this.use(undefined);
    this.layers.clearLayers();
    this.fixed = vertices > MOST_HANDLES;
    if (!geometry) return;
    for (const part of partsOf(geometry)) {
      const layer = L.geoJSON(part, {
        coordsToLatLng: ([lon, lat]) => L.latLng(lat, lon < west ? lon + 360 : lon),
        pointToLayer: (_, at) => L.marker(at, { icon: pointIcon() }),
        style: { className: 'soil-map-area' },
        ...(this.fixed && { pmIgnore: true }),
      } as L.GeoJSONOptions);
      for (const shape of layer.getLayers()) {
        this.layers.addLayer(shape);
        this.watch(shape);
      }
    }
  }

  /** Takes a tool up, or puts it down if it is in use already. */
  use(tool: DrawingTool | undefined): void {
    const wanted = tool === this.tool ? undefined : tool;
    if (wanted === this.tool) return;
    const { pm } = this.map;
    this.tool = undefined;
    if (pm.globalDrawModeEnabled()) pm.disableDraw();
    if (pm.globalEditModeEnabled()) pm.disableGlobalEditMode();
    if (pm.globalDragModeEnabled()) pm.disableGlobalDragMode();
    if (pm.globalRemovalModeEnabled()) pm.disableGlobalRemovalMode();
    this.tool = wanted;
    if (wanted === 'polygon') pm.enableDraw('Polygon');
    if (wanted === 'rectangle') pm.enableDraw('Rectangle');
    if (wanted === 'point') pm.enableDraw('Marker');
    if (wanted === 'edit') pm.enableGlobalEditMode();
    if (wanted === 'move') pm.enableGlobalDragMode();
    if (wanted === 'delete') pm.enableGlobalRemovalMode();
    this.onTool(wanted);
  }

  /** Closes a polygon that is still being drawn, if it has three corners. */
  finish(): void {
    if (this.tool === 'polygon') this.unfinished.Polygon._finishShape();
  }

  /** Takes back the last corner of what is still being drawn, as geoman's toolbar does for a polygon; returns whether there was one. */
  takeCornerBack(): boolean {
    const corners = this.cornersSet();
    if (corners > 1) this.unfinished.Polygon._removeLastVertex();
    if (corners === 1) {
      // With the only corner of a polygon, geoman would put the tool down; for a rectangle, it takes none back.
      const tool = this.tool;
      this.use(undefined);
      this.use(tool);
    }
    return corners > 0;
  }

  private cornersSet(): number {
    const { Polygon, Rectangle } = this.unfinished;
    if (this.tool === 'polygon') return Polygon._markers.length;
    return this.tool === 'rectangle' && Rectangle._layerGroup.hasLayer(Rectangle._layer) ? 1 : 0;
  }

  private get unfinished(): Unfinished {
    return this.map.pm.Draw as unknown as Unfinished;
  }

  addPoint(at: L.LatLngTuple): void {
    const marker = L.marker(at, { icon: pointIcon() });
    this.layers.addLayer(marker);
    this.watch(marker);
    this.changed();
  }

  clear(): void {
    this.use(undefined);
    this.layers.clearLayers();
    this.fixed = false;
    this.changed();
  }

  bounds(): L.LatLngBounds {
    return this.layers.getBounds();
  }

  /** A tool that ended by itself (Escape, a finished shape) is put down. */
  private ended(...tools: DrawingTool[]): void {
    if (!this.tool || !tools.includes(this.tool)) return;
    this.tool = undefined;
    this.onTool(undefined);
  }

  private watch(layer: L.Layer): void {
    layer.on('pm:update pm:dragend pm:vertexadded pm:vertexremoved pm:markerdragend', () => this.changed());
  }

  private changed(): void {
    // A polygon that loses all but two corners, and a point that is right-clicked, geoman takes off the map, but leaves in the group.
    for (const layer of this.layers.getLayers()) if (!this.map.hasLayer(layer)) this.layers.removeLayer(layer);
    const shapes = this.layers.getLayers().map((layer) => (layer as unknown as { toGeoJSON(decimals: number): Feature }).toGeoJSON(DECIMALS).geometry);
    const points = shapes.filter((shape): shape is Point => shape.type === 'Point').map(({ coordinates }) => coordinates);
    const polygons = shapes.filter((shape): shape is Polygon => shape.type === 'Polygon').map(({ coordinates }) => turnedRings(coordinates));
    this.onChange(geoJsonText(points, polygons));
  }
}

function partsOf(geometry: AreaGeometry | MultiPolygon): (Point | Polygon)[] {
  const many = geometry as Point | Polygon | MultiPoint | MultiPolygon;
  if (many.type === 'MultiPoint') return many.coordinates.map((coordinates) => ({ type: 'Point', coordinates }));
  if (many.type === 'MultiPolygon') return many.coordinates.map((coordinates) => ({ type: 'Polygon', coordinates }));
  return [many];
}

function pointIcon(): L.DivIcon {
  return L.divIcon({ className: 'soil-map-point', iconSize: [12, 12] });
}
