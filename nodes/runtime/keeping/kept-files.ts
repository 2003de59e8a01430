import { existsSync } from 'node:fs';
import type { Node, NodeAPI } from 'node-red';
import type { FileWork } from '../../../src/jobs/files/job-files';
import type { JobKeeper } from '../../../src/jobs/job-keeper';
import { journalOf } from '../../../src/jobs/job-store';
import type { FlowMessage } from '../../../src/jobs/messages/flow-message';
import { runtimeText } from '../status/runtime-text';
import { KeeperUse } from './keeper-use';
import { keptUnder } from './kept-under';
import { soilDirectory } from './soil-directory';
import { sayWhatGoesOn } from './what-goes-on';

/**
 * Keeps a node's messages in the journal while their files are downloaded or read. If the journal cannot be used, for example because another
 * Node-RED has it, the work is done all the same, with a warning.
 */
export class KeptFiles {
  private readonly keeper: KeeperUse;
  private isAttached = false;
  /** Messages from an earlier life, until their work has ended: they are in the journal, whether or not they come in. */
  private readonly takenUp = new WeakSet<FlowMessage>();
  private warned = false;

  /** @param reads whether the node reads files rather than downloading them */
  constructor(
    private readonly RED: NodeAPI,
    private readonly node: Node,
    private readonly reads = false,
  ) {
    this.keeper = new KeeperUse(RED, node);
  }

  /**
   * From now on, the node gets the messages whose work was broken off in an earlier life.
   *
   * @param assertUsable called if there are any; while it throws, they are kept
   * @throws what `assertUsable` throws
   */
  async attach(assertUsable: () => void | Promise<void>): Promise<void> {
    // A flow that reads files and has no jobs has kept nothing, and needs no journal.
    const hasJournal = !this.reads || existsSync(journalOf(soilDirectory(this.RED)));
    const keeper = hasJournal ? await this.keeper.openInTheEnd((error) => this.warn(error)) : undefined;
    if (keeper) {
      sayWhatGoesOn(this.RED, keeper);
      if (keptUnder(this.RED, this.node).some((id) => keeper.files.hasToGoOn(id))) await assertUsable();
    }
    this.isAttached = true;
    if (keeper) this.attachTo(keeper, true);
  }

  /** Whether a message that comes in is from an earlier life: {@link carryOut} has to end its work, or it comes in again in the next life. */
  isTakenUp(message: FlowMessage): boolean {
    return this.takenUp.has(message);
  }

  /** Does the work for one message. Throws as {@link JobFiles.carryOut} does. */
  async carryOut<File>(ofMessage: Omit<FileWork<File>, 'node' | 'reads'>): Promise<void> {
    const work: FileWork<File> = { node: this.node.id, ...(this.reads && { reads: true }), ...ofMessage };
    // Too late: the node is gone, and its next life has the message already.
    if (this.takenUp.has(work.message)) work.signal.throwIfAborted();
    try {
      await this.keeper.hold(this.open().then((keeper) => (keeper ? keeper.files.carryOut(work) : withoutKeeper(work))));
    } finally {
      // If a flow leads it back here, it is a message like any other.
      if (!work.signal.aborted) this.takenUp.delete(work.message);
    }
  }

  /** After the work was aborted: resolves when all of it has ended, so that nothing writes to a file any more when the node's next life finds it. */
  async release(): Promise<void> {
    await this.keeper.detach();
    await this.keeper.release();
  }

  private async open(): Promise<JobKeeper | undefined> {
    try {
      const keeper = await this.keeper.open();
      this.attachTo(keeper);
      return keeper;
    } catch (error) {
      this.warn(error);
      return undefined;
    }
  }

  private attachTo(keeper: JobKeeper, anew = false): void {
    if (this.isAttached) this.keeper.attachment.attach((id) => keeper.files.attach(id, (message) => this.takeUp(message), this.reads), anew);
  }

  private takeUp(message: FlowMessage): void {
    this.takenUp.add(message);
    this.node.receive(message);
  }

  private warn(error: unknown): void {
    if (this.warned) return;
    this.warned = true;
    const { message } = error as Error;
    this.node.warn(this.reads ? runtimeText(this.RED, 'warning.readingsNotKept', { error: message }) : runtimeText(this.RED, 'warning.downloadsNotKept', { error: message }));
  }
}

async function withoutKeeper<File>({ signal, fetch, handOver }: FileWork<File>): Promise<void> {
  const file = await fetch({ at: Date.now(), fromDisk: false, again: false }, () => Promise.resolve());
  signal.throwIfAborted();
  handOver(file);
}
