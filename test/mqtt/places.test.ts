import assert from 'node:assert/strict';
import { createContext, Script } from 'node:vm';
import { example } from '../examples/example';

interface State {
  name: string;
  places: number;
  holds: string[];
  settling: boolean;
}

interface Subscription {
  action: string;
  topic?: string | { topic: string }[];
}

type Sent = [job: { field: string; held: string } | null, state: { payload: string } | null, subscription: Subscription | null];

/** The function node "places" of the example *mqtt worker* as it is shipped, with two places. */
class Places {
  private readonly sandbox;
  private readonly script: Script;
  private settle = (): void => undefined;
  /** Of its last message, as plain JSON. */
  private sent: Sent = [null, null, null];

  private constructor(func: string, initialize: string) {
    const store = new Map<string, unknown>();
    const context = { get: (key: string) => store.get(key), set: (key: string, value: unknown) => store.set(key, value) };
    const settings: Record<string, string> = { SOIL_WORKER: 'first', PLACES: '2', SETTLE_SECONDS: '10' };
    const setTimeout = (settle: () => void, milliseconds: number): void => {
      assert.equal(milliseconds, 10_000);
      this.settle = settle;
    };
    this.sandbox = createContext({ context, env: { get: (name: string) => settings[name] }, node: { status: () => undefined }, setTimeout, msg: {} });
    this.script = new Script(`(() => {${func}\n})()`);
    new Script(initialize).runInContext(this.sandbox);
  }

  static async started(): Promise<Places> {
    const { func, initialize } = (await example('mqtt worker')).find(({ name }) => name === 'places') as unknown as { func: string; initialize: string };
    return new Places(func, initialize);
  }

  static async settled(): Promise<Places> {
    const places = await Places.started();
    places.settled();
    places.tell({ event: 'heartbeat' });
    return places;
  }

  settled(): void {
    this.settle();
  }

  tell(msg: object): this {
    (this.sandbox as { msg: object }).msg = msg;
    this.sent = JSON.parse(JSON.stringify(this.script.runInContext(this.sandbox))) as Sent;
    return this;
  }

  offer(id: string): this {
    return this.tell({ payload: JSON.stringify({ field: 'north', soil: { job: { id } } }) });
  }

  get taken(): string | undefined {
    return this.sent[0]?.held;
  }

  get state(): State | undefined {
    return this.sent[1] ? (JSON.parse(this.sent[1].payload) as State) : undefined;
  }

  get subscription(): Subscription | null {
    return this.sent[2];
  }
}

const SHARED = '$share/soil-workers/soil/offers';
const SUBSCRIBE = { action: 'subscribe', topic: [{ topic: SHARED, qos: 1 }] };
const UNSUBSCRIBE = { action: 'unsubscribe', topic: SHARED };

describe('The MQTT worker, when it is offered jobs', () => {
  it('takes as many as it has places for, says which it holds by their topics, and hears no more offers until a place is free', async () => {
    const places = await Places.settled();
    assert.deepEqual(places.subscription, SUBSCRIBE);
    assert.equal(places.offer('1').taken, 'north/1');
    assert.deepEqual([places.state?.holds, places.subscription], [['north/1'], null]);
    assert.equal(places.offer('a/b').taken, 'north/a%2Fb');
    assert.deepEqual([places.state?.holds, places.subscription], [['north/1', 'north/a%2Fb'], UNSUBSCRIBE]);
    assert.deepEqual([places.offer('3').taken, places.state], [undefined, undefined]);
    assert.deepEqual(places.tell({ event: 'done', held: 'north/1' }).subscription, SUBSCRIBE);
    assert.deepEqual(places.state?.holds, ['north/a%2Fb']);
  });

  it('takes no job twice: the broker may deliver an offer again', async () => {
    const places = await Places.settled();
    places.offer('1');
    assert.deepEqual([places.offer('1').taken, places.state], [undefined, undefined]);
  });

  it('takes none after a start until it knows which it goes on with, and says so', async () => {
    const places = await Places.started();
    assert.equal(places.offer('1').taken, undefined);
    places.tell({ event: 'waiting', held: 'north/2' });
    assert.deepEqual([places.state, places.subscription], [{ name: 'first', places: 0, holds: ['north/2'], settling: true }, null]);
    places.settled();
    places.tell({ event: 'heartbeat' });
    assert.deepEqual([places.state, places.subscription], [{ name: 'first', places: 2, holds: ['north/2'], settling: false }, SUBSCRIBE]);
  });

  it('says at each heartbeat that it is there, and subscribes again if the MQTT node has forgotten', async () => {
    const places = await Places.settled();
    places.tell({ event: 'heartbeat' });
    assert.deepEqual([places.state?.holds, places.subscription], [[], { action: 'getSubscriptions' }]);
    assert.equal(places.tell({ action: 'getSubscriptions', payload: [{ topic: SHARED }] }).subscription, null);
    assert.deepEqual(places.tell({ action: 'getSubscriptions', payload: [] }).subscription, SUBSCRIBE);
  });
});
