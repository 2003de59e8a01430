// Memory held by what came and went, with nothing else in the process: prints kilobytes. `come-and-go.ts abort-watch` or `broken-off`.
import { EventEmitter } from 'node:events';
import type { Node, NodeAPI } from 'node-red';
import { BrokenOff } from '../../nodes/runtime/keeping/broken-off';
import { onAbort } from '../../src/time/abort-watch';
import { collectGarbage } from './collect-garbage';

const LETTERS = 1000;
const { signal } = new AbortController();
const aTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

const passes: Record<string, (payload: number[]) => Promise<unknown>> = {
  'abort-watch': async (payload) => {
    const callOff = onAbort(signal, () => console.log(payload));
    await aTurn();
    callOff();
  },
  'broken-off': (() => {
    const node = Object.assign(new EventEmitter(), { id: 'node' }) as unknown as Node;
    const brokenOff = new BrokenOff<number[]>({ events: new EventEmitter() } as unknown as NodeAPI, node, () => undefined);
    return (payload) => brokenOff.workOn({ payload, _msgid: '' }, signal, () => aTurn().then(() => payload));
  })(),
};

async function heldAfter(pass: (payload: number[]) => Promise<unknown>): Promise<number> {
  let before = 0;
  let gone = 0;
  const comeAndGo = async (): Promise<void> => {
    while (gone < 6000) {
      await pass(new Array<number>(LETTERS).fill(1));
      gone++;
      // What was promoted from the young generation stays, except once.
      if (gone % 200 === 0) collectGarbage(gone === 1000 ? undefined : { type: 'minor' });
      if (gone === 1000) before = process.memoryUsage().heapUsed;
    }
  };
  await Promise.all(Array.from({ length: 10 }, comeAndGo));
  return (process.memoryUsage().heapUsed - before) / 1000;
}

void heldAfter(passes[process.argv[2] ?? ''] ?? (() => Promise.reject(new Error('What is to come and go?')))).then((kilobytes) => console.log(kilobytes));
