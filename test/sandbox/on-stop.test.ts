import assert from 'node:assert/strict';
import { onStop } from '../../src/sandbox/on-stop';

describe('the sandbox that npm runs', () => {
  const { setInterval: begin, clearInterval: end } = globalThis;
  const event = process.env['npm_lifecycle_event'];
  const parent = process.ppid;
  const looking = new Set<() => void>();
  beforeEach(() => {
    process.env['npm_lifecycle_event'] = 'sandbox';
    globalThis.setInterval = ((look: () => void) => {
      looking.add(look);
      return { look, unref: () => ({ look }) };
    }) as never;
    globalThis.clearInterval = (({ look }: { look: () => void }) => looking.delete(look)) as never;
  });
  afterEach(() => {
    Object.assign(globalThis, { setInterval: begin, clearInterval: end });
    Object.defineProperty(process, 'ppid', { get: () => parent, configurable: true });
    if (event === undefined) delete process.env['npm_lifecycle_event'];
    else process.env['npm_lifecycle_event'] = event;
  });

  it('is stopped when its parent is gone, and looks for it no longer', () => {
    let stops = 0;
    onStop(() => stops++);
    const [look] = looking;
    look!();
    assert.deepEqual([stops, looking.size], [0, 1]);
    Object.defineProperty(process, 'ppid', { get: () => parent + 1, configurable: true });
    look!();
    assert.deepEqual([stops, looking.size], [1, 0]);
  });
});
