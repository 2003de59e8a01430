/** What work has come to. */
export type Outcome<Result> = { result: Result } | { error: unknown };
