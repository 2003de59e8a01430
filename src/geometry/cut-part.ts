import { FULL_TURN, HALF_TURN } from './grid';
import type { Rings } from './rings';

/** Positions of an open ring, one after the other. */
export type Ring = [x: number, y: number][];

/** A run of positions on one side of the meridian, from where the ring comes over it to where it leaves. */
interface Run {
  positions: Ring;
  /** Latitudes of the two places, not rounded, so that their order is that of the edges. */
  enters: number;
  leaves: number;
}

/**
 * What lies west or east of 180 degrees of a part that crosses it: shells, and the holes that do not reach the meridian. Positions on the
 * meridian count as west of it. The part is moved by `turn` beforehand; what lies east of the meridian comes back by a full turn.
 */
export function cutPart(rings: Rings, part: number, turn: number, side: 'west' | 'east'): { shells: Ring[]; holes: Ring[] } {
  const runs: Run[] = [];
  const holes: Ring[] = [];
  for (let ring = rings.partStart[part]!; ring < rings.partStart[part + 1]!; ring++) {
    const positions = movedRing(rings, ring, turn);
    const kept = positions.map(([x]) => x <= HALF_TURN === (side === 'west'));
    if (!kept.includes(false)) holes.push(positions);
    else collectRuns(positions, kept, runs);
  }
  const back = side === 'west' ? 0 : -FULL_TURN;
  const moved = (ring: Ring): Ring => ring.map(([x, y]) => [x + back, y]);
  return { shells: joinRuns(runs).map(moved), holes: holes.map(moved) };
}

function movedRing({ x, y, ringStart }: Rings, ring: number, turn: number): Ring {
  const positions: Ring = [];
  for (let i = ringStart[ring]!; i < ringStart[ring + 1]!; i++) positions.push([x[i]! + turn, y[i]!]);
  return positions;
}

function collectRuns(positions: Ring, kept: boolean[], runs: Run[]): void {
  const count = positions.length;
  const at = (i: number): [number, number] => positions[i % count]!;
  for (let start = 0; start < count; start++) {
    const before = (start + count - 1) % count;
    if (!kept[start] || kept[before]) continue;
    const enters = crossing(at(before), at(start));
    const run: Ring = [[HALF_TURN, Math.round(enters)]];
    let i = start;
    while (kept[i % count]) run.push(at(i++));
    const leaves = crossing(at(i - 1), at(i));
    run.push([HALF_TURN, Math.round(leaves)]);
    runs.push({ positions: run, enters, leaves });
  }
}

/** The latitude at which an edge crosses the meridian. */
function crossing([ax, ay]: [number, number], [bx, by]: [number, number]): number {
  return ax === HALF_TURN ? ay : bx === HALF_TURN ? by : ay + ((HALF_TURN - ax) / (bx - ax)) * (by - ay);
}

/**
 * Joins runs along the meridian. The inside lies between the lowest place where a ring leaves and the lowest where one enters, and so on
 * northwards: the n-th of the ones belongs to the n-th of the others.
 */
function joinRuns(runs: Run[]): Ring[] {
  const leaving = runs.toSorted((a, b) => a.leaves - b.leaves);
  const entering = runs.toSorted((a, b) => a.enters - b.enters);
  const following = new Map(leaving.map((run, i) => [run, entering[i]!]));
  const shells: Ring[] = [];
  const used = new Set<Run>();
  for (const first of runs) {
    if (used.has(first)) continue;
    const shell: Ring = [];
    for (let run = first; !used.has(run); run = following.get(run)!) {
      used.add(run);
      for (const position of run.positions) shell.push(position);
    }
    shells.push(shell);
  }
  return shells;
}
