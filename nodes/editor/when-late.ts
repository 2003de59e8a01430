/** An answer that has not come by then is late: a person is told so, and it may still come. */
const LATE_MS = 3_000;

/** Calls back where an answer is late. Gives a function that calls that off. */
export function whenLate(tell: () => void): () => void {
  const timer = window.setTimeout(tell, LATE_MS);
  return () => window.clearTimeout(timer);
}
