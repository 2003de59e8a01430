import assert from 'node:assert/strict';
import { TokenSource, type TokenSourceOptions } from '../../src/auth/token-source';
import { HttpClient, type HttpClientOptions } from '../../src/transport/http-client';
import { startScriptedServer, type Instruction, type ScriptedServer } from '../servers/scripted-server';
import { PatientClock } from '../time/patient-clock';
import { SimulatedClock } from '../time/simulated-clock';

export const TOKEN_REQUEST = 'POST /oauth/token';
export const SECRET = 'canary+secret/"ü=%';

/** A sign-in service on a real socket, and a token source that asks it, with a clock of its own. */
export class TokenScenario {
  server!: ScriptedServer;
  http!: HttpClient;
  clock!: SimulatedClock;
  source!: TokenSource;
  /** One line for each answer that was read. */
  lines: string[] = [];

  /** A fresh one in each test; every instruction has to be used up. */
  static inEachTest(): TokenScenario {
    const scenario = new TokenScenario();
    beforeEach(async () => {
      scenario.lines = [];
      scenario.server = await startScriptedServer();
      scenario.http = scenario.client({});
      scenario.clock = new SimulatedClock();
      scenario.source = scenario.sourceWith({});
    });
    afterEach(async () => {
      await scenario.http.close();
      await scenario.server.close();
      assert.deepEqual(scenario.server.unused(), []);
    });
    return scenario;
  }

  client(options: Partial<HttpClientOptions>): HttpClient {
    return new HttpClient({ clock: new PatientClock(50), random: () => 0.5, trace: (line) => this.lines.push(line), timeoutSeconds: 60, retryBudgetSeconds: 120, ...options });
  }

  sourceWith(options: Partial<TokenSourceOptions>): TokenSource {
    const { http, clock, server } = this;
    return new TokenSource({ http, authUrl: server.origin, audience: 'https://api.example/', clientId: 'my id', clientSecret: SECRET, clock, ...options });
  }

  /** Waits until so many answers have been read and used. */
  async answersReach(count: number): Promise<void> {
    while (this.lines.length < count) await new Promise((resolve) => setTimeout(resolve, 2));
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** An answer that gives a token. */
export function issues(value: string, more: object = {}): Instruction {
  return { body: { access_token: value, expires_in: 1000, token_type: 'Bearer', scope: 'all', ...more } };
}

/** For an answer that waits until the test releases it. */
export function heldAnswer(): { released: Promise<void>; release: () => void } {
  let release!: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  return { released, release };
}
