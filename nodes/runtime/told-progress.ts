import { finiteNumber, foreignObject, textIn } from '../../src/foreign/foreign-value';

/** What a payload says of a job if it is progress of soil-wait. A copy of `msg.soil.job` has an identifier and polls, too, but no next poll. */
export function waitProgressIn(payload: unknown): { job: string | undefined; next: number } | undefined {
  const progress = foreignObject(payload);
  const next = finiteNumber(progress?.next);
  if (next === undefined || finiteNumber(progress?.polls) === undefined) return undefined;
  return { job: textIn(progress, 'id'), next };
}

/** Whether a payload is progress of soil-download. */
export function isDownloadProgress(payload: unknown): boolean {
  const progress = foreignObject(payload);
  return finiteNumber(progress?.bytes) !== undefined && finiteNumber(progress?.bytesPerSecond) !== undefined;
}

/** Which type of node sent a payload as its progress, if one did. */
export function progressSender(payload: unknown): 'soil-wait' | 'soil-download' | undefined {
  if (waitProgressIn(payload)) return 'soil-wait';
  return isDownloadProgress(payload) ? 'soil-download' : undefined;
}
