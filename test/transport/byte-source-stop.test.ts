import assert from 'node:assert/strict';
import { ByteSource } from '../../src/transport/byte-source';
import { ByteScenario, wholeBody } from './byte-scenario';

describe('a source of bytes stops at once when told to', () => {
  const stage = ByteScenario.inEachTest();
  const reason = new Error('redeployed');

  it('before it begins', async () => {
    await assert.rejects(stage.open().get(`${stage.server.origin}/a`, { signal: AbortSignal.abort(reason) }), reason);
    assert.equal(stage.server.connections, 0);
  });

  it('while a name is looked up, or before', async () => {
    const source = new ByteSource({ allowLoopback: true, allowPrivateHosts: false, apiOrigin: 'https://api.example', timeoutSeconds: 30 }, { resolve: () => new Promise(() => undefined) });
    const stop = new AbortController();
    const get = source.get('https://slow.example/', { signal: stop.signal });
    stop.abort(reason);
    await assert.rejects(get, reason);
    await assert.rejects(source.get('https://slow.example/', { signal: stop.signal }), reason);
  });

  it('while it waits for its connection, and sends nothing then', async () => {
    stage.server.always('GET /*', { body: 'x' });
    const source = stage.open();
    const stop = new AbortController();
    const first = source.get(`${stage.server.origin}/first`, { signal: stop.signal });
    // The address has been checked, and the network has not had its turn.
    for (let turn = 0; turn < 100; turn++) await Promise.resolve();
    stop.abort(reason);
    await assert.rejects(first, reason);
    await wholeBody(await source.get(`${stage.server.origin}/second`));
    assert.deepEqual(stage.server.requests.map(({ path }) => path), ['/second']);
  });

  it('while it waits for the answer', async () => {
    const stop = new AbortController();
    stage.server.script('GET /a', { silent: true, before: () => stop.abort(reason) });
    await assert.rejects(stage.open().get(`${stage.server.origin}/a`, { signal: stop.signal }), reason);
  });

  it('while it follows a redirect', async () => {
    const stop = new AbortController();
    stage.server.script('GET /a', { status: 302, headers: { location: `${stage.other.origin}/b` } });
    stage.other.script('GET /b', { silent: true, before: () => stop.abort(reason) });
    await assert.rejects(stage.open().get(`${stage.server.origin}/a`, { signal: stop.signal }), reason);
  });

  it('while it reads, or before it reads', async () => {
    stage.server.always('GET /a', { body: 'x'.repeat(65_536), endless: true });
    for (const early of [true, false]) {
      const stop = new AbortController();
      const answer = await stage.open().get(`${stage.server.origin}/a`, { signal: stop.signal });
      if (early) stop.abort(reason);
      await assert.rejects(answer.read(() => stop.abort(reason) ?? undefined), reason);
    }
  });

  it('and may be told so after its end', async () => {
    stage.server.script('GET /a', { body: 'x' });
    const stop = new AbortController();
    const answer = await stage.open().get(`${stage.server.origin}/a`, { signal: stop.signal });
    await wholeBody(answer);
    stop.abort(reason);
    answer.discard();
  });
});
