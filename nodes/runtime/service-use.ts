import type { Node, NodeAPI } from 'node-red';
import { SettingError } from '../../src/errors/setting-error';
import type { SoilService } from '../../src/service/soil-service';
import type { ServiceHost } from '../soil-service/service-host';
import { FormerServices } from './former-services';
import { calledAtStart } from './keeping/flows-started';
import { filledIn } from './settings/filled-in';

/** The configuration node, as other nodes see it. */
export interface SoilServiceNode extends Node {
  host: ServiceHost;
}

/**
 * A node's hold on the service that its dialog names. A deploy that changes a service restarts the nodes that name it, but not those that take it
 * from an environment variable, as in a subflow: these follow the change here.
 */
export class ServiceUse {
  /** Called when a deploy that left this node alone has replaced its service with another one, or with none. */
  onReplaced: () => void = () => undefined;
  private held: SoilServiceNode | undefined;
  private released = false;
  private readonly former: FormerServices;

  constructor(
    private readonly RED: NodeAPI,
    private readonly user: Node,
    private readonly id: unknown,
  ) {
    this.former = new FormerServices(user);
    this.held = this.hold();
    if (id) calledAtStart(RED).add(this.follow);
  }

  /** Whether the service's data are synthetic. */
  readonly synthetic = (): boolean => this.configured?.host.synthetic ?? false;

  /** The service's threshold; none if no service is chosen. Throws `SOIL_CONFIG` if one is chosen and does not exist. */
  get syncThreshold(): number | undefined {
    if (this.chosen !== undefined && !this.configured) throw this.missing();
    return this.configured?.host.syncThreshold;
  }

  /** The client. Throws `SOIL_CONFIG` if no service is chosen or its settings are not usable. */
  async service(): Promise<SoilService> {
    await this.former.closed();
    if (!this.configured) throw this.missing();
    return this.configured.host.service();
  }

  async release(): Promise<void> {
    this.released = true;
    calledAtStart(this.RED).delete(this.follow);
    await this.former.release();
    await this.held?.host.detach(this.user);
  }

  /** The service, even if it came back in a deploy that left this node alone. */
  private get configured(): SoilServiceNode | undefined {
    if (!this.released) this.held ??= this.hold();
    return this.held;
  }

  private readonly follow = (): void => {
    const former = this.held;
    if (former?.host.isClosed === false || this.find() === former) return;
    this.held = this.hold();
    if (former) this.former.add(former.host);
    this.onReplaced();
  };

  /** What the dialog names; nothing if it is empty. Throws `SOIL_CONFIG` for a variable that is not set: that is no identifier of a node. */
  private get chosen(): unknown {
    return filledIn('Service', this.id);
  }

  private missing(): SettingError {
    return new SettingError(
      'Service',
      this.chosen !== undefined
        ? 'names a node that is disabled or deleted, belongs to another flow only, or is not a soil service. Enable it, or choose another one, and deploy.'
        : 'is empty: open the node, choose or add a soil service, and deploy.',
    );
  }

  private hold(): SoilServiceNode | undefined {
    const service = this.find();
    service?.host.attach(this.user);
    return service;
  }

  private find(): SoilServiceNode | undefined {
    const chosen = typeof this.id === 'string' && this.id !== '' ? (this.RED.nodes.getNode(this.id) as Node | null) : null;
    // In a flow that a program wrote, it may be any node.
    return chosen?.type === 'soil-service' ? (chosen as SoilServiceNode) : undefined;
  }
}
