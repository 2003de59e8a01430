import assert from 'node:assert/strict';
import { createContext, Script } from 'node:vm';
import { example } from '../examples/example';

interface FunctionNode {
  name?: string;
  func: string;
  initialize: string;
}

type Message = Record<string, unknown>;
type Sent = [on: Message | null, other: Message | null] | null;

/** The function nodes of the example *mqtt dispatcher* that a field passes until it has its job, as they are shipped. */
class Submission {
  private readonly nodes: FunctionNode[];
  private readonly sandbox;

  private constructor(nodes: FunctionNode[]) {
    this.nodes = nodes;
    const store = new Map<string, unknown>([['jobs', new Map()]]);
    const context = { get: (key: string) => store.get(key), set: (key: string, value: unknown) => store.set(key, value) };
    this.sandbox = createContext({ flow: context, env: { get: () => 1_000_000 }, Buffer, encodeURIComponent, msg: {} });
    new Script(this.node('each field once').initialize).runInContext(this.sandbox);
  }

  static async start(): Promise<Submission> {
    return new Submission((await example('mqtt dispatcher')) as unknown as FunctionNode[]);
  }

  private node(name: string): FunctionNode {
    return this.nodes.find((one) => one.name === name) as FunctionNode;
  }

  private run(name: string, msg: Message): Sent {
    (this.sandbox as { msg: Message }).msg = msg;
    return new Script(`(() => {${this.node(name).func}\n})()`).runInContext(this.sandbox) as Sent;
  }

  /** A version of the field *north* comes from the broker. */
  publish(id: string, area: string): Message {
    this.run('each field once', { _msgid: id, topic: 'soil/fields/north', payload: JSON.stringify({ area }) });
    return { _msgid: id, field: 'north', soil: { query: { geometry: area } } };
  }

  /** What goes to soil-area of the text of a field. */
  read(payload: string): Message | null | undefined {
    return this.run('each field once', { _msgid: payload, topic: 'soil/fields/north', payload })?.[0];
  }

  /** @param userProperties of the message: the dispatcher's own have some */
  empty(userProperties?: object): void {
    this.run('each field once', { _msgid: 'emptied', topic: 'soil/fields/north', payload: '', ...(userProperties && { userProperties }) });
  }

  /** What happens to a version whose turn it is. */
  turn(msg: Message): 'submitted' | 'waits' | 'dropped' {
    const sent = this.run('may be submitted', msg);
    if (sent === null) return 'dropped';
    return sent[0] ? 'submitted' : 'waits';
  }

  answer(msg: Message): void {
    this.run('job record', { ...msg, soil: { ...(msg['soil'] as Message), job: { id: `job of ${String(msg['_msgid'])}` } } });
  }

  fail(msg: Message, code: string): Sent {
    return this.run('once more or not', { ...msg, error: { code, message: 'It failed.' } });
  }
}

describe('The dispatcher, when a field has several versions', () => {
  let submission: Submission;
  beforeEach(async () => {
    submission = await Submission.start();
  });

  it('requests the later one when the earlier one has its job: an area that returns is the latest again', () => {
    const first = submission.publish('1', 'POINT (5 52)');
    assert.equal(submission.turn(first), 'submitted');
    const second = submission.publish('2', 'POINT (6 52)');
    assert.equal(submission.turn(second), 'waits');
    // Same as the first: soil-submit would answer both with one job, before that of the second.
    const third = submission.publish('3', 'POINT (5 52)');
    assert.equal(submission.turn(third), 'waits');
    assert.equal(submission.turn(second), 'dropped');
    submission.answer(first);
    assert.equal(submission.turn(third), 'submitted');
  });

  it('requests the later one if the earlier one failed, and drops the earlier one', () => {
    for (const code of ['SOIL_UNAVAILABLE', 'SOIL_AREA_LIMIT', 'SOIL_SUBMIT_UNKNOWN']) {
      const first = submission.publish(`${code} 1`, 'POINT (5 52)');
      assert.equal(submission.turn(first), 'submitted');
      const second = submission.publish(`${code} 2`, 'POINT (6 52)');
      assert.equal(submission.turn(second), 'waits');
      submission.fail(first, code);
      assert.equal(submission.turn(first), 'dropped', code);
      // A request in doubt takes the field from the broker, with all its versions.
      assert.equal(submission.turn(second), code === 'SOIL_SUBMIT_UNKNOWN' ? 'dropped' : 'submitted', code);
      submission.answer(second);
    }
  });

  it('requests a field whose request got no answer only once it was emptied in the broker, and comes again', () => {
    const field = JSON.stringify({ area: 'POINT (5 52)' });
    const doubtful = submission.publish('doubtful', 'POINT (5 52)');
    assert.equal(submission.turn(doubtful), 'submitted');
    submission.fail(doubtful, 'SOIL_SUBMIT_UNKNOWN');
    assert.equal(submission.read(field), null);
    submission.empty({ by: 'dispatcher' });
    assert.equal(submission.read(field)?.['payload'], 'POINT (5 52)');
  });

  it('tries again what may pass, such as a full disk, and reports what would fail again', () => {
    for (const [code, isTriedAgain] of [['SOIL_UNAVAILABLE', true], ['SOIL_RATE_LIMITED', true], ['SOIL_AUTH', true], ['SOIL_STORAGE', true], ['SOIL_GEOMETRY', false], ['SOIL_REQUEST', false], ['SOIL_CONFIG', false]] as const) {
      const [again, reported] = submission.fail(submission.publish(code, `POINT (5 ${code})`), code) as [Message | null, unknown];
      assert.deepEqual([again !== null, Boolean(reported)], [isTriedAgain, !isTriedAgain], code);
    }
  });

  it('measures a job in bytes, as the broker does', () => {
    const large = submission.publish('large', 'ä'.repeat(600_000));
    assert.throws(() => submission.turn(large), /a message of 12\d{5} bytes, and LARGEST_MESSAGE of this flow is 1000000/);
    assert.throws(() => submission.turn(submission.publish('full', 'a'.repeat(998_000))), /LARGEST_MESSAGE/, 'the job itself adds some kilobytes');
    assert.equal(submission.turn(submission.publish('just fits', 'a'.repeat(995_000))), 'submitted');
  });

  it('hands a field that is no object to soil-area, which says what an area is', () => {
    for (const payload of ['null', '7', '"POINT (5 52)"', '[]']) assert.deepEqual({ ...submission.read(payload) }, { field: 'north', payload: undefined });
  });

  it('requests no field that is cleared meanwhile, but does request a version that comes while the dispatcher clears it', () => {
    const first = submission.publish('1', 'POINT (5 52)');
    submission.empty();
    assert.equal(submission.turn(first), 'dropped');
    const second = submission.publish('2', 'POINT (5 52)');
    submission.empty({ by: 'dispatcher' });
    assert.equal(submission.turn(second), 'submitted');
  });
});
