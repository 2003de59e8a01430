/** Refusals of a job's status in a row that it takes to believe that the service does not know the job (section 4.7). */
export const PATIENCE_FOR_REFUSAL = 3;
/** For so long, a refusal may pass: straight after its creation, a job may not be found or not be shown yet. */
export const PASSING_REFUSAL_MS = 60_000;
/** The refusals that may: a gateway also says them of a service that is starting anew. Others (410) hold. */
export const PASSING_REFUSALS: ReadonlySet<number | undefined> = new Set([403, 404]);
