import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { newUserDirectory, NodeRedProcess } from '../../runtime/node-red-process';
import { copyOf } from './changes';
import { CREDENTIALS, flowUnderDeploys, type Addresses, type FlowNode, type Way } from './flow-under-deploys';
import { linesIn, stepsIn, type Step } from './steps';

/** How long to wait for the answer to a message. */
const ANSWER_MS = 5000;
const probe = path.join(__dirname, 'probe');

export type DeployType = 'full' | 'nodes' | 'flows';

/** How a process ended. */
export interface LifeEnd {
  how: 'SIGTERM' | 'SIGKILL' | 'runs';
  at: number;
}

/** The state of the flows at the start of a process. */
type Start = 'flows' | 'safe mode';

/** One Node-RED after the other on one user directory, with the flow as it should be at the moment. */
export class NodeRedLives {
  flow: FlowNode[];
  /** What was done, with the time. */
  readonly done: string[] = [];
  /** The nodes that the flow lacked, had disabled, or had in front of another one, with the time. */
  readonly lacking: { at: number; ids: ReadonlySet<string> }[] = [];
  /** Jobs whose waits were stopped by hand while no node had them. */
  readonly stopped = new Set<string>();
  readonly lifeEnds: LifeEnd[] = [];
  private readonly logs: (readonly string[])[] = [];
  /** Services that are not in the flow. */
  private forgotten = new Set<string>();
  private running: NodeRedProcess | undefined;
  private readonly began = Date.now();

  private constructor(
    private readonly whole: FlowNode[],
    private readonly userDirectory: string,
  ) {
    this.flow = copyOf(whole);
  }

  static async build(addresses: Addresses): Promise<NodeRedLives> {
    const lives = new NodeRedLives(flowUnderDeploys(addresses), await newUserDirectory());
    await lives.writeFlowFile(lives.flow);
    await lives.start('flows');
    return lives;
  }

  note(what: string): void {
    this.done.push(`${((Date.now() - this.began) / 1000).toFixed(2)} ${what}`);
    const { flow } = this;
    const off = new Set(flow.flatMap(({ id, d, disabled }) => (d || disabled ? [id] : [])));
    const running = new Set(flow.flatMap(({ id, z = '' }) => (off.has(id) || off.has(z) ? [] : [id])));
    const rewired = flow.flatMap(({ id, wires }) => (id.startsWith('between-') ? wires!.flat() : []));
    this.lacking.push({ at: Date.now(), ids: new Set([...this.whole.flatMap(({ id }) => (running.has(id) ? [] : [id])), ...rewired]) });
  }

  /** The flow is as it was. */
  heal(): void {
    this.flow = copyOf(this.whole);
  }

  /** Returns whether Node-RED has accepted a message; nothing if that is unknown, as for a request left unanswered by a stop of the flows. */
  async post(way: Way, topic: string, area: string): Promise<boolean | undefined> {
    const answered = this.process.post(`/${way}`, { topic, area }).then(({ status }) => status === 202, (error: { cause?: { code?: string } }) => (error.cause?.code === 'ECONNREFUSED' ? false : undefined));
    return Promise.race([answered, pause(ANSWER_MS, undefined, { ref: false })]);
  }

  /** Asks the admin interface. A refusal does not matter: two simultaneous deploys may conflict. */
  async ask(method: 'GET' | 'POST' | 'PUT', route: string, body?: unknown, headers: Record<string, string> = {}): Promise<{ status: number; text: string }> {
    try {
      const { process } = this;
      const answer = method === 'GET' ? await process.get(route) : method === 'PUT' ? await process.put(route, body) : await process.post(route, body, headers);
      if (answer.status >= 400) this.note(`  ${method} ${route}: ${answer.status} ${answer.text.slice(0, 200)}`);
      return answer;
    } catch (error) {
      this.note(`  ${method} ${route}: ${String(error)}`);
      return { status: 0, text: '' };
    }
  }

  async deploy(type: DeployType): Promise<void> {
    await this.ask('POST', '/flows', this.withCredentials(), { 'node-red-deployment-type': type });
  }

  /** As when somebody pulls a repository or switches the project. */
  async reload(flow: FlowNode[] = this.flow): Promise<void> {
    await this.writeFlowFile(flow);
    await this.ask('POST', '/flows', {}, { 'node-red-deployment-type': 'reload' });
  }

  async restart(signal: 'SIGTERM' | 'SIGKILL', start: Start): Promise<void> {
    await this.end(signal);
    await this.start(start);
  }

  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    this.lifeEnds.push({ how: signal, at: Date.now() });
    await this.process.signal(signal);
  }

  async remove(): Promise<void> {
    await this.running?.remove();
  }

  get origin(): string {
    return this.process.address;
  }

  get steps(): Step[] {
    return this.logs.flatMap((log, life) => stepsIn(log, life));
  }

  get log(): string[] {
    return this.logs.flatMap((log, life) => linesIn(log).map((line) => `${life}: ${line}`));
  }

  private get process(): NodeRedProcess {
    if (!this.running) throw new Error('No Node-RED runs.');
    return this.running;
  }

  private async start(start: Start): Promise<void> {
    this.running = await NodeRedProcess.start({ userDirectory: this.userDirectory, packages: [probe], settings: { runtimeState: { enabled: true, ui: true }, safeMode: start === 'safe mode' }, isUp: /Started flows|Flows stopped in safe mode|Stopped flows/ });
    this.logs.push(this.running.log);
  }

  private async writeFlowFile(flow: FlowNode[]): Promise<void> {
    await writeFile(path.join(this.userDirectory, 'flows_cred.json'), JSON.stringify(CREDENTIALS));
    await writeFile(path.join(this.userDirectory, 'flows.json'), JSON.stringify(flow));
  }

  /** Node-RED forgets those of a deleted service. */
  private withCredentials(): FlowNode[] {
    const missing = this.whole.filter(({ id, type }) => type === 'soil-service' && !this.flow.some((node) => node.id === id));
    const given = this.flow.map((node) => (this.forgotten.has(node.id) ? { ...node, credentials: CREDENTIALS[node.id] } : node));
    this.forgotten = new Set(missing.map(({ id }) => id));
    return given;
  }
}
