import type { AreaDescription } from '../geometry/area-of-interest';
import { cellPlaces } from '../geometry/h3-cells';
import { RADIANS } from '../geometry/radians';
import { TurnTaker } from '../time/turn-taker';
import type { ProblemList } from './problem-list';
import type { SoilRecord } from './soil-record';

/** Smallest margin around an area that counts as near, in degrees: services round places, and for a small area give the nearest ones. */
const LEAST_MARGIN = 0.05;
/** Latitude beyond which a degree of longitude is next to nothing. */
const NEXT_TO_POLE = 89;
const RECORDS_AT_ONCE = 128;

/**
 * Finds out whether any record of a file lies in or near an area; if none does, the file may be of another area. Near means inside the bounding box
 * of the area, extended on each side by its own size, but at least by 0.05 degrees or so. Records without a place do not count.
 */
export class NearArea {
  private placed = 0;
  private isAnyNear = false;
  private placeOf: Awaited<ReturnType<typeof cellPlaces>> | undefined;
  private readonly turns = new TurnTaker();

  /** @param bbox `[west, south, east, north]` in degrees; west > east across the antimeridian. `undefined`: nothing is checked */
  constructor(private readonly bbox: AreaDescription['bbox'] | undefined) {}

  /** Looks at more records, until one is near. Rejects with the signal's reason when aborted. */
  async look(records: readonly SoilRecord[], signal?: AbortSignal): Promise<void> {
    if (this.bbox === undefined) return;
    for (const [index, { lon, lat, h3 }] of records.entries()) {
      if (this.isAnyNear) return;
      if (lon !== null && lat !== null) this.note(this.bbox, lon, lat, 0);
      else if (h3 !== null) {
        this.placeOf ??= await cellPlaces();
        const cell = this.placeOf(h3);
        if (cell) this.note(this.bbox, cell.lon, cell.lat, cell.reach);
      }
      if (index % RECORDS_AT_ONCE === 0) await this.turns.rest(signal);
    }
  }

  /** Adds a note if some records have places and all of these are elsewhere. */
  tell(problems: ProblemList): void {
    if (this.isAnyNear || this.placed === 0) return;
    problems.note(
      `${this.placed === 1 ? 'The one record with a place does not lie' : `None of the ${this.placed} records with a place lies`} in or near the area of this message: the file may be of another area. ` +
        'If soil-download keeps a file that is there already, put {{id}} or the name of the field into its "File name".',
    );
  }

  private note([west, south, east, north]: AreaDescription['bbox'], lon: number, lat: number, reach: number): void {
    this.placed += 1;
    const height = north - south;
    // From 180 to -180 means all the way round, but computes to 0.
    const width = east >= west ? east - west : eastwards(west, east) || 360;
    const marginY = Math.max(height, LEAST_MARGIN) + reach;
    if (lat < south - marginY || lat > north + marginY) return;
    // As far on the ground as to the north and south.
    const highest = Math.min(Math.max(Math.abs(south), Math.abs(north), Math.abs(lat)), NEXT_TO_POLE);
    const marginX = Math.max(width, (LEAST_MARGIN + reach) / Math.cos(highest * RADIANS)) + reach;
    this.isAnyNear = eastwards(west - marginX, lon) <= width + 2 * marginX;
  }
}

/** Degrees from one meridian to another, going east: 0 to 360. */
function eastwards(from: number, to: number): number {
  return (((to - from) % 360) + 360) % 360;
}
