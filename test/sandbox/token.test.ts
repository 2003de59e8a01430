import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { TokenDesk } from '../../src/sandbox/http/token-desk';
import { requestToken, SandboxClient } from './sandbox-client';

describe('the token endpoint of the sandbox', () => {
  const clock = { time: Date.UTC(2026, 0, 1), now: () => clock.time };
  let client: SandboxClient;
  before(async () => {
    client = await SandboxClient.start({ clock, tokenSeconds: 60 });
  });
  after(() => client.close());

  it('answers as section 5.4 of the specification says', async () => {
    const { status, headers, json } = await requestToken(client.sandbox);
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'application/json');
    assert.deepEqual([headers.get('cache-control'), headers.get('pragma')], ['no-store', 'no-cache'], 'RFC 6749, section 5.1');
    assert.deepEqual(Object.keys(json), ['access_token', 'scope', 'expires_in', 'token_type']);
    assert.equal(json.expires_in, 60);
    assert.equal(json.token_type, 'Bearer');
  });

  const refusals: [string, Record<string, string | undefined>, number, string][] = [
    ['a wrong secret', { client_secret: 'wrong' }, 401, 'invalid_client'],
    ['an unknown client', { client_id: 'stranger' }, 401, 'invalid_client'],
    ['an unknown grant', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['no grant', { grant_type: undefined }, 400, 'invalid_request'],
    ['no secret', { client_secret: undefined }, 400, 'invalid_request'],
    ['no audience', { audience: undefined }, 400, 'invalid_request'],
    ['another audience', { audience: 'https://other.example/api/' }, 403, 'access_denied'],
    ['the address of this API in another scheme', { audience: 'ftp://localhost:8123/api/' }, 403, 'access_denied'],
    ['an audience with a query', { audience: 'http://localhost:8123/api/?x' }, 403, 'access_denied'],
    ['an audience that is no address', { audience: 'soil' }, 403, 'access_denied'],
  ];
  for (const [name, changes, status, error] of refusals) {
    it(`refuses ${name}`, async () => {
      const answer = await requestToken(client.sandbox, changes);
      assert.equal(answer.status, status);
      assert.equal(answer.json.error, error);
      assert.equal(answer.json.access_token, undefined);
    });
  }

  it('refuses an audience without its trailing slash', async () => {
    assert.equal((await requestToken(client.sandbox, { audience: client.sandbox.baseUrl })).status, 403);
  });

  it('refuses a form field that occurs twice, and a body that is not a form', async () => {
    const url = `${client.sandbox.authUrl}/oauth/token`;
    for (const field of ['grant_type', 'audience', 'client_id', 'client_secret']) {
      const twice = await fetch(url, { method: 'POST', body: new URLSearchParams([[field, 'a'], [field, 'b']]) });
      assert.deepEqual([twice.status, ((await twice.json()) as { error_description: string }).error_description], [400, `The form field ${field} is there more than once.`]);
    }
    const json = await fetch(url, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } });
    assert.equal(json.status, 415);
    await json.text();
  });

  it('ends tokens after their time, with the challenge of RFC 6750', async () => {
    const { json } = await requestToken(client.sandbox);
    const read = () => client.send('GET', '/v1/datasets', { headers: { authorization: `Bearer ${String(json.access_token)}` } });
    clock.time += 59_999;
    assert.equal((await read()).status, 200);
    clock.time += 1;
    const late = await read();
    assert.equal(late.status, 401);
    assert.match(late.headers.get('www-authenticate') ?? '', /error="invalid_token"/);
    assert.match(late.json.detail, /expired/);
  });

  it('forgets the oldest of very many tokens', () => {
    const [id, secret] = ['a', 'b'];
    const desk = new TokenDesk({ clientId: id, clientSecret: secret, tokenSeconds: 60, now: () => 0, isAudience: () => true });
    const form = new URLSearchParams({ grant_type: 'client_credentials', audience: 'x', client_id: id, client_secret: secret });
    const tokens = Array.from({ length: 10_001 }, () => String(desk.answer(form).body['access_token']));
    const check = (token: string | undefined) => () => desk.check({ authorization: `Bearer ${token}` });
    assert.throws(check(tokens[0]), { status: 401 });
    for (const token of [tokens[1], tokens.at(-1)]) assert.doesNotThrow(check(token));
  });
});

describe('every operation of the sandbox', () => {
  let client: SandboxClient;
  before(async () => {
    client = await SandboxClient.start();
  });
  after(() => client.close());

  const operations = [
    ['POST', '/v1/spatial-filters/queries'],
    ['POST', '/v1/soil-properties/queries'],
    ['POST', '/v1/datasets/queries'],
    ['GET', '/v1/datasets'],
    ['GET', '/v1/datasets/101'],
    ['POST', '/v1/soil-data-by-geometry'],
    ['POST', '/v1/soil-data-by-geometry/queries'],
    ['GET', '/v1/soil-data-by-geometry/queries/x'],
    ['POST', '/v1/soil-data-by-area-queries'],
    ['GET', '/v1/soil-data-by-area-queries/x'],
    ['GET', '/v1/core.jsonld'],
    ['GET', '/v1/no-such-thing'],
    ['GET', ''],
  ] as const;
  for (const [method, path] of operations) {
    it(`asks for a bearer token: ${method} ${path}`, async () => {
      for (const authorization of ['', 'Bearer', 'Bearer wrong', 'Basic c2FuZGJveDpzYW5kYm94']) {
        const { status, headers, json } = await client.send(method, path, { headers: { authorization } });
        assert.equal(status, 401);
        assert.equal(headers.get('content-type'), 'application/problem+json');
        assert.deepEqual(Object.keys(json), ['type', 'title', 'status', 'detail', 'instance']);
      }
    });
  }

  it('takes the name of the scheme in any case (RFC 9110, section 11.1), and any media type of applications', async () => {
    const headers = { authorization: `bearer ${client.token}`, accept: 'text/html, Application/*;q=0.9' };
    assert.equal((await client.send('GET', '/v1/datasets', { headers })).status, 200);
  });

  it('accepts only its own method, and says which', async () => {
    const { status, headers } = await client.send('DELETE', '/v1/datasets', {});
    assert.equal(status, 405);
    assert.equal(headers.get('allow'), 'GET, HEAD');
    assert.equal((await client.get('/v1/datasets/queries')).status, 405);
  });

  it('does not answer to a foreign host name that points at this machine', async () => {
    const { hostname, port } = new URL(client.sandbox.baseUrl);
    const status = await new Promise((resolve, reject) => {
      const request = httpRequest({ hostname, port, path: '/auth/oauth/token', headers: { host: 'rebound.example' } }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode));
      });
      request.on('error', reject).end();
    });
    assert.equal(status, 421);
  });

  it('refuses a media type that it does not have', async () => {
    const answer = await client.send('GET', '/v1/datasets', { headers: { accept: 'text/html' } });
    assert.equal(answer.status, 406);
    const token = await fetch(`${client.sandbox.authUrl}/oauth/token`, { method: 'POST', body: new URLSearchParams(), headers: { accept: 'application/ld+json' } });
    assert.equal(token.status, 406);
    await token.text();
  });
});
