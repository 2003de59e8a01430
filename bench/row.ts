import type { Figure } from './figures';

/** One line of the table: a figure of ours beside what it is compared with. */
export interface Line {
  work: string;
  /** What it is compared with: another program, or a baseline. */
  against: string;
  /** In absolute terms, for the reader: depends on the machine. */
  ours: string;
  theirs: string;
  /** The figure that counts. */
  figure: Figure;
  unit: 'x' | 'ms' | 'MB' | 'kB' | 's' | '';
  /** What the figure should reach; absent if it is only informative. */
  reach?: { at: 'least' | 'most'; value: number };
}

export interface RowOptions {
  /** Fewer rounds and smaller sizes: to see that a row works. */
  quick: boolean;
  /** Says what is under way. */
  say: (text: string) => void;
}

/** A row could not be measured here. */
export class Unavailable extends Error {}

/** A subject that is measured in one go. */
export interface Row {
  name: string;
  title: string;
  /** Throws {@link Unavailable} if a program that it needs is not installed. */
  measure(options: RowOptions): Promise<Line[]>;
}
