import type { Node, NodeAPI, NodeDef } from 'node-red';
import { registerAdmin } from '../admin/register-admin';
import type { SoilServiceNode } from '../runtime/service-use';
import { ServiceHost, type SoilServiceConfig } from './service-host';

export = (RED: NodeAPI): void => {
  function construct(this: Node, config: NodeDef & SoilServiceConfig): void {
    RED.nodes.createNode(this, config);
    const host = new ServiceHost(RED, this, config, this.credentials ?? {});
    (this as SoilServiceNode).host = host;
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
