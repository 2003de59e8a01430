import assert from 'node:assert/strict';
import { SoilError, type SoilErrorCode } from '../../src/errors/soil-error';
import { HttpClient, type HttpClientOptions } from '../../src/transport/http-client';
import type { Delay, HttpAnswer, HttpExchange } from '../../src/transport/http-exchange';
import { startScriptedServer, type ScriptedServer, type ScriptedServerOptions } from '../servers/scripted-server';
import { PatientClock } from '../time/patient-clock';

/** A scripted server and a client that talks to it, both on one clock fifty times as fast. Closed after each test, which fails if an instruction is left. */
export class ExchangeScenario {
  readonly delays: Delay[] = [];
  readonly lines: string[] = [];
  readonly clock = new PatientClock(50);
  client!: HttpClient;
  server!: ScriptedServer;

  /** One that opens before each test of the enclosing `describe` and closes after it. */
  static inEachTest(serverOptions?: ScriptedServerOptions): ExchangeScenario {
    const scenario = new ExchangeScenario();
    beforeEach(async () => {
      scenario.delays.length = 0;
      scenario.lines.length = 0;
      scenario.server = await startScriptedServer({ clock: scenario.clock, ...serverOptions });
      scenario.use({});
    });
    afterEach(async () => {
      await scenario.client.close();
      await scenario.server.close();
      assert.deepEqual(scenario.server.unused(), []);
    });
    return scenario;
  }

  /** Uses a client with other options. Its time limit is of three thousand steps of the clock, lest a busy machine run into it. */
  use(options: Partial<HttpClientOptions>): void {
    this.client = new HttpClient({ clock: this.clock, timeoutSeconds: 300, retryBudgetSeconds: 120, random: () => 0.5, trace: (line) => this.lines.push(line), ...options });
  }

  get(path: string, more: Partial<HttpExchange> = {}): Promise<HttpAnswer> {
    return this.exchange({ method: 'GET', url: this.server.origin + path, ...more });
  }

  /** Creates a job: may never be sent twice. */
  submit(path: string, more: Partial<HttpExchange> = {}): Promise<HttpAnswer> {
    return this.exchange({ method: 'POST', url: this.server.origin + path, body: '{}', repeat: 'only-if-not-taken', purpose: 'create a job', ...more });
  }

  exchange(more: Partial<HttpExchange> & Pick<HttpExchange, 'method' | 'url'>): Promise<HttpAnswer> {
    return this.client.exchange({ headers: {}, purpose: 'read the datasets', repeat: 'safe', onDelay: (delay) => this.delays.push(delay), ...more });
  }
}

/** The error that an exchange ends in; fails if it ends otherwise or with another code. */
export async function failureOf(exchange: Promise<unknown>, code: SoilErrorCode): Promise<SoilError> {
  const outcome = await exchange.then(
    () => assert.fail(`expected ${code}, got an answer`),
    (error: unknown) => error,
  );
  assert.ok(outcome instanceof SoilError, `expected ${code}, got ${String(outcome)}`);
  assert.equal(outcome.code, code, outcome.message);
  return outcome;
}
