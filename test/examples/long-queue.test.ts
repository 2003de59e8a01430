import assert from 'node:assert/strict';
import type { FlowNode } from './example';
import { RunningExamples } from './running-examples';

const NAME = 'soil of a posted polygon';
const POLYGON = 'POLYGON ((5.665 51.987, 5.668 51.987, 5.668 51.989, 5.665 51.989, 5.665 51.987))';

/** How long programs wait here, seconds: a busy machine answers what has its turn well before that. */
const PATIENCE = 8;
/** The turn of the last one comes much later. */
const MANY = 20;

/** A service that takes one request a second, and programs that wait for less than the turns of all take. */
function slow(_name: string, flow: FlowNode[]): void {
  Object.assign(flow.find(({ type }) => type === 'soil-service') ?? {}, { requestsPerSecond: 1, maxConcurrent: 1 });
  Object.assign(flow.find(({ type }) => type === 'delay') ?? {}, { timeout: String(PATIENCE) });
}

describe('The example soil of a posted polygon, when many ask at once', function () {
  this.timeout(120_000);
  let run: RunningExamples;
  /** How many asked before. */
  let asked = 0;

  before(async () => {
    run = await RunningExamples.start([NAME], slow);
    // The first of all may take longer than programs wait here: what a request needs is loaded then.
    for (let status = 0; status !== 200; asked++) ({ status } = await run.nodeRed.post('/soil/topsoil', { type: 'Point', coordinates: [5.666, 51.988] }));
    await run.shown(NAME, 'topsoil', asked);
  });
  after(() => run.stop());

  it('answers in time even those whose turn has not come: with 503, what to do, and when', async () => {
    let isOver = false;
    const shown = run.shown(NAME, 'topsoil', asked + MANY).finally(() => (isOver = true));
    const answers = await Promise.all(Array.from({ length: MANY }, async () => {
      const answer = await fetch(`${run.nodeRed.address}/soil/topsoil`, { method: 'POST', headers: { 'content-type': 'text/plain', connection: 'close' }, body: POLYGON });
      return { status: answer.status, after: answer.headers.get('retry-after'), body: (await answer.json()) as { error?: string; code?: string; soil?: object[] } };
    }));
    assert.ok(!isOver, "the last one's turn came before the last answer");
    const [answered, late] = [200, 503].map((wanted) => answers.filter(({ status }) => status === wanted));
    assert.equal(answered!.length + late!.length, MANY, JSON.stringify(answers.map(({ status }) => status)));
    assert.ok(answered!.length > 0 && late!.length > 0);
    for (const { body } of answered!) assert.ok(body.soil?.length);
    for (const { body, after } of late!) assert.deepEqual([body.code, /again/.test(body.error ?? ''), after], ['SOIL_UNAVAILABLE', true, '30']);
    // What comes after the answer is shown, and is no error: nobody waits for it.
    assert.equal((await shown).length, asked + MANY);
  });

  it('answers as before once the queue is short', async () => {
    const { status, text } = await run.nodeRed.post('/soil/topsoil', { type: 'Point', coordinates: [5.666, 51.988] });
    assert.equal(status, 200, text);
    // At the end of that time, nobody waits for it: it is not answered twice, which would be an error.
    await new Promise((resolve) => setTimeout(resolve, (PATIENCE + 0.5) * 1000));
    assert.equal((await run.shown(NAME, 'topsoil', asked + MANY + 1)).length, asked + MANY + 1);
  });
});
