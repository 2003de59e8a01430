import type { Node, NodeAPI, NodeDef } from 'node-red';
import { SoilError } from '../../src/errors/soil-error';
import type { JobKeeper } from '../../src/jobs/job-keeper';
import type { JobKind } from '../../src/service/job';
import { refuseEmptySelection } from '../runtime/empty-selection';
import { whenFlowsStarted } from '../runtime/flows-started';
import { handleInput } from '../runtime/input-handler';
import { KeeperUse } from '../runtime/keeper-use';
import { NodeStatus } from '../runtime/node-status';
import { queryOf, type QuerySettings } from '../runtime/query-settings';
import { ServiceUse } from '../runtime/service-use';
import { extendSoil, type SoilMessage } from '../runtime/soil-message';

interface SoilSubmitConfig extends NodeDef, QuerySettings {
  service?: string;
  kind?: string;
  reuse?: boolean;
}

export = (RED: NodeAPI): void => {
  function construct(this: Node, config: SoilSubmitConfig): void {
    RED.nodes.createNode(this, config);
    const use = new ServiceUse(RED, this, config.service);
    const status = new NodeStatus(RED, this, use.synthetic);
    const keeper = new KeeperUse(RED, this);

    handleInput(
      this,
      status,
      async (msg, turn) => {
        const service = await use.service();
        const query = queryOf(msg, config);
        refuseEmptySelection(msg, query);
        status.show('working', 'submitting', { count: turn.inFlight() });
        const job = await (await keeper.open()).submit({
          service,
          kind: jobKind(config.kind),
          query,
          reuse: config.reuse !== false,
          node: this.id,
          message: msg as unknown as Record<string, unknown>,
          options: turn.call,
        });
        extendSoil(msg, { query, job });
        msg.payload = job;
        status.show('done', job.reused ? 'reused' : 'submitted', { id: job.id.slice(0, 8) });
        return msg;
      },
      async () => {
        await keeper.release();
        await use.release();
      },
    );

    whenFlowsStarted(
      RED,
      this,
      async () => {
        const opened = await keeper.open();
        await raiseUnknown(this, opened, status);
        await sendLate(this, opened);
      },
      (error) => status.showError(error),
    );
  }

  RED.nodes.registerType('soil-submit', construct as never);
};

/** Submissions whose fate a stop of Node-RED left open come out as errors of the node that made them, once. */
async function raiseUnknown(node: Node, keeper: JobKeeper, status: NodeStatus): Promise<void> {
  for (const open of keeper.unknownSubmissions(node.id)) {
    const error = new SoilError(
      'SOIL_SUBMIT_UNKNOWN',
      `A job request sent at ${open.at} got no answer before Node-RED stopped: the job may or may not exist. ` +
        'Look at the service, and send the message again where it is not there.',
      { detail: `request ${open.hash.slice(0, 16)}` },
    );
    status.showError(error);
    node.error(error as never, open.message as SoilMessage);
    await keeper.reported(open.id);
  }
}

/** Jobs whose address came in while the node was away: their messages go on now. */
async function sendLate(node: Node, keeper: JobKeeper): Promise<void> {
  for (const late of keeper.unsentJobs(node.id)) {
    const msg = late.message as SoilMessage;
    extendSoil(msg, { job: late.job });
    msg.payload = late.job;
    node.send(msg);
    await keeper.reported(late.id);
  }
}

function jobKind(kind: string | undefined): JobKind {
  if (kind === undefined || kind === '' || kind === 'geometry') return 'geometry';
  if (kind === 'area') return 'area';
  throw new SoilError('SOIL_CONFIG', `The setting "kind" is "${kind}": choose geometry or area.`);
}
