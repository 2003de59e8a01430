import type { Node, NodeAPI, NodeDef } from 'node-red';
import type { JobKeeper } from '../../src/jobs/job-keeper';
import { jobNameIn } from '../../src/jobs/messages/told-job';
import type { SubmissionListener } from '../../src/jobs/submissions/submission-outcomes';
import type { SubmitRequest } from '../../src/jobs/submissions/submit-request';
import { JOB_KINDS, type Job } from '../../src/service/job';
import type { SoilService } from '../../src/service/soil-service';
import { refuseEmptySelection } from '../runtime/empty-selection';
import { handleInput, type Handling } from '../runtime/input-handler';
import { whenKeeperOpens } from '../runtime/keeping/keeper-start';
import { KeeperUse } from '../runtime/keeping/keeper-use';
import { keptUnder } from '../runtime/keeping/kept-under';
import { askedOf, requestBegins } from '../runtime/request-begins';
import { ServiceUse } from '../runtime/service-use';
import { choiceSetting } from '../runtime/settings/choice-setting';
import { flagSetting } from '../runtime/settings/flag-setting';
import { extendQuery, queryOf, type QuerySettings } from '../runtime/settings/query-settings';
import { copyOfJob, extendSoil, markSynthetic, type SoilMessage } from '../runtime/soil-message';
import { NodeStatus } from '../runtime/status/node-status';
import { refuseThroughDeploys } from '../runtime/through-deploys';

interface SoilSubmitConfig extends NodeDef, QuerySettings {
  service?: string;
  kind?: string;
  reuse?: unknown;
}

export = (RED: NodeAPI): void => {
  function construct(this: Node, config: SoilSubmitConfig): void {
    RED.nodes.createNode(this, config);
    const use = new ServiceUse(RED, this, config.service);
    const status = new NodeStatus(RED, this, use.synthetic);
    const keeper = new KeeperUse(RED, this);
    let attached: JobKeeper | undefined;

    /**
     * What became of requests whose callers are gone after a restart or a deploy: a job that was created goes on, one that may have been created
     * comes out as an error, and a request that was never sent is sent now.
     */
    const listener: SubmissionListener = {
      created: (message, job) => bringIn(message, { result: withJob(message, job) }),
      unknown: (message, error) => bringIn(message, { error }),
      unsent: (message) => this.receive(message),
    };

    /** A soil-submit node gets the news of its submissions once it is attached. */
    const attach = async (anew = false): Promise<JobKeeper> => {
      const opened = await keeper.open();
      attached = opened;
      keeper.attachment.attach((id) => opened.outcomes.attach(id, listener), anew);
      return opened;
    };

    const settings = async (): Promise<Pick<SubmitRequest, 'kind' | 'reuse'> & { service: SoilService }> => ({
      kind: choiceSetting('Request', config.kind, JOB_KINDS),
      reuse: flagSetting('Reuse the job of an identical request', config.reuse, true),
      service: await use.service(),
    });

    /** What the settings and the message ask for. If that is wrong, the message is not submitted and the error goes to the flow. */
    const prepare = async (msg: SoilMessage): Promise<Pick<SubmitRequest, 'kind' | 'reuse' | 'service' | 'query'>> => {
      requestBegins(msg);
      const given = await settings();
      askedOf(msg, given.service);
      const query = queryOf(msg, config);
      refuseEmptySelection(msg, query);
      return { ...given, query };
    };

    const submit = async (msg: SoilMessage, handling: Handling): Promise<Job> => {
      // As in a loop over fields: the node that it came from looks after it until it is in the journal here.
      const earlierJob = jobNameIn(msg);
      const { service, kind, query, reuse } = await prepare(msg).catch((error: unknown) => {
        attached?.outcomes.giveUp(msg, handling.signal);
        throw error;
      });
      status.showAtWork('submitting', handling.inFlight());
      // Before it is in the journal, so that the message tells what was asked for even after a deploy or a crash.
      extendQuery(msg, query);
      if (use.synthetic()) markSynthetic(msg);
      const opened = await attach();
      return opened.submissions.submit({ service, kind, query, reuse, node: this.id, message: msg, earlierJob, options: handling.call });
    };

    const bringIn = handleInput(
      this,
      status,
      async (msg, handling) => {
        // A stop may come while the service starts or the journal is being opened: the node does not close before the message is in there.
        const job = await keeper.hold(submit(msg, handling)).catch((error: Error) => refuse(msg, handling.signal, error));
        status.show('done', job.reused ? 'reused' : 'submitted', { id: job.id.slice(0, 8) });
        return withJob(msg, job);
      },
      async () => {
        await keeper.detach();
        await keeper.release(this.id);
        await use.release();
      },
    );

    const refuse = refuseThroughDeploys(RED, this, bringIn);

    whenKeeperOpens(RED, this, keeper, status, async (opened) => {
      // What cannot be sent would end as an error, here; what has its job, in soil-wait.
      if (keptUnder(RED, this).some((id) => opened.outcomes.hasToGoOn(id))) {
        queryOf({}, config);
        await settings();
      }
      await attach(true);
    });
  }

  RED.nodes.registerType('soil-submit', construct);
};

/** Two copies of the job: changing the payload must change neither the job that soil-wait takes nor that of another message. */
function withJob(msg: SoilMessage, job: Job): SoilMessage {
  extendSoil(msg, { job: copyOfJob(job) });
  msg.payload = copyOfJob(job);
  return msg;
}
