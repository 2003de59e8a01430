import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startSandbox } from '../../src/sandbox/sandbox';
import { requestToken, SandboxClient, SMALL_FIELD } from './sandbox-client';

/** The outcome of a request: its status, or how the connection broke. */
async function outcome(ask: () => Promise<{ status: number }>): Promise<number | string> {
  try {
    return (await ask()).status;
  } catch (error) {
    const { message, cause } = error as Error & { cause?: Error };
    return `${message} ${cause?.message ?? ''}`;
  }
}

describe('the faults that the sandbox rehearses', () => {
  it('befall no request if none are asked for', async () => {
    const client = await SandboxClient.start({ random: () => 0 });
    try {
      for (let n = 0; n < 5; n++) assert.equal((await client.get('/v1/datasets')).status, 200);
    } finally {
      await client.close();
    }
  });

  it('are of each kind, by chance, and befall the share that is asked for', async () => {
    const chances: number[] = [];
    const client = await SandboxClient.start({ faultPercent: 20, random: () => chances.shift() ?? 0.2 });
    const befallen = (kind: number): Promise<number | string> => {
      chances.push(0.19, kind);
      return outcome(() => client.get('/v1/datasets'));
    };
    try {
      assert.deepEqual([await befallen(0), await befallen(0.3), await befallen(0.5)], [429, 500, 503]);
      // Nothing came, or half of the answer: of the last kind, the beginning arrives.
      for (const kind of [0.7, 0.99]) assert.match(String(await befallen(kind)), /fetch failed|terminated|other side closed/);
      chances.push(0.199, 0);
      const { headers, json } = await client.get('/v1/datasets');
      assert.deepEqual([headers.get('retry-after'), json.title], ['1', 'Too Many Requests']);
      assert.equal((await client.get('/v1/datasets')).status, 200);
    } finally {
      await client.close();
    }
  });

  it('cut an answer to what was done, or leave undone what got no answer', async () => {
    const chances: number[] = [];
    const lines: string[] = [];
    const directory = await mkdtemp(path.join(os.tmpdir(), 'sandbox-faults-'));
    const client = await SandboxClient.start({ faultPercent: 50, random: () => chances.shift() ?? 0.9, log: (line) => lines.push(line), directory });
    try {
      for (const [kind, jobs] of [[0.7, 0], [0.99, 1]] as const) {
        chances.push(0, kind);
        assert.equal(typeof (await outcome(() => client.post('/v1/soil-data-by-geometry/queries', { geometry: SMALL_FIELD }))), 'string');
        assert.equal((await readdir(path.join(directory, 'jobs'))).length, jobs, `jobs after ${kind}`);
      }
      const whole = await fetch(`${client.sandbox.baseUrl}/v1/datasets`, { headers: { authorization: `Bearer ${client.token}` } });
      assert.equal(whole.status, 200);
      await whole.text();
      chances.push(0, 0.99);
      const half = await fetch(`${client.sandbox.baseUrl}/v1/datasets`, { headers: { authorization: `Bearer ${client.token}` } });
      assert.equal(half.status, 200);
      await assert.rejects(half.text());
      assert.equal(lines.filter((line) => line.includes(' cut ')).length, 3, lines.join('\n'));
    } finally {
      await client.close();
      await rm(directory, { recursive: true });
    }
  });

  it('befall tokens, too', async () => {
    const sandbox = await startSandbox({ faultPercent: 100, random: () => 0.5 });
    try {
      assert.equal((await requestToken(sandbox)).status, 503);
    } finally {
      await sandbox.close();
    }
  });
});
