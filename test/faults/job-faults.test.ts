import assert from 'node:assert/strict';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { SoilErrorCode } from '../../src/errors/soil-error';
import { JobKeeper } from '../../src/jobs/job-keeper';
import type { WaitListener } from '../../src/jobs/waits/wait-listener';
import type { Job } from '../../src/service/job';
import { waitListener } from '../jobs/wait-listener';
import { canaries, canariesIn, signedQuery } from '../secrets/canaries';
import { startScriptedServer, type Instruction } from '../servers/scripted-server';
import { PatientClock } from '../time/patient-clock';
import { outcomeOf, repeatingWhatItGot, said, serviceAt } from './fault-run';
import { BY_GEOMETRY, goodToken, TOKEN_ROUTE } from './operations';

const ID = '6f1c1c1e-0000-4000-8000-000000000001';
const JOB_PATH = `${BY_GEOMETRY}/${ID}`;
const READ = `GET ${JOB_PATH}`;
const LINK = `https://files.example/${ID}.zip?${signedQuery()}`;

const created: Instruction = { status: 201, body: { Location: JOB_PATH } };
const state = (actionStatus: string, more: object = {}): Instruction => ({ body: { type: 'Action', actionStatus, ...more } });
const running = state('ActiveActionStatus');
const completed = state('Completed', { result: { type: 'DataDownload', url: LINK, expires: '2026-01-02T00:00:00Z' } });
const forbidden: Instruction = { status: 403, body: { title: 'Forbidden' } };
const times = (count: number, instruction: Instruction): Instruction[] => Array.from({ length: count }, () => instruction);

interface Row {
  name: string;
  /** Answers to the readings of the job. */
  readings: Instruction[];
  ends: 'completed' | SoilErrorCode;
  tokens?: number;
}

const passing = (name: string, ...faults: Instruction[]): Row => ({ name, readings: [running, ...faults, running, completed], ends: 'completed' });

const rows: Row[] = [
  { name: 'no fault', readings: [running, completed], ends: 'completed' },
  { name: '404 straight after the creation', readings: [...times(4, { status: 404 }), running, completed], ends: 'completed' },
  { name: '403 straight after the creation', readings: [...times(4, forbidden), running, completed], ends: 'completed' },
  { name: '401 between two readings', readings: [running, { status: 401 }, completed], ends: 'completed', tokens: 2 },
  { name: '401 for a fresh token too', readings: [running, { status: 401 }, { status: 401 }, completed], ends: 'completed', tokens: 2 },
  ...[500, 502, 503, 504, 408, 425].map((status) => passing(String(status), { status })),
  passing('500 with an HTML page', { status: 500, headers: { 'content-type': 'text/html' }, body: '<html>' }),
  passing('501, which is not repeated by itself', { status: 501 }),
  ...['3', 'soon', '-1', new Date(0).toUTCString()].map((pause) => passing(`429 with Retry-After ${pause}`, { status: 429, headers: { 'retry-after': pause } })),
  passing('a captive portal, for three readings', ...times(3, { headers: { 'content-type': 'text/html' }, body: '<html>' })),
  passing('a redirect, for three readings', ...times(3, { status: 302, headers: { location: 'http://127.0.0.1:1/' } })),
  passing('204, for three readings', ...times(3, { status: 204 })),
  passing('broken JSON, for three readings', ...times(3, { body: '{' })),
  passing('JSON that is no job', { body: '{"id": 1}' }),
  passing('a reset in the body', { ...running, cutAfter: 3 }),
  passing('a reset', { reset: 'after-reading' }),
  passing('one refusal', forbidden),
  passing('two refusals', forbidden, forbidden),
  passing('404 of a gateway while the service starts anew', ...times(9, running), ...times(4, { status: 404 })),
  passing('an unknown status', state('Teleporting')),
  passing('a status that goes backward', state('PotentialActionStatus'), running, state('queued')),
  passing('__proto__ in the status', { body: '{"actionStatus": "ActiveActionStatus", "__proto__": {"actionStatus": "Completed"}}' }),
  { name: 'completed ahead of the link', readings: [state('Completed'), state('Completed', { result: {} }), completed], ends: 'completed' },
  { name: 'completed and never a link, for a minute', readings: times(8, state('Completed')), ends: 'SOIL_RESPONSE' },
  { name: 'completed with a link that is none', readings: times(8, state('Completed', { result: { url: 'javascript:alert(1)' } })), ends: 'SOIL_RESPONSE' },
  { name: 'refusals for a minute', readings: [running, ...times(6, forbidden)], ends: 'SOIL_REQUEST' },
  { name: 'gone', readings: [running, ...times(3, { status: 410 })], ends: 'SOIL_REQUEST' },
  { name: 'failed', readings: [running, state('FailedActionStatus', { description: `failed for ${canaries.accessToken}: see ${LINK}` })], ends: 'SOIL_JOB_FAILED' },
  { name: 'cancelled at the service', readings: [state('cancelled')], ends: 'SOIL_JOB_FAILED' },
];

describe('A job under faults', function () {
  this.timeout(300_000);
  let root: string;
  before(async () => (root = await mkdtemp(path.join(os.tmpdir(), 'soil-faults-'))));
  after(() => rm(root, { recursive: true }));

  /** Submits one job, waits for it, and returns how that ended. */
  async function problemOf({ name, readings, ends, tokens = 1 }: Row): Promise<string | undefined> {
    const server = await startScriptedServer();
    server.script(TOKEN_ROUTE, ...[canaries.accessToken, canaries.renewedToken, `${canaries.accessToken}-3`].slice(0, tokens).map(goodToken));
    server.script(`POST ${BY_GEOMETRY}`, created);
    server.script(READ, ...readings.map(repeatingWhatItGot));
    const service = serviceAt(server.origin);
    const clock = new PatientClock();
    const keeper = await JobKeeper.acquire(path.join(root, name.replaceAll(/\W/g, '-')), { clock, random: () => 0.5, log: (line) => said.push(line) });
    const outcomes: string[] = [];
    const ended = new Promise<void>((resolve) => {
      const listener: WaitListener = waitListener({
        poll: (progress) => void said.push(JSON.stringify(progress)),
        troubled: (error) => void outcomeOf(Promise.reject(error)),
        completed: (_message, job) => resolve(void outcomes.push(job.result?.url === LINK ? 'completed' : 'completed with another link')),
        failed: (_message, error) => resolve(void outcomeOf(Promise.reject(error)).then(() => outcomes.push(error.code))),
      });
      keeper.waits.attach('wait', service, listener);
    });
    try {
      const query = { geometry: 'POINT (5 52)' };
      const job = await keeper.submissions.submit({ service, kind: 'geometry', query, reuse: false, options: {}, node: 'submit', message: { _msgid: name } });
      await keeper.waits.accept({ service, job, node: 'wait', message: { _msgid: name }, timeoutMinutes: 60, firstPollSeconds: 2, maxPollSeconds: 60 });
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 240_000).unref())]);
      await new Promise((resolve) => setImmediate(resolve));
      const problems = [...(outcomes.join() === ends ? [] : [`${outcomes.join()} instead of ${ends}`]), ...server.unused()];
      return problems.length > 0 ? `${name}: ${problems.join('; ')}` : undefined;
    } finally {
      await keeper.release();
      await service.close();
      await server.close();
    }
  }

  it('is waited for as long as it may complete, and given up only if the service says so', async () => {
    assert.deepEqual((await Promise.all(rows.map(problemOf))).filter(Boolean), []);
  });

  const refusals: [name: string, answer: Instruction, code: SoilErrorCode | 'an answer', requests: number][] = [
    ['reset after the service took it', { reset: 'after-reading' }, 'SOIL_SUBMIT_UNKNOWN', 1],
    ['no answer', { silent: true }, 'SOIL_SUBMIT_UNKNOWN', 1],
    ['503', { status: 503 }, 'SOIL_SUBMIT_UNKNOWN', 1],
    ['504 with Retry-After', { status: 504, headers: { 'retry-after': 1 } }, 'SOIL_SUBMIT_UNKNOWN', 1],
    ['a cut answer', { ...created, cutAfter: 3 }, 'SOIL_SUBMIT_UNKNOWN', 1],
    ['a captive portal', { headers: { 'content-type': 'text/html' }, body: '<html>' }, 'SOIL_RESPONSE', 1],
    ['an address elsewhere', { body: { Location: 'https://elsewhere.example/v1/soil-data-by-geometry/queries/1' } }, 'SOIL_RESPONSE', 1],
    ['422', { status: 422 }, 'SOIL_REQUEST', 1],
    ['429, then taken', { status: 429, headers: { 'retry-after': 1 } }, 'an answer', 2],
  ];

  for (const [name, fault, code, requests] of refusals) {
    it(`is asked for ${requests === 1 ? 'once' : `${requests} times`} if the answer is ${name}, even after a restart`, async () => {
      const server = await startScriptedServer();
      server.script(TOKEN_ROUTE, goodToken(canaries.accessToken));
      server.script(`POST ${BY_GEOMETRY}`, repeatingWhatItGot(fault), ...times(requests - 1, created));
      const service = serviceAt(server.origin);
      const directory = path.join(root, `creation-${name.replaceAll(/\W/g, '-')}`);
      const parts = { clock: new PatientClock(), log: (line: string) => void said.push(line) };
      const keeper = await JobKeeper.acquire(directory, parts);
      const query = { geometry: 'POINT (5 52)' };
      const message = { _msgid: name, payload: LINK };
      const came = await outcomeOf(keeper.submissions.submit({ service, kind: 'geometry', query, reuse: true, options: {}, node: 'submit', message }));
      await keeper.release();
      const restarted = await JobKeeper.acquire(directory, parts);
      const news: (string | Job)[] = [];
      restarted.outcomes.attach('submit', { created: (_message, job) => news.push(job), unknown: (_message, error) => news.push(error.code), unsent: () => news.push('unsent') });
      // The next request is sent after the first in any case, and gets the only answer that is left.
      server.script(`POST ${BY_GEOMETRY}`, created);
      await restarted.submissions.submit({ service, kind: 'geometry', query: { geometry: 'POINT (6 52)' }, reuse: false, options: {}, node: 'submit', message: { _msgid: 'next' } });
      await restarted.release();
      await service.close();
      await server.close();
      assert.equal(came.code, code, came.words);
      assert.deepEqual(server.unused(), []);
      // An open question may be reported once more; an existing job may go on once more. Nothing else may happen.
      assert.deepEqual(news.filter((item) => (typeof item === 'string' ? item !== code : code !== 'an answer')), []);
    });
  }

  it('leaves nothing secret on the disk, nor in what was said', async () => {
    const folders = await readdir(root);
    assert.ok(folders.length > rows.length);
    for (const folder of folders) {
      for (const file of await readdir(path.join(root, folder))) {
        assert.deepEqual(canariesIn(await readFile(path.join(root, folder, file))), [], `${folder}/${file}`);
      }
    }
    assert.deepEqual([...new Set(said.flatMap(canariesIn))], []);
  });
});
