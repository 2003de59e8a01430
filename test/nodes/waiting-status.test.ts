import { oneNode } from './one-node';
import { sendJson } from './service-stand-in';

describe('What soil-wait shows', () => {
  const start = oneNode();

  it('is a job that came in, also before its first reading: not that those of the night before are done', async () => {
    const result = { url: 'https://files.example.com/a.zip' };
    const { flow } = await start('soil-wait', { firstPoll: 0.02 }, ({ url }, response) => {
      // Of the second job, the service tells nothing.
      if (url?.endsWith('/first')) sendJson(response, 200, { actionStatus: 'Completed', result });
    });
    flow.send('node', { payload: 'first' });
    await flow.shows('node', { fill: 'green', shape: 'dot', text: '1 done' });
    flow.send('node', { payload: 'second' });
    await flow.shows('node', { fill: 'blue', shape: 'dot', text: 'polling 1 · 1 done' });
  });
});
