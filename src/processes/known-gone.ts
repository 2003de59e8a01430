import type { ProcessMark } from './process-mark';

type Named = Pick<ProcessMark, 'pid' | 'host'>;

const gone = new Set<string>();

/** A process that cannot be looked at from here, as one of the container before this, is gone: it held a lock and gave no sign of life. */
export function rememberGone(process: Named): void {
  gone.add(nameOf(process));
}

/** Whether it was remembered as gone. */
export function isKnownGone(process: Named): boolean {
  return gone.has(nameOf(process));
}

function nameOf({ pid, host }: Named): string {
  return `${pid} ${host}`;
}
