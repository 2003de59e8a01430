import { setTimeout as pause } from 'node:timers/promises';
import { figure } from '../figures';
import { BenchNodeRed, credentials, serviceNode } from '../node-red/bench-node-red';
import type { Row } from '../row';
import { startFixedService } from '../service/start-service';
import { digits } from '../table';

const AREA = 'POLYGON ((5.60 51.95, 5.75 51.95, 5.75 52.03, 5.60 52.03, 5.60 51.95))';
const NEVER = 24 * 3600 * 1000;
const FIRST_POLL = 2;
const MAX_POLL = 60;

/** Ten thousand jobs that are not completed, in one Node-RED: memory, the event loop, and polls that the schedule does not ask for. */
export const pending: Row = {
  name: 'pending',
  title: 'Jobs that wait in one Node-RED',
  async measure({ quick, say }) {
    const count = quick ? 1_000 : 10_000;
    const seconds = quick ? 15 : 60;
    const service = await startFixedService({ jobMs: NEVER });
    let nodeRed: BenchNodeRed | undefined;
    try {
      const nodes = [
        { id: 'submit', type: 'soil-submit', service: 'svc', reuse: false },
        { id: 'wait', type: 'soil-wait', service: 'svc', firstPoll: FIRST_POLL, maxPoll: MAX_POLL, moreWires: [[]] },
      ];
      nodeRed = await BenchNodeRed.start({ soil: nodes }, [serviceNode(service)], { credentials });
      const message = { soil: { query: { geometry: AREA } } };
      // What the first jobs load (libraries, connections, code) does not count as memory per job.
      await nodeRed.send({ loop: 'soil', count: 100, message });
      await until(async () => (await service.counts()).jobs === 100 && (await service.counts()).polls >= 100);
      const before = await nodeRed.figures(true);
      const begun = performance.now();
      say(`${digits(count)} jobs: submitting`);
      await nodeRed.send({ loop: 'soil', count, message });
      await until(async () => (await service.counts()).jobs === count + 100);
      // Until each has been read, the first burst is still under way.
      await until(async () => (await service.counts()).polls >= 2 * count);
      say(`${digits(count)} jobs: waiting for ${seconds} s`);
      await nodeRed.watchDelays();
      await pause(1000 * seconds);
      const { delay } = await nodeRed.figures();
      const after = await nodeRed.figures(true);
      const { polls } = await service.counts();
      const allowed = mostPolls((performance.now() - begun) / 1000) * count + mostPolls((performance.now() - begun) / 1000 + 60) * 100;
      const kilobytes = (after.memory.heapUsed - before.memory.heapUsed) / count / 1000;
      const excess = Math.max(0, polls - allowed);
      const work = `${count.toLocaleString('en-GB')} jobs pending`;
      return [
        { work: `${work}: memory for each`, against: 'before them', ours: `${digits(kilobytes)} kB`, theirs: '', figure: figure([kilobytes]), unit: 'kB', reach: { at: 'most', value: 3 } },
        { work: `${work}: event-loop delay, p99`, against: 'none', ours: `${digits(delay?.p99 ?? NaN)} ms`, theirs: '', figure: figure([delay?.p99 ?? NaN]), unit: 'ms', reach: { at: 'most', value: 20 } },
        { work: `${work}: polls beyond the schedule`, against: `${digits(allowed)} at most by the schedule`, ours: digits(polls), theirs: '', figure: figure([excess]), unit: '', reach: { at: 'most', value: 0 } },
      ];
    } finally {
      await nodeRed?.stop();
      await service.stop();
    }
  },
};

/** The most polls of one job in this many seconds, with the shortest gaps that the jitter of the plan allows: 1.4 times the one before, less 20 %. */
function mostPolls(seconds: number): number {
  let polls = 0;
  for (let at = FIRST_POLL; at <= seconds; at += 0.8 * Math.min(MAX_POLL, FIRST_POLL * 1.4 ** polls)) polls++;
  return polls;
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const due = Date.now() + 300_000;
  while (!(await holds())) {
    if (Date.now() > due) throw new Error('The jobs were not submitted and read within five minutes.');
    await pause(250);
  }
}
