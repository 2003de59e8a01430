import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ResolvedAddress } from '../../src/transport/address-guard';
import { ByteSource } from '../../src/transport/byte-source';
import { ByteScenario, wholeBody } from './byte-scenario';

describe('a source of bytes', () => {
  const stage = ByteScenario.inEachTest();

  it('sends nothing that identifies the user, and takes the bytes as they are', async () => {
    stage.server.script('GET /soil.zip', { body: 'PK...', headers: { etag: '"a"' } });
    const answer = await stage.open().get(`${stage.server.origin}/soil.zip?signature=1`);
    assert.equal((await wholeBody(answer)).toString(), 'PK...');
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['etag'], '"a"');
    assert.equal(`http://${answer.host}`, stage.server.origin);
    const [request] = stage.server.requests;
    assert.equal(request?.query, '?signature=1');
    assert.deepEqual(Object.keys(request?.headers ?? {}).sort(), ['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
    assert.equal(request?.headers['accept-encoding'], 'identity');
    assert.match(String(request?.headers['user-agent']), /^node-red-contrib-soil-data\//);
  });

  it('asks for what is missing, if the file is still the same', async () => {
    stage.server.script('GET /soil.zip', { status: 206, body: 'rest' });
    await wholeBody(await stage.open().get(`${stage.server.origin}/soil.zip`, { range: { from: 1234, etag: '"a"' } }));
    assert.equal(stage.server.requests[0]?.headers['range'], 'bytes=1234-');
    assert.equal(stage.server.requests[0]?.headers['if-range'], '"a"');
  });

  it('gives any status but a redirect to its caller', async () => {
    for (const status of [200, 204, 206, 300, 304, 305, 306, 400, 403, 416, 429, 500, 503]) {
      stage.server.script('GET /soil.zip', { status });
      const answer = await stage.open().get(`${stage.server.origin}/soil.zip`);
      assert.equal(answer.status, status);
      answer.discard();
    }
  });

  it('passes over answers of 100 that nobody asked for', async () => {
    stage.server.script('GET /soil.zip', { continues: 2, body: 'PK...' });
    assert.equal((await wholeBody(await stage.open().get(`${stage.server.origin}/soil.zip`))).toString(), 'PK...');
  });

  it('reads an empty body, and a body that came before it was asked for', async () => {
    stage.server.script('GET /*', { body: '' }, { body: 'small' });
    const source = stage.open();
    const empty = await source.get(`${stage.server.origin}/a`);
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal((await wholeBody(empty)).length, 0);
    const small = await source.get(`${stage.server.origin}/b`);
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal((await wholeBody(small)).toString(), 'small');
  });

  it('waits for the final answer after an interim one (1xx)', async () => {
    const hinting = createServer((_request, response) => {
      response.writeProcessing();
      response.writeEarlyHints({ link: '</style.css>; rel=preload' });
      response.end('PK');
    });
    await new Promise<void>((resolve) => hinting.listen(0, '127.0.0.1', resolve));
    const answer = await stage.open().get(`http://127.0.0.1:${(hinting.address() as AddressInfo).port}/`);
    assert.equal(answer.status, 200);
    assert.equal((await wholeBody(answer)).toString(), 'PK');
    hinting.closeAllConnections();
    hinting.close();
  });

  it('reads a body without length to its end', async () => {
    stage.server.script('GET /soil.zip', { body: 'x'.repeat(100_000), contentLength: 'none' });
    assert.equal((await wholeBody(await stage.open().get(`${stage.server.origin}/soil.zip`))).length, 100_000);
  });

  it('uses one connection for one request after the other', async () => {
    stage.server.always('GET /*', { body: 'x' });
    const source = stage.open();
    for (let count = 0; count < 3; count++) {
      await wholeBody(await source.get(`${stage.server.origin}/${count}`));
      // The connection is free a moment after the body has ended.
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    assert.equal(stage.server.connections, 1);
  });

  it('keeps no connection once it is closed', async () => {
    stage.server.always('GET /*', { body: 'x' });
    const source = stage.open();
    await wholeBody(await source.get(`${stage.server.origin}/a`));
    assert.equal(stage.server.openConnections, 1);
    await source.close();
    while (stage.server.openConnections > 0) await new Promise((resolve) => setTimeout(resolve, 2));
  });

  it('connects to the address that was checked, though the name gives another one when asked again', async () => {
    stage.server.script('GET /soil.zip', { body: 'PK' });
    let asked = 0;
    const source = new ByteSource(
      { allowLoopback: true, allowPrivateHosts: false, apiOrigin: 'https://api.example', timeoutSeconds: 30 },
      { resolve: () => Promise.resolve([{ address: asked++ === 0 ? '127.0.0.1' : '10.0.0.1', family: 4 }]) },
    );
    assert.equal((await wholeBody(await source.get(`http://files.example:${stage.server.port}/soil.zip`))).toString(), 'PK');
    await source.close();
    assert.equal(asked, 1);
    assert.equal(stage.server.requests[0]?.headers['host'], `files.example:${stage.server.port}`);
  });

  it('holds back the server while its reader is busy, for however long', async () => {
    stage.server.script('GET /endless', { body: Buffer.alloc(65_536), endless: true });
    const answer = await stage.open({ timeoutSeconds: 10 }).get(`${stage.server.origin}/endless`);
    let bytes = 0;
    let busy = 0;
    const stop = new Error('enough');
    let go: () => void = () => undefined;
    const read = answer.read((chunk) => {
      bytes += chunk.length;
      if (++busy === 3) throw stop;
      return new Promise((resolve) => (go = resolve));
    });
    for (const expected of [1, 2]) {
      while (busy < expected) await new Promise((resolve) => setImmediate(resolve));
      // Three time limits, in which nothing is asked of the stage.server.
      await new Promise<void>((resolve) => void stage.clock.after(30_000, resolve));
      assert.equal(busy, expected);
      assert.ok(bytes <= expected * 131_072);
      go();
    }
    await assert.rejects(read, stop);
  });

  it('passes on what its reader fails with, at once or later, and lets the connection go', async () => {
    stage.server.always('GET /endless', { body: Buffer.alloc(65_536), endless: true });
    const full = new Error('disk full');
    for (const take of [(): never => { throw full; }, (): Promise<void> => Promise.reject(full)]) {
      await assert.rejects((await stage.open().get(`${stage.server.origin}/endless`)).read(take), full);
    }
  });

  it('sends nothing by plain http to a name that has left this machine since it was checked', async () => {
    const answers = ['127.0.0.1'];
    const resolve = (): Promise<ResolvedAddress[]> => Promise.resolve([{ address: answers.pop() ?? '1.1.1.1', family: 4 }]);
    const source = new ByteSource({ allowLoopback: true, allowPrivateHosts: false, apiOrigin: 'https://api.example', timeoutSeconds: 30 }, { resolve });
    const get = (): Promise<unknown> => source.get(`http://files.example:${stage.server.port}/soil.zip`);
    const [first, second] = await Promise.all([get(), get()].map((asked) => asked.then(() => 'an answer', (error: Error) => error.message)));
    assert.match(first ?? '', /the name files\.example:\d+ cannot be resolved/);
    assert.match(second ?? '', /it is plain http/);
    await source.close();
  });
});
