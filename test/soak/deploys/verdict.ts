import { isSoilType } from './changes';
import type { Way } from './flow-under-deploys';
import type { LifeEnd } from './node-red-lives';
import type { End } from './outcomes';
import type { Step } from './steps';

/** A message that was sent. */
export interface Sent {
  /** Whether its sender knows that Node-RED has it. */
  isConfirmed: boolean;
  topic: string;
  way: Way;
  area: number;
}

interface Seen {
  sent: Sent[];
  ends: End[];
  steps: Step[];
  lifeEnds: LifeEnd[];
  /** Of Node-RED and the nodes. */
  log: string[];
  /** What the flow lacked, from when on. */
  lacking: readonly { at: number; ids: ReadonlySet<string> }[];
  /** Jobs no longer waited for because a person said so while their node was away: that is reported to nobody. */
  stopped: ReadonlySet<string>;
  created: { area: number; job: string; at: number }[];
}

/** How long after its arrival at a node a message may not be in the journal yet: a kill in that time loses it. */
const TAKEN_IN_MS = 400;

/** The longest delay until a deploy takes effect: it waits for others, and each for nodes to close. */
const DEPLOY_MS = 45_000;
/** How long a message may be in soil-area between two lives of that node. */
const CLOSING_MS = 20_000;

/** Of processes that are killed while reading one file. */
const MOST_KILLS = 3;

const UNHANDLED = /uncaught|unhandled|TypeError|ReferenceError|RangeError|MaxListeners|Error delivering|\[error\] (?!\[)/i;

/** Counts the messages by outcome, and names the outcomes that should not be. */
export class Verdict {
  readonly counts = new Map<string, number>();
  readonly problems: string[] = [];
  /** What is not a problem, but worth a look. */
  readonly notes: string[] = [];
  private readonly byTopic = new Map<string, Step[]>();
  private readonly endsOf = new Map<string, End[]>();
  /** Lines of the log that name what a deletion dropped, each for one message. */
  private readonly dropped: string[];

  constructor(private readonly seen: Seen) {
    this.dropped = seen.log.filter((line) => /was deleted|deleted or disabled with/.test(line));
    for (const step of seen.steps) this.byTopic.set(step.topic, [...(this.byTopic.get(step.topic) ?? []), step]);
    for (const end of seen.ends) this.endsOf.set(end.topic, [...(this.endsOf.get(end.topic) ?? []), end]);
    for (const sent of seen.sent) this.judge(sent);
    this.judgeCreations();
    for (const line of seen.log) if (UNHANDLED.test(line)) this.problems.push(`in the log: ${line}`);
  }

  /** Whether nothing more is to come. */
  get isOver(): boolean {
    return !this.problems.some((problem) => problem.startsWith('lost'));
  }

  private judge(sent: Sent): void {
    const steps = this.byTopic.get(sent.topic) ?? [];
    // Nothing answered, as between two processes: it never arrived.
    if (!sent.isConfirmed && steps.length === 0) return;
    const ends = this.endsOfMessage(sent, steps);
    const unmarked = ends.filter((end) => !end.again && !(ends.length > 1 && this.isGivenUp(end)));
    if (unmarked.length > 1) this.problems.push(`out twice: ${this.story(sent, ends, steps)}`);
    for (const end of ends) {
      if (end.code === 'none') this.problems.push(`an error without a code: ${this.story(sent, ends, steps)}`);
      if (end.code === '' && (sent.way !== 'call' || end.areas.length > 0) && (end.areas.length !== 1 || end.areas[0] !== sent.area)) {
        this.problems.push(`soil of areas ${end.areas.join(', ')} instead of ${sent.area}: ${this.story(sent, ends, steps)}`);
      }
    }
    if (ends.length > 0) {
      this.count(ends.length > 1 ? 'out again, and marked' : ends[0]!.code || 'out');
      return;
    }
    const excuse = this.excuse(sent, steps);
    if (excuse || !sent.isConfirmed) {
      this.count(excuse ?? 'not confirmed');
      this.notes.push(`${excuse}: ${this.story(sent, ends, steps)}`);
    } else {
      this.count('lost');
      this.problems.push(`lost: ${this.story(sent, ends, steps)}`);
    }
  }

  /** Node-RED drops what returns to a link call that began in an earlier life of it: it counts as out if it has returned there. */
  private endsOfMessage(sent: Sent, steps: Step[]): End[] {
    const ends = this.endsOf.get(sent.topic) ?? [];
    if (sent.way !== 'call') return ends;
    const back = steps.filter(({ step, node }) => step === 'receives' && node === 'return');
    const areasOf = (at: number): number[] => ends.find((end) => end.code === '' && end.at >= at)?.areas ?? [];
    return [...ends.filter(({ code }) => code !== ''), ...back.map(({ topic, at, job = '', again = false }) => ({ topic, at, job, again, code: '', areas: areasOf(at) }))];
  }

  /** Why nothing came of a message, if that is not the fault of a soil node. */
  private excuse(sent: Sent, steps: Step[]): string | undefined {
    const { lifeEnds, created } = this.seen;
    const last = steps.filter(({ step }) => step !== 'completes').at(-1);
    if (!last || !steps.some(({ step, type }) => step === 'receives' && isSoilType(type))) return 'lost by Node-RED before it came to a soil node';
    const lifeEnd = lifeEnds[last.life];
    // What soil-wait has from an earlier life comes in again once it has sent that.
    const sending = steps.findLast(({ step }) => step === 'sends');
    if (sending && sending.node === last.node && steps.slice(steps.indexOf(sending)).every(({ step, node }) => node === last.node && step !== 'delivers') && this.isLacking(sending)) return 'sent to a node that is not there';
    if (!isSoilType(last.type)) return 'lost by Node-RED in a node behind';
    if (last.type === 'soil-area' && lifeEnd && lifeEnd.at - last.at < CLOSING_MS) return 'in soil-area at a stop of Node-RED';
    if (lifeEnd?.how === 'SIGKILL' && lifeEnd.at - last.at < TAKEN_IN_MS && !created.some(({ area, at }) => area === sent.area && at >= last.at)) return 'killed before it was taken in';
    const job = steps.findLast((step) => step.job)?.job;
    if (job && this.seen.stopped.has(job)) return 'stopped by hand while its node was away';
    const line = this.dropped.findIndex((each) => (job && each.includes(`job ${job}`)) || each.includes(` ${last.node} `) || each.includes(`:${last.node}]`));
    if (line < 0) return undefined;
    const [said = ''] = this.dropped.splice(line, 1);
    const several = Number(/with (\d+) messages under way/.exec(said)?.[1] ?? 1);
    if (several > 1) this.dropped.push(said.replace(`with ${several} messages`, `with ${several - 1} messages`));
    return 'deleted, as the log says';
  }

  /** Whether a person may have removed the node behind, rather than a deploy having stopped it for a moment. */
  private isLacking({ at, node }: Step): boolean {
    const [kind = '', way = ''] = node.replace(/^instance-/, '').split('-');
    const behind = { area: { subflow: 'instance', call: 'call' }[way] ?? `submit-${way}`, submit: `wait-${way}`, wait: `download-${way}`, download: `read-${way}`, read: way === 'call' ? 'return' : `out-${way}` }[kind] ?? '';
    const earlier = this.seen.lacking.findLast((state) => state.at < at - DEPLOY_MS);
    return [...(earlier ? [earlier] : []), ...this.seen.lacking.filter((state) => state.at >= at - DEPLOY_MS && state.at <= at)].some(({ ids }) => ids.has(behind));
  }

  /** No request is sent twice automatically. */
  private judgeCreations(): void {
    const { created, sent } = this.seen;
    const areas = new Map<number, string[]>();
    for (const { area, job } of created) areas.set(area, [...(areas.get(area) ?? []), job]);
    for (const [area, jobs] of areas) {
      const messages = sent.filter((each) => each.area === area);
      if (jobs.length > messages.length) this.problems.push(`created ${jobs.length} times (${jobs.join(', ')}) for ${messages.length}: ${messages.map((each) => this.story(each, this.endsOf.get(each.topic) ?? [], this.byTopic.get(each.topic) ?? [])).join('; ')}`);
    }
  }

  /** soil-read gives up a file that Node-RED was killed over three times; the message may have gone on before, and the error does not say so. */
  private isGivenUp({ code, at }: End): boolean {
    return code === 'SOIL_CONFIG' && this.seen.lifeEnds.filter((end) => end.how === 'SIGKILL' && end.at < at).length >= MOST_KILLS;
  }

  private count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  private story({ topic, way, area }: Sent, ends: End[], steps: Step[]): string {
    const told = steps.map(({ life, at, step, node, job = '', again, code }) => `${life}@${at % 1_000_000} ${step} ${node} ${job}${again ? ' again' : ''}${code ? ` ${code}` : ''}`);
    const jobs = this.seen.created.filter((each) => each.area === area).map(({ job }) => job);
    return `${topic} (${way}, area ${area}, jobs ${jobs.join(' ')}): ${ends.map(({ at, code, again, job }) => `${at % 1_000_000} ${code || 'out'}${again ? ' again' : ''} ${job}`).join(', ') || 'no end'}\n      ${told.join('\n      ')}`;
  }
}
