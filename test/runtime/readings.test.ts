import assert from 'node:assert/strict';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { journalOf } from '../../src/jobs/job-store';
import type { FlowNode } from '../nodes/flow';
import { rows } from '../nodes/read-flow';
import { writtenZip } from '../records/written-zip';
import { until } from '../time/until';
import { linesOf, node, type Line } from './job-flow';
import { newUserDirectory, NodeRedProcess } from './node-red-process';

const ROWS = 200_000;

describe('A Node-RED that ends while soil-read reads', function () {
  this.timeout(300_000);
  let nodeRed: NodeRedProcess | undefined;
  let out: string;
  let file: string;
  let next: string;
  afterEach(() => nodeRed?.remove());

  /** Reads the file that is posted to /read, and appends what comes out to a file, one line each. */
  function flowInto(lines: string): object[] {
    return [
      { id: 'tab', type: 'tab', label: 'readings' },
      node('in', 'http in', [['take']], { url: '/read', method: 'post' }),
      node('take', 'change', [['accepted', 'read']], {
        rules: ['topic', 'soil', 'payload'].map((name) => ({ t: 'set', p: name, pt: 'msg', to: `payload.${name === 'payload' ? 'file' : name}`, tot: 'msg' })),
      }),
      node('accepted', 'http response', [], { statusCode: '202' }),
      node('read', 'soil-read', [['line']], { distinct: false }),
      node('line', 'change', [['file']], {
        rules: [{ t: 'set', p: 'payload', pt: 'msg', to: '$string({"topic": topic, "link": $string($count(payload)), "again": soil.job.redelivered})', tot: 'jsonata' }],
      }),
      node('file', 'file', [[]], { filename: lines, filenameType: 'str', appendNewline: true, overwriteFile: 'false' }),
      node('catch', 'catch', [['failed']], { scope: null }),
      node('failed', 'change', [['file']], { rules: [{ t: 'set', p: 'payload', pt: 'msg', to: '$string({"topic": topic, "error": error.code})', tot: 'jsonata' }] }),
    ];
  }

  async function begin(): Promise<NodeRedProcess> {
    const userDirectory = await newUserDirectory();
    [out, file, next] = ['lines.txt', 'large.zip', 'next.zip'].map((name) => path.join(userDirectory, name)) as [string, string, string];
    await appendFile(out, '');
    await writeFile(file, await writtenZip({ 'a.csv': rows(ROWS) }));
    await writeFile(next, await writtenZip({ 'a.csv': rows(ROWS / 4) }));
    const begun = (nodeRed = await NodeRedProcess.start({ flow: flowInto(out), userDirectory }));
    const { status, text } = await begun.post('/read', { topic: 'mine', file, soil: { job: { id: 'j1', url: 'https://api.example/j1' } } });
    assert.equal(status, 202, text);
    const journal = journalOf(path.join(userDirectory, 'soil-data'));
    await until(async () => /"reads":true/.test(await readFile(journal, 'utf8').catch(() => '')), 'a line in the journal');
    return begun;
  }

  /** What came out before a message that comes in now, with a file that takes a while as well: what comes a second time would be out by then. */
  async function lines(): Promise<Line[]> {
    await until(async () => (await linesOf(out)).length > 0, 'a line');
    await until(async () => (await nodeRed?.post('/read', { topic: 'next', file: next, soil: {} }))?.status === 202, 'the flow takes messages');
    const isNext = ({ topic }: Line): boolean => topic === 'next';
    await until(async () => (await linesOf(out)).some(isNext), 'the next message has come out');
    return (await linesOf(out)).filter((line) => !isNext(line));
  }

  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    it(`sends its message on once, whole, after ${signal}`, async () => {
      const before = await begin();
      await before.signal(signal);
      assert.deepEqual(await linesOf(out), []);
      nodeRed = await NodeRedProcess.start({ userDirectory: before.userDirectory });
      assert.deepEqual(await lines(), [{ topic: 'mine', link: String(ROWS) }]);
      assert.deepEqual(nodeRed.log.flatMap((line) => /under way before the start: .*$/.exec(line) ?? []), ['under way before the start: 1 file.']);
    });
  }

  it('gives up with an error after three processes have ended over it', async () => {
    nodeRed = await begin();
    const { userDirectory } = nodeRed;
    for (const processes of [2, 3]) {
      await nodeRed.signal('SIGKILL');
      nodeRed = await NodeRedProcess.start({ userDirectory });
      await until(async () => (await readFile(journalOf(path.join(userDirectory, 'soil-data')), 'utf8')).includes(`"processes":${processes}`), `process ${processes}`);
    }
    await nodeRed.signal('SIGKILL');
    nodeRed = await NodeRedProcess.start({ userDirectory });
    assert.deepEqual(await lines(), [{ topic: 'mine', error: 'SOIL_CONFIG' }]);
  });

  it('drops it if the node is deleted by a deploy, with a line in the log', async () => {
    const running = await begin();
    await running.deploy(flowInto(out).filter((node) => (node as FlowNode).id !== 'read'));
    await until(() => running.log.some((line) => /soil-read node read was deleted: the file of job j1 is not read/.test(line)), 'a line in the log');
    assert.deepEqual(await linesOf(out), []);
  });
});
