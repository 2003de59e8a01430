import { setTimeout as pause } from 'node:timers/promises';
import { isOpen, type JobSummary } from '../../../src/jobs/ledger/job-summary';
import { harmful, harmless } from './changes';
import type { FlowNode } from './flow-under-deploys';
import type { DeployType, NodeRedLives } from './node-red-lives';

type Random = () => number;

/** Has nothing of this package: what another project may have. */
const OTHER_PROJECT: FlowNode[] = [
  { id: 'other-tab', type: 'tab', label: 'other' },
  { id: 'other', type: 'inject', z: 'other-tab', x: 1, y: 1, repeat: '', once: false, wires: [[]] },
];

/** What a person, a program or an accident does to a Node-RED, at random. */
export class Operations {
  /** What is still to be repaired. */
  private broken = false;
  private stopped = false;
  private isAway = false;
  private isSafe = false;
  private readonly underWay: Promise<void>[] = [];

  constructor(
    private readonly lives: NodeRedLives,
    private readonly random: Random,
  ) {}

  /** One of them. */
  async next(): Promise<void> {
    const { random } = this;
    if ((this.broken || this.stopped || this.isAway || this.isSafe) && random() < 0.45) return this.heal();
    const each: [weight: number, work: () => Promise<void>][] = [
      [5, () => this.deploy('full')],
      [16, () => this.change(harmless)],
      [12, () => this.change(harmful)],
      [6, () => this.putFlow()],
      [2, () => this.putGlobal()],
      [4, () => this.burst()],
      [5, () => this.stopOrStart()],
      [3, () => this.switchProject()],
      [8, () => this.sidebar()],
      [4, () => this.restart('SIGTERM')],
      [4, () => this.restart('SIGKILL')],
    ];
    let at = random() * each.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, work] of each) if ((at -= weight) < 0) return work();
  }

  /** Everything is as it was at the beginning, and runs. */
  async finish(): Promise<void> {
    await this.heal(1);
    await Promise.all(this.underWay);
    await this.lives.ask('POST', '/flows/state', { state: 'start' });
    await this.deploy('full');
    await Promise.all(this.underWay);
  }

  /** Repairs what is broken, or some of it. */
  private async heal(share = 0.7): Promise<void> {
    const { lives, random } = this;
    if (this.isAway) {
      this.isAway = false;
      lives.note('switches back');
      await lives.reload();
    }
    if (this.stopped && random() < share) {
      this.stopped = false;
      lives.note('starts the flows');
      await lives.ask('POST', '/flows/state', { state: 'start' });
    }
    if (!this.broken && !this.isSafe) return;
    this.broken = this.isSafe = false;
    lives.heal();
    await this.deploy(this.deployType());
  }

  private deployType(): DeployType {
    return (['full', 'nodes', 'nodes', 'flows'] as const)[Math.floor(this.random() * 4)] as DeployType;
  }

  private async deploy(type: DeployType): Promise<void> {
    this.lives.note(`deploys ${type}`);
    this.isAway = this.isSafe = false;
    const deployed = this.lives.deploy(type);
    this.underWay.push(deployed);
    // It takes as long as the slowest creation, up to 15 s: meanwhile other operations go on.
    await Promise.race([deployed, ...(this.random() < 0.5 ? [pause(1000 * this.random())] : [])]);
  }

  private async change(changes: typeof harmless): Promise<void> {
    const { lives, random } = this;
    const change = changes[Math.floor(random() * changes.length)];
    const what = change?.(lives.flow, random);
    if (!what) return;
    lives.note(what);
    this.broken ||= changes === harmful;
    if (random() < 0.15 && !this.isAway) {
      lives.note('reloads');
      await lives.reload();
    } else await this.deploy(this.deployType());
  }

  /** A program changes one flow. */
  private async putFlow(): Promise<void> {
    const { lives, random } = this;
    if (this.isAway) return;
    const tabs = lives.flow.filter(({ type }) => type === 'tab');
    const tab = tabs[Math.floor(random() * tabs.length)] as FlowNode;
    const inside = lives.flow.filter(({ z }) => z === tab.id);
    const rest = lives.flow.filter(({ z }) => z !== tab.id);
    const changes = random() < 0.6 ? harmless : harmful;
    const change = changes[Math.floor(random() * changes.length)];
    // Only what is in it.
    const what = change?.(inside, random);
    if (what?.startsWith('puts') && what.includes('tab-')) return void (this.broken = true);
    this.broken ||= changes === harmful;
    lives.flow = [...rest, ...inside];
    lives.note(`puts flow ${tab.id}${what ? `: ${what}` : ''}`);
    const [groups, nodes] = [inside.filter(({ type }) => type === 'group'), inside.filter(({ type }) => type !== 'group')];
    await lives.ask('PUT', `/flow/${tab.id}`, { id: tab.id, label: tab.label, disabled: tab.disabled, env: tab.env, nodes, groups, configs: [] });
  }

  /** A program changes what all flows share. */
  private async putGlobal(): Promise<void> {
    const { lives } = this;
    if (this.isAway) return;
    const configs = lives.flow.filter(({ type }) => type === 'soil-service').map((node) => ({ ...node, timeout: 25 }));
    const subflows = lives.flow.filter(({ type }) => type === 'subflow').map((subflow) => ({ ...subflow, nodes: lives.flow.filter(({ z }) => z === subflow.id) }));
    lives.note('puts the global flow');
    await lives.ask('PUT', '/flow/global', { id: 'global', configs, subflows });
  }

  private async burst(): Promise<void> {
    this.lives.note('a burst:');
    await Promise.all(Array.from({ length: 3 }, async () => {
      await pause(100 * this.random());
      await this.change(this.random() < 0.8 ? harmless : harmful);
    }));
  }

  private async stopOrStart(): Promise<void> {
    const { lives } = this;
    this.stopped = !this.stopped;
    lives.note(`${this.stopped ? 'stops' : 'starts'} the flows`);
    await lives.ask('POST', '/flows/state', { state: this.stopped ? 'stop' : 'start' });
  }

  private async switchProject(): Promise<void> {
    if (this.isAway) return;
    this.isAway = true;
    this.lives.note('switches to another project');
    await this.lives.reload(OTHER_PROJECT);
  }

  private async sidebar(): Promise<void> {
    const { lives, random } = this;
    const { status, text } = await lives.ask('GET', '/soil-data/jobs');
    if (status !== 200) return;
    const { jobs } = JSON.parse(text) as { jobs: JobSummary[] };
    const job = jobs[Math.floor(random() * jobs.length)];
    if (!job) return;
    const what = isOpen(job) ? (random() < 0.3 ? 'stop' : 'poll') : 'forget';
    lives.note(`${what} ${job.job} (${job.state})`);
    if (what === 'stop' && job.state === 'paused') lives.stopped.add(job.job);
    const body = what === 'stop' ? { wait: job.wait } : what === 'poll' || job.job ? { job: job.job } : { wait: job.wait };
    await lives.ask('POST', `/soil-data/jobs/${what}`, body, { origin: lives.origin });
  }

  private async restart(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const { lives, random } = this;
    const start = random() < 0.15 ? 'safe mode' : 'flows';
    lives.note(`${signal}, then ${start}`);
    await lives.restart(signal, start);
    this.isSafe = start === 'safe mode';
    lives.note('is up');
  }
}
