import { Life } from '../jobs/life';
import { MemoryDisk } from '../jobs/memory-disk';
import { completed, running, ScriptedService } from '../jobs/scripted-service';
import { waitListener } from '../jobs/wait-listener';
import { seeded } from '../random/seeded';
import { SimulatedClock } from '../time/simulated-clock';
import type { Figure, SoakOptions } from './figure';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Figure 8, first half: a job every four hours for a year, with restarts, and a wall clock that is set back and forth. Every run comes out, once. */
export async function simulatedYear({ seed, full }: SoakOptions): Promise<Figure[]> {
  const random = seeded(seed);
  const days = full ? 365 : 90;
  const clock = new SimulatedClock();
  const ends = new Map<string, number>();
  const service = new ScriptedService();
  const startedAt = performance.now();
  let life = await Life.begin(new MemoryDisk(), clock, random);
  let detach = attach();
  let restarts = 0;
  let late = 0;

  function attach(): () => void {
    return life.keeper.waits.attach('wait', service, waitListener({
      completed: (message) => void ends.set(String(message._msgid), (ends.get(String(message._msgid)) ?? 0) + 1),
      failed: (message, error) => void ends.set(`${String(message._msgid)} ${error.code}`, 1),
    }));
  }

  const runs = days * 6;
  for (let run = 0; run < runs; run++) {
    const doneAt = clock.monotonic() + (1 + 59 * random() ** 3) * 60_000;
    const id = String(service.created.length + 1);
    service.polls[id] = Array.from({ length: 1000 }, () => () => (clock.monotonic() >= doneAt ? completed(id) : running));
    const message = { _msgid: `run ${run}` };
    const job = await life.keeper.submissions.submit({ service, kind: 'geometry', query: { geometry: `POINT (${run % 180} ${Math.floor(run / 180) % 90})` }, reuse: false, options: {}, node: 'submit', message });
    await life.keeper.waits.accept({ service, job, node: 'wait', message, timeoutMinutes: 1440, firstPollSeconds: 2, maxPollSeconds: 60 });
    await clock.advance(4 * HOUR_MS);
    if (run % 6 === 2) clock.setWall(clock.now() + (random() < 0.5 ? DAY_MS : -DAY_MS));
    if (run % 42 === 30) {
      restarts++;
      detach();
      life = await life.kill();
      detach = attach();
    }
    if (run >= 1 && !ends.has(`run ${run - 1}`)) late++;
  }
  await clock.advance(4 * HOUR_MS);
  detach();
  await life.end();
  const seconds = (performance.now() - startedAt) / 1000;
  const missing = Array.from({ length: runs }, (_, run) => `run ${run}`).filter((run) => ends.get(run) !== 1);
  return [
    {
      number: 8,
      name: 'a simulated year',
      seen: `${days} days with ${runs} runs, ${restarts} kills, ${days} jumps of the wall clock by a day, ${service.read.length} polls: ${missing.length} missed or repeated, ${late} late, in ${seconds.toFixed(0)} s`,
      missed: [...missing.slice(0, 10), ...(late > 0 ? [`${late} late`] : [])],
    },
  ];
}
