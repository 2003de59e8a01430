import type { Node, NodeAPI } from 'node-red';
import { SoilError } from '../../src/errors/soil-error';
import type { SoilService } from '../../src/service/soil-service';
import type { ServiceHost } from '../soil-service/service-host';

/** The configuration node, as other nodes see it. */
export interface SoilServiceNode extends Node {
  host: ServiceHost;
}

/** A node's hold on the service that its dialog names. */
export class ServiceUse {
  private held: SoilServiceNode | undefined;
  private released = false;

  constructor(
    private readonly RED: NodeAPI,
    private readonly user: Node,
    private readonly id: unknown,
  ) {
    this.held = this.hold();
  }

  /** Whether its data are synthetic. */
  readonly synthetic = (): boolean => this.configured?.host.synthetic ?? false;

  /** That of the service; none where none is chosen. Throws `SOIL_CONFIG` where one is chosen and is not there. */
  get syncThreshold(): number | undefined {
    if (this.id && !this.configured) throw this.missing();
    return this.configured?.host.syncThreshold;
  }

  /** The client. Throws `SOIL_CONFIG` where no service is chosen or its settings do not do. */
  async service(): Promise<SoilService> {
    if (!this.configured) throw this.missing();
    return this.configured.host.service();
  }

  async release(): Promise<void> {
    this.released = true;
    await this.held?.host.detach(this.user);
  }

  /** The service; one that came back by a deploy that left this node alone, too. */
  private get configured(): SoilServiceNode | undefined {
    if (!this.released) this.held ??= this.hold();
    return this.held;
  }

  private missing(): SoilError {
    return new SoilError(
      'SOIL_CONFIG',
      this.id
        ? 'The chosen soil service is disabled, was deleted, is for another flow alone, or is another kind of node. Enable it, or choose another one in the node, and deploy.'
        : 'No soil service is chosen. Open the node, choose or add a service, and deploy.',
    );
  }

  private hold(): SoilServiceNode | undefined {
    const chosen = typeof this.id === 'string' && this.id !== '' ? (this.RED.nodes.getNode(this.id) as Node | null) : null;
    // In a flow that a program wrote, it may be any node.
    if (chosen?.type !== 'soil-service') return undefined;
    const service = chosen as SoilServiceNode;
    service.host.attach(this.user);
    return service;
  }
}
