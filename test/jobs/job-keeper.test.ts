import assert from 'node:assert/strict';
import { JobKeeper } from '../../src/jobs/job-keeper';
import type { JobService } from '../../src/jobs/job-service';
import type { Job, JobReading } from '../../src/service/job';
import { MemoryDisk } from './memory-disk';
import { SimulatedClock } from '../time/simulated-clock';

const readings: JobReading[] = [
  { phase: 'running', status: 'Active', description: '' },
  { phase: 'completed', status: 'Completed', description: 'done', result: { url: 'https://files.example/j1?sig=1' } }
];

const service: JobService = {
  identity: 'test',
  createJob: async (kind) => ({ id: 'j1', url: 'https://api.example/j1', kind }),
  readJob: async () => readings.shift() as JobReading,
  jobAddress: (id, kind = 'geometry') => ({ id, url: `https://api.example/${id}`, kind })
};

describe('A job keeper', () => {
  it('submits a job, reads its status until it is completed, and hands over the message', async () => {
    const clock = new SimulatedClock();
    const keeper = await JobKeeper.acquire('a directory', { clock, fileSystem: new MemoryDisk() });
    const message = { payload: 'field 7' };
    const job = await keeper.submit({ service, kind: 'geometry', query: { geometry: 'POINT (1 2)' }, reuse: false, node: 'submit', message });
    assert.equal(job.id, 'j1');
    const done: [unknown, Job][] = [];
    keeper.attach('wait', service, { poll: () => undefined, completed: (...news) => done.push(news), failed: (_message, error) => assert.fail(error) });
    await keeper.wait({ service, job, node: 'wait', message, timeoutMinutes: 10, firstPollSeconds: 2, maxPollSeconds: 60 });
    await clock.advance(10_000);
    assert.deepEqual(done[0]?.[0], message);
    assert.equal(done[0]?.[1].result?.url, 'https://files.example/j1?sig=1');
    await keeper.release();
    assert.equal(clock.pending, 0);
  });
});
