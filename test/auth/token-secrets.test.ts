import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import type { AccessToken } from '../../src/auth/access-token';
import type { Instruction } from '../servers/scripted-server';
import { issues, SECRET, TOKEN_REQUEST, TokenScenario } from './token-scenario';

describe('The access token', () => {
  const scenario = TokenScenario.inEachTest();

  it('shows neither itself nor the secret to anybody', async () => {
    scenario.server.script(TOKEN_REQUEST, issues('canary-token'));
    const token: AccessToken = await scenario.source.token();
    const shown = [token, scenario.source].flatMap((each) => [(each as { toString(): string }).toString(), JSON.stringify({ each }), inspect(each, { depth: 9, showHidden: true }), JSON.stringify({ ...each })]);
    assert.doesNotMatch(shown.join('\n'), /canary/);
  });

  it('shows no secret in errors and traces, even if the server repeats everything it got', async () => {
    scenario.http = scenario.client({ retryBudgetSeconds: 0.1 });
    const shown: string[] = [];
    for (const status of [400, 401, 403, 404, 429, 500, 503]) {
      const echo: Instruction = { status, body: 'set below' };
      echo.before = ({ body, headers }): void => {
        const basic = String(headers['authorization'] ?? '').replace('Basic ', '');
        echo.body = { error: 'invalid_client', errors: [SECRET, encodeURIComponent(SECRET), body, JSON.stringify(headers), basic, Buffer.from(basic, 'base64').toString()] };
      };
      scenario.server.always(TOKEN_REQUEST, echo);
      scenario.source = scenario.sourceWith({ http: scenario.http });
      const error = (await scenario.source.token().catch((thrown: unknown) => thrown)) as Error;
      shown.push(error.message, error.stack ?? '', JSON.stringify(error), inspect(error, { depth: 9 }));
    }
    const text = [...shown, ...scenario.lines].join('\n');
    assert.doesNotMatch(text, /canary/);
    assert.match(text, /\*\*\*/);
    assert.ok(scenario.lines.length >= 7);
  });

  it('shows no Basic credentials either, if the server repeats those', async () => {
    let sent = '';
    const echo: Instruction = { status: 401 };
    echo.before = ({ headers }): void => {
      sent = String(headers['authorization']).replace('Basic ', '');
      echo.body = { error: 'invalid_client', error_description: `Nobody has ${sent}.` };
    };
    scenario.server.script(TOKEN_REQUEST, { status: 401, headers: { 'www-authenticate': 'Basic realm="soil"' } }, echo);
    const error: unknown = await scenario.source.token().catch((thrown: unknown) => thrown);
    assert.match((error as Error).message, /Nobody has \*\*\*/);
    assert.ok(sent !== '' && !inspect(error, { depth: 9 }).includes(sent));
  });
});
