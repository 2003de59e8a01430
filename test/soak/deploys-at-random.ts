import { appendFile, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { isOpen, type JobSummary } from '../../src/jobs/ledger/job-summary';
import { seeded } from '../random/seeded';
import { nodeRedVersion } from '../runtime/node-red-under-test';
import { WAYS } from './deploys/flow-under-deploys';
import { Operations } from './deploys/operations';
import { Outcomes } from './deploys/outcomes';
import { fieldOf, SlowService } from './deploys/slow-service';
import { NodeRedLives } from './deploys/node-red-lives';
import { Verdict, type Sent } from './deploys/verdict';
import type { Figure, SoakOptions } from './figure';

const FAULT_SHARE = 0.06;
/** Without any event for this long, what has not come counts as lost. */
const PATIENCE_MS = 45_000;
/** Where to write what happened in a run, for finding the cause of a failure. */
const REPORT = process.env.SOIL_DEPLOYS_REPORT;

/** Figure 11: messages on their way through a whole Node-RED, while its flows are deployed, stopped, changed and killed at random. */
export async function deploysAtRandom({ seed, full }: SoakOptions): Promise<Figure[]> {
  const [messages, seconds] = full ? [230, 80] : [60, 25];
  const [ofOperations, ofMessages] = [seeded(seed), seeded(seed + 1_000_003)];
  let share = FAULT_SHARE;
  const services = ['first', 'second'].map((name) => new SlowService(seed, name, () => share));
  const outcomes = new Outcomes(seeded(seed + 2_000_003));
  const servers = [...services, outcomes].map(({ server }) => server);
  await Promise.all(servers.map((server) => server.start()));
  const [first, second] = services.map(({ server }) => server.address) as [string, string];
  const lives = await NodeRedLives.build({ first, second, outcomes: outcomes.server.address });
  const operations = new Operations(lives, ofOperations);
  const sent: Sent[] = [];
  const startedAt = Date.now();
  const due = startedAt + seconds * 1000;
  let operated = 0;

  const post = async (number: number): Promise<void> => {
    // Some repeat an earlier request.
    const area = number > 5 && ofMessages() < 0.1 ? number - 3 : number;
    const way = WAYS[Math.floor(ofMessages() * WAYS.length)]!;
    const at = startedAt + 500 + ((number + ofMessages()) * seconds * 950) / messages;
    await pause(Math.max(0, at - Date.now()));
    // Between two processes, and while the flows are stopped, nothing accepts it.
    for (let tries = 0; Date.now() < due + 30_000; tries++) {
      const topic = `m${number}${tries > 0 ? `.${tries}` : ''}`;
      const isTaken = await lives.post(way, topic, fieldOf(area));
      if (isTaken !== false) sent.push({ topic, way, area, isConfirmed: isTaken === true });
      if (isTaken !== false) return;
      await pause(200);
    }
  };
  const operate = async (): Promise<void> => {
    while (Date.now() < due) {
      await pause(ofOperations() < 0.2 ? 50 : 2200 * ofOperations());
      await operations.next();
      operated += 1;
    }
  };
  const judge = (): Verdict => new Verdict({ sent, ends: outcomes.ends, steps: lives.steps, lifeEnds: lives.lifeEnds, log: lives.log, stopped: lives.stopped, lacking: lives.lacking, created: services.flatMap(({ created }) => created) });

  try {
    const posting = Promise.all(Array.from({ length: messages }, (_, number) => post(number)));
    await operate();
    share = 0;
    await operations.finish();
    await posting;
    let patience = Date.now() + PATIENCE_MS;
    for (let before = -1; Date.now() < patience; ) {
      await pause(1000);
      const { length } = lives.steps;
      if (length !== before) patience = Date.now() + PATIENCE_MS;
      before = length;
      if (judge().isOver && (await openJobs(lives)).length === 0) break;
    }
    // What comes twice may come late.
    await pause(4000);
    const open = await openJobs(lives);
    await lives.end('SIGTERM');
    const verdict = judge();
    if (REPORT) await report(REPORT, lives, verdict);
    const counts = [...verdict.counts].sort((one, other) => other[1] - one[1]).map(([what, count]) => `${count} ${what}`).join(', ');
    return [{
      number: 11,
      name: 'deploys at random',
      seen: `Node-RED ${nodeRedVersion}, seed ${seed}: ${sent.filter(({ isConfirmed }) => isConfirmed).length} messages, ${operated} operations, ${lives.lifeEnds.length - 1} restarts, ${services.reduce((sum, { faults }) => sum + faults, 0)} faults, ${services.reduce((sum, { created }) => sum + created.length, 0)} jobs: ${counts}; in ${((Date.now() - startedAt) / 1000).toFixed(0)} s`,
      missed: [...verdict.problems, ...open.map(({ job, state }) => `job ${job} is ${state} at the end`), ...services.flatMap(({ odd }) => odd.map((what) => `asked: ${what}`))],
    }];
  } finally {
    await lives.remove();
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/** The jobs that a node waits for. */
async function openJobs(lives: NodeRedLives): Promise<JobSummary[]> {
  const { text } = await lives.ask('GET', '/soil-data/jobs');
  return (JSON.parse(text) as { jobs: JobSummary[] }).jobs.filter(isOpen);
}

async function report(file: string, lives: NodeRedLives, verdict: Verdict): Promise<void> {
  await writeFile(file, lives.done.join('\n'));
  await appendFile(file, `\n\n${lives.log.join('\n')}\n\n${[...verdict.problems, '', ...verdict.notes].join('\n')}\n`);
}
