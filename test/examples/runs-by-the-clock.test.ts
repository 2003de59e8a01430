import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { evaluatedOn } from './jsonata';

interface FlowNode {
  type: string;
  name?: string;
  crontab?: string;
  /** What an inject node sends: nothing if it is only a trigger. */
  props?: object[];
  reuse?: boolean;
}

const folder = path.resolve(__dirname, '../../examples');

describe('An example that runs every night', () => {
  const flows = readdirSync(folder).map((file) => [file, JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as FlowNode[]] as const);
  const nightly = flows.filter(([, nodes]) => nodes.some(({ type, crontab, props }) => type === 'inject' && crontab && props?.length));

  it('is there', () => assert.deepEqual(nightly.map(([file]) => file), ['nightly ingestion into SQLite.json', 'scheduled ingestion of fields.json', 'table of fields.json']));

  for (const [file, nodes] of nightly) {
    it(`makes new jobs, even if the links of last night are still valid: ${file}`, () => {
      assert.deepEqual(nodes.filter(({ type }) => type === 'soil-submit').map(({ reuse }) => reuse), [false]);
    });
  }

  it('tells a health check that a field is late after two hours, and that no list came for twenty-six', async () => {
    const [, example] = nightly.find(([file]) => file.startsWith('scheduled'))!;
    const [state, status] = (example.find(({ name }) => name === 'state of the fields') as unknown as { rules: { to: string }[] }).rules.map(({ to }) => to);
    const hoursAgo = (hours: number): number => Date.now() - hours * 3_600_000;
    const told = async (sent: number, stored?: number, started = 100): Promise<unknown> => {
      const flow = { sentAt: { north: hoursAgo(sent) }, storedAt: stored === undefined ? {} : { north: hoursAgo(stored) }, failed: {}, records: {}, startedAt: hoursAgo(started) };
      const payload = (await evaluatedOn(state!, {}, flow)) as { waiting: number; late: number };
      return [payload.waiting, payload.late, await evaluatedOn(status!, { payload }, flow)];
    };
    assert.deepEqual(await told(1.9), [1, 0, 200]);
    assert.deepEqual(await told(2.1), [1, 1, 503]);
    assert.deepEqual(await told(25.9, 25), [0, 0, 200]);
    assert.deepEqual(await told(26.1, 25), [0, 0, 503]);
    assert.deepEqual(await told(26.1, 25, 1), [0, 0, 200], 'just started');
  });
});
