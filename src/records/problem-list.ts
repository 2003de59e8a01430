import { SoilError } from '../errors/soil-error';
import { cut } from '../text/cut';
import { withoutControls } from '../text/without-controls';

/** Something in a file that could not be read, as listed in `msg.soil.problems`. */
interface RecordProblem {
  /** `null` if all files are meant. */
  file: string | null;
  /** Line of a text file (from 1), number of a feature of a GeoJSON file (from 1); `null` if the whole file is meant. */
  line: number | null;
  problem: string;
}

const LISTED = 20;
/** Characters, with the ellipsis. */
const LONGEST_QUOTED = 41;

/** How many there are, and the first 20 of them: there may be millions. Plain JSON, for `msg.soil.problems`. */
export interface Listed<Problem> {
  count: number;
  readonly first: Problem[];
}

/** Counts one more, and lists it if it is among the first. */
export function addTo<Problem>(listed: Listed<Problem>, problem: Problem): void {
  listed.count += 1;
  if (listed.first.length < LISTED) listed.first.push(problem);
}

/** Counts what could not be read and lists the first such problems; with `strict`, the very first ends the reading. */
export class ProblemList implements Listed<RecordProblem> {
  count = 0;
  readonly first: RecordProblem[] = [];

  constructor(private readonly strict = false) {}

  /**
   * @param fault a sentence: what could not be read
   * @param outcome a sentence: what becomes of it if the reading goes on
   * @throws SoilError `SOIL_ARCHIVE` if the reading is strict
   */
  add(file: string, line: number | null, fault: string, outcome?: string): void {
    addTo(this, { file, line, problem: withOutcome(fault, outcome) });
    if (!this.strict) return;
    throw new SoilError(
      'SOIL_ARCHIVE',
      `Reading ${file}${line === null ? '' : `, line ${line}`}: ${fault} Repair the file, or switch off "Stop at the first malformed row" to read on.`,
    );
  }

  /** Adds something about a file that is no fault in it, so that strict reading goes on. */
  remark(file: string, line: number | null, problem: string): void {
    addTo<RecordProblem>(this, { file, line, problem });
  }

  /** Adds something about all files that is no fault in any of them, so that strict reading goes on. */
  note(problem: string): void {
    // After thousands of rows, a note about all files would not be listed: it replaces the last row listed.
    const row = this.first.length < LISTED ? -1 : this.first.findLastIndex(({ file }) => file !== null);
    if (row >= 0) this.first.splice(row, 1);
    addTo<RecordProblem>(this, { file: null, line: null, problem });
  }

  /** A copy for a message: it does not change when reading goes on. */
  toJSON(): Listed<RecordProblem> {
    return { count: this.count, first: [...this.first] };
  }
}

/** What could not be read and what became of it: two sentences, or one. */
export function withOutcome(fault: string, outcome?: string): string {
  return outcome === undefined ? fault : `${fault} ${outcome}`;
}

/** A piece of foreign text, short enough for a message and on one line. */
export function quoted(text: string): string {
  return `"${withoutControls(cut(text, LONGEST_QUOTED))}"`;
}
