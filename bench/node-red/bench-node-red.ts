import path from 'node:path';
import { NodeRedProcess } from '../../test/runtime/node-red-process';
import type { FixedService } from '../service/start-service';

type FlowNode = Record<string, unknown>;

export interface LoopRequest {
  loop: string;
  count: number;
  concurrency: number;
  message: object;
}

export interface LoopTime {
  seconds: number;
  /** Of the Node-RED process. */
  cpuSeconds: number;
}

interface ProcessFigures {
  memory: { heapUsed: number };
  /** Since the start of the process. */
  cpuSeconds: number;
  /** Event-loop delay, ms, since {@link BenchNodeRed.watchDelays}. */
  delay: { p99: number } | null;
}

/** A real Node-RED process with the loop node that drives a flow. */
export class BenchNodeRed {
  private constructor(readonly process: NodeRedProcess) {}

  /** `loops`: for each name, nodes to go through, in order; their `wires` are set here. */
  static async start(loops: Record<string, FlowNode[]>, configuration: FlowNode[], options: { credentials?: Record<string, object>; env?: NodeJS.ProcessEnv } = {}): Promise<BenchNodeRed> {
    const flow: FlowNode[] = [...configuration];
    for (const [name, nodes] of Object.entries(loops)) {
      const z = `tab-${name}`;
      flow.push({ id: z, type: 'tab', label: name }, { id: `catch-${name}`, type: 'catch', z, x: 1, y: 1, scope: null, wires: [[name]] });
      const chain = [{ id: name, type: 'bench-loop', name }, ...nodes] as FlowNode[];
      chain.forEach((node, at) => {
        const following = chain[(at + 1) % chain.length] as FlowNode;
        flow.push({ z, x: 1, y: 1, wires: [[following['id']], ...((node['moreWires'] as string[][] | undefined) ?? [])], ...node });
      });
    }
    const settings = { nodesDir: path.join(__dirname), logging: { console: { level: 'info', metrics: false, audit: false } } };
    return new BenchNodeRed(await NodeRedProcess.start({ flow, settings, ...options }));
  }

  /** Resolves when all messages are back. */
  readonly loop = (request: LoopRequest): Promise<LoopTime> => this.ask('/bench/loop', request);

  /** Sends messages that do not come back. */
  send(request: Omit<LoopRequest, 'concurrency'>): Promise<object> {
    return this.ask('/bench/send', request);
  }

  watchDelays(): Promise<object> {
    return this.ask('/bench/delays', {});
  }

  figures(collect = false): Promise<ProcessFigures> {
    return this.ask('/bench/process', { collect });
  }

  stop(): Promise<void> {
    return this.process.remove();
  }

  private async ask<Answer>(route: string, body: object): Promise<Answer> {
    const { status, text } = await this.process.post(route, body);
    if (status !== 200) throw new Error(`${route}: ${status} ${text}`);
    const answer = JSON.parse(text) as Answer & { error?: string };
    if (answer.error) throw new Error(`A message failed in ${answer.error}`);
    return answer;
  }
}

/** A `soil-service` node for the fixed service, with as few limits as possible. */
export function serviceNode({ base }: FixedService, more: object = {}): FlowNode {
  return { id: 'svc', type: 'soil-service', mode: 'service', baseUrl: base, authUrl: base, requestsPerSecond: 0, maxConcurrent: 256, timeout: 60, allowPrivateHosts: true, ...more };
}

export const credentials = { svc: { clientId: 'client', clientSecret: 'secret-of-the-benchmark' } };
