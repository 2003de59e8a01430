import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { AccessToken } from '../../src/auth/access-token';
import { readTokenAnswer, oauthError } from '../../src/auth/token-answer';
import { TokenSource } from '../../src/auth/token-source';
import { isSoilError } from '../../src/errors/soil-error';
import { HttpClient } from '../../src/transport/http-client';
import type { HttpAnswer } from '../../src/transport/http-exchange';

const answer = (body: string): HttpAnswer => ({ status: 200, headers: {}, body, receivedAt: 0, tookMs: 0 });
const read = (fields: object): ReturnType<typeof readTokenAnswer> => readTokenAnswer(answer(JSON.stringify(fields)), 'sign-in.example', {});

describe('The answer to a token request', () => {
  for (const [given, lifetime] of [[3600, 3600], ['3600', 3600], [' 60 ', 60], [0, 300], [-1, 300], ['', 300], ['  ', 300], [null, 300], [true, 300], [[60], 300], ['soon', 300], [1e300, 604_800]]) {
    it(`with the lifetime ${JSON.stringify(given)} holds for ${String(lifetime)} s`, () => {
      assert.deepEqual(read({ access_token: 'a', expires_in: given }), { value: 'a', lifetimeSeconds: lifetime });
    });
  }

  for (const [body, words] of [
    ['null', /usable access_token/],
    ['5', /usable access_token/],
    ['"text"', /usable access_token/],
    ['[{"access_token":"a"}]', /usable access_token/],
    ['', /empty body/],
    ['{"access_token":"a"', /JSON that is broken or was cut off/],
    ['text', /other than JSON/],
    ['<html>', /an HTML page/],
  ] as const) {
    it(`is refused if it is not a JSON object: ${body || 'nothing'}`, () => {
      assert.throws(() => readTokenAnswer(answer(body), 'sign-in.example', {}), (error: unknown) => isSoilError(error, 'SOIL_RESPONSE') && words.test(error.message));
    });
  }

  for (const token of [undefined, '', 5, 'two words', 'line\nbreak', 'x'.repeat(16_385), 'ü']) {
    it(`without a usable token is refused: ${JSON.stringify(token)?.slice(0, 20) ?? 'missing'}`, () => {
      assert.throws(() => read({ access_token: token }), (error: unknown) => isSoilError(error, 'SOIL_RESPONSE') && /usable access_token/.test(error.message));
    });
  }

  it('may hold as long a token as fits into a header', () => {
    const token = 'x'.repeat(16_384);
    assert.equal(read({ access_token: token }).value, token);
  });

  it('says why it was refused in the words of OAuth, and in no others', () => {
    for (const error of ['invalid_client', 'invalid.client-2', 'x'.repeat(60)]) assert.equal(oauthError(JSON.stringify({ error })), error);
    for (const error of ['', 'two words', '<b>x</b>', 'x'.repeat(61), 'ends here\n', '! odd', 5, null]) assert.equal(oauthError(JSON.stringify({ error })), '');
    for (const body of ['', 'null', '[]', '{']) assert.equal(oauthError(body), '');
  });
});

describe('A token', () => {
  const shown = (value: object): string[] => [value.toString(), JSON.stringify({ value }), inspect({ value }, { depth: 9, showHidden: true })];

  it('shows itself to nobody who prints it', () => {
    for (const text of shown(new AccessToken('canary', 60, 0))) {
      assert.match(text, /\[access token\]/);
      assert.doesNotMatch(text, /canary/);
    }
  });

  it('is shown by its source to nobody either', async () => {
    const http = new HttpClient({ timeoutSeconds: 60, retryBudgetSeconds: 120 });
    const source = new TokenSource({ http, authUrl: 'https://sign-in.example', audience: '', clientId: 'id', clientSecret: 'canary' });
    for (const text of shown(source)) assert.doesNotMatch(text, /canary/);
    await http.close();
  });
});
