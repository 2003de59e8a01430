import assert from 'node:assert/strict';
import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox';
import { AREA, flowOn, linesOf } from './job-flow';
import { newUserDirectory, NodeRedProcess } from './node-red-process';

describe('A second Node-RED on the same user directory', function () {
  this.timeout(90_000);
  let sandbox: Sandbox;
  let first: NodeRedProcess | undefined;
  let second: NodeRedProcess | undefined;
  before(async () => (sandbox = await startSandbox({ jobSeconds: 4 })));
  afterEach(async () => {
    await second?.signal('SIGKILL');
    await first?.remove();
  });
  after(() => sandbox.close());

  const submit = (nodeRed: NodeRedProcess, topic: string): Promise<unknown> => nodeRed.post('/submit', { soil: { query: { geometry: AREA } }, topic }).catch(() => undefined);

  it('says so, reads none of the jobs of the first, and takes no new ones', async () => {
    const userDirectory = await newUserDirectory();
    const out = path.join(userDirectory, 'lines.txt');
    await appendFile(out, '');
    const options = { flow: flowOn(sandbox, out), credentials: { svc: { clientId: sandbox.clientId, clientSecret: sandbox.clientSecret } }, userDirectory };
    first = await NodeRedProcess.start(options);
    for (const topic of ['a', 'b']) await submit(first, topic);
    const tokens = sandbox.traffic.count('POST', '/oauth/token');
    assert.equal(tokens, 1);

    second = await NodeRedProcess.start(options);
    // No answer comes to this one: it ends at the Catch node.
    void submit(second, 'c');
    const due = Date.now() + 20_000;
    while ((await linesOf(out)).length < 3 && Date.now() < due) await new Promise((resolve) => setTimeout(resolve, 50));
    await new Promise((resolve) => setTimeout(resolve, 700));

    const lines = (await linesOf(out)).map(({ topic, error }) => [topic, error ?? 'came out']).sort();
    assert.deepEqual(lines, [
      ['a', 'came out'],
      ['b', 'came out'],
      ['c', 'SOIL_STORAGE'],
    ]);
    assert.equal(sandbox.traffic.count('POST', '/oauth/token'), tokens, 'the second one asked the service for nothing');
    assert.equal(sandbox.traffic.count('POST', '/v1/soil-data-by-geometry/queries'), 2);
    assert.ok(second.log.some((line) => /Another Node-RED \(process \d+\) uses/.test(line)), second.log.join('\n'));
  });

  it('takes over by itself what the first one leaves, as in a rolling update', async () => {
    const userDirectory = await newUserDirectory();
    const out = path.join(userDirectory, 'lines.txt');
    await appendFile(out, '');
    const slow = await startSandbox({ jobSeconds: 12 });
    try {
      const options = { flow: flowOn(slow, out, { download: true }), credentials: { svc: { clientId: slow.clientId, clientSecret: slow.clientSecret } }, userDirectory };
      first = await NodeRedProcess.start(options);
      await submit(first, 'a');
      second = await NodeRedProcess.start(options);
      const refused = Date.now() + 5000;
      while (!second.log.some((line) => /Another Node-RED/.test(line))) {
        assert.ok(Date.now() < refused, second.log.join('\n'));
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      await first.signal('SIGTERM');
      assert.deepEqual(await linesOf(out), []);
      const due = Date.now() + 40_000;
      while ((await linesOf(out)).length < 1 && Date.now() < due) await new Promise((resolve) => setTimeout(resolve, 100));
      await new Promise((resolve) => setTimeout(resolve, 700));
      assert.deepEqual((await linesOf(out)).map(({ topic, error }) => [topic, error]), [['a', undefined]], second.log.join('\n'));
    } finally {
      await slow.close();
    }
  });
});
