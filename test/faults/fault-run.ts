import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { isSoilError } from '../../src/errors/soil-error';
import { checkServiceSettings, type ServiceSettings } from '../../src/service/service-settings';
import { SoilService } from '../../src/service/soil-service';
import { canaries, CLIENT_ID } from '../secrets/canaries';
import { startScriptedServer, type Instruction, type ScriptedServer } from '../servers/scripted-server';
import { PatientClock } from '../time/patient-clock';
import type { Fault, Outcome } from './fault-table';
import { goodToken, LIST_ROUTE, operations, TOKEN_ROUTE, type Operation } from './operations';


/** What was said to anybody in the course of the table: errors, traces, delays. Searched for secrets at the end. */
export const said: string[] = [];

/** The settings of a service at a local server, with unmistakable secrets. */
export function settingsFor(origin: string, more: object = {}): ServiceSettings {
  return checkServiceSettings({
    ...{ baseUrl: origin, authUrl: origin, clientId: CLIENT_ID, clientSecret: canaries.clientSecret },
    ...{ requestsPerSecond: 0, maxConcurrent: 8, timeout: 60, ...more },
  });
}

export function serviceAt(origin: string, more: object = {}, clock = new PatientClock()): SoilService {
  return new SoilService(settingsFor(origin, more), { clock, random: () => 0.5, trace: (line) => said.push(line) });
}

/** What is wrong with one row of the table: nothing if it is as it should be. */
async function problemOf(fault: Fault, operation: Operation, expected: Outcome, clock: PatientClock): Promise<string | undefined> {
  const server = await startScriptedServer({ clock });
  const service = serviceAt(server.origin, {}, clock);
  try {
    script(server, fault, operation, expected);
    const came = await outcomeOf(operation.call(service));
    const wanted = expected === 'repeated' || expected === 'taken' ? 'an answer' : expected;
    const problems = [...(came.code === wanted ? [] : [`${came.code} instead of ${wanted}: ${came.words}`]), ...server.unused()];
    return problems.length > 0 ? `${operation.name}, ${fault.name}: ${problems.join('; ')}` : undefined;
  } finally {
    await service.close();
    await server.close();
  }
}

function script(server: ScriptedServer, fault: Fault, { route, good, nature }: Operation, expected: Outcome): void {
  const answers = [...fault.answers(good).map(repeatingWhatItGot), ...(expected === 'repeated' ? [good] : [])];
  server.script(route, ...answers);
  if (nature === 'signs in') {
    if (expected === 'repeated' || expected === 'taken') server.script(LIST_ROUTE, operations.find((each) => each.route === LIST_ROUTE)?.good ?? {});
  } else {
    const tokens = [canaries.accessToken, canaries.renewedToken].slice(0, fault.tokens ?? 1);
    server.script(TOKEN_ROUTE, ...tokens.map(goodToken));
  }
}

/** A refusal that quotes everything that was sent, as some servers do in their error pages. */
export function repeatingWhatItGot(instruction: Instruction): Instruction {
  if ((instruction.status ?? 200) < 400 || instruction.body !== undefined) return instruction;
  const repeating: Instruction = { ...instruction };
  repeating.before = ({ headers, body, query }) => {
    repeating.body = { title: 'You sent', detail: JSON.stringify({ headers, body, query }), headers, body };
  };
  return repeating;
}

/** `an answer`, or the code of the error; what it said is kept. */
export async function outcomeOf(work: Promise<unknown>): Promise<{ code: string; words: string; error?: unknown }> {
  try {
    await work;
    return { code: 'an answer', words: '' };
  } catch (error) {
    said.push(inspect(error, { depth: 9, showHidden: true }), JSON.stringify(error), String((error as Error).stack));
    const code = isSoilError(error) ? error.code : 'an error that is no SoilError';
    return { code, words: String(error), error };
  }
}

/** Runs each fault in each operation where it applies, at most this many at a time; fails with all rows that do not hold. Returns how many rows there were. */
export async function holdRows(faults: readonly Fault[], concerned: readonly Operation[] = operations, atOnce = 12, newClock = () => new PatientClock()): Promise<number> {
  const rows = faults.flatMap((fault) =>
    concerned.flatMap((operation) => {
      const expected = fault.except?.[operation.name] ?? fault.outcome[operation.nature];
      return expected ? [{ fault, operation, expected }] : [];
    }),
  );
  const problems: string[] = [];
  const left = [...rows];
  const lane = async (): Promise<void> => {
    for (let row = left.shift(); row; row = left.shift()) {
      const problem = await problemOf(row.fault, row.operation, row.expected, newClock());
      if (problem) problems.push(problem);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  assert.deepEqual(problems, []);
  return rows.length;
}
