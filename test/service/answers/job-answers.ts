import assert from 'node:assert/strict';
import { readQueryJob } from '../../../src/service/answers/query-job';
import type { JobStatus } from '../../../src/service/job';

export const base = 'https://api.example.com';
export const link = { type: 'DataDownload', url: 'https://files.example.com/a.zip?sig=a%2Fb+c', expires: '2026-03-01T12:30:00.000Z' };
/** The status of a completed job (section 2.5). */
export const completed = {
  '@context': `${base}/v1/core.jsonld`,
  id: `${base}/v1/soil-data-by-geometry/queries/a-1`,
  type: 'Action',
  actionStatus: 'Completed',
  description: 'Ready',
  startTime: '2026-03-01T12:00:00.000Z',
  endTime: '2026-03-01T12:10:00.000Z',
  result: link,
};

/** The status of a job, from an answer with these fields. */
export function read(fields: object): JobStatus {
  const polled = readQueryJob({ ...fields }, base, []);
  assert.ok(polled);
  return polled;
}
