import assert from 'node:assert/strict';
import { SoilError } from '../../src/errors/soil-error';
import { ByteFailure, type ByteAnswer } from '../../src/transport/byte-exchange';
import { ByteSource, type ByteSourceOptions } from '../../src/transport/byte-source';
import { startScriptedServer, type ScriptedServer } from '../servers/scripted-server';
import { PatientClock } from '../time/patient-clock';

/** Two scripted servers and sources of bytes that ask them, on a clock a hundred times as fast. Closed after each test; it fails if an instruction is left. */
export class ByteScenario {
  readonly clock = new PatientClock(100);
  server!: ScriptedServer;
  other!: ScriptedServer;
  private readonly sources: ByteSource[] = [];

  /** One that opens before each test of the enclosing `describe` and closes after it. */
  static inEachTest(): ByteScenario {
    const stage = new ByteScenario();
    beforeEach(async () => {
      [stage.server, stage.other] = [await startScriptedServer({ clock: stage.clock }), await startScriptedServer()];
    });
    afterEach(async () => {
      for (const source of stage.sources.splice(0)) await source.close();
      await Promise.all([stage.server.close(), stage.other.close()]);
      assert.deepEqual([...stage.server.unused(), ...stage.other.unused()], []);
    });
    return stage;
  }

  /**
   * A source with a time limit of 30 s.
   *
   * @param names the addresses of the names that it can resolve
   */
  open(more: Partial<ByteSourceOptions> = {}, names: Record<string, string> = {}): ByteSource {
    const source = new ByteSource(
      { allowLoopback: true, allowPrivateHosts: false, apiOrigin: 'https://api.example', timeoutSeconds: 30, ...more },
      {
        clock: this.clock,
        resolve: (name) =>
          names[name] === undefined
            ? Promise.reject(Object.assign(new Error(`no ${name}`), { code: 'ENOTFOUND' }))
            : Promise.resolve([{ address: names[name], family: names[name].includes(':') ? 6 : 4 }]),
      },
    );
    this.sources.push(source);
    return source;
  }
}

export async function wholeBody(answer: ByteAnswer): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await answer.read((chunk) => void chunks.push(chunk));
  return Buffer.concat(chunks);
}

export async function failureOf(work: Promise<unknown>): Promise<ByteFailure> {
  const outcome = await work.then(
    () => assert.fail('expected a failure'),
    (error: unknown) => error,
  );
  assert.ok(outcome instanceof ByteFailure, String(outcome));
  return outcome;
}

export async function refusalOf(work: Promise<unknown>): Promise<SoilError> {
  const outcome = await work.then(
    () => assert.fail('expected a refusal'),
    (error: unknown) => error,
  );
  assert.ok(outcome instanceof SoilError, String(outcome));
  assert.equal(outcome.code, 'SOIL_DOWNLOAD');
  return outcome;
}
