import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import type { Instruction } from '../servers/scripted-server';
import { ExchangeScenario, failureOf } from './exchange-scenario';

const TOKEN = 'canary-Token-value';
const BODY_SECRET = 'canary body ü&=';

describe('What an exchange says', () => {
  const scenario = ExchangeScenario.inEachTest();

  for (const [name, fault] of [
    ...[301, 307, 404, 429, 500, 501, 503].map((status): [string, Instruction] => [`answers ${status}`, { status }]),
    ['sends an unknown encoding', { headers: { 'content-encoding': `zstd,${TOKEN}` } }],
    ['sends a long unknown encoding', { headers: { 'content-encoding': `zstd,${'x'.repeat(25)}${TOKEN}` } }],
    ['resets the connection', { reset: 'after-reading' }],
    ['cuts its answer', { body: `${TOKEN} ${BODY_SECRET}`, cutAfter: 10 }],
    ['sends no UTF-8', { body: Buffer.concat([Buffer.from(TOKEN), Buffer.of(0xff)]) }],
  ] as [string, Instruction][]) {
    it(`holds no secret if the service ${name} and repeats everything it got`, async () => {
      scenario.use({ retryBudgetSeconds: 0.5 });
      const echo: Instruction = { ...fault };
      echo.headers = { location: `https://${TOKEN}.example/?${TOKEN}`, ...fault.headers };
      echo.before = ({ headers, body, query }): void => {
        echo.body ??= { title: TOKEN, headers, body, query, secret: encodeURIComponent(BODY_SECRET) };
      };
      scenario.server.always('POST /v1/*', echo);
      const shown: string[] = [];
      for (const repeat of ['safe', 'only-if-not-taken'] as const) {
        const url = `${scenario.server.origin.replace('//', '//user:canary-password@')}/v1/x?signature=canary-signature#canary-fragment`;
        const error = await scenario
          .exchange({ method: 'POST', url, repeat, headers: { authorization: `Bearer ${TOKEN}` }, body: BODY_SECRET, secrets: [BODY_SECRET, 'canary-signature'] })
          .catch((thrown: unknown) => thrown as Error);
        if (error instanceof Error) shown.push(error.message, String(error.stack), JSON.stringify(error), inspect(error, { depth: 9, showHidden: true }));
      }
      assert.ok(shown.length > 0 || fault.status === 404);
      assert.ok(scenario.lines.length >= 2);
      assert.doesNotMatch([...shown, ...scenario.lines].join('\n'), /canary/);
    });
  }

  it('takes its secrets out of the words of an answer before it cuts them', async () => {
    scenario.use({ retryBudgetSeconds: 0.1 });
    for (const secret of [TOKEN, BODY_SECRET]) {
      scenario.server.script('POST /v1/x', { status: 501, body: { message: `${'x'.repeat(480)} ${secret}` } });
      const headers = { authorization: `Bearer ${TOKEN}` };
      const exchange = scenario.exchange({ method: 'POST', url: `${scenario.server.origin}/v1/x`, headers, body: '', secrets: [BODY_SECRET] });
      assert.match((await failureOf(exchange, 'SOIL_UNAVAILABLE')).message, /x \*\*\*\. /);
    }
  });

  it('follows each try and each wait in its trace, without query or body', async () => {
    scenario.server.script('POST /v1/x', { status: 503 }, { reset: 'after-reading' }, { body: '{"a":1}' });
    await scenario.exchange({ method: 'POST', url: `${scenario.server.origin}/v1/x?a=b`, body: 'body' });
    const { origin } = scenario.server;
    assert.deepEqual(
      scenario.lines.map((line) => line.replace(/\d+ ms/, 'n ms')),
      [
        `POST ${origin}/v1/x: 503, 0 characters, n ms, try 1`,
        `POST ${origin}/v1/x: waits 0.4 s before try 2`,
        `POST ${origin}/v1/x: ${/ECONNRESET/.test(scenario.lines[2] ?? '') ? 'ECONNRESET' : 'UND_ERR_SOCKET'}, sent, n ms, try 2`,
        `POST ${origin}/v1/x: waits 0.8 s before try 3`,
        `POST ${origin}/v1/x: 200, 7 characters, n ms, try 3`,
      ],
    );
  });
});
