import type { NodeAPI } from 'node-red';
import type { JobKeeper } from '../../../src/jobs/job-keeper';
import { counted } from '../../../src/text/counted';
import { presenceIn } from '../nodes-in-flows';
import { onePerRuntime } from './one-per-runtime';

/** Whether what was under way before this start has been logged. */
const startIn = onePerRuntime(() => ({ isSaid: false }));

/** Logged once per start: after a kill, nobody would otherwise know whether anything was lost. Without what belongs to other flows. */
export function sayWhatGoesOn(RED: NodeAPI, keeper: JobKeeper): void {
  const start = startIn(RED);
  if (start.isSaid) return;
  start.isSaid = true;
  const { requests, jobs, files } = keeper.kept(presenceIn(RED));
  const counts = Object.entries({ request: requests, job: jobs, file: files }).flatMap(([what, count]) => (count > 0 ? [counted(count, what)] : []));
  if (counts.length > 0) RED.log.info(`soil-data: Going on with what was under way before the start: ${counts.join(', ')}.`);
}
