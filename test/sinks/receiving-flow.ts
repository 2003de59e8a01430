import assert from 'node:assert/strict';
import path from 'node:path';
import type { FlowNode } from '../nodes/flow';
import { NodeRedProcess } from '../runtime/node-red-process';

/** The packages of `test/sinks/package.json`, installed by `npm ci` in this folder. */
export function installed(...names: string[]): string[] {
  return names.map((name) => path.join(__dirname, 'node_modules', name));
}

/** An entrance into a flow over HTTP: what is posted becomes `msg.payload`. Returns its nodes. */
export function entrance(route: string, first: string): FlowNode {
  return { id: `in-${route}`, type: 'http in', url: `/${route}`, method: 'post', wires: [[first]] };
}

export const soilRead = (id: string, shape: string, next: string, more: object = {}): FlowNode => ({
  id, type: 'soil-read', from: 'payload.path', fromType: 'msg', output: 'records', shape, wires: [[next]], ...more,
});

export const soilProfile = (id: string, shape: string, next: string, more: object = {}): FlowNode => ({
  id, type: 'soil-profile', slices: '0-30', group: 'point', shape, wires: [[next]], ...more,
});

/**
 * A whole Node-RED with receiving nodes installed. A message comes in through an {@link entrance}; the node `answer` sends its payload back, and so does any error
 * of the flow.
 */
export class ReceivingFlow {
  private constructor(readonly nodeRed: NodeRedProcess) {}

  static async start(nodes: FlowNode[], packages: string[], credentials: Record<string, object> = {}): Promise<ReceivingFlow> {
    const flow = [
      { id: 'tab', type: 'tab', label: 'flow' },
      ...nodes.map((node) => (Array.isArray(node['wires']) ? { z: 'tab', x: 1, y: 1, ...node } : node)),
      { id: 'answer', type: 'http response', z: 'tab', x: 1, y: 1, wires: [] },
      { id: 'failed', type: 'catch', z: 'tab', x: 1, y: 1, scope: null, wires: [['why']] },
      { id: 'why', type: 'change', z: 'tab', x: 1, y: 1, rules: [{ t: 'set', p: 'payload', pt: 'msg', to: 'error.message', tot: 'msg' }], wires: [['refuse']] },
      { id: 'refuse', type: 'http response', statusCode: '500', z: 'tab', x: 1, y: 1, wires: [] },
    ];
    return new ReceivingFlow(await NodeRedProcess.start({ flow, credentials, packages }));
  }

  /** What the flow made of a message. */
  async post(route: string, body: unknown = {}): Promise<unknown> {
    const { status, text } = await this.nodeRed.post(`/${route}`, body);
    assert.equal(status, 200, `/${route}: ${text.slice(0, 2_000)}`);
    return JSON.parse(text) as unknown;
  }

  get address(): string {
    return this.nodeRed.address;
  }

  remove(): Promise<void> {
    return this.nodeRed.remove();
  }
}
