import squareMetres from '@turf/area';
import { madeInSteps, type Steps } from '../time/steps';
import type { AreaGeometry, Position } from './area-of-interest';
import { areaParts } from './area-parts';
import { roundDegrees } from './grid';

/** The mean radius of the Earth in metres: that of the sphere on which `@turf/area` measures. */
export const EARTH_RADIUS = 6_371_008.8;

/** `[west, south, east, north]` in degrees. */
type Box = [west: number, south: number, east: number, north: number];

/**
 * The area of polygons in hectares, on a sphere: compared with the WGS 84 ellipsoid, 0.45 % more at the equator, the same at 35 degrees,
 * 0.56 % less at 60 and 0.89 % less at the poles. Points have no area.
 */
export function hectaresOf(geometry: AreaGeometry): number {
  return squareMetres(geometry) / 10_000;
}

/** Rounds to nine digits: more than a sphere is good for, and short enough to read in a message. */
export function rounded(number: number): number {
  return Number(number.toPrecision(9));
}

/** Where an area lies. */
interface Extent {
  /** West is greater than east if the area crosses the antimeridian, or has parts close together on both sides of it (RFC 7946, 5.2). */
  bbox: Box;
  /** Of polygons: the centre of gravity in the plane of longitude and latitude. Of points: their mean. */
  centroid: Position;
  parts: number;
  /** Without closing positions. */
  vertices: number;
}

/** Measures where an area lies. */
export function* extentOf(geometry: AreaGeometry): Steps<Extent> {
  const { points, polygons } = areaParts(geometry);
  // A point is measured as a ring of one position.
  const parts = points ? yield* madeInSteps(points, (point) => [[point]]) : polygons;
  const boxes = yield* madeInSteps(parts, boxOf);
  const bbox = union(boxes);
  yield;
  // What lies west of the western edge lies beyond the antimeridian: the centre is computed on a map that goes on there.
  const turns = boxes.map(([west]) => (west < bbox[0] ? 360 : 0));
  yield;
  const centre = points ? meanOf(parts, turns) : gravityOf(parts, turns);
  const east = within(centre[0], bbox[0], bbox[2] < bbox[0] ? bbox[2] + 360 : bbox[2]);
  const longitude = east > 180 ? east - 360 : east;
  let vertices = 0;
  for (const part of parts) for (const ring of part) vertices += Math.max(1, ring.length - 1);
  const latitude = within(centre[1], bbox[1], bbox[3]);
  return { bbox, centroid: [roundDegrees(longitude), roundDegrees(latitude)], parts: parts.length, vertices };
}

/** Limits a number to a range; halfway if it is not finite: rounding may leave a sliver thousands of kilometres long without weight. */
function within(number: number, low: number, high: number): number {
  return Number.isFinite(number) ? Math.max(low, Math.min(high, number)) : (low + high) / 2;
}

function boxOf([shell]: Position[][]): Box {
  const box: Box = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of shell!) {
    if (x < box[0]) box[0] = x;
    if (y < box[1]) box[1] = y;
    if (x > box[2]) box[2] = x;
    if (y > box[3]) box[3] = y;
  }
  return box;
}

function union(boxes: Box[]): Box {
  let [west, south, east, north] = boxes[0]!;
  for (const box of boxes) {
    west = Math.min(west, box[0]);
    south = Math.min(south, box[1]);
    east = Math.max(east, box[2]);
    north = Math.max(north, box[3]);
  }
  if (east - west > 180) {
    const across = acrossAntimeridian(boxes);
    // If parts lie all over the world, the box ends at the antimeridian, unless they reach it from both sides.
    if ((west === -180 && east === 180) || across[1] + 360 - across[0] < 180) [west, east] = across;
  }
  return [west, south, east, north];
}

/** West and east of boxes taken together across the antimeridian: from the end of the widest gap round to its beginning. */
function acrossAntimeridian(boxes: Box[]): [west: number, east: number] {
  let sides: [number, number] = [-180, 180];
  let reached = -180;
  let widest = 0;
  for (const [west, , east] of boxes.toSorted((a, b) => a[0] - b[0])) {
    if (west - reached > widest) {
      widest = west - reached;
      sides = [west, reached];
    }
    reached = Math.max(reached, east);
  }
  return sides;
}

function meanOf(parts: Position[][][], turns: number[]): Position {
  let x = 0;
  let y = 0;
  parts.forEach((part, i) => {
    const [longitude, latitude] = part[0]![0]!;
    x += longitude + turns[i]!;
    y += latitude;
  });
  return [x / parts.length, y / parts.length];
}

function gravityOf(parts: Position[][][], turns: number[]): Position {
  let weight = 0;
  let x = 0;
  let y = 0;
  parts.forEach((part, i) => {
    for (const ring of part) {
      // Summed from a corner of the ring: from 0 0, the sums for a small field far away would lose digits.
      const [x0, y0] = ring[0]!;
      let area = 0;
      let momentX = 0;
      let momentY = 0;
      for (let j = 0; j + 1 < ring.length; j++) {
        const [ax, ay] = [ring[j]![0] - x0, ring[j]![1] - y0];
        const [bx, by] = [ring[j + 1]![0] - x0, ring[j + 1]![1] - y0];
        const cross = ax * by - bx * ay;
        area += cross;
        momentX += (ax + bx) * cross;
        momentY += (ay + by) * cross;
      }
      weight += area;
      x += momentX / 3 + area * (x0 + turns[i]!);
      y += momentY / 3 + area * y0;
    }
  });
  return [x / weight, y / weight];
}
