import { isOpen, type JobSummary } from '../../../src/jobs/ledger/job-summary';

/** Words and values in the editor's language. */
export interface FactTexts {
  text: (key: string, values?: Record<string, unknown>) => string;
  number: (value: number) => string;
  area: (hectares: number) => string;
  duration: (seconds: number) => string;
  time: (iso: string) => string;
}

/** @param now the time of Node-RED, in milliseconds */
export function factsOf(job: JobSummary, now: number, { text, number, area, duration, time }: FactTexts): string[] {
  const facts: string[] = [];
  if (job.hectares !== undefined) facts.push(area(job.hectares));
  if (isOpen(job) || job.state === 'submitted') {
    facts.push(text('jobs.since', { age: duration(Math.max(0, (now - Date.parse(job.acceptedAt)) / 1000)) }));
    if (job.polls > 0) facts.push(text('jobs.polls', { polls: number(job.polls) }));
    if (job.nextPollAt) facts.push(text('jobs.next', { seconds: duration(Math.max(0, (Date.parse(job.nextPollAt) - now) / 1000)) }));
  } else if (job.state === 'unknown') {
    facts.push(time(job.acceptedAt));
  } else {
    facts.push(text('jobs.took', { age: duration(job.age) }));
    if (job.endedAt) facts.push(time(job.endedAt));
  }
  if (job.description) facts.push(job.description);
  return facts;
}
