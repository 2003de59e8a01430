import type { PastDurations } from '../ledger/past-durations';
import { drawCurve, measureAt, SHORTEST_GAP_MS, timeAt, type PollCurve } from './poll-curve';

const FEWEST_SAMPLES = 5;
const JITTER = 0.1;
/**
 * How far a sort's share of polls may be from what it would have alone: the jobs to come may be a different mix from those in the record.
 */
const MOST_SHIFT = 2;
/** The gap for a job that has outlasted the record, as a share of its age. */
const AGE_SHARE = 0.2;
/** A curve is drawn again when this share of its samples is new. */
const RENEWAL = 1 / 8;

interface KnownCurve extends PollCurve {
  /** The record that it was drawn from: another list means that there are new samples. */
  record: readonly number[];
  additions: number;
}

/**
 * When to read a job's status, given a record of how long jobs of its sort take.
 *
 * Polls are worth most where the end is likely. With h(t) the rate at which jobs still running at time t end (the hazard), the mean
 * delay between end and poll is least, for a given number of polls, if the gap is inversely proportional to the square root of
 * h(t): this follows from minimising the delay ∫ f·g/2 under the count ∫ S/g, with f = h·S. So polls lie at equal steps of M(t) = ∫ √h.
 * One step for all sorts makes a poll worth the same delay everywhere; its length is set by how many polls jobs may cost on average:
 * somewhat fewer than polling every 5 seconds would.
 */
export class LearnedPollPlan {
  private readonly curves = new Map<string, KnownCurve>();
  private step = 0;

  constructor(private readonly durations: PastDurations) {}

  /**
   * The gap before the next poll, ms; nothing if the record is too short.
   *
   * @param elapsedMs since the job was submitted
   */
  gap(sort: string, elapsedMs: number, random: () => number): number | undefined {
    const record = this.durations.of(sort);
    if (record.length < FEWEST_SAMPLES) return undefined;
    const curve = this.curve(sort, record);
    const alone = curve.polls / curve.allowed;
    const step = Math.min(Math.max(this.step, alone / MOST_SHIFT), alone * MOST_SHIFT);
    const target = measureAt(curve, elapsedMs) + step * (1 + JITTER * (random() - 0.5));
    const next = timeAt(curve, target);
    return Math.max(SHORTEST_GAP_MS, next === undefined ? AGE_SHARE * elapsedMs : next - elapsedMs);
  }

  private curve(sort: string, record: readonly number[]): KnownCurve {
    let curve = this.curves.get(sort);
    if (curve && curve.record !== record) {
      curve.record = record;
      curve.additions++;
    }
    if (!curve || curve.additions > record.length * RENEWAL) {
      curve = Object.assign(drawCurve(record), { record, additions: 0 });
      this.curves.set(sort, curve);
      for (const known of this.curves.keys()) if (this.durations.of(known).length === 0) this.curves.delete(known);
      this.step = this.commonStep();
    }
    return curve;
  }

  /** The step at which all sorts together cost what they may: a poll is then worth the same delay everywhere. */
  private commonStep(): number {
    let polls = 0;
    let allowed = 0;
    for (const [sort, curve] of this.curves) {
      const frequency = this.durations.frequency(sort);
      polls += frequency * curve.polls;
      allowed += frequency * curve.allowed;
    }
    return polls / allowed;
  }
}
