// A process of its own for one task at a time: so that its memory and its event loop can be looked at.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { tasks, type Task, type TaskName } from './tasks';

export interface TaskTime {
  seconds: number;
  /** Processor time of all threads. */
  cpuSeconds: number;
  /** How much the process grew at most while the task ran. */
  grownBytes: number;
  /** Longest time for which the event loop stood still, ms. */
  longestDelay: number;
  p99Delay: number;
}

setFlagsFromString('--expose_gc');
const collect = runInNewContext('gc') as () => void;

async function run(name: TaskName, argument: string): Promise<TaskTime> {
  const task: Task<unknown> = tasks[name];
  const prepared = await task.prepare(argument);
  collect();
  const before = process.memoryUsage.rss();
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 10);
  const delay = monitorEventLoopDelay({ resolution: 2 });
  delay.enable();
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  await task.run(prepared);
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  delay.disable();
  clearInterval(watch);
  peak = Math.max(peak, process.memoryUsage.rss());
  await task.tidy?.();
  return { seconds, cpuSeconds: (user + system) / 1e6, grownBytes: peak - before, longestDelay: delay.max / 1e6, p99Delay: delay.percentile(99) / 1e6 };
}

process.on('message', ({ name, argument }: { name: TaskName; argument: string }) => {
  run(name, argument).then(
    (time) => process.send?.({ time }),
    (error: Error) => process.send?.({ error: error.stack }),
  );
});
process.on('disconnect', () => process.exit());
