import type { Node, NodeAPI, NodeDef } from 'node-red';
import { registerAdmin } from '../admin/register-admin';
import { whenFlowsStarted } from '../runtime/keeping/flows-started';
import { ServiceHost, type SoilServiceConfig } from './service-host';

export = (RED: NodeAPI): void => {
  function construct(this: Node, config: NodeDef & SoilServiceConfig): void {
    RED.nodes.createNode(this, config);
    const host = new ServiceHost(RED, this, config, this.credentials ?? {});
    // Whoever logs the node, or puts it into a message, shows neither the secret nor what works with it.
    Object.defineProperties(this, { credentials: { enumerable: false }, host: { value: host } });
    // Of an imported flow, which has no credentials, and of a variable that is not set: else a flow of the night tells it at night.
    whenFlowsStarted(RED, this, () => Promise.resolve().then(() => host.check()), (error) => this.warn((error as Error).message));
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
