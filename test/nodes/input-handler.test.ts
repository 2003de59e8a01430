import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { Node, NodeAPI } from 'node-red';
import { handleInput } from '../../nodes/runtime/input-handler';
import { NodeStatus } from '../../nodes/runtime/status/node-status';
import { speaking } from './speaking';

/** The part of a node that the handler uses. */
function newNode(counts: number[], work = (_signal: AbortSignal): Promise<void> => Promise.resolve()): { node: EventEmitter; warnings: string[]; statuses: unknown[] } {
  const warnings: string[] = [];
  const statuses: unknown[] = [];
  const node = Object.assign(new EventEmitter(), { id: 'n', warn: (text: string) => warnings.push(text), status: (status: unknown) => statuses.push(status) });
  const status = new NodeStatus({ _: (key: string) => key } as unknown as NodeAPI, node as unknown as Node, () => false);
  handleInput(node as unknown as Node, status, async (msg, turn) => {
    counts.push(turn.inFlight());
    await work(turn.signal);
    return msg;
  });
  return { node, warnings, statuses };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const fail = (text: string) => (): never => {
  throw new Error(text);
};

describe('The end of a message in a node', () => {
  it('is an error, once, if the next node throws, and the message no longer counts', async () => {
    const counts: number[] = [];
    const { node } = newNode(counts);
    const ends: unknown[] = [];
    for (let i = 0; i < 3; i++) {
      node.emit('input', { payload: i }, fail('next node'), (error?: Error) => ends.push(error?.message));
      await settled();
    }
    assert.deepEqual(ends, ['next node', 'next node', 'next node']);
    assert.deepEqual(counts, [1, 1, 1]);
  });

  it('is an error, once, if msg.soil is not an object, and the message no longer counts', async () => {
    const counts: number[] = [];
    const { node, statuses } = newNode(counts);
    const ends: (string | undefined)[] = [];
    const done = (error?: Error): void => void ends.push(error?.message);
    node.emit('input', { soil: '{"query":{}}' }, fail('nothing is sent'), done);
    await settled();
    assert.match(ends.join(), /^msg\.soil must be an object with fields such as query, but is a string\. /);
    assert.deepEqual(statuses, [{ fill: 'red', shape: 'ring', text: 'input or settings' }]);
    node.emit('input', {}, () => undefined, done);
    await settled();
    assert.deepEqual([ends.length, counts], [2, [1]]);
  });

  it('is not reported for work that the closing of the node cut short: on a deploy, no Catch node hears of it', async () => {
    const { node, statuses } = newNode([], (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))));
    const ends: unknown[] = [];
    const done = (error?: Error): void => void ends.push(error?.message);
    node.emit('input', {}, fail('nothing is sent'), done);
    await new Promise<void>((resolve) => node.emit('close', resolve));
    await settled();
    assert.deepEqual([ends, statuses], [[], [{}]]);
  });

  it('is reported for any other error, even if the node closes meanwhile: its message is kept nowhere', async () => {
    const { node, statuses } = newNode([], () => Promise.reject(new Error('The disk is full.')));
    const ends: unknown[] = [];
    const done = (error?: Error): void => void ends.push(error?.message);
    node.emit('input', {}, fail('nothing is sent'), done);
    node.emit('close', () => undefined);
    node.emit('input', {}, fail('nothing is sent'), done);
    await settled();
    assert.deepEqual([ends, statuses], [['The disk is full.', 'The disk is full.'], [{}]]);
  });

  it('does not hide that the node is at work on others; of several that end together, the last is shown', async () => {
    const shown: string[] = [];
    const node = Object.assign(new EventEmitter(), { id: 'n', warn: () => undefined, status: ({ text }: { text?: string }) => shown.push(text ?? '') });
    const RED = { _: (key: string, values: Record<string, string> = {}) => speaking('en-US')._(key).replace('__count__', values.count ?? '') } as NodeAPI;
    const status = new NodeStatus(RED, node as unknown as Node, () => false);
    const ends: ((error?: Error) => void)[] = [];
    handleInput(node as unknown as Node, status, async (msg, turn) => {
      status.showAtWork('asking', turn.inFlight());
      await new Promise<void>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve())));
      status.showCount('done', 'record', 7);
      return msg;
    });
    for (let i = 0; i < 4; i++) node.emit('input', {}, () => undefined, () => undefined);
    const shownAfter = async (...which: (Error | undefined)[]): Promise<string | undefined> => {
      for (const error of which) ends.shift()?.(error);
      await new Promise((resolve) => setTimeout(resolve, 350));
      return shown.at(-1);
    };
    assert.equal(await shownAfter(undefined), 'asking 3');
    assert.match(String(await shownAfter(new Error('one of them'))), /error/i);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    assert.equal(shown.at(-1), 'asking 2');
    assert.equal(await shownAfter(undefined, undefined), '7 records');
  });

  it('is reported only once even if that throws, with a line in the log', async () => {
    const counts: number[] = [];
    const { node, warnings } = newNode(counts);
    let told = 0;
    const done = (): never => {
      told += 1;
      throw new Error('a Complete node');
    };
    node.emit('input', {}, () => undefined, done);
    await settled();
    node.emit('input', {}, () => undefined, done);
    await settled();
    assert.equal(told, 2);
    assert.deepEqual(counts, [1, 1]);
    assert.deepEqual(warnings, ['a Complete node', 'a Complete node']);
  });

  it('is that of its own work if it comes in again after it was brought in with an outcome', async () => {
    const sent: unknown[] = [];
    const node = Object.assign(new EventEmitter(), {
      id: 'n',
      warn: () => undefined,
      status: () => undefined,
      receive: (msg: object) => node.emit('input', msg, (result: unknown) => sent.push(result), () => undefined),
    });
    const status = new NodeStatus({ _: (key: string) => key } as unknown as NodeAPI, node as unknown as Node, () => false);
    const bringIn = handleInput(node as unknown as Node, status, () => Promise.resolve({ payload: 'worked on' }));
    const message = { payload: 'known' };
    bringIn(message, { result: message });
    await settled();
    node.receive(message);
    await settled();
    assert.deepEqual(sent, [message, { payload: 'worked on' }]);
  });

  it('does not hold up a deploy if the node cannot close properly: that is only a line in the log', async () => {
    const warnings: string[] = [];
    const node = Object.assign(new EventEmitter(), { id: 'n', warn: (text: string) => warnings.push(text), status: () => undefined });
    const status = new NodeStatus({ _: (key: string) => key } as unknown as NodeAPI, node as unknown as Node, () => false);
    handleInput(node as unknown as Node, status, (msg) => Promise.resolve(msg), () => Promise.reject(new Error('the disk is full')));
    await new Promise<void>((resolve) => node.emit('close', resolve));
    assert.deepEqual(warnings, ['the disk is full']);
  });
});
