import assert from 'node:assert/strict';
import { Ledger } from '../../../src/jobs/ledger/ledger';
import type { Ending, LedgerChange } from '../../../src/jobs/ledger/ledger-change';
import { sortOf } from '../../../src/jobs/ledger/past-durations';
import { heapInUse } from '../../memory/heap-in-use';

const at = Date.UTC(2026, 0, 1);
const owner = { node: 'n', service: 's', kind: 'geometry' as const };
const url = 'https://api.example/j1';

const intended = (id: string, more: object = {}): LedgerChange => ({ change: 'intended', id, ...owner, hash: 'h', at, message: '{}', messageId: 'm1', sent: true, ...more });
const created = (id: string, job = 'j1'): LedgerChange => ({ change: 'created', id, job, url, at: at + 1000 });
const accepted = (id: string, more: object = {}): LedgerChange => ({
  change: 'accepted', id, ...owner, job: 'j1', url, at, message: '{}', timeoutMs: 1, firstPollMs: 2, maxPollMs: 3, ...more,
});
const ended = (id: string, more: Partial<Ending> = {}): LedgerChange => ({ change: 'ended', id, at: at + 90_000, state: 'completed', status: 'Completed', description: 'done', polls: 4, ...more });

describe('A change of the ledger', () => {
  let ledger: Ledger;
  beforeEach(() => (ledger = new Ledger()));
  const apply = (...changes: LedgerChange[]): void => changes.forEach((change) => ledger.apply(change));
  const fates = (): string[] => [...ledger.submissions.values()].map(({ id, fate }) => `${id} ${fate}`);
  const createdOf = (messageId: string | undefined, service = 's', job = 'j1'): string[] => [...ledger.created.of(service, job, messageId)];

  it('that comes twice counts once', () => {
    apply(intended('a'), created('a'), intended('a'));
    assert.deepEqual(fates(), ['a created']);
    apply({ change: 'downloading', id: 'd', node: 'n', job: 'j1', at, message: '{"x":1}' }, { change: 'delivering', id: 'd' }, { change: 'downloading', id: 'd', node: 'n', job: 'j1', at, message: '{}' });
    assert.deepEqual([...ledger.files.values()].map(({ held, delivering }) => [held.text(), delivering]), [['{"x":1}', true]]);
    apply(accepted('w'), { change: 'delivering', id: 'w' }, accepted('w'));
    assert.equal(ledger.waits.get('w')?.delivering, true);
    apply(ended('w'), accepted('w'));
    assert.equal(ledger.waits.size, 0, 'what has ended does not begin again');
  });

  it('of a submission, wait or download that does not exist changes nothing', () => {
    apply(created('a'), { change: 'sending', id: 'a' }, { change: 'unanswered', id: 'a', detail: '' }, { change: 'unsent', id: 'a' }, { change: 'settled', id: 'a', unknown: true });
    apply({ change: 'delivering', id: 'w' }, ended('w'), { change: 'dropped', id: 'w' }, { change: 'downloaded', id: 'd' }, { change: 'gone', hash: 'h' }, { change: 'forgotten', job: 'j1' });
    assert.deepEqual([...ledger.snapshot()], []);
  });

  it('counts a request as sent from the moment that it is about to be, until it is certainly not taken', () => {
    apply(intended('a', { sent: undefined }));
    assert.deepEqual(fates(), ['a unsent']);
    apply({ change: 'sending', id: 'a' });
    assert.deepEqual(fates(), ['a open']);
    apply({ change: 'unsent', id: 'a' });
    assert.deepEqual(fates(), ['a unsent']);
  });

  it('leaves a request that has a fate to it', () => {
    apply(intended('a'), { change: 'unanswered', id: 'a', detail: 'cut' }, { change: 'unsent', id: 'a' }, { change: 'sending', id: 'a' });
    apply(intended('b', { hash: 'h2' }), { change: 'unsent', id: 'b' }, { change: 'unanswered', id: 'b', detail: 'cut' });
    apply(intended('c', { hash: 'h3' }), created('c', 'j3'), { change: 'unanswered', id: 'c', detail: 'cut' }, { change: 'unsent', id: 'c' });
    assert.deepEqual(fates(), ['a unanswered', 'b unsent', 'c created']);
    apply(created('a'));
    assert.equal(ledger.submissions.get('a')?.detail, undefined, 'what is said of a request without answer is over with the answer');
  });

  it('by which a message waits settles the submission that it came from, and no other', () => {
    apply(intended('a'), created('a'), intended('b', { joined: true }), created('b'), accepted('w'));
    assert.deepEqual(fates(), ['a created', 'b created']);
    apply(accepted('x', { submission: 'b' }));
    assert.deepEqual(fates(), ['a created']);
    assert.deepEqual(createdOf('m1'), ['a']);
  });

  it('that creates a job makes its submission known by the job and its message', () => {
    apply(intended('a'), created('a'), intended('b', { messageId: 'm2', joined: true }), created('b'), intended('c', { messageId: undefined, joined: true }), created('c'));
    assert.deepEqual([createdOf('m1'), createdOf('m2'), createdOf(undefined), createdOf('m3')], [['a'], ['b'], ['c'], []]);
    assert.deepEqual([createdOf('m1', 't'), createdOf('m1', 's', 'j2')], [[], []], 'of that service and that job');
    apply({ change: 'settled', id: 'a' }, intended('d'), created('d'), intended('e', { replaces: 'd' }), created('e'));
    assert.deepEqual(createdOf('m1'), ['e'], 'as long as it is there');
  });

  it('by which a message waits looks at no submission of the other messages with that job', () => {
    const many = 1000;
    let looks = 0;
    for (let at = 0; at < many; at++) {
      apply(intended(`s${at}`, { messageId: `m${at}` }));
      Object.defineProperty(ledger.submissions.get(`s${at}`), 'messageId', { get: () => (looks++, `m${at}`) });
      apply(created(`s${at}`));
    }
    for (let at = 0; at < many; at++) apply(accepted(`w${at}`, { submission: createdOf(`m${at}`)[0] }));
    assert.deepEqual(fates(), []);
    assert.ok(looks <= 10 * many, `${looks} looks for ${many} messages`);
  });

  it('by which a submission is settled leaves nothing of it in memory', () => {
    const before = heapInUse();
    for (let at = 0; at < 20_000; at++) apply(intended(`s${at}`, { messageId: `m${at}` }), created(`s${at}`), { change: 'settled', id: `s${at}` });
    assert.ok(heapInUse() - before < 2_000_000);
  });

  it('by which a submission is settled leaves a line in the list only if its fate is unknown', () => {
    apply(intended('a', { message: '{"topic":"north field"}' }), { change: 'unanswered', id: 'a', detail: 'ECONNRESET' }, { change: 'settled', id: 'a', unknown: true });
    apply(intended('b', { hash: 'h2' }), { change: 'settled', id: 'b' }, intended('c', { hash: 'h3' }), { change: 'settled', id: 'c', unknown: true });
    const [known, other] = [...ledger.past.values()];
    assert.deepEqual(known, {
      wait: 'a', job: '', name: 'north field', node: 'n', state: 'unknown', status: '', description: 'ECONNRESET', acceptedAt: '2026-01-01T00:00:00.000Z', age: 0, polls: 0,
      error: { code: 'SOIL_SUBMIT_UNKNOWN', message: 'The request was sent, and no answer named its job: it may or may not exist.' },
    });
    assert.deepEqual([ledger.past.size, other?.wait, other?.description], [2, 'c', '']);
  });

  it('that ends a wait leaves a line in the list with all that is known', () => {
    apply(accepted('w', { hectares: 12 }), ended('w', { error: { code: 'SOIL_JOB_FAILED', message: 'why' }, state: 'failed' }));
    assert.deepEqual([...ledger.past.values()], [{
      wait: 'w', job: 'j1', node: 'n', state: 'failed', status: 'Completed', description: 'done',
      acceptedAt: '2026-01-01T00:00:00.000Z', age: 90, polls: 4, endedAt: '2026-01-01T00:01:30.000Z', hectares: 12,
      error: { code: 'SOIL_JOB_FAILED', message: 'why' },
    }]);
    ledger = new Ledger();
    apply(accepted('w'), ended('w', { at: at - 5 }));
    assert.deepEqual([...ledger.past.values()], [{
      wait: 'w', job: 'j1', node: 'n', state: 'completed', status: 'Completed', description: 'done',
      acceptedAt: '2026-01-01T00:00:00.000Z', age: 0, polls: 4, endedAt: '2025-12-31T23:59:59.995Z',
    }]);
  });

  it('that replaces another counts in a snapshot that has passed the other already', () => {
    apply(intended('a'));
    const snapshot = ledger.snapshot();
    const again = new Ledger();
    again.apply(snapshot.next().value as LedgerChange);
    apply(intended('b', { replaces: 'a' }));
    for (const change of snapshot) again.apply(change);
    assert.deepEqual([...again.submissions.keys()], ['b']);
  });

  it('is in a snapshot in the midst of which what had left is taken back', () => {
    apply(accepted('w'), accepted('x'));
    const left = [...ledger.waits.values()];
    for (const wait of left) ledger.leave(wait);
    apply(ended('w'), ended('x'));
    const snapshot = ledger.snapshot();
    const again = new Ledger();
    again.apply(snapshot.next().value as LedgerChange);
    for (const wait of left) ledger.takeBack(wait);
    for (const change of snapshot) again.apply(change);
    assert.deepEqual([...again.waits.keys()], ['w', 'x']);
  });

  it('that ends a wait holds for a snapshot even if its message had left before, and was taken back', () => {
    apply(accepted('w'));
    const wait = ledger.waits.get('w')!;
    ledger.leave(wait);
    apply(ended('w'));
    ledger.takeBack(wait);
    apply(ended('w', { state: 'cancelled' }));
    const again = new Ledger();
    for (const change of ledger.snapshot()) again.apply(change);
    assert.deepEqual([again.waits.size, again.past.get('w')?.state], [0, 'cancelled']);
  });

  it('that says when a wait was accepted by a clock that was set holds for a snapshot too, and not for one that has ended', () => {
    apply(accepted('w'), accepted('x'), ended('x'), { change: 'redated', id: 'w', at: at + 7 }, { change: 'redated', id: 'x', at: at + 7 });
    const again = new Ledger();
    for (const change of ledger.snapshot()) again.apply(change);
    assert.deepEqual([...again.waits.values()].map(({ id, at }) => [id, at]), [['w', at + 7]]);
  });

  it('that drops a wait leaves no line and no duration', () => {
    apply(accepted('w'), { change: 'dropped', id: 'w' });
    assert.deepEqual([ledger.waits.size, ledger.past.size, [...ledger.durations]], [0, 0, []]);
  });

  it('that ends a wait says how long the job took, if that is known', () => {
    apply(accepted('w', { hectares: 100 }), ended('w', { tookMs: 0 }), accepted('x'), ended('x'));
    assert.deepEqual([...ledger.durations], [[sortOf({ ...owner, hectares: 100 }), [0]]]);
  });

  it('that ends a wait tells whether its job can answer another request', () => {
    for (const [state, known] of [['completed', ['j1 true']], ['failed', []], ['timeout', ['j1 undefined']], ['cancelled', ['j1 undefined']]] as const) {
      ledger = new Ledger();
      apply(intended('a'), created('a'), accepted('w'), ended('w', { state }));
      assert.deepEqual([...ledger.jobs].map(({ job, completed }) => `${job} ${completed}`), known, state);
      ledger = new Ledger();
      apply(intended('a'), created('a'), intended('b', { hash: 'h2' }), created('b'), accepted('w'), ended('w', { state }));
      assert.deepEqual([...ledger.jobs].map(({ job, completed }) => `${job} ${completed}`), [...known, ...known], `${state}, of two requests that it answers`);
    }
  });

  it('keeps two hundred lines: the oldest goes', () => {
    for (let number = 0; number <= 200; number++) apply(accepted(`w${number}`), ended(`w${number}`));
    assert.deepEqual([ledger.past.size, ledger.past.has('w0'), ledger.past.has('w1')], [200, false, true]);
  });

  it('by a person takes a job out of the list and out of reuse, and a request of unknown fate by its own name', () => {
    apply(intended('a'), created('a'), accepted('w'), ended('w'), accepted('x', { job: 'j2' }), ended('x'));
    apply({ change: 'forgotten', job: 'w' });
    assert.deepEqual([...ledger.past.keys()], ['w', 'x'], 'a job goes by its own name');
    apply({ change: 'forgotten', job: 'j1' });
    assert.deepEqual([[...ledger.past.keys()], [...ledger.jobs]], [['x'], []]);
    apply(intended('u', { hash: 'h2' }), { change: 'settled', id: 'u', unknown: true }, { change: 'forgotten', job: 'u' });
    assert.deepEqual([...ledger.past.keys()], ['x']);
  });
});
