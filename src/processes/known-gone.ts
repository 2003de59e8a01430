import type { ProcessMark } from './process-mark';

const gone = new Set<string>();

/** A process that cannot be checked from here, such as one of the previous container, is gone: it held a lock and gave no sign of life. */
export function rememberGone(process: ProcessMark): void {
  gone.add(nameOf(process));
}

/** Whether it was remembered as gone. */
export function isKnownGone(process: ProcessMark): boolean {
  return gone.has(nameOf(process));
}

/** From all of the mark: containers share host names, and each counts its processes from 1. */
function nameOf({ pid, started, boot, space, machine, host }: ProcessMark): string {
  return JSON.stringify([pid, started, boot, space, machine, host]);
}
