import type { Node, NodeAPI, NodeDef } from 'node-red';
import type { JobKeeper } from '../../src/jobs/job-keeper';
import type { FlowMessage } from '../../src/jobs/messages/flow-message';
import type { WaitListener, WaitProgress } from '../../src/jobs/waits/wait-listener';
import type { Job } from '../../src/service/job';
import type { SoilService } from '../../src/service/soil-service';
import { handleInput } from '../runtime/input-handler';
import { isWired } from '../runtime/is-wired';
import { dropJobsOfDeletedNodes } from '../runtime/keeping/deleted-nodes';
import { whenKeeperOpens } from '../runtime/keeping/keeper-start';
import { KeeperUse } from '../runtime/keeping/keeper-use';
import { keptUnder } from '../runtime/keeping/kept-under';
import { ServiceUse } from '../runtime/service-use';
import { numberSetting } from '../runtime/settings/number-setting';
import { copyOfJob, extendSoil, markSynthetic, type SoilMessage } from '../runtime/soil-message';
import { NodeStatus } from '../runtime/status/node-status';
import { cancel } from './cancel';
import { jobOf } from './job-of';
import { POLL_SECONDS, TIMEOUT_MINUTES } from './limits';
import { Turns } from './turns';
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
    const keeper = new KeeperUse(RED, this);
    const turns = new Turns();
    /** Messages that are on their way into the journal. */
    const comingIn = new Set<Promise<void>>();
    let kept: JobKeeper | undefined;
    const waiting = (): number => (kept ? countIn(RED, kept, this) : 0);
    const shown = new WaitingStatus(status, waiting);

    const end = (message: FlowMessage, error?: Error): void => {
      const hadTurn = turns.end(message, error);
      shown.ended();
      if (!hadTurn) bringIn(message, () => orThrow(error));
    };

    const sendProgress = (progress: WaitProgress, message: FlowMessage, job: Job): void => {
      if (!isWired(this, 1)) return;
      // Of its own: what nodes do with it is no work on the message that waits.
      const msg: SoilMessage = { ...RED.util.cloneMessage(message), payload: progress, _msgid: RED.util.generateId() };
      extendSoil(msg, { job: copyOfJob(job) });
      if (use.synthetic()) markSynthetic(msg);
      this.send([null, msg]);
    };

    const listener: WaitListener = {
      poll: (progress, message, job) => {
        shown.showPolling();
        sendProgress(progress, message, job);
      },
      lastPoll: sendProgress,
      completed: (message, job) => {
        const msg = message as SoilMessage;
        extendSoil(msg, { job: copyOfJob(job) });
        if (use.synthetic()) markSynthetic(msg);
        msg.payload = job.result?.url;
        this.send([msg, null]);
        end(message);
        shown.showCompleted(job.problems !== undefined);
        if (job.problems) this.warn(`Job ${job.id}: ${job.problems.join(' ')}`);
      },
      failed: (message, error, job) => {
        extendSoil(message, { job: copyOfJob(job) });
        end(message, error);
      },
      delayed: (delay) => shown.showDelay(delay),
      troubled: (error, next) => shown.showTrouble(error, next),
    };

    /** A soil-wait node has its waits from the moment that it is attached: also those of an earlier life. */
    const attach = async (anew = false): Promise<{ service: SoilService; opened: JobKeeper }> => {
      const service = await use.service();
      const opened = await keeper.open();
      keeper.attach((id) => opened.attach(id, service, listener), anew);
      kept = opened;
      return { service, opened };
    };

    /** Resolves once the message is in the journal. */
    const takeIn = async (msg: SoilMessage): Promise<void> => {
      const { service, opened } = await attach();
      const job = jobOf(msg, service);
      await opened.wait({
        service,
        job,
        node: this.id,
        message: msg,
        timeoutMinutes: numberSetting('Give up after', config.timeout, 1440, TIMEOUT_MINUTES),
        firstPollSeconds: numberSetting('First poll after', config.firstPoll, 2, POLL_SECONDS),
        maxPollSeconds: numberSetting('Longest pause', config.maxPoll, 60, POLL_SECONDS),
      });
      shown.showWaiting();
    };

    const bringIn = handleInput(
      this,
      status,
      async (msg) => {
        if (msg.soilAction !== undefined && msg.soilAction !== '') return cancel(msg, keptUnder(RED, this), keeper, use);
        // The turn is there before the wait: a job may be completed by the time that wait() comes back.
        const turn = turns.begin(msg);
        const taken = takeIn(msg);
        comingIn.add(taken);
        try {
          await taken;
        } catch (error) {
          turn.takeBack();
          shown.ended();
          throw error;
        } finally {
          comingIn.delete(taken);
        }
        return turn.ended;
      },
      async () => {
        // The node's next life looks into the journal once, at its start: what came just before has to be in it by then.
        await keeper.detach();
        while (comingIn.size > 0) await Promise.allSettled(comingIn);
        // None of them is complete: they go on in the node's next life.
        turns.clear();
        await keeper.release();
        await use.release();
      },
    );

    use.onReplaced = () => {
      keeper.letGo();
      if (waiting() === 0) return;
      attach().then(
        () => shown.showWaiting(),
        (error: unknown) => {
          status.showError(error);
          this.warn((error as Error).message);
        },
      );
    };

    whenKeeperOpens(RED, this, keeper, status, async (opened) => {
      opened.expectWaits();
      if (countIn(RED, opened, this) === 0) return;
      await attach(true);
      shown.showWaiting();
    });
  }

  RED.nodes.registerType('soil-wait', construct);
  dropJobsOfDeletedNodes(RED);
};

/** How many messages wait in a node, those of an earlier life of it too. */
function countIn(RED: NodeAPI, keeper: JobKeeper, node: Node): number {
  return keptUnder(RED, node).reduce((count, id) => count + keeper.countWaits(id), 0);
}

function orThrow(error: Error | undefined): null {
  if (error) throw error;
  return null;
}
