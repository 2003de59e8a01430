import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { depthSlices } from '../../src/profiles/depth-slice';
import { soilProfile } from '../../src/profiles/soil-profile';
import { openExport } from '../../src/records/export-source';
import { RecordReading } from '../../src/records/read-records';
import type { SoilRecord } from '../../src/records/soil-record';
import { root } from '../runtime/node-red-under-test';

describe('npm run demo', function () {
  this.timeout(180_000);
  let clone: string;

  beforeEach(async () => {
    clone = await realpath(await mkdtemp(path.join(tmpdir(), 'demo-test-')));
    await cp(path.join(root, 'dist', 'scripts'), path.join(clone, 'dist', 'scripts'), { recursive: true });
    for (const folder of ['dist/src', 'dist/nodes', 'node_modules', 'examples', 'resources']) await symlink(path.join(root, folder), path.join(clone, folder), 'junction');
  });
  afterEach(() => rm(clone, { recursive: true, maxRetries: 10 }));

  const run = (): Promise<{ code: unknown; output: string; errors: string }> =>
    new Promise((resolve) => {
      execFile(process.execPath, [path.join(clone, 'dist', 'scripts', 'demo.js')], { timeout: 120_000 }, (error, output, errors) => resolve({ code: error?.code ?? 0, output, errors }));
    });

  it('prints the status of each node, the soil of the area, and in the last line the path of the file, whatever an earlier run left', async () => {
    await cp(path.join(root, 'package.json'), path.join(clone, 'package.json'));
    await mkdir(path.join(clone, '.demo'));
    await writeFile(path.join(clone, '.demo', 'flows.json'), '[]');
    const { code, output, errors } = await run();
    assert.equal(code, 0, output + errors);
    for (const node of ['area of interest', 'spatial filters', 'soil properties', 'unlocked datasets', 'submit the job', 'wait until completed', 'download the file']) {
      assert.match(output, new RegExp(`^  ${node} +sandbox · `, 'm'));
    }
    const lines = output.trimEnd().split('\n');
    const { file, bytes, records: count } = JSON.parse(lines.at(-1)!) as { file: string; bytes: number; records: number };
    assert.equal(path.dirname(file), path.join(clone, '.demo', 'soil-data', 'downloads'));
    assert.equal((await stat(file)).size, bytes);
    const records = await recordsIn(file);
    assert.equal(count, records.length);
    assert.deepEqual(tablesIn(lines), [summaryOf(records), await profileOf(records)]);
  });

  it('says at once that nodes could not be loaded, as after an installation that broke off', async () => {
    const manifest = { name: 'node-red-contrib-soil-data', version: '0.1.0', 'node-red': { nodes: { 'soil-area': 'lost.js' } } };
    await writeFile(path.join(clone, 'package.json'), JSON.stringify(manifest));
    const { code, errors } = await run();
    assert.equal(code, 1, errors);
    assert.match(errors, /The demo failed\. Node-RED did not start the flow: it could not load all nodes of the package\./);
  });
});

async function recordsIn(file: string): Promise<SoilRecord[]> {
  const source = await openExport(file);
  try {
    const records: SoilRecord[] = [];
    for await (const batch of new RecordReading(source).batches(0)) records.push(...batch);
    return records;
  } finally {
    await source.close();
  }
}

/** The cells of each table: its head, then its rows. A head stands over a line of dashes, which are as long as their columns are wide. */
function tablesIn(lines: string[]): string[][][] {
  const rules = [...lines.keys()].filter((at) => /^-+(  -+)+$/.test(lines[at]!));
  return rules.map((at) => {
    const columns = [...lines[at]!.matchAll(/-+/g)].map(({ index, 0: { length } }) => [index, index + length] as const);
    const rows = lines.slice(at + 1, lines.indexOf('', at));
    return [lines[at - 1]!, ...rows].map((line) => columns.map(([from, to]) => line.slice(from, to).trim()));
  });
}

const figure = (value: number): string => String(Number(value.toPrecision(3)));

function summaryOf(records: readonly SoilRecord[]): string[][] {
  const numbers = new Map<string, number[]>();
  for (const { property, unit, value } of records) {
    const name = `${property}\t${unit ?? '(none given)'}`;
    if (typeof value === 'number') numbers.set(name, [...(numbers.get(name) ?? []), value]);
  }
  const rows = [...numbers].sort(([one], [other]) => one.localeCompare(other)).map(([name, values]) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return [...name.split('\t'), String(values.length), figure(mean), `${figure(Math.min(...values))} to ${figure(Math.max(...values))}`];
  });
  return [['property', 'unit', 'records', 'mean', 'range'], ...rows];
}

async function profileOf(records: readonly SoilRecord[]): Promise<string[][]> {
  const { slices } = await soilProfile(records, { slices: depthSlices('globalsoilmap'), grouping: { by: 'area' }, minimumCoverage: 0.5 });
  const shown = slices.filter(({ unit, mean, n }) => unit !== null && mean !== null && n >= 30);
  const tops = [...new Set(shown.map(({ depthTop }) => depthTop))].sort((a, b) => a - b);
  const head = ['property', 'method', 'unit', ...tops.map((top) => `${top}-${shown.find(({ depthTop }) => depthTop === top)!.depthBottom}`)];
  const series = [...new Set(shown.map(({ property, method, unit }) => [property, method, unit].join('\t')))].sort((one, other) => one.localeCompare(other));
  const meanAt = (name: string, top: number): string => {
    const slice = shown.find(({ property, method, unit, depthTop }) => depthTop === top && name === [property, method, unit].join('\t'));
    return slice ? figure(slice.mean!) : '-';
  };
  return [head, ...series.map((name) => [...name.split('\t'), ...tops.map((top) => meanAt(name, top))])];
}
