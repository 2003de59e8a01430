import { createHash, randomUUID } from 'node:crypto';
import { machineProcesses, type ProcessMark } from './process-mark';

/**
 * Names for files and folders that are being made in a folder of the user's: hidden, and each says which process makes it. The name tells what a
 * killed process left from what another one is still writing.
 */
const NAME = /^\.soil-data-([0-9a-f]{8})-([0-9a-f]{8})-([0-9a-f]{8})-([0-9a-f]{8})-(\d{1,10})-(\d{0,20})-[0-9a-f]{12}\.tmp$/;
/** Stands for what the system does not say. */
const NOT_SAID = '00000000';

/** This process, as names have it. */
let own: ProcessMark | undefined;

/** A name that nothing has yet, for what this process makes and renames when it is whole. */
export function temporaryName(maker?: ProcessMark): string {
  const { host, machine, boot, space, pid, started } = maker ? markAsNamed(maker) : (own ??= markAsNamed(machineProcesses.own()));
  return `.soil-data-${host}-${machine ?? NOT_SAID}-${boot ?? NOT_SAID}-${space ?? NOT_SAID}-${pid}-${started ?? ''}-${randomUUID().slice(-12)}.tmp`;
}

/** The process that makes what has this name, as {@link markAsNamed} gives it; `undefined` if the name is not one of {@link temporaryName}'s. */
export function makerNamedIn(name: string): ProcessMark | undefined {
  const match = NAME.exec(name);
  if (!match) return undefined;
  const [host, machine, boot, space, pid, started] = match.slice(1) as [string, string, string, string, string, string];
  const said = (digest: string): string | null => (digest === NOT_SAID ? null : digest);
  return { host, machine: said(machine), boot: said(boot), space: said(space), pid: Number(pid), started: started || null };
}

/** A mark as a file name can hold it: digests in place of the names of host, machine, boot and name space. */
export function markAsNamed({ host, machine, boot, space, pid, started }: ProcessMark): ProcessMark {
  return { host: digestOf(host), machine: machine && digestOf(machine), boot: boot && digestOf(boot), space: space && digestOf(space), pid, started };
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
