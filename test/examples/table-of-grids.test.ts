import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import type { FlowNode } from './example';
import { RunningExamples } from './running-examples';

const NAME = 'table of fields';

/** The grids of a file cannot be read, which is known before its records arrive. */
function withoutGrids(_name: string, flow: FlowNode[]): void {
  const named = (name: string): FlowNode => flow.find((node) => node.name === name)!;
  Object.assign(named('read the grids'), { from: 'nothing' });
  Object.assign(flow.find(({ type }) => type === 'trigger')!, { duration: '2' });
  const { z, wires } = named('submit the job') as unknown as { z: string; wires: string[][] };
  wires[0]!.push('asked');
  flow.push({ id: 'asked', type: 'debug', z, name: 'asked', active: true, tosidebar: true, complete: 'topic', targetType: 'msg', x: 0, y: 0, wires: [] });
}

describe('The example table of fields, when the grids of a field cannot be read', function () {
  this.timeout(120_000);
  let run: RunningExamples;

  before(async () => (run = await RunningExamples.start([NAME], withoutGrids)));
  after(() => run.stop());

  it('says so in the row of the field, whether this or its records come first, and requests it again', async () => {
    let table = 1;
    for (const times of [1, 2]) {
      await run.press(NAME, 'every Monday at four');
      assert.deepEqual((await run.shown(NAME, 'asked', times)).map(({ msg }) => msg), Array.from({ length: times }, () => 'large field'));
      for (;; table += 1) {
        await run.shown(NAME, 'written', table);
        const rows = parse(await readFile(path.resolve(run.nodeRed.workingDirectory, 'soil-csv', 'fields.csv'), 'utf8'), { columns: true }) as unknown as Record<string, string>[];
        const own = rows.filter(({ topic }) => topic === 'large field');
        if (own.length === 0 || own.some(({ problem }) => problem === 'asked for, and not there yet')) continue;
        assert.deepEqual(own.map(({ problem }) => /nothing/.test(problem ?? '')), [true], JSON.stringify(own));
        break;
      }
    }
  });
});
