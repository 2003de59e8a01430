import { FULL_TURN, HALF_TURN } from '../grid';
import type { Rings } from './rings';

/** Positions of an open ring, one after the other. */
export type Ring = [x: number, y: number][];

/** A stretch of a ring on one side of the meridian, from one position on the meridian to the next. */
type Run = Ring;

/**
 * What lies west or east of 180 degrees of a part that crosses it: shells, and the holes that do not reach the meridian. The part is moved by
 * `turn` beforehand; what lies east of the meridian comes back by a full turn.
 */
export function cutPart(rings: Rings, part: number, turn: number, side: 'west' | 'east'): { shells: Ring[]; holes: Ring[] } {
  const isHere = ([x]: [number, number]): boolean => (side === 'west' ? x < HALF_TURN : x > HALF_TURN);
  const runs: Run[] = [];
  const holes: Ring[] = [];
  for (let ring = rings.partStart[part]!; ring < rings.partStart[part + 1]!; ring++) {
    const positions = withCrossings(movedRing(rings, ring, turn));
    if (isWhole(positions, isHere)) holes.push(positions);
    else for (const run of runsBetween(positions)) if (isHere(run[1]!)) runs.push(run);
  }
  const back = side === 'west' ? 0 : -FULL_TURN;
  const moved = (ring: Ring): Ring => ring.map(([x, y]) => [x + back, Math.round(y)]);
  return { shells: joinRuns(runs).map(moved), holes: holes.map(moved) };
}

/** Whether a ring lies on one side. One that only touches the meridian with a corner does, too: cut there, it would become a part of the shell. */
function isWhole(positions: Ring, isHere: (position: [number, number]) => boolean): boolean {
  // Beside a corner beyond the meridian there are two positions on it.
  return positions.filter((position) => !isHere(position)).length <= 1;
}

function movedRing({ x, y, ringStart }: Rings, ring: number, turn: number): Ring {
  const positions: Ring = [];
  for (let i = ringStart[ring]!; i < ringStart[ring + 1]!; i++) positions.push([x[i]! + turn, y[i]!]);
  return positions;
}

/** The ring with a position wherever an edge crosses the meridian; its latitude is not rounded yet, so that their order is that of the edges. */
function withCrossings(ring: Ring): Ring {
  return ring.flatMap(([x, y], i) => {
    const [nextX, nextY] = ring[(i + 1) % ring.length]!;
    const here: [number, number] = [x, y];
    if ((x - HALF_TURN) * (nextX - HALF_TURN) >= 0) return [here];
    return [here, [HALF_TURN, y + ((HALF_TURN - x) / (nextX - x)) * (nextY - y)]];
  });
}

/** Divides a ring at its positions on the meridian. */
function runsBetween(ring: Ring): Run[] {
  const first = ring.findIndex(([x]) => x === HALF_TURN);
  if (first === -1) return [];
  const runs: Run[] = [];
  let run: Run = [ring[first]!];
  for (const position of [...ring.slice(first + 1), ...ring.slice(0, first + 1)]) {
    run.push(position);
    if (position[0] !== HALF_TURN) continue;
    runs.push(run);
    run = [position];
  }
  return runs;
}

/**
 * Joins runs along the meridian. Where the inside reaches it, one run ends at one end of a stretch, and one begins at the other end: the n-th
 * end, from the south, belongs to the n-th beginning.
 */
function joinRuns(runs: Run[]): Ring[] {
  const ending = runs.toSorted((a, b) => a.at(-1)![1] - b.at(-1)![1]);
  const beginning = runs.toSorted((a, b) => a[0]![1] - b[0]![1]);
  const following = new Map(ending.map((run, i) => [run, beginning[i]!]));
  const shells: Ring[] = [];
  const used = new Set<Run>();
  for (const first of runs) {
    if (used.has(first)) continue;
    const shell: Ring = [];
    for (let run = first; !used.has(run); run = following.get(run)!) {
      used.add(run);
      for (const position of run) shell.push(position);
    }
    shells.push(shell);
  }
  return shells;
}
