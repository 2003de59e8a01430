import assert from 'node:assert/strict';
import { createServer as createHintingServer } from 'node:http';
import { createServer } from 'node:https';
import { createServer as createPlainServer, type AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { SoilError } from '../../src/errors/soil-error';
import { ByteFailure, type ByteAnswer } from '../../src/transport/byte-exchange';
import { ByteSource, type ByteSourceOptions } from '../../src/transport/byte-source';
import { CertificateAuthority, makeCertificate } from '../servers/certificates';
import { startConnectProxy } from '../servers/connect-proxy';
import { startFullBacklog } from '../servers/full-backlog';
import { startScriptedServer, type ScriptedServer } from '../servers/scripted-server';
import { PatientClock } from '../time/patient-clock';

async function wholeBody(answer: ByteAnswer): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await answer.read((chunk) => void chunks.push(chunk));
  return Buffer.concat(chunks);
}

async function failureOf(work: Promise<unknown>): Promise<ByteFailure> {
  const outcome = await work.then(
    () => assert.fail('expected a failure'),
    (error: unknown) => error
  );
  assert.ok(outcome instanceof ByteFailure, String(outcome));
  return outcome;
}

async function refusalOf(work: Promise<unknown>): Promise<SoilError> {
  const outcome = await work.then(
    () => assert.fail('expected a refusal'),
    (error: unknown) => error
  );
  assert.ok(outcome instanceof SoilError, String(outcome));
  assert.equal(outcome.code, 'SOIL_DOWNLOAD');
  return outcome;
}

describe('a source of bytes', () => {
  const limit = 30;
  let server: ScriptedServer;
  let other: ScriptedServer;
  const sources: ByteSource[] = [];
  const clock = new PatientClock(100);

  const open = (more: Partial<ByteSourceOptions> = {}, names: Record<string, string> = {}): ByteSource => {
    const source = new ByteSource(
      { allowLoopback: true, allowPrivateHosts: false, timeoutSeconds: limit, ...more },
      {
        clock,
        connections: 1,
        resolve: (name) =>
          names[name] === undefined
            ? Promise.reject(Object.assign(new Error(`no ${name}`), { code: 'ENOTFOUND' }))
            : Promise.resolve([{ address: names[name], family: names[name].includes(':') ? 6 : 4 }])
      }
    );
    sources.push(source);
    return source;
  };

  beforeEach(async () => {
    [server, other] = [await startScriptedServer({ clock }), await startScriptedServer()];
  });
  afterEach(async () => {
    for (const source of sources.splice(0)) await source.close();
    await Promise.all([server.close(), other.close()]);
    assert.deepEqual([...server.unused(), ...other.unused()], []);
  });

  it('asks with nothing that says who asks, and takes the bytes as they are', async () => {
    server.script('GET /soil.zip', { body: 'PK...', headers: { etag: '"a"' } });
    const answer = await open().get(`${server.origin}/soil.zip?signature=1`);
    assert.equal((await wholeBody(answer)).toString(), 'PK...');
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['etag'], '"a"');
    assert.equal(`http://${answer.host}`, server.origin);
    const [request] = server.requests;
    assert.equal(request?.query, '?signature=1');
    assert.deepEqual(Object.keys(request?.headers ?? {}).sort(), ['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
    assert.equal(request?.headers['accept-encoding'], 'identity');
    assert.match(String(request?.headers['user-agent']), /^node-red-contrib-soil-data\//);
  });

  it('asks for what is missing, if the file is still the same', async () => {
    server.script('GET /soil.zip', { status: 206, body: 'rest' });
    await wholeBody(await open().get(`${server.origin}/soil.zip`, { range: { from: 1234, etag: '"a"' } }));
    assert.equal(server.requests[0]?.headers['range'], 'bytes=1234-');
    assert.equal(server.requests[0]?.headers['if-range'], '"a"');
  });

  it('gives any status but a redirect to its caller', async () => {
    for (const status of [200, 204, 206, 300, 304, 305, 306, 400, 403, 416, 429, 500, 503]) {
      server.script('GET /soil.zip', { status });
      const answer = await open().get(`${server.origin}/soil.zip`);
      assert.equal(answer.status, status);
      answer.discard();
    }
  });

  it('reads an empty body, and a body that came before it was asked for', async () => {
    server.script('GET /*', { body: '' }, { body: 'small' });
    const source = open();
    const empty = await source.get(`${server.origin}/a`);
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal((await wholeBody(empty)).length, 0);
    const small = await source.get(`${server.origin}/b`);
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal((await wholeBody(small)).toString(), 'small');
  });

  it('waits for the answer proper after a hint of it (1xx)', async () => {
    const hinting = createHintingServer((_request, response) => {
      response.writeProcessing();
      response.writeEarlyHints({ link: '</style.css>; rel=preload' });
      response.end('PK');
    });
    await new Promise<void>((resolve) => hinting.listen(0, '127.0.0.1', resolve));
    const answer = await open().get(`http://127.0.0.1:${(hinting.address() as AddressInfo).port}/`);
    assert.equal(answer.status, 200);
    assert.equal((await wholeBody(answer)).toString(), 'PK');
    hinting.closeAllConnections();
    hinting.close();
  });

  it('sends nothing for a request that was stopped while it waited for its connection', async () => {
    server.always('GET /*', { body: 'x' });
    const source = open();
    const first = await source.get(`${server.origin}/first`);
    const stop = new AbortController();
    const reason = new Error('stopped');
    const second = source.get(`${server.origin}/second`, { signal: stop.signal });
    await new Promise((resolve) => setTimeout(resolve, 20));
    stop.abort(reason);
    await assert.rejects(second, reason);
    await wholeBody(first);
    await wholeBody(await source.get(`${server.origin}/third`));
    assert.deepEqual(server.requests.map(({ path }) => path), ['/first', '/third']);
  });

  it('reads a body without length to its end', async () => {
    server.script('GET /soil.zip', { body: 'x'.repeat(100_000), contentLength: 'none' });
    assert.equal((await wholeBody(await open().get(`${server.origin}/soil.zip`))).length, 100_000);
  });

  it('uses one connection for one request after the other', async () => {
    server.always('GET /*', { body: 'x' });
    const source = open();
    for (let count = 0; count < 3; count++) await wholeBody(await source.get(`${server.origin}/${count}`));
    assert.equal(server.connections, 1);
  });

  it('keeps no connection once it is closed', async () => {
    server.always('GET /*', { body: 'x' });
    const source = open();
    await wholeBody(await source.get(`${server.origin}/a`));
    assert.equal(server.openConnections, 1);
    await source.close();
    while (server.openConnections > 0) await new Promise((resolve) => setTimeout(resolve, 2));
  });

  describe('follows a redirect', () => {
    for (const status of [301, 302, 303, 307, 308]) {
      it(`with status ${status} to another origin, as if it had been asked first`, async () => {
        server.script('GET /soil.zip', { status, headers: { location: `${other.origin}/elsewhere?key=2`, 'set-cookie': 'session=1; Path=/' } });
        other.script('GET /elsewhere', { body: 'PK' });
        const answer = await open().get(`${server.origin}/soil.zip?key=1`, { range: { from: 5, etag: '"a"' } });
        assert.equal((await wholeBody(answer)).toString(), 'PK');
        const [request] = other.requests;
        assert.equal(request?.query, '?key=2');
        assert.deepEqual(Object.keys(request?.headers ?? {}).sort(), ['accept', 'accept-encoding', 'connection', 'host', 'if-range', 'range', 'user-agent']);
        assert.equal(`http://${String(request?.headers['host'])}`, other.origin);
      });
    }

    it('to an address relative to its own', async () => {
      server.script('GET /a/b', { status: 302, headers: { location: '../c?d' } });
      server.script('GET /c', { body: 'PK' });
      assert.equal((await wholeBody(await open().get(`${server.origin}/a/b`))).toString(), 'PK');
    });

    it('up to five times, and then no more', async () => {
      for (let hop = 0; hop < 5; hop++) server.script(`GET /${hop}`, { status: 302, headers: { location: `/${hop + 1}` } });
      server.script('GET /5', { body: 'PK' });
      await wholeBody(await open().get(`${server.origin}/0`));
      server.always('GET /circle', { status: 302, headers: { location: '/circle' } });
      const error = await refusalOf(open().get(`${server.origin}/circle`));
      assert.match(error.message, /redirected more than 5 times/);
      assert.deepEqual(error.cause, { status: 302, method: 'GET' });
      assert.equal(server.requests.filter(({ path }) => path === '/circle').length, 6);
    });

    it('only where it says to which address', async () => {
      server.script('GET /a', { status: 302 }, { status: 302, headers: { location: 'http://[' } });
      for (let count = 0; count < 2; count++) {
        const error = await refusalOf(open().get(`${server.origin}/a`));
        assert.match(error.message, /redirects \(302\) to no valid address/);
        assert.deepEqual(error.cause, { status: 302, method: 'GET' });
      }
    });

    const targets: [what: string, location: (port: number) => string, said: RegExp][] = [
      ['plain http elsewhere', () => 'http://1.1.1.1/soil.zip', /must begin with https/],
      ['a private address', () => 'https://10.1.2.3/soil.zip', /in a private network/],
      ['a link-local address', () => 'https://169.254.1.1/soil.zip', /in a private network/],
      ['the metadata of a cloud host', () => 'http://169.254.169.254/latest/meta-data', /no file may come from/],
      ['a mapped private address', () => 'https://[::ffff:192.168.0.1]/', /in a private network/],
      ['a decimal private address', () => 'https://167772161/', /in a private network/],
      ['a name with a private address', () => 'https://inside.example/', /inside\.example \(192\.168\.7\.7\) is in a private network/],
      ['a name with the unspecified address', () => 'https://nowhere.example/', /no file may come from/],
      ['user info', (port) => `http://user:pass@127.0.0.1:${port}/`, /user name or a password/],
      ['a file', () => 'file:///etc/passwd', /no web address/],
      ['data', () => 'data:application/zip;base64,UEsDBA==', /no web address/]
    ];
    for (const [what, location, said] of targets) {
      it(`never to ${what}, and connects to nobody`, async () => {
        server.script('GET /soil.zip', { status: 307, headers: { location: location(other.port) } });
        const error = await refusalOf(open({}, { 'inside.example': '192.168.7.7', 'nowhere.example': '0.0.0.0' }).get(`${server.origin}/soil.zip`));
        assert.match(error.message, /^Refused to follow a redirect of 127\.0\.0\.1:\d+: /);
        assert.match(error.message, said);
        assert.equal(other.connections, 0);
      });
    }
  });

  it('can be closed where its certificates cannot be read', async () => {
    const source = open({ tls: { ca: 'no PEM' } });
    await assert.rejects(source.get(`${server.origin}/soil.zip`), { code: 'SOIL_CONFIG' });
    await source.close();
  });

  it('connects to the address that was checked, though the name gives another one when asked again', async () => {
    server.script('GET /soil.zip', { body: 'PK' });
    let asked = 0;
    const source = new ByteSource(
      { allowLoopback: true, allowPrivateHosts: false, timeoutSeconds: limit },
      { resolve: () => Promise.resolve([{ address: asked++ === 0 ? '127.0.0.1' : '10.0.0.1', family: 4 }]) }
    );
    sources.push(source);
    assert.equal((await wholeBody(await source.get(`http://files.example:${server.port}/soil.zip`))).toString(), 'PK');
    assert.equal(asked, 1);
    assert.equal(server.requests[0]?.headers['host'], `files.example:${server.port}`);
  });

  it('holds back the server while its reader is busy, for however long', async () => {
    server.script('GET /endless', { body: Buffer.alloc(65_536), endless: true });
    const answer = await open({ timeoutSeconds: 10 }).get(`${server.origin}/endless`);
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
      // Three time limits, in which nothing is asked of the server.
      await new Promise<void>((resolve) => void clock.after(30_000, resolve));
      assert.equal(busy, expected);
      assert.ok(bytes <= expected * 131_072);
      go();
    }
    await assert.rejects(read, stop);
  });

  it('passes on what its reader fails with, at once or later, and lets the connection go', async () => {
    server.always('GET /endless', { body: Buffer.alloc(65_536), endless: true });
    const full = new Error('disk full');
    for (const take of [(): never => { throw full; }, (): Promise<void> => Promise.reject(full)]) {
      await assert.rejects((await open().get(`${server.origin}/endless`)).read(take), full);
    }
  });

  describe('gives up', () => {
    it('on a server that takes no connection', async () => {
      const backlog = await startFullBacklog();
      const failure = await failureOf(open({ timeoutSeconds: 5 }).get(`http://127.0.0.1:${backlog.port}/`));
      await backlog.close();
      assert.match(failure.words.what, /did not take a connection within 5 s/);
      assert.equal(failure.words.outlook, 'passing');
    });

    it('on a server that does not answer', async () => {
      server.script('GET /a', { silent: true });
      const { words } = await failureOf(open().get(`${server.origin}/a`));
      assert.match(words.what, /did not answer within 30 s/);
      assert.equal(words.outlook, 'passing');
    });

    it('on a body that stops', async () => {
      server.script('GET /a', { body: 'x'.repeat(5000), stallAfter: 3000 });
      const answer = await open().get(`${server.origin}/a`);
      let bytes = 0;
      const { words } = await failureOf(answer.read((chunk) => void (bytes += chunk.length)));
      assert.equal(bytes, 3000);
      assert.match(words.what, /stopped in the middle of its answer for 30 s/);
    });

    it('on a body that comes byte by byte', async () => {
      server.script('GET /a', { body: 'x'.repeat(5000), bytesPerSecond: 2 });
      const answer = await open().get(`${server.origin}/a`);
      const { words } = await failureOf(answer.read(() => undefined));
      assert.match(words.what, /stopped in the middle/);
    });

    it('not on a body that is slow but comes', async () => {
      server.script('GET /a', { body: 'x'.repeat(20_000), bytesPerSecond: 400 });
      assert.equal((await wholeBody(await open().get(`${server.origin}/a`))).length, 20_000);
    });

    it('on a connection that is refused, cut before the answer, or cut in it', async () => {
      const port = server.port;
      server.script('GET /*', { reset: 'after-reading' }, { body: 'x'.repeat(5000), cutAfter: 1000 }, { body: 'x', contentLength: 10 });
      const source = open();
      assert.equal((await failureOf(source.get(`http://127.0.0.1:${port}/a`))).words.outlook, 'passing');
      const cut = await source.get(`http://127.0.0.1:${port}/b`);
      assert.equal((await failureOf(cut.read(() => undefined))).words.outlook, 'passing');
      const short = await source.get(`http://127.0.0.1:${port}/c`);
      assert.equal((await failureOf(short.read(() => undefined))).words.outlook, 'passing');
      const closed = await startScriptedServer();
      await closed.close();
      assert.match((await failureOf(open().get(`${closed.origin}/`))).words.what, /refused the connection/);
    });

    it('on a name that nobody knows', async () => {
      const { words } = await failureOf(open().get('https://unknown.example/a'));
      assert.match(words.what, /the name unknown\.example cannot be resolved/);
    });

    it('for good on something that is no HTTP', async () => {
      const noise = createPlainServer((socket) => socket.on('error', () => undefined).end('SSH-2.0-OpenSSH\r\n'));
      await new Promise<void>((resolve) => noise.listen(0, '127.0.0.1', resolve));
      const { port } = noise.address() as AddressInfo;
      assert.equal((await failureOf(open().get(`http://127.0.0.1:${port}/`))).words.outlook, 'final');
      noise.close();
    });
  });

  describe('stops at once when told to', () => {
    const reason = new Error('redeployed');

    it('before it begins', async () => {
      await assert.rejects(open().get(`${server.origin}/a`, { signal: AbortSignal.abort(reason) }), reason);
      assert.equal(server.connections, 0);
    });

    it('while a name is looked for, or before', async () => {
      const source = new ByteSource({ allowLoopback: true, allowPrivateHosts: false, timeoutSeconds: limit }, { resolve: () => new Promise(() => undefined) });
      const stop = new AbortController();
      const get = source.get('https://slow.example/', { signal: stop.signal });
      stop.abort(reason);
      await assert.rejects(get, reason);
      await assert.rejects(source.get('https://slow.example/', { signal: stop.signal }), reason);
    });

    it('while it waits for the answer', async () => {
      const stop = new AbortController();
      server.script('GET /a', { silent: true, before: () => stop.abort(reason) });
      await assert.rejects(open().get(`${server.origin}/a`, { signal: stop.signal }), reason);
    });

    it('while it follows a redirect', async () => {
      const stop = new AbortController();
      server.script('GET /a', { status: 302, headers: { location: `${other.origin}/b` } });
      other.script('GET /b', { silent: true, before: () => stop.abort(reason) });
      await assert.rejects(open().get(`${server.origin}/a`, { signal: stop.signal }), reason);
    });

    it('while it reads, or before it reads', async () => {
      server.always('GET /a', { body: 'x'.repeat(65_536), endless: true });
      for (const early of [true, false]) {
        const stop = new AbortController();
        const answer = await open().get(`${server.origin}/a`, { signal: stop.signal });
        if (early) stop.abort(reason);
        await assert.rejects(answer.read(() => stop.abort(reason) ?? undefined), reason);
      }
    });

    it('and does not mind being told so afterwards', async () => {
      server.script('GET /a', { body: 'x' });
      const stop = new AbortController();
      const answer = await open().get(`${server.origin}/a`, { signal: stop.signal });
      await wholeBody(answer);
      stop.abort(reason);
      answer.discard();
    });
  });

  describe('over TLS', () => {
    const authority = new CertificateAuthority();
    const certificate = makeCertificate({ names: ['files.example', '127.0.0.1'], issuer: authority });
    const client = makeCertificate({ names: ['client'], issuer: authority });
    const names = { 'files.example': '127.0.0.1', 'api.example': '127.0.0.1' };
    let secure: ScriptedServer;
    beforeEach(async () => {
      secure = await startScriptedServer({ tls: certificate });
      secure.always('GET /*', { body: 'PK' });
    });
    afterEach(() => secure.close());

    it('trusts the authority of the TLS configuration, for the name in the link', async () => {
      const source = open({ tls: { ca: authority.cert } }, names);
      assert.equal((await wholeBody(await source.get(`https://files.example:${secure.port}/a`))).toString(), 'PK');
    });

    it('trusts nobody else, and no other name', async () => {
      const untrusted = await failureOf(open({}, names).get(`https://files.example:${secure.port}/a`));
      assert.equal(untrusted.words.outlook, 'final');
      const wrongName = await failureOf(open({ tls: { ca: authority.cert } }, names).get(`https://api.example:${secure.port}/a`));
      assert.match(wrongName.words.what, /made out to another name/);
      assert.equal(secure.requests.length, 0);
    });

    it('shows our certificate and the server name of the settings to the API alone', async () => {
      const shown: unknown[] = [];
      const api = createServer({ ...certificate, ca: authority.cert, requestCert: true, rejectUnauthorized: false }, (request, response) => {
        shown.push((request.socket as TLSSocket).getPeerCertificate().subject?.CN);
        response.end('PK');
      });
      await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
      const { port } = api.address() as AddressInfo;
      const tls = { ca: authority.cert, ...client, servername: 'files.example' };

      await wholeBody(await open({ tls, apiOrigin: `https://api.example:${port}` }, names).get(`https://api.example:${port}/a`));
      await wholeBody(await open({ tls, apiOrigin: 'https://api.example' }, names).get(`https://files.example:${port}/a`));
      assert.deepEqual(shown, ['client', undefined]);
      const wrongName = await failureOf(open({ tls, apiOrigin: 'https://other.example' }, names).get(`https://api.example:${port}/a`));
      assert.match(wrongName.words.what, /made out to another name/);
      api.closeAllConnections();
      api.close();
    });

    it('takes any certificate where the TLS configuration says so', async () => {
      const source = open({ tls: { rejectUnauthorized: false } }, names);
      assert.equal((await wholeBody(await source.get(`https://api.example:${secure.port}/a`))).toString(), 'PK');
    });
  });

  describe('through a proxy', () => {
    it('leaves names that are unknown here to the proxy, and sends it no address that is refused', async () => {
      const authority = new CertificateAuthority();
      const secure = await startScriptedServer({ tls: makeCertificate({ names: ['files.example'], issuer: authority }) });
      secure.always('GET /*', { body: 'PK' });
      const proxy = await startConnectProxy();
      const source = open({ tls: { ca: authority.cert }, proxy: { url: proxy.url } }, { 'inside.example': '10.0.0.1' });
      assert.equal((await wholeBody(await source.get(`https://files.example:${secure.port}/a`))).toString(), 'PK');
      await refusalOf(source.get('https://10.0.0.1/a'));
      await refusalOf(source.get('https://inside.example/a'));
      assert.deepEqual(proxy.targets, [`files.example:${secure.port}`]);
      await source.close();
      await proxy.close();
      await secure.close();
    });
  });
});
