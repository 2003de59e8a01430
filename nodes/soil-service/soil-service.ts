import type { Node, NodeAPI, NodeDef } from 'node-red';
import { registerAdmin } from '../admin/register-admin';
import { whenFlowsStarted } from '../runtime/keeping/flows-started';
import { ServiceHost, type SoilServiceConfig } from './service-host';

export = (RED: NodeAPI): void => {
  function construct(this: Node, config: NodeDef & SoilServiceConfig): void {
    RED.nodes.createNode(this, config);
    const host = new ServiceHost(RED, this, config, this.credentials ?? {});
    // Logging the node, or putting it into a message, shows neither the secret nor what works with it.
    Object.defineProperties(this, { credentials: { enumerable: false }, host: { value: host } });
    // Warns at the start of missing credentials (an imported flow has none) and unset variables: a nightly flow would only fail at night.
    whenFlowsStarted(RED, this, () => host.check(), (error) => this.warn((error as Error).message));
    this.on('close', (done: () => void) => {
      void host
        .close()
        .catch((error: Error) => this.warn(error.message))
        .then(done);
    });
  }

  RED.nodes.registerType('soil-service', construct, {
    credentials: { clientId: { type: 'text' }, clientSecret: { type: 'password' } },
  });
  registerAdmin(RED);
};
