import assert from 'node:assert/strict';
import { DebugMessages, type DebugMessage } from '../runtime/debug-messages';
import { NodeRedProcess } from '../runtime/node-red-process';
import { example, type FlowNode } from './example';

/** Examples in their own Node-RED. */
export class RunningExamples {
  private constructor(
    private readonly flows: ReadonlyMap<string, FlowNode[]>,
    readonly nodeRed: NodeRedProcess,
    private readonly debug: DebugMessages,
  ) {}

  /**
   * @param change of a flow before it is deployed, as for a shorter wait
   * @param settings further ones of Node-RED
   */
  static async start(names: readonly string[], change = (_name: string, _flow: FlowNode[]): void => undefined, settings: Record<string, unknown> = {}): Promise<RunningExamples> {
    const flows = new Map<string, FlowNode[]>();
    for (const name of names) flows.set(name, await example(name));
    for (const [name, flow] of flows) change(name, flow);
    const nodeRed = await NodeRedProcess.start({ flow: [...flows.values()].flat(), settings });
    return new RunningExamples(flows, nodeRed, await DebugMessages.listen(nodeRed));
  }

  async stop(): Promise<void> {
    this.debug.close();
    await this.nodeRed.remove();
  }

  flow(name: string): FlowNode[] {
    const flow = this.flows.get(name);
    assert.ok(flow, name);
    return flow;
  }

  idOf(name: string, type: string, label: string): string {
    const node = this.flow(name).find((one) => one.type === type && one.name === label);
    assert.ok(node, `${name}: there is no ${type} "${label}"`);
    return node.id;
  }

  /** Presses the button of an inject node. */
  async press(name: string, label: string): Promise<void> {
    const { status } = await this.nodeRed.post(`/inject/${this.idOf(name, 'inject', label)}`, {});
    assert.equal(status, 200);
  }

  /** What a debug node showed, once there are `count`. Another one that shows an error ends the waiting. */
  shown(name: string, label: string, count = 1): Promise<DebugMessage[]> {
    const errors = this.flow(name).filter((node) => node.type === 'debug' && node.name === 'error' && node.name !== label);
    return this.debug.shown(this.idOf(name, 'debug', label), count, errors.map(({ id }) => id));
  }
}
