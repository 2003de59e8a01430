import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { OtherNodeRed } from '../../errors/other-node-red';
import { SoilError } from '../../errors/soil-error';
import { isSystemError, storageError } from '../../errors/storage-error';
import { rememberGone } from '../../processes/known-gone';
import { processFate, type ProcessTable } from '../../processes/process-mark';
import type { FileSystem } from './file-system';
import { createLockFile, type Holding, isReadable, readHolding, writeDraft } from './lock-file';

/** What comes in from outside. */
export interface DirectoryLockParts {
  fileSystem: FileSystem;
  processes: ProcessTable;
  log: (line: string) => void;
  /** How often the holder checks whether anyone asks for a sign of life, ms. */
  beatMs?: number;
}

const LOCK_NAME = 'jobs.lock';
const DEFAULT_BEAT_MS = 3_000;
/** A moment, as a share of a beat: the time to write a small file. */
const MOMENT = 1 / 60;
/** A holder that cannot be checked from here is given up after it has missed this many beats. */
const MISSED_BEATS = 4;
/** The modification time that asks a lock's holder for a sign of life: the same however many ask. */
const QUESTION = new Date(Date.UTC(2000, 0, 1));
const LOOKS_A_BEAT = 4;
/** An answer that comes while the question is being written goes unseen: the second question falls at another point of the holder's beat. */
const LOOK_TO_ASK_AGAIN = 9;
/** How often a lock may change hands while we look at it. */
const ATTEMPTS = 20;
/** Nonces of locks that this process has released but could not remove: those left on the disk are nobody's. */
const givenFree = new Set<string>();
/** Nonces of holdings that the log already reports as watched: a refused starter retries for as long as another has the directory. */
const saidToBeWatched = new Set<string>();

/**
 * Keeps a second process from using a directory: a file that names the process that has it.
 *
 * The file appears whole and at most once, because it gets its name through link(2). Only one starter takes over the lock of a dead process:
 * it first takes a lock of the same kind on that very holding (named after its nonce), looks again, and then puts its own file in place with
 * rename(2).
 *
 * A holder that cannot be checked, as in another container, is asked through the modification time of its file, which it then sets anew.
 * Until it is asked, it only looks, so that an idle machine writes nothing to its card.
 *
 * The clock here is the machine's own, because other processes look at it.
 */
export class DirectoryLock {
  private readonly beat: NodeJS.Timeout;
  /** The modification time of its file after the latest sign of life. */
  private shown: number | undefined;
  /** The check under way. No beat starts a second one beside it, so that nothing writes once it has ended. */
  private answering: Promise<void> | undefined;
  private tellLost: (error: SoilError) => void = () => undefined;

  /** Called when the directory, or the lock in it, was deleted and has been put back: its other files may be missing. */
  onPutBack: () => void = () => undefined;

  /** Resolves, with what to do, when another process took over because this one stood still for long, as a frozen container does. */
  readonly lost = new Promise<SoilError>((resolve) => (this.tellLost = resolve));

  private constructor(
    private readonly file: string,
    private readonly holding: Holding,
    private readonly parts: DirectoryLockParts,
  ) {
    this.beat = setInterval(() => {
      this.answering ??= this.answer()
        .catch(() => undefined)
        .finally(() => (this.answering = undefined));
    }, parts.beatMs ?? DEFAULT_BEAT_MS);
    this.beat.unref();
  }

  /**
   * Takes the lock of a directory.
   *
   * @throws SoilError `SOIL_STORAGE` if another process has it, or if the directory cannot be written
   */
  static async take(directory: string, parts: DirectoryLockParts): Promise<DirectoryLock> {
    const file = path.join(directory, LOCK_NAME);
    const holding = { ...parts.processes.own(), nonce: randomUUID() };
    let holder: Holding | undefined;
    try {
      holder = await takeFile(file, holding, parts);
      if (!holder) await removeLeftovers(directory, holding, parts.fileSystem);
    } catch (error) {
      throw storageError(error, 'lock the job directory', directory, false);
    }
    if (holder) throw inUse(directory, holder, holding);
    return new DirectoryLock(file, holding, parts);
  }

  /** Gives a sign of life if anyone has asked for one. */
  private async answer(): Promise<void> {
    const { fileSystem } = this.parts;
    const time = await fileSystem.modified(this.file).catch((error: unknown) =>
      // A process with too many open files cannot look, but is alive.
      isSystemError(error, 'ENOENT') ? undefined : QUESTION.getTime(),
    );
    if (time === undefined) return this.putBack();
    if (time === this.shown && time !== QUESTION.getTime()) return;
    await this.confirm();
    await fileSystem.touch(this.file, new Date());
    this.shown = await fileSystem.modified(this.file);
  }

  /** The file, or the whole directory, was deleted, which no takeover does. */
  private async putBack(): Promise<void> {
    const { fileSystem, log } = this.parts;
    const directory = path.dirname(this.file);
    await fileSystem.makeDirectory(directory);
    if (!(await createLockFile(this.file, this.holding, fileSystem))) return this.confirm();
    log(`Files in ${directory} were deleted while this Node-RED was using it. What is known of its jobs is written there again.`);
    this.onPutBack();
  }

  /**
   * Checks now, not at the next beat, whether the directory still belongs to this process.
   *
   * @throws SoilError `SOIL_STORAGE` if another one has taken it over
   */
  async confirm(): Promise<void> {
    const holder = await holdingIn(this.file, this.parts).catch(() => undefined);
    if (!holder || !isReadable(holder) || holder.nonce === this.holding.nonce) return;
    clearInterval(this.beat);
    const why = takenOver(path.dirname(this.file), holder, this.holding);
    this.tellLost(why);
    throw why;
  }

  /** Releases the directory. The next starter, even in this process, recognises a lock that could not be removed as stale. */
  async release(): Promise<void> {
    clearInterval(this.beat);
    await this.answering;
    const { fileSystem, log } = this.parts;
    try {
      if ((await holdingIn(this.file, this.parts))?.nonce === this.holding.nonce) await fileSystem.remove(this.file);
    } catch (error) {
      givenFree.add(this.holding.nonce);
      log(storageError(error, 'remove the lock of the job directory', this.file, false).message);
    }
  }
}

/** Gives the living holder if there is one, and nothing if the lock is now ours. */
async function takeFile(file: string, holding: Holding, parts: DirectoryLockParts): Promise<Holding | undefined> {
  let holder: Holding | undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (await createLockFile(file, holding, parts.fileSystem)) return undefined;
    holder = await holdingIn(file, parts);
    if (!holder) continue;
    const fate = givenFree.has(holder.nonce) ? 'gone' : processFate(holder, parts.processes);
    if (fate === 'alive' || (fate === 'unknown' && (await showsLife(file, holder, parts)))) return holder;
    if (await takeOver(file, holder, holding, parts)) return undefined;
  }
  return holder ?? holding;
}

/** Replaces the lock of a process that has died, unless another starter is at it. */
async function takeOver(file: string, dead: Holding, holding: Holding, parts: DirectoryLockParts): Promise<boolean> {
  const { fileSystem, log } = parts;
  const right = `${file}.${dead.nonce}`;
  if (await takeFile(right, holding, parts)) {
    await pause(momentMs(parts));
    return false;
  }
  try {
    if ((await holdingIn(file, parts))?.nonce !== dead.nonce) return false;
    const draft = await writeDraft(file, holding, fileSystem);
    await fileSystem.rename(draft, file);
    saidToBeWatched.delete(dead.nonce);
    if (!givenFree.delete(dead.nonce) && path.basename(file) === LOCK_NAME) {
      rememberGone(dead);
      // Node-RED tells nobody of its end while its flows do not run, and the sidebar may have the journal open then.
      const ended = isReadable(dead)
        ? `Process ${dead.pid} ended without closing the job directory (it was killed, for example, or stopped while no flows ran)`
        : 'The Node-RED that had the job directory gave no sign of life';
      log(`${ended}: its jobs are taken over.`);
    }
    return true;
  } finally {
    await fileSystem.remove(right).catch(() => undefined);
  }
}

function holdingIn(file: string, parts: DirectoryLockParts): Promise<Holding | undefined> {
  return readHolding(file, parts.fileSystem, momentMs(parts));
}

function momentMs({ beatMs = DEFAULT_BEAT_MS }: DirectoryLockParts): number {
  return beatMs * MOMENT;
}

/** Whether the holder answers while we watch. */
async function showsLife(file: string, holder: Holding, parts: DirectoryLockParts): Promise<boolean> {
  const { fileSystem, beatMs = DEFAULT_BEAT_MS, log } = parts;
  if (!saidToBeWatched.has(holder.nonce)) {
    const locked = isReadable(holder)
      ? `The job directory is locked by process ${holder.pid} on ${holder.host || 'another machine'}, which cannot be checked from here`
      : `The lock of the job directory, ${file}, does not say which process has it`;
    log(`${locked}: watching for a sign of life.`);
  }
  saidToBeWatched.add(holder.nonce);
  const modified = (): Promise<number> => fileSystem.modified(file).catch(() => 0);
  let asked = 0;
  for (let look = 0; look < MISSED_BEATS * LOOKS_A_BEAT; look++) {
    if (look === 0 || look === LOOK_TO_ASK_AGAIN) {
      await fileSystem.touch(file, QUESTION).catch(() => undefined);
      asked = await modified();
    }
    await pause(beatMs / LOOKS_A_BEAT);
    if ((await modified()) !== asked) return (await holdingIn(file, parts)) !== undefined;
  }
  return false;
}

/** Removes the drafts and rights of starters that died, as only the holder of the lock may. */
async function removeLeftovers(directory: string, holding: Holding, fileSystem: FileSystem): Promise<void> {
  for (const name of await fileSystem.list(directory).catch(() => [])) {
    if (!name.startsWith(`${LOCK_NAME}.`) || name.includes(holding.nonce)) continue;
    await fileSystem.remove(path.join(directory, name)).catch(() => undefined);
  }
}

function inUse(directory: string, holder: Holding, own: Holding): OtherNodeRed {
  return new OtherNodeRed(
    `Another Node-RED${named(holder, own)} uses ${directory}. Two of them would submit and wait for the same jobs twice: ` +
      "stop that one, or give this one a user directory of its own (node-red --userDir). If that was copied from the other one's, delete soil-data in the copy.",
  );
}

function takenOver(directory: string, holder: Holding, own: Holding): OtherNodeRed {
  return new OtherNodeRed(
    `Another Node-RED${named(holder, own)} has taken over ${directory}, because this one stood still and gave no sign of life: the jobs go on there. ` +
      'Stop one of the two. To go on here, stop that one, and deploy all flows.',
  );
}

/** In parentheses, after what it names; nothing if the lock does not say which process it is. */
function named(holder: Holding, own: Holding): string {
  const { pid, host } = holder;
  return isReadable(holder) ? ` (process ${pid}${host === own.host || host === '' ? '' : ` on ${host}`})` : '';
}
