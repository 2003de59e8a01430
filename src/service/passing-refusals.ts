import { SoilError } from '../errors/soil-error';

/** The sandbox of a soil service does not know a job. It knows all its own jobs from the beginning, so this does not pass. */
export class NotInSandbox extends SoilError {}

/** How many refusals of a job's status in a row it takes to believe that the service does not know the job (section 4.7). */
const PATIENCE = 3;
/** How long a refusal may pass: just after its creation, a job may not be found or shown yet. */
const PASSING_MS = 60_000;
/** The refusals that may pass: a gateway also gives them for a service that is restarting. Others (410) hold. */
const PASSING: ReadonlySet<number | undefined> = new Set([403, 404]);

/** Whether a refusal of a job's status may pass, that many ms after the creation of the job or after the first such refusal. */
export function mayPass(status: number | undefined, ms: number): boolean {
  return PASSING.has(status) && ms < PASSING_MS;
}

/** Refusals of a job's status in a row. */
export class RefusalsInARow {
  count = 0;

  /** @param since when the first of them came, ms; `-Infinity` if none may pass */
  constructor(private readonly since: number) {}

  /** Counts one more. Gives whether the service has refused often enough and for long enough to be believed. */
  add(status: number | undefined, now: number): boolean {
    this.count += 1;
    return this.count >= PATIENCE && !mayPass(status, now - this.since);
  }
}
