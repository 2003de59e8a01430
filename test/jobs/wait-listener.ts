import type { WaitListener } from '../../src/jobs/waits/wait-listener';

const nothing = (): void => undefined;

/** Takes the news of a node's waits, and ignores what no handler is given for. */
export function waitListener(news: Partial<WaitListener> = {}): WaitListener {
  return { poll: nothing, lastPoll: nothing, completed: nothing, failed: nothing, delayed: nothing, troubled: nothing, ...news };
}
