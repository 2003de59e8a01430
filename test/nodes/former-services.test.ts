import assert from 'node:assert/strict';
import type { Node } from 'node-red';
import { FormerServices } from '../../nodes/runtime/former-services';
import type { ServiceHost } from '../../nodes/soil-service/service-host';
import { until } from '../time/until';

const LINGER_MS = 20;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('A service that another one has replaced', () => {
  let said: string[];
  let left: string[];
  let former: FormerServices;
  beforeEach(() => {
    [said, left] = [[], []];
    former = new FormerServices({ warn: (text: string) => said.push(text) } as unknown as Node, LINGER_MS);
  });
  const host = (name: string, parts: object): ServiceHost => ({ isBusy: false, synthetic: false, detach: () => Promise.resolve(void left.push(name)), ...parts }) as unknown as ServiceHost;

  it('is let go after a while, but not while it is asked anything', async () => {
    const busy = { isBusy: true };
    const service = host('busy', {});
    Object.defineProperty(service, 'isBusy', { get: () => busy.isBusy });
    former.add(service);
    former.add(host('idle', {}));
    assert.deepEqual(left, []);
    await until(() => left.length === 1, 'the idle one is let go of');
    await pause(5 * LINGER_MS);
    assert.deepEqual(left, ['idle']);
    busy.isBusy = false;
    await until(() => left.length === 2, 'so is the other');
  });

  it('is let go at once if it is a sandbox, and closed before anything else goes on', async () => {
    let closed = (): void => undefined;
    former.add(host('sandbox', { synthetic: true, detach: () => new Promise<void>((resolve) => (closed = () => resolve(void left.push('sandbox'))))}));
    let hasClosed = false;
    const waiting = former.closed().then(() => (hasClosed = true));
    await pause(LINGER_MS);
    assert.equal(hasClosed, false);
    closed();
    await waiting;
    assert.deepEqual(left, ['sandbox']);
  });

  it('is let go at once when the node closes, and not a second time', async () => {
    for (const isBusy of [true, false]) former.add(host(isBusy ? 'busy' : 'idle', { isBusy }));
    await former.release();
    assert.deepEqual(left, ['busy', 'idle']);
    await pause(3 * LINGER_MS);
    assert.deepEqual(left, ['busy', 'idle']);
  });

  it('that cannot be closed is reported in the log, and holds nothing up', async () => {
    former.add(host('service', { synthetic: true, detach: () => Promise.reject(new Error('It stays open.')) }));
    await former.closed();
    await former.release();
    assert.deepEqual(said, ['It stays open.']);
  });
});
