import { isOpen, type JobSummary } from '../../../src/jobs/ledger/job-summary';
import { sharedText } from '../words/shared-text';
import { shownArea, shownDuration, shownNumber, shownTime } from '../words/shown-values';

/** @param now the time of Node-RED, in milliseconds */
export function factsOf(job: JobSummary, now: number): string[] {
  const facts: string[] = [];
  if (job.hectares !== undefined) facts.push(shownArea(job.hectares));
  if (isOpen(job) || job.state === 'submitted') {
    facts.push(sharedText('jobs.since', { age: shownDuration(Math.max(0, (now - Date.parse(job.acceptedAt)) / 1000)) }));
    if (job.polls > 0) facts.push(sharedText('jobs.polls', { polls: shownNumber(job.polls) }));
    if (job.nextPollAt) facts.push(sharedText('jobs.next', { seconds: shownDuration(Math.max(0, (Date.parse(job.nextPollAt) - now) / 1000)) }));
  } else if (job.state === 'unknown') {
    facts.push(shownTime(job.acceptedAt));
  } else {
    facts.push(sharedText('jobs.took', { age: shownDuration(job.age) }));
    if (job.endedAt) facts.push(shownTime(job.endedAt));
  }
  if (job.description) facts.push(job.description);
  return facts;
}
