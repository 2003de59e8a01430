import type { Node, NodeAPI, NodeDef } from 'node-red';

/** A node of type `slow`, which closes only when it is let. */
export class SlowNode {
  private isHurried = false;
  private closing: () => void = () => undefined;

  /** The module, for Node-RED. */
  readonly module = (RED: NodeAPI): void => {
    const onClose = (done: () => void): void => {
      this.closing = done;
      if (this.isHurried) done();
    };
    RED.nodes.registerType('slow', function (this: Node, config: NodeDef) {
      RED.nodes.createNode(this, config);
      this.on('close', onClose);
    });
  };

  /** Lets the one that is closing close. */
  letClose(): void {
    this.closing();
  }

  /** From now on it closes at once. */
  hurry(): void {
    this.isHurried = true;
    this.closing();
  }
}
