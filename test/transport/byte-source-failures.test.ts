import assert from 'node:assert/strict';
import { createServer, type AddressInfo } from 'node:net';
import { startFullBacklog } from '../servers/full-backlog';
import { startScriptedServer } from '../servers/scripted-server';
import { ByteScenario, failureOf, wholeBody } from './byte-scenario';

describe('a source of bytes gives up', () => {
  const stage = ByteScenario.inEachTest();

  it('on a server that takes no connection', async () => {
    const backlog = await startFullBacklog();
    const failure = await failureOf(stage.open({ timeoutSeconds: 5 }).get(`http://127.0.0.1:${backlog.port}/`));
    await backlog.close();
    assert.match(failure.words.what, /did not accept a connection within 5 s/);
    assert.equal(failure.words.outlook, 'passing');
  });

  it('on a server that does not answer', async () => {
    stage.server.script('GET /a', { silent: true });
    const { words } = await failureOf(stage.open().get(`${stage.server.origin}/a`));
    assert.match(words.what, /did not answer within 30 s/);
    assert.equal(words.outlook, 'passing');
  });

  it('on a body that stops', async () => {
    stage.server.script('GET /a', { body: 'x'.repeat(5000), stallAfter: 3000 });
    const answer = await stage.open().get(`${stage.server.origin}/a`);
    let bytes = 0;
    const { words } = await failureOf(answer.read((chunk) => void (bytes += chunk.length)));
    assert.equal(bytes, 3000);
    assert.match(words.what, /stopped in the middle of its answer for 30 s/);
  });

  it('on a body that comes byte by byte', async () => {
    stage.server.script('GET /a', { body: 'x'.repeat(5000), bytesPerSecond: 2 });
    const answer = await stage.open().get(`${stage.server.origin}/a`);
    const { words } = await failureOf(answer.read(() => undefined));
    assert.match(words.what, /stopped in the middle/);
  });

  it('not on a body that is slow but comes', async () => {
    stage.server.script('GET /a', { body: 'x'.repeat(20_000), bytesPerSecond: 400 });
    assert.equal((await wholeBody(await stage.open().get(`${stage.server.origin}/a`))).length, 20_000);
  });

  it('on a connection that is refused, cut before the answer, or cut in it', async () => {
    const port = stage.server.port;
    stage.server.script('GET /*', { reset: 'after-reading' }, { body: 'x'.repeat(5000), cutAfter: 1000 }, { body: 'x', contentLength: 10 });
    const source = stage.open();
    assert.equal((await failureOf(source.get(`http://127.0.0.1:${port}/a`))).words.outlook, 'passing');
    const cut = await source.get(`http://127.0.0.1:${port}/b`);
    assert.equal((await failureOf(cut.read(() => undefined))).words.outlook, 'passing');
    const short = await source.get(`http://127.0.0.1:${port}/c`);
    assert.equal((await failureOf(short.read(() => undefined))).words.outlook, 'passing');
    const closed = await startScriptedServer();
    await closed.close();
    assert.match((await failureOf(stage.open().get(`${closed.origin}/`))).words.what, /refused the connection/);
  });

  it('on a name that nobody knows', async () => {
    const { words } = await failureOf(stage.open().get('https://unknown.example/a'));
    assert.match(words.what, /the name unknown\.example cannot be resolved/);
  });

  it('for good on something that is not HTTP', async () => {
    const noise = createServer((socket) => socket.on('error', () => undefined).end('SSH-2.0-OpenSSH\r\n'));
    await new Promise<void>((resolve) => noise.listen(0, '127.0.0.1', resolve));
    const { port } = noise.address() as AddressInfo;
    assert.equal((await failureOf(stage.open().get(`http://127.0.0.1:${port}/`))).words.outlook, 'final');
    noise.close();
  });
});
