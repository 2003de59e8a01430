/** A step of a message in Node-RED, as the probe reports it. */
export interface Step {
  at: number;
  step: 'sends' | 'delivers' | 'receives' | 'completes';
  topic: string;
  node: string;
  type?: string;
  job?: string;
  again?: boolean;
  /** Of an error, if it completes with one. */
  code?: string;
  /** In which process, from 0. */
  life: number;
}

const MARK = '@soak ';

/** The steps in what a process wrote. */
export function stepsIn(log: readonly string[], life: number): Step[] {
  return log.filter((line) => line.startsWith(MARK) && line.endsWith('}')).map((line) => ({ ...(JSON.parse(line.slice(MARK.length)) as Step), life }));
}

/** What else a process wrote. */
export function linesIn(log: readonly string[]): string[] {
  return log.filter((line) => !line.startsWith(MARK));
}
