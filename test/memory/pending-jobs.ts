// What pending jobs take, with nothing else in the process: prints the bytes of each, and how many timers there are.
import { identity, submitAndWait } from '../jobs/field-job';
import { Life } from '../jobs/life';
import { ScriptedService } from '../jobs/scripted-service';
import { waitListener } from '../jobs/wait-listener';
import { heapInUse } from './heap-in-use';

async function measure(): Promise<{ bytesEach: number; timers: number }> {
  const life = await Life.begin();
  const service = new ScriptedService(identity);
  let created = 0;
  service.createJob = (kind) => Promise.resolve(service.jobAddress(`3f2b8c1e-7a4d-4c1e-9a55-${(1e11 + created++).toString()}`, kind));
  life.keeper.waits.attach('wait', service, waitListener());
  const inRounds = async (from: number, to: number): Promise<void> => {
    for (let at = from; at < to; at += 500) {
      await Promise.all(Array.from({ length: 500 }, (_, more) => submitAndWait(life.keeper, service, at + more, 3600)));
      // Messages on their way from soil-submit to soil-wait are tracked for a while.
      await life.clock.advance(10_000);
    }
  };
  await inRounds(0, 2_000);
  const before = heapInUse();
  await inRounds(2_000, 10_000);
  const bytesEach = (heapInUse() - before) / 8_000;
  const timers = life.clock.pending;
  await life.end();
  return { bytesEach, timers };
}

void measure().then((measured) => console.log(JSON.stringify(measured)));
