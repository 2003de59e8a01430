import assert from 'node:assert/strict';
import type { FlowMessage } from '../../../src/jobs/messages/flow-message';
import { Life } from '../life';

const message = (id: string): FlowMessage => ({ _msgid: id, payload: 'https://files.example/1.zip', soil: { job: { id: 'j1', url: 'https://api.example/j1' } } });

describe('The nodes that download', () => {
  let life: Life;
  beforeEach(async () => (life = await Life.begin()));
  afterEach(() => life.end());

  /** A message comes to a node that was closed before its file came. */
  const breakOff = (node: string, id: string): Promise<void> => {
    const signal = AbortSignal.abort(new Error('closed'));
    const work = { node, message: message(id), signal, fetch: () => assert.fail('fetched'), handOver: () => assert.fail('handed over') };
    return assert.rejects(life.keeper.files.carryOut(work), /closed/);
  };
  const attach = (node: string): { given: unknown[]; detach: () => void } => {
    const given: unknown[] = [];
    return { given, detach: life.keeper.files.attach(node, ({ _msgid }) => given.push(_msgid)) };
  };

  it('get in their next life what comes to them while they are closed', async () => {
    await breakOff('a', 'm1');
    assert.deepEqual([attach('b').given, attach('a').given], [[], ['m1']]);
  });

  it('are given a message once, even if the new node is there before the old one leaves', async () => {
    await breakOff('a', 'm1');
    const [last, next] = [attach('a'), attach('a')];
    assert.deepEqual([last.given, next.given], [['m1'], []]);
  });

  it('stay attached if their predecessor leaves late', async () => {
    const last = attach('a');
    const next = attach('a');
    last.detach();
    await breakOff('a', 'm1');
    assert.deepEqual([last.given, next.given], [[], ['m1']]);
  });

  it('leave the messages of other nodes alone', async () => {
    await breakOff('a', 'm1');
    await breakOff('b', 'm2');
    const [a, b] = [attach('a'), attach('b')];
    b.detach();
    assert.deepEqual([a.given, b.given, attach('a').given, attach('b').given], [['m1'], ['m2'], [], ['m2']]);
  });
});
