import assert from 'node:assert/strict';
import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox';
import { seeded } from '../random/seeded';
import { RequestLog } from '../sandbox/request-log';
import { flowOn, linesOf } from './job-flow';
import { newUserDirectory, NodeRedProcess } from './node-red-process';

const KILLS = Number(process.env.SOIL_KILLS ?? 1);
const SEED = Number(process.env.SOIL_SEED ?? 1);
/** A field of 10 ha: what the sandbox has of it is soon made, so that a life has time for more than one. */
const FIELD = 'POLYGON ((5.600 51.950, 5.605 51.950, 5.605 51.953, 5.600 51.953, 5.600 51.950))';
/** Of a start, until earlier jobs are read again. */
const LONGEST_PAUSE_MS = 2000;
/** That many times as long on a busy machine: still less than the 12 s for which a lock is watched whose process is not known to be dead. */
const PATIENCE = Number(process.env.SOIL_PATIENCE ?? 5);

describe('A whole Node-RED that is killed again and again', function () {
  this.timeout(180_000 + KILLS * 60_000);
  let sandbox: Sandbox;
  let nodeRed: NodeRedProcess | undefined;
  const requests = new RequestLog();
  before(async () => (sandbox = await startSandbox({ jobSeconds: 1.5, log: requests.log })));
  after(async () => {
    await nodeRed?.remove();
    await sandbox.close();
  });

  it(`loses no accepted job, submits none twice, and goes on at once (${KILLS} kills, seed ${SEED})`, async () => {
    const random = seeded(SEED);
    const userDirectory = await newUserDirectory();
    const out = path.join(userDirectory, 'lines.txt');
    await appendFile(out, '');
    const accepted = new Set<string>();
    const pauses: number[] = [];
    let sent = 0;

    const start = async (): Promise<NodeRedProcess> => {
      const credentials = { svc: { clientId: sandbox.clientId, clientSecret: sandbox.clientSecret } };
      return NodeRedProcess.start({ flow: flowOn(sandbox, out, { download: true }), credentials, userDirectory });
    };
    const submit = async (process: NodeRedProcess): Promise<void> => {
      const topic = `m${++sent}`;
      const { status } = await process.post('/submit', { soil: { query: { geometry: FIELD } }, topic });
      if (status === 202) accepted.add(topic);
    };

    for (let kill = 0; kill < KILLS; kill++) {
      // Nothing reads between two lives. The first poll of this one may come before the test hears that it has started.
      const before = requests.polls();
      const running = (nodeRed = await start());
      if (accepted.size > (await linesOf(out)).length) pauses.push(await msUntil(() => requests.polls() > before));
      const messages = Promise.allSettled(Array.from({ length: 4 }, async (_, index) => {
        await new Promise((resolve) => setTimeout(resolve, index * 300 * random()));
        await submit(running);
      }));
      await new Promise((resolve) => setTimeout(resolve, 2500 * random()));
      await running.signal('SIGKILL');
      await messages;
    }
    nodeRed = await start();
    await submit(nodeRed);
    const missing = async (): Promise<string[]> => {
      const came = new Set((await linesOf(out)).map(({ topic }) => topic));
      return [...accepted].filter((topic) => !came.has(topic));
    };
    /** What became of the submissions: jobs that came out, and those that are said to be unknown. */
    const outcomes = async (): Promise<number> => {
      const lines = await linesOf(out);
      const jobs = new Set(lines.flatMap(({ job }) => (job ? [job] : [])));
      return jobs.size + lines.filter(({ error }) => error === 'SOIL_SUBMIT_UNKNOWN').length;
    };
    // What is left of a hundred lives takes its time on a busy machine: as long as some of it comes, the rest may follow.
    const isOver = async (): Promise<boolean> => (await missing()).length === 0 && (await outcomes()) >= requests.submissions();
    for (let came = 0, due = Date.now() + 30_000; !(await isOver()) && Date.now() < due; ) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      const now = (await linesOf(out)).length;
      if (now > came) due = Date.now() + 30_000;
      came = now;
    }
    await new Promise((resolve) => setTimeout(resolve, 1000));

    assert.deepEqual(await missing(), [], 'lost');
    const lines = await linesOf(out);
    const unmarked = lines.filter(({ again, error }) => !again && !error).map(({ topic }) => topic);
    assert.equal(new Set(unmarked).size, unmarked.length, 'came out twice without a word');
    const submissions = requests.submissions();
    assert.ok(submissions <= sent, `${submissions} submissions of ${sent} messages`);
    const unknown = lines.filter(({ error }) => error === 'SOIL_SUBMIT_UNKNOWN').length;
    assert.ok((await outcomes()) >= submissions, `${submissions} submissions, ${(await outcomes()) - unknown} jobs that came out and ${unknown} said to be unknown`);
    const slowest = Math.max(0, ...pauses);
    console.log(`  seen: ${sent} messages, ${accepted.size} accepted, ${lines.length} lines, ${submissions} submissions, ${unknown} unknown, going on within ${Math.round(slowest)} ms`);
    assert.ok(slowest < LONGEST_PAUSE_MS * PATIENCE, `${slowest} ms`);
  });
});

async function msUntil(holds: () => boolean): Promise<number> {
  const from = performance.now();
  while (!holds() && performance.now() - from < 20_000) await new Promise((resolve) => setTimeout(resolve, 10));
  return performance.now() - from;
}
