import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { capacityFor } from './capacity';
import { simulateFleet, type FleetFigures } from './simulated-fleet';

/** What docs/scaling.md calculates with: the mix of jobs of the simulation. */
const ASSUMED = { jobSeconds: 25, pollsPerJob: 4.6, fileBytes: 100_000 };
const MILLION = 1_000_000;

function assertNear(value: number, expected: number, share: number, what: string): void {
  assert.ok(Math.abs(value - expected) <= share * expected, `${what}: ${value}, and ${expected} was calculated`);
}

describe('The calculation of docs/scaling.md', () => {
  for (const instances of [1, 10, 100]) {
    it(`holds for a million fields a day on ${instances} instance${instances > 1 ? 's' : ''} with the real scheduler, journal and gate`, async () => {
      const capacity = capacityFor({ ...ASSUMED, fieldsPerDay: MILLION, instances });
      // The share of each is rounded up a little: at exactly the mean, every peak would queue.
      const figures = await simulateFleet({ instances, fieldsPerDay: MILLION, requestsPerSecondOfEach: 1.3 * capacity.shareOfEach, minutes: 1, seed: 11 });
      assertNear(figures.completedPerDay, MILLION, 0.06, 'fields a day');
      assertNear(figures.requestsPerSecond, capacity.requestsPerSecond, 0.1, 'requests a second');
      // A message waits for the next poll, too.
      assertNear(figures.pendingInEach, capacity.pendingInEach * (1 + figures.delay / ASSUMED.jobSeconds), 0.15, 'jobs at a time');
      assert.ok(figures.delay < 6, `${figures.delay} s from completion to message`);
    }).timeout(300_000);
  }

  it('is bounded by the rate limit of the service: beyond it, requests stay at the limit, and messages come later', async () => {
    const limit = 20;
    const [below, beyond] = [await fleetAt(limit, 0.25 * MILLION), await fleetAt(limit, MILLION)] as [FleetFigures, FleetFigures];
    assert.ok(beyond.requestsPerSecond <= 1.01 * limit, `${beyond.requestsPerSecond} requests a second`);
    assertNear(beyond.requestsPerSecond, limit, 0.05, 'requests a second');
    // One request to create a job and one to find it done: less is not possible.
    assert.ok(beyond.completedPerDay <= (limit / 2) * 86_400 * 1.01);
    assert.ok(beyond.delay > 3 * below.delay, `${beyond.delay} s against ${below.delay} s`);
  }).timeout(300_000);

  it('gives the figures of its table', async () => {
    const text = await readFile(path.resolve(__dirname, '..', '..', 'docs', 'scaling.md'), 'utf8');
    const rows = [...text.matchAll(/^\| ([\d,]+) \| ([\d,]+) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|$/gm)];
    assert.equal(rows.length, 9);
    for (const [line, fieldsPerDay, instances, all, each, pending, megabytes] of rows) {
      const plain = (number: string | undefined): number => Number(number?.replaceAll(',', ''));
      const capacity = capacityFor({ ...ASSUMED, fieldsPerDay: plain(fieldsPerDay), instances: plain(instances) });
      const expected = [capacity.requestsPerSecond, capacity.shareOfEach, capacity.pendingInEach, capacity.bytesPerSecondOfEach / 1e6];
      assert.deepEqual([all, each, pending, megabytes], expected.map(shown), line);
    }
  });
});

async function fleetAt(limit: number, fieldsPerDay: number): Promise<FleetFigures> {
  return simulateFleet({ instances: 2, fieldsPerDay, requestsPerSecondOfEach: limit / 2, minutes: 1, seed: 12 });
}

/** Two significant digits, as in the table. */
function shown(value: number): string {
  return String(Number(value.toPrecision(2)));
}
