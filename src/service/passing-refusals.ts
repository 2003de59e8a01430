import { SoilError } from '../errors/soil-error';

/** The sandbox of a soil service does not know a job. It knows each of its own from the beginning: this does not pass. */
export class NotInSandbox extends SoilError {}

/** Refusals of a job's status in a row that it takes to believe that the service does not know the job (section 4.7). */
const PATIENCE = 3;
/** For so long, a refusal may pass: straight after its creation, a job may not be found or not be shown yet. */
const PASSING_MS = 60_000;
/** The refusals that may: a gateway also says them of a service that is starting anew. Others (410) hold. */
const PASSING: ReadonlySet<number | undefined> = new Set([403, 404]);

/** Whether a refusal of a job's status may pass, so long after the creation of the job or after the first such refusal. */
export function mayPass(status: number | undefined, ms: number): boolean {
  return PASSING.has(status) && ms < PASSING_MS;
}

/** Refusals of a job's status in a row. */
export class RefusalsInARow {
  count = 0;

  /** @param since when the first of them came, ms; `-Infinity` where none may pass */
  constructor(private readonly since: number) {}

  /** Counts one more. Whether the service has said often and long enough that it does not tell of the job. */
  add(status: number | undefined, now: number): boolean {
    this.count += 1;
    return this.count >= PATIENCE && !mayPass(status, now - this.since);
  }
}
