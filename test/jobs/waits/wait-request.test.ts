import assert from 'node:assert/strict';
import { termsOf, type WaitRequest } from '../../../src/jobs/waits/wait-request';
import { ScriptedService } from '../scripted-service';

const service = new ScriptedService();
const request = (more: object = {}): WaitRequest => ({
  service, job: service.jobAddress('7'), node: 'wait', message: {}, timeoutMinutes: 2, firstPollSeconds: 3, maxPollSeconds: 4, ...more,
});
const bare = {
  id: 'id', node: 'wait', service: 'test', kind: 'geometry', job: '7', url: 'https://api.example/geometry/7', at: 5, timeoutMs: 120_000, firstPollMs: 3000, maxPollMs: 4000,
};

describe('What the ledger keeps of a wait', () => {
  it('is its job, its node and its times', () => {
    assert.deepEqual(termsOf(request(), 'id', 5), bare);
  });

  it('is when the job was submitted, if that can be read', () => {
    const submitted = (submittedAt: unknown): number | undefined => termsOf(request({ job: { ...service.jobAddress('7'), submittedAt } }), 'id', 5).submittedAt;
    assert.equal(submitted('1970-01-01T00:00:01Z'), 1000);
    for (const none of ['', 'yesterday', undefined]) assert.deepEqual(termsOf(request({ job: { ...service.jobAddress('7'), submittedAt: none } }), 'id', 5), bare);
  });

  it('is the size of the area, if the message has one', () => {
    const hectares = (soil: unknown): number | undefined => termsOf(request({ message: { soil } }), 'id', 5).hectares;
    assert.deepEqual([12.5, 0].map((size) => hectares({ area: { hectares: size } })), [12.5, 0]);
    for (const soil of [undefined, null, {}, { area: null }, { area: {} }, { area: { hectares: '3' } }, { area: { hectares: -1 } }, { area: { hectares: Infinity } }]) {
      assert.deepEqual(termsOf(request({ message: { soil } }), 'id', 5), bare, JSON.stringify(soil));
    }
  });
});
