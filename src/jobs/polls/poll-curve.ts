/** How many polls a job may cost is measured against polling it at this gap. */
const FIXED_GAP_MS = 5_000;
/** The rest is for polls that the longest gap of a wait adds before any job of the sort has ended. */
const SHARE_OF_FIXED = 0.85;
const GRID_POINTS = 160;
/** How far the record is taken to reach, beyond the shortest and longest job in it. */
const REACH = 3;
/** Nine jobs of ten set what is long: a tenth that took far longer (a service that stood still, a clock that was set) counts as the longest that is likely. */
const USUAL_SHARE = 0.9;
/** No shorter time is told apart in a record, and no job is read more often. */
export const SHORTEST_GAP_MS = 100;
/** Narrowest kernel, as a share of the duration: no record is more precise than this. */
const FINEST_WIDTH = 0.02;

/** M(t) = ∫ √h, of the rate h(t) at which jobs still running at time t end, on a grid that is even in the logarithm of time. */
export interface PollCurve {
  firstMs: number;
  /** Distance of the grid's points in ln(ms). */
  width: number;
  measure: Float64Array;
  /** Polls for each job at a step of 1, and how many a job may cost. */
  polls: number;
  allowed: number;
}

/** @param record how long past jobs took, ms: two of them at least */
export function drawCurve(record: readonly number[]): PollCurve {
  const sorted = usual(record);
  const logs = sorted.map(Math.log);
  const kernel = kernelWidth(logs);
  const first = (logs[0] as number) - Math.log(REACH);
  const last = (logs[logs.length - 1] as number) + Math.log(REACH);
  const width = (last - first) / (GRID_POINTS - 1);
  const measure = new Float64Array(GRID_POINTS);
  let polls = 0;
  for (let point = 0, sum = 0; point < GRID_POINTS; point++) {
    const at = first + point * width;
    const { ended, running } = endings(logs, at, kernel);
    // √h·dt, with h = density/(running·t) and dt = t·d(ln t).
    const growth = Math.sqrt((ended / running) * Math.exp(at)) * width;
    measure[point] = sum += point === 0 ? 0 : growth;
    polls += running * growth;
  }
  const mean = sorted.reduce((sum, took) => sum + took, 0) / sorted.length;
  const allowed = (SHARE_OF_FIXED * mean) / FIXED_GAP_MS;
  return { firstMs: Math.exp(first), width, measure, polls, allowed };
}

/** The record, sorted, without outliers: one job of a day among jobs of a minute would have these read ten times a second. */
function usual(record: readonly number[]): number[] {
  const sorted = record.map((took) => Math.max(took, SHORTEST_GAP_MS)).sort((one, other) => one - other);
  const longest = REACH * (sorted[Math.floor(USUAL_SHARE * (sorted.length - 1))] as number);
  return sorted.map((took) => Math.min(took, longest));
}

/** Share of jobs that still run at a time, and the density of their ends over ln(t): each past job smoothed by a logistic kernel. */
function endings(logs: readonly number[], at: number, kernel: number): { ended: number; running: number } {
  let ended = 0;
  let running = 0;
  for (const log of logs) {
    const still = 1 / (1 + Math.exp((at - log) / kernel));
    running += still;
    ended += (still * (1 - still)) / kernel;
  }
  return { ended: ended / logs.length, running: running / logs.length };
}

/** Silverman's rule of thumb, for the standard deviation of a logistic kernel (its scale times π/√3). */
function kernelWidth(sorted: readonly number[]): number {
  const count = sorted.length;
  const mean = sorted.reduce((sum, log) => sum + log, 0) / count;
  const deviation = Math.sqrt(sorted.reduce((sum, log) => sum + (log - mean) ** 2, 0) / (count - 1));
  const quartiles = (sorted[Math.floor(0.75 * (count - 1))] as number) - (sorted[Math.floor(0.25 * (count - 1))] as number);
  const spread = quartiles > 0 ? Math.min(deviation, quartiles / 1.34) : deviation;
  return Math.max(FINEST_WIDTH, 0.9 * spread * count ** -0.2 * (Math.sqrt(3) / Math.PI));
}

/** M at a time. */
export function measureAt({ firstMs, width, measure }: PollCurve, ms: number): number {
  const place = Math.log(Math.max(ms, firstMs) / firstMs) / width;
  const point = Math.min(Math.floor(place), measure.length - 1);
  const below = measure[point] as number;
  const above = measure[Math.min(point + 1, measure.length - 1)] as number;
  return below + (above - below) * (place - point);
}

/** The time at which M reaches a target, ms; nothing if that is beyond the curve. */
export function timeAt({ firstMs, width, measure }: PollCurve, target: number): number | undefined {
  let low = 0;
  let high = measure.length - 1;
  if (target > (measure[high] as number)) return undefined;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((measure[middle] as number) < target) low = middle;
    else high = middle;
  }
  const below = measure[low] as number;
  const above = measure[high] as number;
  const share = above > below ? (target - below) / (above - below) : 1;
  return firstMs * Math.exp((low + share) * width);
}
