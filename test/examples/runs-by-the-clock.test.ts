import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

interface FlowNode {
  type: string;
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
});
