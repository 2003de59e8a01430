/** An answer that takes longer is late: a person is told so, though it may still come. */
const LATE_MS = 3_000;

/** Calls back if an answer is late. Returns a function that calls that off. */
export function whenLate(tell: () => void): () => void {
  const timer = window.setTimeout(tell, LATE_MS);
  return () => window.clearTimeout(timer);
}
