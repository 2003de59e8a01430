import type { NodeAPI } from 'node-red';
import type { JobKeeper } from '../../../src/jobs/job-keeper';
import { counted } from '../../../src/text/counted';
import { presenceIn } from '../nodes-in-flows';
import { onePerRuntime } from './one-per-runtime';

/** Whether the log has what was under way before this start. */
const startIn = onePerRuntime(() => ({ isSaid: false }));

/** Once for each start: after a kill, nobody would know otherwise whether anything was lost. What is of other flows does not go on. */
export function sayWhatGoesOn(RED: NodeAPI, keeper: JobKeeper): void {
  const start = startIn(RED);
  if (start.isSaid) return;
  start.isSaid = true;
  const { requests, jobs, files } = keeper.kept(presenceIn(RED));
  const counts = Object.entries({ request: requests, job: jobs, file: files }).flatMap(([what, count]) => (count > 0 ? [counted(count, what)] : []));
  if (counts.length > 0) RED.log.info(`soil-data: What was under way before the start goes on: ${counts.join(', ')}.`);
}
