import assert from 'node:assert/strict';
import { LARGE_AREA, SandboxClient } from './sandbox-client';

describe('a job of the sandbox', () => {
  const clock = { time: Date.UTC(2026, 0, 1), now: () => clock.time };
  let client: SandboxClient;
  before(async () => {
    client = await SandboxClient.start({ clock, jobSeconds: 10 });
  });
  after(() => client.close());

  const operations = [
    { operation: 'soil-data-by-geometry/queries', words: ['Created', 'Active', 'Completed'] },
    { operation: 'soil-data-by-area-queries', words: ['PotentialActionStatus', 'ActiveActionStatus', 'CompletedActionStatus'] },
  ];
  for (const { operation, words } of operations) {
    it(`goes through several states: ${operation}`, async () => {
      const created = await client.post(`/v1/${operation}`, { geometry: LARGE_AREA });
      assert.equal(created.status, 201);
      assert.deepEqual(Object.keys(created.json), ['Location']);
      assert.ok(created.json.Location.startsWith(`${client.sandbox.baseUrl}/v1/${operation}/`));
      const start = clock.time;
      const seen: string[] = [];
      for (const seconds of [0, 5, 10]) {
        clock.time = start + seconds * 1000;
        const { json } = await client.get(created.json.Location);
        seen.push(json.actionStatus);
        if (seconds === 5) assert.match(json.description, /\b50 % done/);
        assert.equal(json.type, 'Action');
        assert.equal(json.id, created.json.Location);
        assert.equal(json.startTime, new Date(start).toISOString());
        assert.equal(json.endTime, seconds === 10 ? new Date(start + 10_000).toISOString() : undefined);
        assert.equal(json.result?.type, seconds === 10 ? 'DataDownload' : undefined);
      }
      assert.deepEqual(seen, words);
    });
  }

  it('is known only to the operation that made it', async () => {
    const location = await client.createJob({ geometry: LARGE_AREA });
    const id = location.split('/').at(-1) ?? '';
    assert.match(id, /^[0-9a-f-]{36}$/);
    assert.equal((await client.get(`/v1/soil-data-by-area-queries/${id}`)).status, 404);
  });

  it('fails if only locked datasets are requested', async () => {
    const location = await client.createJob({ geometry: LARGE_AREA, datasets: [112] });
    clock.time += 10_000;
    const { json } = await client.get(location);
    assert.equal(json.actionStatus, 'Failed');
    assert.match(json.description, /locked/);
    assert.equal(json.result, undefined);
    const other = await client.createJob({ geometry: LARGE_AREA, datasets: [112, 101] });
    clock.time += 10_000;
    assert.equal((await client.get(other)).json.actionStatus, 'Completed', 'with another one');
  });

  it('accepts both spellings of the dataset list', async () => {
    const plain = await client.post('/v1/soil-data-by-geometry/queries', { geometry: LARGE_AREA, datasets: [999] });
    const camel = await client.post('/v1/soil-data-by-geometry/queries', { geometry: LARGE_AREA, dataSets: [999] });
    assert.deepEqual([plain.status, camel.status], [400, 400]);
    assert.match(camel.json.detail, /dataSets: there is no 999/);
  });
});
