import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { until } from '../time/until';
import { oneNode } from './one-node';
import { sendJson } from './service-stand-in';

describe('What soil-wait shows', () => {
  const start = oneNode();

  it('is a job that came in, even before its first poll: no longer that those of the night before are done', async () => {
    const result = { url: 'https://files.example.com/a.zip' };
    const { flow } = await start('soil-wait', { firstPoll: 0.02 }, ({ url }, response) => {
      // The service says nothing of the second job.
      if (!url?.endsWith('/second')) sendJson(response, 200, { actionStatus: 'Completed', result });
    });
    flow.send('node', { payload: 'first' });
    await flow.shows('node', { fill: 'green', shape: 'dot', text: '1 done' });
    flow.send('node', { payload: 'second' });
    await flow.shows('node', { fill: 'blue', shape: 'dot', text: 'polling 1 · 1 done' });
    flow.send('node', { payload: 'third' });
    await flow.shows('node', { fill: 'blue', shape: 'dot', text: 'polling 1 · 2 done' });
  });

  it('is an error for a second, and then the jobs that still wait: the next poll may be far off', async () => {
    const { flow } = await start('soil-wait', { firstPoll: 600, maxPoll: 600 }, () => undefined);
    for (const payload of ['first', 'second']) flow.send('node', { payload });
    await flow.shows('node', { fill: 'blue', shape: 'dot', text: 'polling 2' });
    flow.send('node', { soilAction: 'cancel', soil: { job: { id: 'first' } } });

    await flow.shows('node', { fill: 'red', shape: 'ring', text: 'cancelled' });
    await setTimeout(500);
    assert.equal(flow.statuses('node').at(-1)?.text, 'cancelled');
    await flow.shows('node', { fill: 'blue', shape: 'dot', text: 'polling 1' });
  });

  it('is in yellow if the service says that something is wrong with the result', async () => {
    const result = { url: 'https://files.example.com/a.zip' };
    const { flow } = await start('soil-wait', { firstPoll: 0.02 }, (_, response) => sendJson(response, 200, { actionStatus: 'CompletedWithErrors', result }));
    flow.send('node', { payload: 'first' });
    const problem = 'The service calls the job "CompletedWithErrors", so some of the data may be missing.';
    assert.deepEqual((await flow.message('out')).soil?.job?.problems, [problem]);
    await flow.shows('node', { fill: 'yellow', shape: 'ring', text: '1 done' });
    assert.ok(flow.logged().includes(`Job first: ${problem}`));
  });

  it('is the jobs of an earlier life at once, even before their first poll', async () => {
    const before = await start('soil-wait', { firstPoll: 600, maxPoll: 600 }, () => undefined);
    for (const payload of ['first', 'second']) before.flow.send('node', { payload });
    await before.flow.shows('node', { fill: 'blue', shape: 'dot', text: 'polling 2' });
    // No poll ever ends.
    const flow = await before.restart();
    await flow.shows('node', { fill: 'blue', shape: 'dot', text: 'polling 2' });
  });

  it('is that the status of a job cannot be read, even while further jobs come in', async () => {
    const { flow } = await start('soil-wait', { firstPoll: 600, maxPoll: 600 }, (_, response) => response.end('<html>'));
    // A job whose link is known is read at once.
    flow.send('node', { soil: { job: { id: 'first', result: { url: 'https://files.example.com/a.zip' } } } });
    const fills = () => flow.statuses('node').map(({ fill }) => fill);
    await until(() => fills().includes('yellow'), 'a yellow ring');
    flow.send('node', { payload: 'second' });
    const journal = path.join(flow.userDirectory, 'soil-data', 'jobs.journal');
    await until(async () => (await readFile(journal, 'utf8')).includes('second'), 'it is in the journal');
    // A status comes a tenth of a second after the one before.
    await setTimeout(200);
    assert.deepEqual(fills(), ['blue', 'yellow']);
  });

  it('is that a poll is tried again, before it is given up, and no longer once it is answered', async () => {
    let polls = 0;
    const { flow } = await start('soil-wait', { firstPoll: 0.02, maxPoll: 600 }, (_, response) => {
      if (++polls === 1) sendJson(response, 503, {});
      else sendJson(response, 200, { actionStatus: 'Active' });
    });
    flow.send('node', { payload: 'first' });
    const seen = () => flow.statuses('node').map(({ fill, shape, text }) => `${fill} ${shape} ${text?.replace(/\d+ s/, 'n s')}`);
    await until(() => seen().length === 3, () => seen().join());
    assert.deepEqual(seen(), ['blue dot polling 1', 'yellow ring fails, retry in n s', 'blue dot polling 1']);
  });
});
