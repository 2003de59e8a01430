import type { Steps } from '../../time/steps';
import { FULL_TURN, HALF_TURN } from '../grid';
import type { Rings } from './rings';

type Position = [x: number, y: number];

/** Positions of an open ring, one after the other. */
export type Ring = Position[];

/** A stretch of a ring on one side of the meridian, from one position on the meridian to the next. */
type Run = Ring;

/** What lies on one side of the meridian: shells, and the holes that do not reach the meridian. */
export interface Side {
  shells: Ring[];
  holes: Ring[];
}

/**
 * Cuts a part that crosses 180 degrees into what lies west and east of it. The part is moved by `turn` beforehand; what lies east of the meridian
 * comes back by a full turn.
 */
export function* cutPart(rings: Rings, part: number, turn: number): Steps<Side[]> {
  const sides = [
    { isHere: ([x]: Position) => x < HALF_TURN, back: 0, runs: [] as Run[], holes: [] as Ring[] },
    { isHere: ([x]: Position) => x > HALF_TURN, back: -FULL_TURN, runs: [] as Run[], holes: [] as Ring[] },
  ];
  for (let ring = rings.partStart[part]!; ring < rings.partStart[part + 1]!; ring++) {
    const positions = withCrossings(rings, ring, turn);
    const whole = sides.find(({ isHere }) => isWhole(positions, isHere));
    if (whole) whole.holes.push(positions);
    else for (const run of runsBetween(positions)) sides.find(({ isHere }) => isHere(run[1]!))?.runs.push(run);
    yield;
  }
  const cut: Side[] = [];
  for (const { back, runs, holes } of sides) {
    const moved = (ring: Ring): Ring => ring.map(([x, y]) => [x + back, Math.round(y)]);
    cut.push({ shells: joinRuns(runs).map(moved), holes: holes.map(moved) });
    yield;
  }
  return cut;
}

/** Whether a ring lies on one side. One that only touches the meridian with a corner does, too: cut there, it would become a part of the shell. */
function isWhole(positions: Ring, isHere: (position: Position) => boolean): boolean {
  // Beside a corner beyond the meridian there are two positions on it.
  return positions.filter((position) => !isHere(position)).length <= 1;
}

/** A ring with a position wherever an edge crosses the meridian; its latitude is not rounded yet, so that their order is that of the edges. */
function withCrossings({ x, y, ringStart }: Rings, ring: number, turn: number): Ring {
  const [start, end] = [ringStart[ring]!, ringStart[ring + 1]!];
  const positions: Ring = [];
  for (let i = start; i < end; i++) {
    const next = i + 1 < end ? i + 1 : start;
    const [hereX, nextX] = [x[i]! + turn, x[next]! + turn];
    positions.push([hereX, y[i]!]);
    if ((hereX - HALF_TURN) * (nextX - HALF_TURN) >= 0) continue;
    positions.push([HALF_TURN, y[i]! + ((HALF_TURN - hereX) / (nextX - hereX)) * (y[next]! - y[i]!)]);
  }
  return positions;
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
