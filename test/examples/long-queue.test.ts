import assert from 'node:assert/strict';
import type { FlowNode } from './example';
import { RunningExamples } from './running-examples';

const NAME = 'soil of a posted polygon';
const POLYGON = 'POLYGON ((5.665 51.987, 5.668 51.987, 5.668 51.989, 5.665 51.989, 5.665 51.987))';

/** A service that takes one request a second, and programs that wait four seconds. */
function slow(_name: string, flow: FlowNode[]): void {
  Object.assign(flow.find(({ type }) => type === 'soil-service') ?? {}, { requestsPerSecond: 1, maxConcurrent: 1 });
  Object.assign(flow.find(({ type }) => type === 'delay') ?? {}, { timeout: '4' });
}

describe('The example soil of a posted polygon, when many ask at once', function () {
  this.timeout(120_000);
  let run: RunningExamples;

  before(async () => (run = await RunningExamples.start([NAME], slow)));
  after(() => run.stop());

  it('answers in time even those whose turn has not come: with 503, what to do, and when', async () => {
    const began = Date.now();
    const answers = await Promise.all(Array.from({ length: 12 }, async () => {
      const answer = await fetch(`${run.nodeRed.address}/soil/topsoil`, { method: 'POST', headers: { 'content-type': 'text/plain', connection: 'close' }, body: POLYGON });
      return { status: answer.status, after: answer.headers.get('retry-after'), body: (await answer.json()) as { error?: string; code?: string; soil?: object[] } };
    }));
    assert.ok(Date.now() - began < 9_000, `${Date.now() - began} ms, where the last one's turn comes after eleven seconds`);
    const [answered, late] = [200, 503].map((wanted) => answers.filter(({ status }) => status === wanted));
    assert.equal(answered!.length + late!.length, 12, JSON.stringify(answers.map(({ status }) => status)));
    assert.ok(answered!.length > 0 && late!.length > 0);
    for (const { body } of answered!) assert.ok(body.soil?.length);
    for (const { body, after } of late!) assert.deepEqual([body.code, /again/.test(body.error ?? ''), Number(after) > 0], ['SOIL_UNAVAILABLE', true, true]);
    // What comes after the answer is shown, and is no error: nobody waits for it.
    assert.equal((await run.shown(NAME, 'topsoil', 12)).length, 12);
  });

  it('answers as before once the queue is short', async () => {
    const { status, text } = await run.nodeRed.post('/soil/topsoil', { type: 'Point', coordinates: [5.666, 51.988] });
    assert.equal(status, 200, text);
    // Four seconds later, nobody waits for it: it is not answered twice, which would be an error.
    await new Promise((resolve) => setTimeout(resolve, 4_500));
    assert.equal((await run.shown(NAME, 'topsoil', 13)).length, 13);
  });
});
