import { Problem } from '../problem';
import { hexagonAt, hexagonCorners } from '../world/hexagons';
import { type Box, type Cell, cellCentre, cellsOver, columnWithin, levelFor, type Site, siteOf } from '../world/lattice';
import { type Place, readWellKnownText } from './well-known-text';

const MOST_POINTS = 10_000;
/** At least this many cells for each part of an area, so that hardly any of many scattered parts goes without sites. */
const CELLS_FOR_A_PART = 8;

/** Mean radius of the sphere that has the area of the WGS 84 ellipsoid, in metres. */
const AUTHALIC_RADIUS = 6_371_007.2;

/** The area of a request (section 2.6): polygons as given, points as the H3 cells around them. */
export class RequestedArea {
  /** Hectares on the sphere: exteriors less holes. Overlapping polygons count twice. */
  readonly hectares: number;

  private constructor(private readonly polygons: readonly IndexedPolygon[]) {
    this.hectares = polygons.reduce((sum, polygon) => sum + polygon.squareMetres, 0) / 10_000;
  }

  /**
   * @throws Problem 400
   */
  static fromText(text: string): RequestedArea {
    const geometry = readWellKnownText(text);
    const polygons = 'points' in geometry ? hexagonsAround(geometry.points) : geometry.polygons;
    return new RequestedArea(polygons.map((rings) => new IndexedPolygon(rings)));
  }

  /** An area of no more than `most` of its parts, taken evenly. */
  thinned(most: number): RequestedArea {
    const step = Math.ceil(this.polygons.length / most);
    return step === 1 ? this : new RequestedArea(this.polygons.filter((_, index) => index % step === 0));
  }

  /** Each polygon, or each hexagon, as an area of its own: no more than `most`, taken evenly. */
  parts(most: number): RequestedArea[] {
    return this.thinned(most).polygons.map((polygon) => new RequestedArea([polygon]));
  }

  /** One box around everything, on the side of the globe where it is narrower; `east` may exceed 180. */
  get box(): Box {
    const around = (turn: 0 | 360): Box => {
      const box: Box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
      for (const { box: part } of this.polygons) {
        const by = part.west < 0 ? turn : 0;
        box.west = Math.min(box.west, part.west + by);
        box.east = Math.max(box.east, part.east + by);
        box.south = Math.min(box.south, part.south);
        box.north = Math.max(box.north, part.north);
      }
      return box;
    };
    const [plain, shifted] = [around(0), around(360)];
    return shifted.east - shifted.west < plain.east - plain.west ? shifted : plain;
  }

  /** The sites of the synthetic world within the area, each once: at most `most`, or eight for each part if that is more. */
  *sites(most: number): Generator<Site> {
    const level = levelFor(
      this.polygons.map(({ box }) => box),
      Math.max(most, CELLS_FOR_A_PART * this.polygons.length),
    );
    const seen = new Set<number>();
    for (const polygon of this.polygons) {
      for (const { column, row } of polygon.touchedCells(level)) {
        const site = siteOf(level, column, row);
        if (seen.has(site.key) || !polygon.contains(site.longitude, site.latitude)) continue;
        seen.add(site.key);
        yield { ...site, longitude: withinGlobe(site.longitude) };
      }
    }
  }

  /** The cells whose centre is in the area; for a part without any, the cell at its own centre. Columns are within the globe. Cells may repeat. */
  *cells(level: number): Generator<Cell> {
    for (const polygon of this.polygons) {
      let found = false;
      for (const cell of polygon.touchedCells(level)) {
        const [longitude, latitude] = cellCentre(level, cell.column, cell.row);
        if (!polygon.contains(longitude, latitude)) continue;
        found = true;
        yield { column: columnWithin(level, cell.column), row: cell.row };
      }
      if (found) continue;
      const [west, south] = polygon.anchor;
      const { column, row } = cellsOver({ west, south, east: west, north: south }, level);
      yield { column: columnWithin(level, column), row };
    }
  }

  /** A place within the area, or close to it, which stands for an area too small to hold a site. */
  get anchor(): Place {
    return (this.polygons[0] as IndexedPolygon).anchor;
  }
}

/** Points become the cells of H3 resolution 10 that hold them, each around 1.5 ha (section 2.6). */
function hexagonsAround(points: readonly Place[]): Place[][][] {
  if (points.length > MOST_POINTS) throw new Problem(400, 'geometry', `geometry: ${points.length} points are more than the ${MOST_POINTS} that one request may have.`);
  const cells = new Set(points.map(([longitude, latitude]) => hexagonAt(longitude, latitude)));
  return [...cells].map((cell) => {
    const corners = hexagonCorners(cell);
    const first = corners[0] as Place;
    const ring = corners.map(([longitude, latitude]): Place => [first[0] + withinGlobe(longitude - first[0]), latitude]);
    return [[...ring, ring[0] as Place]];
  });
}

function withinGlobe(longitude: number): number {
  return longitude - 360 * Math.floor((longitude + 180) / 360);
}

const MOST_BANDS = 1024;

/**
 * A polygon with its edges sorted into bands of latitude, so that a place is compared with only a few of them. They are sorted when first asked for: of
 * thousands of points, few are looked at.
 */
class IndexedPolygon {
  readonly box: Box;
  readonly squareMetres: number;
  private sorted: [Place, Place][][] | undefined;

  constructor(private readonly rings: readonly Place[][]) {
    this.box = boxAround(rings[0] ?? []);
    this.squareMetres = rings.reduce((sum, ring, index) => sum + (index === 0 ? 1 : -1) * ringArea(ring), 0);
  }

  private get bands(): [Place, Place][][] {
    return (this.sorted ??= this.inBands());
  }

  private inBands(): [Place, Place][][] {
    const edges = this.rings.flatMap((ring) => ring.slice(1).map((to, index): [Place, Place] => [ring[index] as Place, to]));
    const height = this.box.north - this.box.south;
    const bandsCrossed = edges.reduce((sum, [from, to]) => sum + Math.abs(to[1] - from[1]) / height, 0);
    // An edge is listed in every band that it crosses, so many long edges get few bands.
    const count = Math.max(1, Math.min(MOST_BANDS, Math.ceil(edges.length / 8), Math.ceil((4 * edges.length) / bandsCrossed) || 1));
    const bands: [Place, Place][][] = Array.from({ length: count }, () => []);
    for (const edge of edges) {
      const [low, high] = edge[0][1] < edge[1][1] ? [edge[0][1], edge[1][1]] : [edge[1][1], edge[0][1]];
      for (let band = this.bandOf(low, count); band <= this.bandOf(high, count); band++) bands[band]?.push(edge);
    }
    return bands;
  }

  /** The mean of the corners, within the globe. */
  get anchor(): Place {
    const ring = (this.rings[0] ?? []).slice(1);
    const mean = (axis: 0 | 1): number => ring.reduce((sum, place) => sum + place[axis], 0) / ring.length;
    return [withinGlobe(mean(0)), mean(1)];
  }

  *touchedCells(level: number): Generator<Cell> {
    const block = cellsOver(this.box, level);
    for (let row = block.row; row < block.row + block.rows; row++) {
      for (let column = block.column; column < block.column + block.columns; column++) yield { column, row };
    }
  }

  /** By the even-odd rule, so holes are outside. */
  contains(x: number, y: number): boolean {
    if (x < this.box.west || x > this.box.east || y < this.box.south || y > this.box.north) return false;
    let inside = false;
    const { bands } = this;
    for (const [from, to] of bands[this.bandOf(y, bands.length)] ?? []) {
      if (from[1] > y !== to[1] > y && x < ((to[0] - from[0]) * (y - from[1])) / (to[1] - from[1]) + from[0]) inside = !inside;
    }
    return inside;
  }

  /** @param count how many bands there are */
  private bandOf(latitude: number, count: number): number {
    const height = this.box.north - this.box.south;
    if (!(height > 0)) return 0;
    return Math.max(0, Math.min(count - 1, Math.floor(((latitude - this.box.south) / height) * count)));
  }
}

function boxAround(ring: readonly Place[]): Box {
  const box: Box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const [longitude, latitude] of ring) {
    box.west = Math.min(box.west, longitude);
    box.east = Math.max(box.east, longitude);
    box.south = Math.min(box.south, latitude);
    box.north = Math.max(box.north, latitude);
  }
  return box;
}

/** Square metres of a ring on the sphere (R. G. Chamberlain and W. H. Duquette, 2007: Some Algorithms for Polygons on a Sphere). */
function ringArea(ring: readonly Place[]): number {
  const radians = Math.PI / 180;
  let sum = 0;
  for (let index = 1; index < ring.length; index++) {
    const [from, to] = [ring[index - 1] as Place, ring[index] as Place];
    sum += (to[0] - from[0]) * radians * (2 + Math.sin(from[1] * radians) + Math.sin(to[1] * radians));
  }
  return Math.abs((sum * AUTHALIC_RADIUS ** 2) / 2);
}
