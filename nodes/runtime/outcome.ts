/** The outcome of work. */
export type Outcome<Result> = { result: Result } | { error: unknown };
