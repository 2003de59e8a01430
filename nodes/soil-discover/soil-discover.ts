import type { Node, NodeAPI, NodeDef } from 'node-red';
import { askedOf } from '../runtime/request-begins';
import { ServiceUse } from '../runtime/service-use';
import { queryOf } from '../runtime/settings/query-settings';
import { markSynthetic } from '../runtime/soil-message';
import { NodeStatus } from '../runtime/status/node-status';
import { handleThroughDeploys } from '../runtime/through-deploys';
import { Discovery, type DiscoverySettings } from './discovery';

interface SoilDiscoverConfig extends NodeDef, DiscoverySettings {
  service?: string;
}

export = (RED: NodeAPI): void => {
  function construct(this: Node, config: SoilDiscoverConfig): void {
    RED.nodes.createNode(this, config);
    const use = new ServiceUse(RED, this, config.service);
    const status = new NodeStatus(RED, this, use.synthetic);
    const discovery = new Discovery(RED, status, config);

    handleThroughDeploys(
      RED,
      this,
      status,
      async (msg, handling) => {
        // Before anything is sent.
        discovery.check();
        const service = await use.service();
        askedOf(msg, service);
        const query = queryOf(msg);
        status.showAtWork('asking', handling.inFlight());
        await discovery.run(msg, service, query, handling.call);
        if (service.settings.synthetic) markSynthetic(msg);
        return msg;
      },
      () => use.release(),
    );
  }

  RED.nodes.registerType('soil-discover', construct);
};
