import assert from 'node:assert/strict';
import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox';
import { RequestLog } from '../sandbox/request-log';
import { SimulatedClock } from '../time/simulated-clock';
import { until } from '../time/until';
import { AREA, flowOn, linesOf, statusesInto } from './job-flow';
import { newUserDirectory, NodeRedProcess, type ProcessOptions } from './node-red-process';

describe('A second Node-RED on the same user directory', function () {
  this.timeout(300_000);
  let sandbox: Sandbox;
  let requests: RequestLog;
  let clock: SimulatedClock;
  let first: NodeRedProcess | undefined;
  let second: NodeRedProcess | undefined;
  beforeEach(async () => {
    clock = new SimulatedClock(Date.now());
    requests = new RequestLog();
    sandbox = await startSandbox({ jobSeconds: 4, clock, log: requests.log });
  });
  afterEach(async () => {
    await second?.signal('SIGKILL');
    await first?.remove();
    await sandbox.close();
  });

  /** The time of the service moves when a test says so: however slowly a Node-RED starts, the jobs are not completed before. */
  const completeJobs = (): void => clock.setWall(clock.now() + 4000);
  const optionsIn = async (download: boolean): Promise<ProcessOptions & { out: string }> => {
    const userDirectory = await newUserDirectory();
    const out = path.join(userDirectory, 'lines.txt');
    await appendFile(out, '');
    return { out, flow: flowOn(sandbox, out, { download }), credentials: { svc: { clientId: sandbox.clientId, clientSecret: sandbox.clientSecret } }, userDirectory };
  };
  const submit = (nodeRed: NodeRedProcess, topic: string): Promise<unknown> => nodeRed.post('/submit', { soil: { query: { geometry: AREA } }, topic }).catch(() => undefined);

  it('says so, polls none of the jobs of the first, and accepts no new ones', async () => {
    const { out, ...options } = await optionsIn(false);
    const statuses = `${out}.statuses`;
    first = await NodeRedProcess.start(options);
    for (const topic of ['a', 'b']) await submit(first, topic);
    const tokens = (): number => requests.count('POST', /\/oauth\/token$/);
    assert.equal(tokens(), 1);

    second = await NodeRedProcess.start({ ...options, flow: [...(options.flow ?? []), ...statusesInto(statuses)] });
    // No answer comes to this one: it ends at the Catch node.
    void submit(second, 'c');
    await until(async () => (await linesOf(out)).length === 1, 'the second one has refused');
    completeJobs();
    await until(async () => (await linesOf(out)).length >= 3, 'the jobs of the first one have come out');
    await new Promise((resolve) => setTimeout(resolve, 700));

    const lines = (await linesOf(out)).map(({ topic, error }) => [topic, error ?? 'came out']).sort();
    assert.deepEqual(lines, [
      ['a', 'came out'],
      ['b', 'came out'],
      ['c', 'SOIL_STORAGE'],
    ]);
    assert.match(await readFile(statuses, 'utf8'), /^other Node-RED$/m);
    assert.equal(tokens(), 1, 'the second one asked the service for nothing');
    assert.equal(requests.submissions(), 2);
    // For both of its nodes.
    assert.equal(second.log.filter((line) => /soil-data: Another Node-RED \(process \d+\) uses.*Whatever waits goes on once that is over/.test(line)).length, 1, second.log.join('\n'));
  });

  it('takes over by itself what the first one leaves behind, as in a rolling update', async () => {
    const { out, ...options } = await optionsIn(true);
    first = await NodeRedProcess.start(options);
    await submit(first, 'a');
    const { log } = (second = await NodeRedProcess.start(options));
    await until(() => log.some((line) => /Another Node-RED/.test(line)), 'the second one has seen the first');
    await first.signal('SIGTERM');
    await until(() => log.some((line) => /The job journal can be used now: whatever waits goes on/.test(line)), 'the log says that this is over');
    assert.deepEqual(await linesOf(out), []);
    completeJobs();
    await until(async () => (await linesOf(out)).length >= 1, 'the job has come out');
    await new Promise((resolve) => setTimeout(resolve, 700));
    assert.deepEqual((await linesOf(out)).map(({ topic, error }) => [topic, error]), [['a', undefined]], log.join('\n'));
  });
});
