import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { Node, NodeAPI } from 'node-red';
import { whenFlowsStarted } from '../../nodes/runtime/keeping/flows-started';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A runtime whose flows start as the test says. */
class Runtime {
  private readonly events = new EventEmitter();
  private readonly RED = { events: this.events } as unknown as NodeAPI;
  readonly failures: string[] = [];
  runs = 0;

  /** @param work what the node does, the n-th time from 1 */
  node(work: (run: number) => Promise<void>, place: { id: string; _alias?: string } = { id: 'node' }): EventEmitter {
    const node = Object.assign(new EventEmitter(), place);
    whenFlowsStarted(this.RED, node as unknown as Node, () => work(++this.runs), (error) => this.failures.push(String(error)));
    return node;
  }

  async start(): Promise<void> {
    this.events.emit('flows:started');
    await settled();
  }

  get listeners(): number {
    return this.events.listenerCount('flows:started');
  }
}

describe('What a node does once all nodes of a start or deploy are there', () => {
  let runtime: Runtime;
  beforeEach(() => (runtime = new Runtime()));

  it('is done once', async () => {
    for (let at = 0; at < 20; at++) runtime.node(() => Promise.resolve());
    assert.equal(runtime.runs, 0);
    await runtime.start();
    await runtime.start();
    assert.deepEqual([runtime.runs, runtime.listeners], [20, 1]);
  });

  it('is done again with each deploy until it succeeds', async () => {
    runtime.node((run) => (run < 3 ? Promise.reject(new Error(`failure ${run}`)) : Promise.resolve()));
    for (let deploy = 0; deploy < 5; deploy++) await runtime.start();
    assert.deepEqual([runtime.runs, runtime.failures], [3, ['Error: failure 1', 'Error: failure 2']]);
  });

  it('is done with each deploy in an instance of a subflow, until that is closed', async () => {
    const node = runtime.node(() => Promise.resolve(), { id: 'instance-node', _alias: 'node' });
    await runtime.start();
    await runtime.start();
    node.emit('close');
    await runtime.start();
    assert.equal(runtime.runs, 2);
  });

  it('is not done if the node was closed before', async () => {
    runtime.node(() => Promise.resolve()).emit('close');
    await runtime.start();
    assert.equal(runtime.runs, 0);
  });

  it('is not done again if the node was closed meanwhile, whatever its outcome', async () => {
    const ends: ((error?: Error) => void)[] = [];
    const work = (): Promise<void> => new Promise((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve())));
    const nodes = [runtime.node(work), runtime.node(work, { id: 'instance-node', _alias: 'node' })];
    await runtime.start();
    for (const node of nodes) node.emit('close');
    ends[0]?.(new Error('the journal cannot be used'));
    ends[1]?.();
    await settled();
    await runtime.start();
    assert.equal(runtime.runs, 2);
  });
});
