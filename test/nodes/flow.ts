import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Node, NodeAPI } from 'node-red';
import helper from 'node-red-node-test-helper';
import type { SoilMessage } from '../../nodes/runtime/soil-message';
import soilArea from '../../nodes/soil-area/soil-area';
import soilData from '../../nodes/soil-data/soil-data';
import soilDiscover from '../../nodes/soil-discover/soil-discover';
import soilDownload from '../../nodes/soil-download/soil-download';
import soilProfile from '../../nodes/soil-profile/soil-profile';
import soilRead from '../../nodes/soil-read/soil-read';
import soilService from '../../nodes/soil-service/soil-service';
import soilSubmit from '../../nodes/soil-submit/soil-submit';
import soilWait from '../../nodes/soil-wait/soil-wait';
import { nodeRed } from '../runtime/node-red-under-test';

helper.init(nodeRed);

/** Less than a test has in all, so that it can say what it waited for; far more than anything takes, also on a busy machine. */
const PATIENCE_MS = 60_000;

const nodeModules = [soilService, soilArea, soilDiscover, soilData, soilSubmit, soilWait, soilDownload, soilRead, soilProfile];

export interface FlowNode {
  id: string;
  type: string;
  [property: string]: unknown;
}

/** The helper gives nodes a runtime without its hooks; the real one has them. */
function withHooks(RED: NodeAPI): void {
  Object.assign(RED, { hooks: runtime.hooks });
}

/** A message that a Catch node got. */
export interface CaughtMessage extends SoilMessage {
  error: { message: string; code?: string; cause?: Record<string, unknown>; source: { id: string } };
}

/** A flow in a real Node-RED runtime, with what its `helper` nodes received. */
export class RunningFlow {
  private readonly received = new Map<string, SoilMessage[]>();
  private readonly wakers = new Set<() => void>();

  private constructor(readonly userDirectory: string) {}

  /** Nodes of type `helper` collect what reaches them. A Catch node `caught` with a helper `errors` behind it is always there. */
  static async start(nodes: FlowNode[], options: { credentials?: object; userDirectory?: string; settings?: object; modules?: ((RED: NodeAPI) => void)[] } = {}): Promise<RunningFlow> {
    const userDirectory = options.userDirectory ?? (await mkdtemp(path.join(os.tmpdir(), 'soil-flow-')));
    const flow = new RunningFlow(userDirectory);
    helper.settings({ ...options.settings, userDir: userDirectory });
    const all = flowOf(nodes);
    try {
      await helper.load([withHooks, ...nodeModules, ...(options.modules ?? [])] as never, all, structuredClone(options.credentials ?? {}) as never);
      flow.collect(all);
    } catch (error) {
      await flow.stop();
      throw error;
    }
    return flow;
  }

  send(id: string, msg: object): void {
    helper.getNode(id).receive(msg as never);
  }

  /** Deploys as the editor does with "Modified Nodes": what has not changed runs on. */
  async deployModified(nodes: FlowNode[]): Promise<void> {
    const before = flowOf(nodes).filter(({ type }) => type === 'helper').map(({ id }) => helper.getNode(id));
    const started = once(runtime.events, 'flows:started');
    await this.beginDeploy(nodes);
    await started;
    this.collect(flowOf(nodes).filter(({ id }) => !before.includes(helper.getNode(id))));
  }

  /** Deploys as the editor does with "Full": all stops and starts again. */
  async deployAll(nodes: FlowNode[]): Promise<void> {
    const started = once(runtime.events, 'flows:started');
    const { _redNodes: redNodes } = helper as unknown as { _redNodes: { setFlows(flows: FlowNode[], type: string): Promise<void> } };
    const all = flowOf(nodes);
    await redNodes.setFlows(all, 'full');
    await started;
    this.collect(all);
  }

  private collect(all: FlowNode[]): void {
    for (const { id, type } of all) {
      if (type === 'helper') helper.getNode(id).on('input', (msg: SoilMessage) => this.took(id, msg));
    }
  }

  /** {@link deployModified} up to the moment when the editor has its answer: nodes have stopped, and none has started. */
  async beginDeploy(nodes: FlowNode[]): Promise<void> {
    const { _redNodes: redNodes } = helper as unknown as { _redNodes: { setFlows(flows: FlowNode[], type: string): Promise<void> } };
    await redNodes.setFlows(flowOf(nodes), 'nodes');
  }

  node(id: string): Node {
    return helper.getNode(id);
  }

  /** The n-th message (from 0) that a helper node received; waits for it. Fails early if the Catch node got one instead. */
  async message<T extends SoilMessage = SoilMessage>(id: string, index = 0): Promise<T> {
    const due = Date.now() + PATIENCE_MS;
    for (;;) {
      const msg = this.received.get(id)?.[index];
      if (msg) return msg as T;
      const caught = this.received.get('errors')?.[0] as CaughtMessage | undefined;
      if (caught && id !== 'errors') throw new Error(`${caught.error.source.id} failed: ${caught.error.code} ${caught.error.message}`);
      if (Date.now() > due) throw new Error(`No message ${index} at "${id}" within ${PATIENCE_MS} ms.`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(wake, 100);
        const { wakers } = this;
        function wake(): void {
          clearTimeout(timer);
          wakers.delete(wake);
          resolve();
        }
        wakers.add(wake);
      });
    }
  }

  error(index = 0): Promise<CaughtMessage> {
    return this.message<CaughtMessage>('errors', index);
  }

  messages(id: string): SoilMessage[] {
    return this.received.get(id) ?? [];
  }

  /** Texts of the statuses that a node has shown. */
  statuses(id: string): { text: string; fill?: string; shape?: string }[] {
    const spy = (helper.getNode(id) as unknown as { status: { args: { text: string }[][]; thisValues: { id: string }[] } }).status;
    return spy.args.filter((_, index) => spy.thisValues[index]?.id === id).map(([status]) => status ?? { text: '' });
  }

  /** Waits until this is what a node shows: of statuses that follow each other closely, the last comes a moment later. */
  async shows(id: string, status: object): Promise<void> {
    const due = Date.now() + PATIENCE_MS;
    while (!isDeepStrictEqual(this.statuses(id).at(-1), status)) {
      if (Date.now() > due) assert.deepEqual(this.statuses(id).at(-1), status);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Lines that went to the log since the start. */
  logged(): string[] {
    return (helper.log() as unknown as { args: { msg: unknown }[][] }).args.map(([entry]) => String(entry?.msg));
  }

  /** @param keepDirectory for the next life of this flow; otherwise nothing of it is left */
  async stop(keepDirectory = false): Promise<void> {
    // What has just left a node is delivered a turn later: stopped before, it would go on in the next flow that has a node of the same identifier.
    if (!keepDirectory) await new Promise((resolve) => setImmediate(resolve));
    await helper.unload();
    if (!keepDirectory) await rm(this.userDirectory, { recursive: true, force: true });
  }

  private took(id: string, msg: SoilMessage): void {
    this.received.set(id, [...(this.received.get(id) ?? []), msg]);
    for (const wake of [...this.wakers]) wake();
  }
}

function flowOf(nodes: FlowNode[]): FlowNode[] {
  return [
    { id: 'tab', type: 'tab', label: 'flow' },
    ...nodes.map((node) => (isConfiguration(node) ? node : { z: 'tab', x: 1, y: 1, ...node })),
    { id: 'caught', type: 'catch', z: 'tab', x: 1, y: 1, wires: [['errors']] },
    { id: 'errors', type: 'helper', z: 'tab', x: 1, y: 1 },
  ];
}

function isConfiguration(node: FlowNode): boolean {
  return ['soil-service', 'tls-config', 'http proxy', 'tab', 'subflow'].includes(node.type);
}

/** The runtime's own module, for what the helper does not show. */
export const runtime = require(nodeRed) as NodeAPI;
