import assert from 'node:assert/strict';
import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox';
import { until } from '../time/until';
import { AREA, linesOf } from './job-flow';
import { newUserDirectory, NodeRedProcess } from './node-red-process';

describe('The waiting for the job of one field, which docs/messages.md stops by its name', function () {
  this.timeout(300_000);
  let sandbox: Sandbox;
  let nodeRed: NodeRedProcess;
  let out: string;
  before(async () => {
    sandbox = await startSandbox({ jobSeconds: 600 });
    const userDirectory = await newUserDirectory();
    out = path.join(userDirectory, 'lines.txt');
    await appendFile(out, '');
    nodeRed = await NodeRedProcess.start({ flow: flow(), credentials: { svc: { clientId: sandbox.clientId, clientSecret: sandbox.clientSecret } }, userDirectory });
  });
  after(async () => {
    await nodeRed.remove();
    await sandbox.close();
  });

  const node = (id: string, type: string, wires: string[][], more: object = {}): object => ({ id, type, z: 'tab', x: 1, y: 1, wires, ...more });
  const set = (p: string, to: string, tot = 'msg', pt = 'msg'): object => ({ t: 'set', p, pt, to, tot });

  function flow(): object[] {
    return [
      { id: 'tab', type: 'tab', label: 'fields' },
      { id: 'svc', type: 'soil-service', mode: 'service', baseUrl: sandbox.baseUrl, authUrl: sandbox.authUrl },
      node('in', 'http in', [['take']], { url: '/submit', method: 'post' }),
      node('take', 'change', [['submit']], { rules: [set('topic', 'payload.topic'), set('soil', 'payload.soil')] }),
      node('submit', 'soil-submit', [['keep']], { service: 'svc', reuse: false }),
      node('keep', 'change', [['wait', 'done']], { rules: [set('jobs[msg.topic]', 'soil.job', 'msg', 'flow')] }),
      node('cancel', 'http in', [['name']], { url: '/cancel', method: 'post' }),
      node('name', 'change', [['done', 'known']], { rules: [set('topic', 'payload.topic')] }),
      node('known', 'switch', [['job']], { property: 'jobs[msg.topic]', propertyType: 'flow', rules: [{ t: 'nnull' }], checkall: 'true', outputs: 1 }),
      node('job', 'change', [['wait']], { rules: [set('soil.job', 'jobs[msg.topic]', 'flow'), set('soilAction', 'cancel', 'str')] }),
      node('wait', 'soil-wait', [[], []], { service: 'svc' }),
      node('done', 'http response', [], { statusCode: '202' }),
      node('catch', 'catch', [['failed']], { scope: ['wait'] }),
      node('failed', 'change', [['file']], { rules: [set('payload', '$string({"topic": topic, "error": error.code})', 'jsonata')] }),
      node('file', 'file', [[]], { filename: out, filenameType: 'str', appendNewline: true, overwriteFile: 'false' }),
    ];
  }

  const waiting = async (): Promise<string[]> => {
    const { jobs } = (await nodeRed.get('/soil-data/jobs')).json() as { jobs: { name: string; state: string }[] };
    return jobs.filter(({ state }) => state === 'waiting').map(({ name }) => name).sort();
  };

  it('ends for that field alone, and for none if the name is not known', async () => {
    for (const topic of ['north', 'south', 'by the river']) await nodeRed.post('/submit', { topic, soil: { query: { geometry: AREA } } });
    await until(async () => (await waiting()).length === 3, 'three jobs that are waited for');
    await nodeRed.post('/cancel', { topic: 'east' });
    await nodeRed.post('/cancel', { topic: 'by the river' });
    await until(async () => (await linesOf(out)).length > 0, 'an error');
    assert.deepEqual(await linesOf(out), [{ topic: 'by the river', error: 'SOIL_CANCELLED' }]);
    assert.deepEqual(await waiting(), ['north', 'south']);
  });
});
