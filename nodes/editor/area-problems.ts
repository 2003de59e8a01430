/** More faulty texts than a person leaves in one session; texts can be long. */
const MOST = 30;

/** What the full check found wrong with the text of an area, latest last. The check is too slow for a rule, which Node-RED wants answered at once. */
const problems = new Map<string, string>();

/** Keeps what is wrong with a text, or that nothing is. */
export function keepAreaProblem(text: string, problem: string | undefined): void {
  problems.delete(text);
  if (problem !== undefined) problems.set(text, problem);
  const [oldest] = problems.keys();
  if (problems.size > MOST && oldest !== undefined) problems.delete(oldest);
}

/** What is wrong with a text, if it was checked since the editor was opened. */
export function areaProblem(text: string): string | undefined {
  return problems.get(text);
}
