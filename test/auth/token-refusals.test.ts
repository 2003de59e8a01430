import assert from 'node:assert/strict';
import type { Instruction } from '../servers/scripted-server';
import { failureOf } from '../transport/exchange-scenario';
import { issues, SECRET, TOKEN_REQUEST, TokenScenario } from './token-scenario';

describe('The access token', () => {
  const scenario = TokenScenario.inEachTest();

  describe('that is refused', () => {
    for (const [name, answer, advice] of [
      ['unauthorized_client and 401, as Keycloak answers to a wrong secret', { status: 401, body: { error: 'unauthorized_client' } }, /: unauthorized_client\. Check "Client id" and "Client secret" of .* this node uses\. The client must be allowed to use the grant/],
      ['unauthorized_client', { status: 400, body: { error: 'unauthorized_client' } }, /: unauthorized_client\. The client must be allowed to use the grant client_credentials/],
      ['access_denied', { status: 403, body: { error: 'access_denied', error_description: 'Service not enabled' } }, /\. Check host and path of the "Service URL" of the soil service \(or its "Audience", where that is filled in\), then "Client id" and "Client secret"; if all are right, ask the service for access\.$/],
      ['invalid_request', { status: 400, body: { error: 'invalid_request' } }, /Check "Audience" and "Token URL" of the soil service\.$/],
      ['invalid_grant', { status: 400, body: { error: 'invalid_grant' } }, /Check "Client id" and "Client secret" of the soil service that this node uses\.$/],
      ['a code that is none', { status: 400, body: { error: 5 } }, /\(400\)\. Check "Client id" and "Client secret" of the soil service that this node uses, "Token URL", and that its two URLs are not swapped\.$/],
      ['nothing readable', { status: 401, body: '<html>no</html>' }, /Check "Client id" and "Client secret" of the soil service that this node uses, "Token URL", and that its two URLs are not swapped\.$/],
      ['the problem of another server', { status: 401, body: { title: 'Unauthorized' } }, /\(401\): Unauthorized\. Check "Client id" and "Client secret" .*"Token URL"/],
      ['an error in a 200', { status: 200, body: { error: 'access_denied' } }, /\(200\): access_denied\. Check host and path of the "Service URL" .*"Audience"/],
      ['404', { status: 404 }, /^Could not sign in: [\d.:]+ answered 404\. There is no token endpoint at this address: check the "Token URL" of the soil service, and that its two URLs are not swapped\.$/],
      ['what an API says to a request without a token', { status: 401, headers: { 'www-authenticate': 'Bearer realm="soil"' }, body: { title: 'Unauthorized' } }, / answered 401: Unauthorized\. It asks for a token instead of giving one: check the "Token URL" of the soil service, and that its two URLs are not swapped\.$/],
      ['invalid_token, which is the code of an API', { status: 401, body: { error: 'invalid_token' } }, / answered 401: invalid_token\. It asks for a token instead of giving one: /],
      ['the code of a sign-in beside the challenge of an API', { status: 401, headers: { 'www-authenticate': 'Bearer' }, body: { error: 'invalid_grant' } }, / refused the credentials \(401\): invalid_grant\. Check "Client id"/],
      ['a code that no sign-in has', { status: 401, body: { error: 'Unauthorized' } }, / refused the credentials \(401\): Unauthorized\. Check "Client id" and .*, "Token URL", and that its two URLs are not swapped\.$/],
      ['405', { status: 405 }, / answered 405\. There is no token endpoint at this address/],
    ] as [string, Instruction, RegExp][]) {
      it(`with ${name} ends in SOIL_AUTH, and says what to do`, async () => {
        scenario.server.script(TOKEN_REQUEST, answer);
        const error = await failureOf(scenario.source.token(), 'SOIL_AUTH');
        assert.match(error.message, advice);
        assert.equal(error.cause.status, answer.status);
        assert.equal(error.cause.url, `${scenario.server.origin}/oauth/token`);
        assert.equal(error.cause.method, 'POST');
      });
    }

    it('is asked for once by 1,000 callers at once, and not at all for half a minute', async () => {
      scenario.server.script(TOKEN_REQUEST, { status: 403, body: { error: 'access_denied' } }, issues('one'));
      const refusals = await Promise.allSettled(Array.from({ length: 1000 }, () => scenario.source.token()));
      assert.ok(refusals.every(({ status }) => status === 'rejected'));
      await scenario.clock.advance(29_000);
      const remembered = await failureOf(scenario.source.token(), 'SOIL_AUTH');
      assert.equal(remembered.cause.detail, 'access_denied');
      assert.match(remembered.message, /"Service URL" .*"Audience".*For half a minute after a refusal, no other token is requested\.$/);
      assert.equal(scenario.server.requests.length, 1);
      await scenario.clock.advance(1000);
      assert.equal((await scenario.source.token()).value, 'one');
    });
  });

  describe('by HTTP Basic', () => {
    const invalidClient = { status: 401, body: { error: 'invalid_client' } };
    const challenge = { status: 401, headers: { 'www-authenticate': 'Basic realm="soil"' } };

    for (const [name, refusal] of [
      ['invalid_client', invalidClient],
      ['a challenge', challenge],
    ] as const) {
      it(`is tried once after ${name}, and from then on`, async () => {
        scenario.server.script(TOKEN_REQUEST, refusal, issues('one'), issues('two'));
        scenario.source.reject(await scenario.source.token());
        assert.equal((await scenario.source.token()).value, 'two');
        for (const { headers, body } of scenario.server.requests.slice(1)) {
          const [id, secret] = Buffer.from(String(headers['authorization']).replace('Basic ', ''), 'base64').toString().split(':');
          assert.deepEqual([id, secret].map((half) => new URLSearchParams(`=${half}`).get('')), ['my id', SECRET]);
          assert.deepEqual([...new URLSearchParams(body).keys()], ['grant_type', 'audience']);
        }
      });
    }

    it('is given up if that is refused as well', async () => {
      scenario.server.script(TOKEN_REQUEST, invalidClient, { status: 401 });
      const error = await failureOf(scenario.source.token(), 'SOIL_AUTH');
      assert.equal(error.cause.detail, 'invalid_client');
      assert.match(error.message, /refused the credentials \(401\): invalid_client\. Check "Client id" and "Client secret"/);
      await failureOf(scenario.source.token(), 'SOIL_AUTH');
      assert.equal(scenario.server.requests.length, 2);
    });

    it('ends in what the second refusal says, if that is about something else: such a server has taken the credentials', async () => {
      scenario.server.script(TOKEN_REQUEST, invalidClient, { status: 403, body: { error: 'invalid_target' } });
      const error = await failureOf(scenario.source.token(), 'SOIL_AUTH');
      assert.match(error.message, /refused the credentials \(403\): invalid_target\. Check host and path of the "Service URL"/);
      assert.equal(error.cause.status, 403);
    });

    it('ends in what the second refusal says, if the first was a challenge without words', async () => {
      scenario.server.script(TOKEN_REQUEST, challenge, invalidClient);
      const error = await failureOf(scenario.source.token(), 'SOIL_AUTH');
      assert.match(error.message, /refused the credentials \(401\): invalid_client\. Check "Client id" and "Client secret" of the soil service that this node uses\.$/);
    });

    it('ends in what the second refusal says of the audience, even by the code for malformed requests', async () => {
      const error_description = "Requested audience 'https://api.example/' has not been whitelisted by the OAuth 2.0 Client.";
      scenario.server.script(TOKEN_REQUEST, invalidClient, { status: 400, body: { error: 'invalid_request', error_description } });
      const error = await failureOf(scenario.source.token(), 'SOIL_AUTH');
      assert.match(error.message, /refused the credentials \(400\): invalid_request: Requested audience .* by the OAuth 2\.0 Client\. Check "Audience" and "Token URL" of the soil service\.$/);
    });

    for (const body of [{ error: 'invalid_request' }, { error: 'invalid_request', error_description: 'Missing form parameter: client_id' }, { error: 'invalid_client', error_description: 'No such client' }]) {
      it(`ends in what the first refusal says, if the second is ${Object.values(body).join(': ')}: such a server may take the form alone`, async () => {
        scenario.server.script(TOKEN_REQUEST, invalidClient, { status: 400, body });
        const error = await failureOf(scenario.source.token(), 'SOIL_AUTH');
        assert.match(error.message, /refused the credentials \(401\): invalid_client\. Check "Client id" and "Client secret"/);
      });
    }

    it('is tried after a form that was accepted before only if the server asks for it', async () => {
      scenario.server.script(TOKEN_REQUEST, issues('one'), invalidClient);
      scenario.source.reject(await scenario.source.token());
      await failureOf(scenario.source.token(), 'SOIL_AUTH');
      assert.equal(scenario.server.requests.length, 2);
      await scenario.clock.advance(30_000);
      scenario.server.script(TOKEN_REQUEST, { ...invalidClient, ...challenge }, issues('two'));
      assert.equal((await scenario.source.token()).value, 'two');
    });

    it('is tried after a page that came in place of a token', async () => {
      scenario.server.script(TOKEN_REQUEST, { body: '<html>Welcome to the hotel network</html>' }, invalidClient, issues('one'));
      await failureOf(scenario.source.token(), 'SOIL_RESPONSE');
      assert.equal((await scenario.source.token()).value, 'one');
    });

    it('is not tried after a refusal that has nothing to do with it', async () => {
      scenario.server.script(TOKEN_REQUEST, { ...challenge, status: 403 });
      await failureOf(scenario.source.token(), 'SOIL_AUTH');
      assert.equal(scenario.server.requests.length, 1);
    });

    it('is kept although the account is refused', async () => {
      scenario.server.script(TOKEN_REQUEST, invalidClient, issues('one'), { status: 403, body: { error: 'access_denied' } });
      scenario.source.reject(await scenario.source.token());
      const error = await failureOf(scenario.source.token(), 'SOIL_AUTH');
      assert.equal(error.cause.detail, 'access_denied');
      assert.equal(scenario.server.requests.length, 3);
    });

    it('is left again if the deployment changes', async () => {
      scenario.server.script(TOKEN_REQUEST, invalidClient, issues('one'), invalidClient, issues('two'), issues('three'));
      scenario.source.reject(await scenario.source.token());
      const second = await scenario.source.token();
      scenario.source.accept(second);
      scenario.source.reject(second);
      assert.equal((await scenario.source.token()).value, 'three');
      assert.equal(scenario.server.requests.at(-1)?.headers['authorization'], undefined);
    });
  });

  describe('that is not a token', () => {
    const page = /an HTML page: a captive portal, .* or a wrong "Token URL"\?/;
    const unusable = /^The sign-in at .* was answered without a usable access_token\. Check the "Token URL"/;
    const cut = /JSON that is broken or was cut off\. Try again; if that does not help, check the "Token URL"/;
    for (const [name, body, words] of [
      ['an HTML page', '<html>Welcome to the hotel network</html>', page],
      ['an HTML page below an empty line', '\r\n<!DOCTYPE html>', page],
      ['nothing', '', /an empty body \(status 200\)\. Try again; if that does not help, check the "Token URL"/],
      ['a text', 'Welcome', /something other than JSON\. Check the "Token URL"/],
      ['cut off in the token', '{"access_token":"abc', cut],
      ['cut off behind the token', '{"access_token":"abc","expires_in":864', cut],
      ['a list', '[]', unusable],
      ['null', 'null', unusable],
      ['an object without it', '{}', unusable],
      ['a number', '{"access_token":1}', unusable],
      ['an empty text', '{"access_token":""}', unusable],
      ['a header of its own', '{"access_token":"a\\r\\nx-evil: b"}', unusable],
      ['an inherited one', '{"__proto__":{"access_token":"abc"}}', unusable],
      ['too long', JSON.stringify({ access_token: 'x'.repeat(16_385) }), unusable],
      ['of another type', '{"access_token":"abc","token_type":"mac"}', /^The sign-in at .* gave a token that is not a bearer token/],
    ] as const) {
      it(`is not accepted: ${name}`, async () => {
        scenario.server.script(TOKEN_REQUEST, { body });
        const error = await failureOf(scenario.source.token(), 'SOIL_RESPONSE');
        assert.match(error.message, words);
        assert.ok(!error.message.includes('abc'), error.message);
      });
    }

    it('is still accepted without a type, or with one in other letters', async () => {
      scenario.server.script(TOKEN_REQUEST, { body: '{"access_token":"one"}' }, issues('two', { token_type: 'BEARER' }));
      scenario.source.reject(await scenario.source.token());
      assert.equal((await scenario.source.token()).value, 'two');
    });
  });
});
