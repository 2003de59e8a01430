import assert from 'node:assert/strict';
import { ByteScenario, refusalOf, wholeBody } from './byte-scenario';

describe('a source of bytes follows a redirect', () => {
  const stage = ByteScenario.inEachTest();

  for (const status of [301, 302, 303, 307, 308]) {
    it(`with status ${status} to another origin, as if it had been asked first`, async () => {
      stage.server.script('GET /soil.zip', { status, headers: { location: `${stage.other.origin}/elsewhere?key=2`, 'set-cookie': 'session=1; Path=/' } });
      stage.other.script('GET /elsewhere', { body: 'PK' });
      const answer = await stage.open().get(`${stage.server.origin}/soil.zip?key=1`, { range: { from: 5, etag: '"a"' } });
      assert.equal((await wholeBody(answer)).toString(), 'PK');
      const [request] = stage.other.requests;
      assert.equal(request?.query, '?key=2');
      assert.deepEqual(Object.keys(request?.headers ?? {}).sort(), ['accept', 'accept-encoding', 'connection', 'host', 'if-range', 'range', 'user-agent']);
      assert.equal(`http://${String(request?.headers['host'])}`, stage.other.origin);
    });
  }

  it('to an address relative to its own', async () => {
    stage.server.script('GET /a/b', { status: 302, headers: { location: '../c?d' } });
    stage.server.script('GET /c', { body: 'PK' });
    assert.equal((await wholeBody(await stage.open().get(`${stage.server.origin}/a/b`))).toString(), 'PK');
  });

  it('to an address with letters that the server did not encode, in UTF-8 as browsers take it, or else in Latin-1', async () => {
    const written = [Buffer.from('/Böden.zip').toString('latin1'), '/Böden.zip'];
    stage.server.script('GET /a', ...written.map((location) => ({ status: 302, headers: { location } })));
    stage.server.script('GET /B%C3%B6den.zip', { body: 'PK' }, { body: 'PK' });
    for (let count = 0; count < 2; count++) assert.equal((await wholeBody(await stage.open().get(`${stage.server.origin}/a`))).toString(), 'PK');
  });

  it('to an address that comes twice, as from a service and a gateway in front of it', async () => {
    stage.server.script('GET /a', { status: 302, headers: { location: ['/b?c', '/b?c'] } });
    stage.server.script('GET /b', { body: 'PK' });
    assert.equal((await wholeBody(await stage.open().get(`${stage.server.origin}/a`))).toString(), 'PK');
    assert.deepEqual(stage.server.requests.map(({ path, query }) => path + query), ['/a', '/b?c']);
  });

  it('up to five times, and then no more', async () => {
    for (let hop = 0; hop < 5; hop++) stage.server.script(`GET /${hop}`, { status: 302, headers: { location: `/${hop + 1}` } });
    stage.server.script('GET /5', { body: 'PK' });
    await wholeBody(await stage.open().get(`${stage.server.origin}/0`));
    stage.server.always('GET /circle', { status: 302, headers: { location: '/circle' } });
    const error = await refusalOf(stage.open().get(`${stage.server.origin}/circle`));
    assert.match(error.message, /redirected more than 5 times/);
    assert.deepEqual(error.cause, { status: 302, method: 'GET', url: `${stage.server.origin}/circle` });
    assert.equal(stage.server.requests.filter(({ path }) => path === '/circle').length, 6);
  });

  it('only if it says to which address', async () => {
    stage.server.script('GET /a', { status: 302 }, { status: 302, headers: { location: 'http://[' } });
    for (let count = 0; count < 2; count++) {
      const error = await refusalOf(stage.open().get(`${stage.server.origin}/a`));
      assert.match(error.message, /redirects \(302\) to no valid address/);
      assert.deepEqual(error.cause, { status: 302, method: 'GET', url: `${stage.server.origin}/a` });
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
    ['a file', () => 'file:///etc/passwd', /not a web address/],
    ['data', () => 'data:application/zip;base64,UEsDBA==', /not a web address/],
  ];
  for (const [what, location, said] of targets) {
    it(`never to ${what}, and connects to nobody`, async () => {
      stage.server.script('GET /soil.zip', { status: 307, headers: { location: location(stage.other.port) } });
      const error = await refusalOf(stage.open({}, { 'inside.example': '192.168.7.7', 'nowhere.example': '0.0.0.0' }).get(`${stage.server.origin}/soil.zip`));
      assert.match(error.message, /^Refused to follow a redirect of 127\.0\.0\.1:\d+: /);
      assert.match(error.message, said);
      assert.equal(stage.other.connections, 0);
    });
  }
});
