import { createHmac } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import { foreignObject } from '../foreign/foreign-value';

/** What tells one running process from every other, as far as the system says it; `null` if it does not. */
export interface ProcessMark {
  pid: number;
  /** When the process began, in the system's own count: a later process with the same number has another one. */
  started: string | null;
  /** The run of the system between two boots. */
  boot: string | null;
  /** The process numbers' name space: a container has its own. */
  space: string | null;
  /** The installation of the system, which outlasts its boots. Two machines may share a host name, such as two boards that nobody has named. */
  machine: string | null;
  host: string;
}

/** What can be found out about processes. Passed in, so that tests can have dead, reused and distant ones. */
export interface ProcessTable {
  own(): ProcessMark;
  /** Whether there is a process of that number. */
  exists(pid: number): boolean;
  /** {@link ProcessMark.started} of a process that may have ended. */
  started(pid: number): string | null;
}

/** `gone` and `alive` are certain; `unknown` is a process that cannot be checked from here. */
export type ProcessFate = 'alive' | 'gone' | 'unknown';

/** Whether a value that was read from a file is a mark. */
export function isProcessMark(value: unknown): value is ProcessMark {
  const { pid, started, boot, space, machine, host } = foreignObject(value) ?? {};
  const isSaid = [started, boot, space, machine].every((each) => each === null || typeof each === 'string');
  return Number.isSafeInteger(pid) && isSaid && typeof host === 'string';
}

/** Whether two marks are of one process. A host's name may change, and two hosts may share one: it counts only if no boot is known. */
export function isSameProcess(one: ProcessMark, other: ProcessMark): boolean {
  const isSameMachine = one.boot === other.boot && (one.boot !== null || one.host === other.host);
  return isSameMachine && one.pid === other.pid && one.started === other.started && one.space === other.space;
}

/** Whether the process that left a mark is still there. */
export function processFate(mark: ProcessMark, processes: ProcessTable): ProcessFate {
  const own = processes.own();
  const sameHost = mark.host === own.host;
  // A boot that is not known, as with too many open files, is not another one.
  if (mark.boot !== own.boot) return isEarlierRun(mark, own) ? 'gone' : 'unknown';
  if (mark.space !== own.space || (mark.boot === null && !sameHost)) return 'unknown';
  if (!processes.exists(mark.pid)) return 'gone';
  const started = processes.started(mark.pid);
  if (mark.started === null || started === null) return mark.pid === own.pid ? 'gone' : 'unknown';
  return started === mark.started ? 'alive' : 'gone';
}

/** Whether a mark is of this machine before its latest start. The name counts, too: an installation copied to another machine gets a new name. */
function isEarlierRun(mark: ProcessMark, own: ProcessMark): boolean {
  const isSaid = mark.boot !== null && own.boot !== null && mark.machine !== null;
  return isSaid && mark.machine === own.machine && mark.host === own.host;
}

/** The machine's processes, through /proc if there is one (proc(5)). */
export const machineProcesses: ProcessTable = {
  own: () => ({
    pid: process.pid,
    started: machineProcesses.started(process.pid),
    boot: textOf('/proc/sys/kernel/random/boot_id'),
    space: linkOf('/proc/self/ns/pid'),
    machine: (machine ??= ownMachine()),
    host: os.hostname(),
  }),

  exists(pid) {
    // A process that has ended stays in the table until its parent asks for it, although nothing of it runs.
    if (/[ZX]/.test(statOf(pid)?.[0] ?? '')) return false;
    try {
      process.kill(pid, 0);
      return true;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EPERM';
    }
  },

  started(pid) {
    return statOf(pid)?.[19] ?? null;
  },
};

let machine: string | null = null;

/** A digest of the installation's machine-id, which must not be revealed itself (machine-id(5)). Many containers have none. */
function ownMachine(): string | null {
  const id = textOf('/etc/machine-id');
  return id !== null && /^[0-9a-f]{32}$/.test(id) ? createHmac('sha256', id).update('node-red-contrib-soil-data').digest('hex').slice(0, 16) : null;
}

/** Fields 3 and on of a process: those after the program's name, which may hold spaces and parentheses. */
function statOf(pid: number): string[] | null {
  const stat = textOf(`/proc/${pid}/stat`);
  return stat === null ? null : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function textOf(file: string): string | null {
  try {
    return fs.readFileSync(file, 'latin1').trim();
  } catch {
    return null;
  }
}

function linkOf(file: string): string | null {
  try {
    return fs.readlinkSync(file);
  } catch {
    return null;
  }
}
