import type { Node, NodeAPI } from 'node-red';
import type { JobKeeper } from '../../src/jobs/job-keeper';
import type { WaitListener } from '../../src/jobs/waits/wait-listener';
import type { WaitRequest } from '../../src/jobs/waits/wait-request';
import type { SoilService } from '../../src/service/soil-service';
import { whenKeeperOpens } from '../runtime/keeping/keeper-start';
import { KeeperUse } from '../runtime/keeping/keeper-use';
import { keptUnder } from '../runtime/keeping/kept-under';
import type { ServiceUse } from '../runtime/service-use';
import type { SoilMessage } from '../runtime/soil-message';
import type { NodeStatus } from '../runtime/status/node-status';
import { jobOf } from './job-of';
import { assertNotWiredBack } from './wired-back';

/** How long a message waits, and how often its job is read meanwhile. */
export type WaitTimes = Pick<WaitRequest, 'timeoutMinutes' | 'firstPollSeconds' | 'maxPollSeconds'>;

/** A node's waits in the journal, including those of an earlier life. */
export class KeptWaits {
  private readonly keeper: KeeperUse;
  private kept: JobKeeper | undefined;
  /** How often the service was replaced by another one, or by none. */
  private changes = 0;
  /** The latest cancellation: messages that come after it begin to wait only when it has taken effect. */
  private stopped: Promise<void> = Promise.resolve();

  /** @param listener gets the news of the waits once the node is attached */
  constructor(
    private readonly RED: NodeAPI,
    private readonly node: Node,
    private readonly use: ServiceUse,
    private readonly listener: WaitListener,
  ) {
    this.keeper = new KeeperUse(RED, node);
  }

  /** How many messages wait; 0 before the node was attached. */
  count(): number {
    return this.kept ? this.countIn(this.kept) : 0;
  }

  /** Goes on with the waits of an earlier life once the journal can be used; calls `resumed` if there are any. */
  resume(status: NodeStatus, resumed: () => void): void {
    whenKeeperOpens(this.RED, this.node, this.keeper, status, async (opened) => {
      opened.outcomes.expectWaits();
      if (this.countIn(opened) === 0) return;
      await this.attach(true);
      resumed();
    });
  }

  /**
   * Makes a message wait for its job. Resolves once it is in the journal.
   *
   * @throws SoilError as {@link ServiceUse.service}, {@link KeeperUse.open}, {@link jobOf}, {@link assertNotWiredBack}, `times` and
   * {@link JobWaits.accept} do
   */
  accept(msg: SoilMessage, times: () => WaitTimes): Promise<void> {
    return this.keeper.hold(this.stopped.then(() => this.takeIn(msg, times)));
  }

  /**
   * Ends the waits for one job, or for all, even of messages that came just before and are not in the journal yet. They fail with `SOIL_CANCELLED`.
   *
   * @param job gives its identifier, or nothing for all
   */
  cancel(job: () => Promise<string | undefined>): Promise<void> {
    const cancelled = this.keeper.hold(this.keeper.settled().then(async () => this.cancelKept(await job())));
    this.stopped = cancelled.catch(() => undefined);
    return cancelled;
  }

  /**
   * The service has been replaced, or is gone: waiting messages go on with the new one. Returns whether there are any.
   *
   * @throws SoilError what {@link ServiceUse.service} and {@link KeeperUse.open} throw
   */
  async changeService(): Promise<boolean> {
    this.changes += 1;
    this.keeper.attachment.letGo();
    // What came just before is counted once it is in the journal.
    await this.keeper.settled();
    if (this.count() === 0) return false;
    await this.attach();
    return true;
  }

  /**
   * The node closes. Resolves when what came just before is in the journal, and has been told of if it was a cancellation. To be followed by
   * {@link release}.
   */
  async detach(): Promise<void> {
    await this.stopped;
    await this.keeper.detach();
  }

  release(): Promise<void> {
    return this.keeper.release();
  }

  /** A soil-wait node has its waits once it is attached, including those of an earlier life. */
  private async attach(anew = false): Promise<{ service: SoilService; opened: JobKeeper }> {
    const { changes } = this;
    const service = await this.use.service();
    const opened = await this.keeper.open();
    // A service that was replaced meanwhile is closed before long.
    if (changes !== this.changes) return this.attach(anew);
    this.keeper.attachment.attach((id) => opened.waits.attach(id, service, this.listener), anew);
    this.kept = opened;
    return { service, opened };
  }

  private async takeIn(msg: SoilMessage, times: () => WaitTimes): Promise<void> {
    const { service, opened } = await this.attach();
    const job = jobOf(msg, service);
    assertNotWiredBack(msg, job.id, opened);
    await opened.waits.accept({ service, job, node: this.node.id, message: msg, ...times() });
  }

  private async cancelKept(job: string | undefined): Promise<void> {
    const nodes = keptUnder(this.RED, this.node);
    const opened = await this.keeper.open();
    await Promise.all(nodes.map((node) => opened.waits.cancel(node, job)));
  }

  private countIn(keeper: JobKeeper): number {
    return keptUnder(this.RED, this.node).reduce((count, id) => count + keeper.waits.count(id), 0);
  }
}
