import type { Node, NodeAPI, NodeDef } from 'node-red';
import { handleInput } from '../runtime/input-handler';
import { dropJobsOfDeletedNodes } from '../runtime/keeping/deleted-nodes';
import { ServiceUse } from '../runtime/service-use';
import { numberSetting } from '../runtime/settings/number-setting';
import type { SoilMessage } from '../runtime/soil-message';
import { NodeStatus } from '../runtime/status/node-status';
import { refuseThroughDeploys } from '../runtime/through-deploys';
import { cancel } from './cancel';
import { KeptWaits, type WaitTimes } from './kept-waits';
import { POLL_SECONDS, TIMEOUT_MINUTES } from './limits';
import { PendingCompletions } from './pending-completions';
import { WaitNews } from './wait-news';
import { WaitingStatus } from './waiting-status';

interface SoilWaitConfig extends NodeDef {
  service?: string;
  timeout?: unknown;
  firstPoll?: unknown;
  maxPoll?: unknown;
}

export = (RED: NodeAPI): void => {
  function construct(this: Node, config: SoilWaitConfig): void {
    RED.nodes.createNode(this, config);
    const use = new ServiceUse(RED, this, config.service);
    const status = new NodeStatus(RED, this, use.synthetic);
    const shown = new WaitingStatus(status, () => waits.count());
    const pending = new PendingCompletions();
    const news = new WaitNews({ RED, node: this, synthetic: use.synthetic, shown, pending, bringIn: (message, outcome) => bringIn(message, outcome) });
    const waits = new KeptWaits(RED, this, use, news);

    const times = (): WaitTimes => ({
      timeoutMinutes: numberSetting('Give up after', config.timeout, 1440, TIMEOUT_MINUTES),
      firstPollSeconds: numberSetting('First poll after', config.firstPoll, 2, POLL_SECONDS),
      maxPollSeconds: numberSetting('Longest pause', config.maxPoll, 60, POLL_SECONDS),
    });

    /** Resolves when the message has gone out. Ten thousand may wait, so each has only this one promise. */
    const wait = (msg: SoilMessage, signal: AbortSignal): Promise<null> => {
      // Pending before the wait begins: the job may be completed by the time accept() returns.
      const completion = pending.begin(msg);
      waits.accept(msg, times).then(
        () => shown.showWaiting(),
        (error: Error) =>
          refuse(msg, signal, error).catch((refusal: Error) => {
            completion.takeBack(refusal);
            shown.failed();
          }),
      );
      return completion.ended;
    };

    const bringIn = handleInput(
      this,
      status,
      (msg, { signal }) =>
        msg.soilAction === undefined || msg.soilAction === '' ? wait(msg, signal) : cancel(msg, waits, use).catch((error: Error) => refuse(msg, signal, error)),
      async () => {
        await waits.detach();
        // None of them is complete: they go on in the node's next life.
        pending.clear();
        await waits.release();
        await use.release();
      },
    );

    const refuse = refuseThroughDeploys(RED, this, bringIn);

    use.onReplaced = () => {
      waits.changeService().then(
        (hasWaits) => hasWaits && shown.showWaiting(),
        (error: unknown) => {
          status.showError(error);
          this.warn((error as Error).message);
        },
      );
    };

    waits.resume(status, () => shown.showWaiting());
  }

  RED.nodes.registerType('soil-wait', construct);
  dropJobsOfDeletedNodes(RED);
};
