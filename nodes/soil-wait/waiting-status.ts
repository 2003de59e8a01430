import type { SoilError } from '../../src/errors/soil-error';
import type { Delay } from '../../src/transport/http-exchange';
import { ERROR_SEEN_MS, type NodeStatus } from '../runtime/status/node-status';

/** What soil-wait shows: how many messages wait and how many are done, or what troubles its polls. */
export class WaitingStatus {
  private done = 0;
  /** Whether the last poll failed, or is delayed by the service. */
  private isTroubled = false;
  private isToShow = false;

  /** @param waiting how many messages wait, including those of an earlier life of the node */
  constructor(
    private readonly status: NodeStatus,
    private readonly waiting: () => number,
  ) {}

  /** A poll went well. */
  showPolling(): void {
    const pending = this.waiting();
    if (pending === 0) return;
    this.isTroubled = false;
    const { done } = this;
    this.status.show('working', done === 0 ? 'polling' : done === 1 ? 'pollingAndDone' : 'pollingAndDoneMany', { pending, done });
  }

  /** Another message waits: shown at once, since its first poll may come a minute later. Trouble with the service stays visible. */
  showWaiting(): void {
    if (!this.isTroubled) this.showPolling();
  }

  /** A job is completed, with problems if the service told of some. */
  showCompleted(hasProblems: boolean): void {
    this.done += 1;
    if (this.waiting() > 0) this.showPolling();
    else this.status.showCount(hasProblems ? 'attention' : 'done', 'completed', this.done);
  }

  showDelay(delay: Delay): void {
    this.isTroubled = true;
    this.status.showDelay(delay);
  }

  /** @param next seconds to the next poll */
  showTrouble(error: SoilError, next: number): void {
    this.isTroubled = true;
    this.status.show('attention', 'troubled', { name: this.status.errorName(error), seconds: Math.ceil(next) });
  }

  /** A message waits no more: trouble ends with the last one. */
  ended(): void {
    if (this.waiting() === 0) this.isTroubled = false;
  }

  /** A wait ended with an error, which is to be seen; after that, the other waits are shown again, without waiting for their next poll. */
  failed(): void {
    this.ended();
    if (this.isToShow) return;
    this.isToShow = true;
    setTimeout(() => {
      this.isToShow = false;
      this.showWaiting();
    }, ERROR_SEEN_MS).unref();
  }
}
