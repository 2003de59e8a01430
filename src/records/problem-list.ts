import { SoilError } from '../errors/soil-error';
import { withoutControls } from '../errors/without-controls';

/** Something in a file that could not be read: seen in `msg.soil.problems`. */
export interface RecordProblem {
  /** `null` where all files are meant. */
  file: string | null;
  /** Line of a text file (from 1), number of a feature of a GeoJSON file (from 1); `null` where the whole file is meant. */
  line: number | null;
  problem: string;
}

const LISTED = 20;

/** Counts what could not be read and lists the first 20; with `strict`, the first one ends the reading. */
export class ProblemList {
  count = 0;
  readonly first: RecordProblem[] = [];

  constructor(private readonly strict = false) {}

  /**
   * @param fault a sentence: what could not be read
   * @param outcome a sentence: what becomes of it where the reading goes on
   * @throws SoilError `SOIL_ARCHIVE` where the reading is strict
   */
  add(file: string, line: number | null, fault: string, outcome?: string): void {
    this.list({ file, line, problem: withOutcome(fault, outcome) });
    if (!this.strict) return;
    throw new SoilError(
      'SOIL_ARCHIVE',
      `Reading ${file}${line === null ? '' : `, line ${line}`}: ${fault} Repair the file, or switch off "Stop at the first malformed row" to read on.`,
    );
  }

  /** What concerns the files together and is no fault in one of them, so that strict reading goes on. */
  note(problem: string): void {
    this.list({ file: null, line: null, problem });
  }

  private list(problem: RecordProblem): void {
    this.count += 1;
    if (this.first.length < LISTED) this.first.push(problem);
  }

  /** Plain JSON for a message. */
  toJSON(): { count: number; first: RecordProblem[] } {
    return { count: this.count, first: [...this.first] };
  }
}

/** What could not be read and what became of it: two sentences, or one. */
export function withOutcome(fault: string, outcome?: string): string {
  return outcome === undefined ? fault : `${fault} ${outcome}`;
}

/** A piece of foreign text, short enough for a message and on one line. */
export function quoted(text: string): string {
  return `"${withoutControls(text.length > 40 ? `${text.slice(0, 40)}…` : text)}"`;
}
