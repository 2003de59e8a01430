import type { ProcessMark, ProcessTable } from '../../src/processes/process-mark';

/** The mark of the process that looks. */
export const own: ProcessMark = { pid: 100, started: '5000', boot: 'boot 1', space: 'pid:[1]', machine: 'm1', host: 'farm' };

/** Processes of a machine that is not there: `alive` gives the start of each by its number. */
export function processes(alive: Record<number, string | null>, self: Partial<ProcessMark> = {}): ProcessTable {
  return { own: () => ({ ...own, ...self }), exists: (pid) => pid in alive, started: (pid) => alive[pid] ?? null };
}
