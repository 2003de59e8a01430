import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { TaskTime } from './task-process';
import type { TaskName } from './tasks';

/** Runs a task in a fresh process, first on something small, which does not count, so that libraries are loaded and code is compiled. */
export async function runTask(name: TaskName, argument: string, warmUp: string): Promise<TaskTime> {
  const child = fork(path.join(__dirname, 'task-process.ts'));
  try {
    let time: TaskTime | undefined;
    for (const given of [warmUp, warmUp, argument]) {
      child.send({ name, argument: given });
      const [answer] = (await once(child, 'message')) as [{ time?: TaskTime; error?: string }];
      if (!answer.time) throw new Error(answer.error);
      time = answer.time;
    }
    return time as TaskTime;
  } finally {
    const gone = once(child, 'exit');
    child.disconnect();
    await gone;
  }
}
