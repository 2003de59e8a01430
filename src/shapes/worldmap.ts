import type { AreaGeometry } from '../geometry/area-of-interest';
import { areaParts } from '../geometry/area-parts';
import { h3Library } from '../geometry/h3-library';
import { getOrInsert } from '../maps/get-or-insert';
import type { Place } from '../profiles/place-group';
import type { ProfileRow } from '../profiles/texture-slice';
import type { SoilRecord } from '../records/soil-record';
import { inTurns } from '../time/in-turns';
import { leftOutOf, type ShapeContext, type ShapedMessage } from './shaped-message';
import { asHtml, shownDepth, shownNumber, shownProperty } from './shown-text';

/** A marker or a polygon as `node-red-contrib-web-worldmap` takes it. All texts are HTML there, so they are escaped. */
type MapItem = { name: string; layer: string; popup: string; clickable: true } & (
  { lat: number; lon: number; icon: string; iconColor: string } | { area: unknown; color: string; fillColor: string }
);

const COLOUR = '#8a5a2b';
const MOST_ROWS = 60;
/** Places of one reading whose names are remembered: no browser shows more markers. */
const MOST_SHOWN = 100_000;
const LAYER = 'soil';
/** The key of slices without a place of their own. */
const WHOLE_AREA = '';

/** A marker for each place, or a polygon if only its H3 cell is known, with its values in the popup. */
export async function worldmapOfRecords(records: readonly SoilRecord[], { shownPlaces = new Map(), signal }: ShapeContext): Promise<ShapedMessage> {
  const places = new Map<string, { place: Place; rows: string[][] }>();
  let without = 0;
  const add = ({ lon, lat, h3, property, method, originalName, depthTop, depthBottom, value, unit, date, dataset }: SoilRecord): void => {
    const key = keyOf({ lon, lat, h3 });
    if (key === null) {
      without += 1;
      return;
    }
    getOrInsert(places, key, () => ({ place: { lon, lat, h3 }, rows: [] })).rows.push([
      shownProperty(property, method ?? originalName),
      shownDepth(depthTop, depthBottom),
      shownValue(value, unit),
      date ?? '',
      dataset ?? '',
    ]);
  };
  await inTurns(records, add, signal);
  const nameOf = (key: string): string => {
    const shown = (shownPlaces.get(key) ?? 0) + 1;
    if (shown > 1 || shownPlaces.size < MOST_SHOWN) shownPlaces.set(key, shown);
    return shown === 1 ? `soil ${key}` : `soil ${key} (${shown})`;
  };
  const itemAt = await itemsAtPlaces();
  const payload: MapItem[] = [];
  const show = ([key, { place, rows }]: [string, { place: Place; rows: string[][] }]): void => {
    const item = itemAt(place, nameOf(key), popup(rows));
    if (item) payload.push(item);
    else without += rows.length;
  };
  await inTurns(places, show, signal);
  return { payload, ...leftOutOf(['Records without a place, which no map can show', without]) };
}

/** A point, or else an H3 cell; `null` for no place at all. */
function keyOf({ lon, lat, h3 }: Place): string | null {
  return lon !== null && lat !== null ? `${lat} ${lon}` : h3;
}

/** A marker for each point, a polygon for each H3 cell (or a point known only by its cell) or for the whole area, with its slices in the popup. */
export async function worldmapOfProfile(slices: readonly ProfileRow[], { area, name: called, byCell, signal }: ShapeContext): Promise<ShapedMessage> {
  const places = new Map<string, { place: Place; own: ProfileRow[] }>();
  const add = (slice: ProfileRow): void => {
    // The coordinates of a cell are those of its centre.
    const { lon, lat, h3 } = byCell ? { lon: null, lat: null, h3: slice.h3 } : slice;
    getOrInsert(places, keyOf({ lon, lat, h3 }) ?? WHOLE_AREA, () => ({ place: { lon, lat, h3 }, own: [] })).own.push(slice);
  };
  await inTurns(slices, add, signal);
  const itemAt = await itemsAtPlaces();
  const payload: MapItem[] = [];
  let without = 0;
  const show = ([key, { place, own }]: [string, { place: Place; own: ProfileRow[] }]): void => {
    const sources = [...new Set(own.flatMap(({ datasets }) => datasets))].sort();
    const text = popup(own.map(sliceRow), sources);
    if (key === WHOLE_AREA && area) {
      for (const item of areaItems(called ?? 'soil', area, text)) payload.push(item);
      return;
    }
    const item = itemAt(place, `soil ${key}`, text);
    if (item) payload.push(item);
    else without += own.length;
  };
  await inTurns(places, show, signal);
  return { payload, ...leftOutOf(['Slices without a place, which no map can show', without]) };
}

/** Makes the item of a place: a marker, or a polygon if only its H3 cell is known. Nothing if no map can show it. */
async function itemsAtPlaces(): Promise<(place: Place, name: string, text: string) => MapItem | undefined> {
  const { cellToBoundary, isValidCell } = await h3Library();
  return ({ lon, lat, h3 }, name, text) => {
    if (lon !== null && lat !== null) return marker(name, lon, lat, text);
    return h3 !== null && isValidCell(h3) ? polygon(name, [flatRing(cellToBoundary(h3))], text) : undefined;
  };
}

/** A ring that goes on beyond 180 degrees if it crosses them: a flat map would draw an edge from 179 to -179 round the world. */
function flatRing(ring: number[][]): number[][] {
  const first = ring[0]![1]!;
  return ring.map(([lat = 0, lon = 0]) => [lat, lon + 360 * Math.round((first - lon) / 360)]);
}

function sliceRow(slice: ProfileRow): string[] {
  const { property, method, depthTop, depthBottom, mean, unit, n, coverage } = slice;
  const value = 'usda' in slice ? (slice.usda ?? 'no class') : shownValue(shownNumber(mean), unit);
  return [shownProperty(property, method), shownDepth(depthTop, depthBottom), value, `n ${n}`, `${Math.round(coverage * 100)} % covered`];
}

/** An item for each polygon: the map would take an area of two for a rectangle. */
function areaItems(name: string, area: AreaGeometry, text: string): MapItem[] {
  const nameOf = (index: number): string => (index === 0 ? name : `${name} (${index + 1})`);
  const { points, polygons } = areaParts(area);
  if (points) return points.map(([lon, lat], index) => marker(nameOf(index), lon, lat, text));
  return polygons.map((rings, index) => polygon(nameOf(index), rings.map((ring) => ring.map(([lon, lat]) => [lat, lon])), text));
}

function marker(name: string, lon: number, lat: number, text: string): MapItem {
  return { name: asHtml(name), lat, lon, layer: LAYER, icon: 'fa-circle', iconColor: COLOUR, popup: text, clickable: true };
}

/** @param rings in the worldmap's order: latitude, longitude */
function polygon(name: string, rings: number[][][], text: string): MapItem {
  return { name: asHtml(name), area: [rings], color: COLOUR, fillColor: COLOUR, layer: LAYER, popup: text, clickable: true };
}

/** @param sources names of the datasets, if the rows do not have them: those of invented data say so, and must be seen without scrolling */
function popup(rows: string[][], sources: string[] = []): string {
  const shownRows = rows.slice(0, MOST_ROWS).map((cells) => `<tr>${cells.map((cell) => `<td>${asHtml(cell)}</td>`).join('')}</tr>`);
  const rest = rows.length > MOST_ROWS ? `<p>and ${rows.length - MOST_ROWS} more</p>` : '';
  const named = sources.length > 0 ? `<p>${asHtml(sources.join('; '))}</p>` : '';
  return `<div style="max-height:300px;overflow:auto">${named}<table>${shownRows.join('')}</table>${rest}</div>`;
}

function shownValue(value: number | string | null, unit: string | null): string {
  return value === null ? 'no value' : `${value}${unit === null ? '' : ` ${unit}`}`;
}
