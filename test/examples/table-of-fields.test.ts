import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { parse } from 'csv-parse/sync';
import { until } from '../time/until';
import { example, type FlowNode } from './example';
import { evaluatedOn } from './jsonata';
import { RunningExamples } from './running-examples';

const NAME = 'table of fields';

/** Shows which fields are requested, does not wait long for quiet, and has a list of fields in a file that is not there. */
function watched(_name: string, flow: FlowNode[]): void {
  const changed = flow.find(({ name }) => name === 'new or changed?') as unknown as { z: string; wires: string[][] };
  changed.wires[0]?.push('asked');
  Object.assign(flow.find(({ type }) => type === 'trigger') ?? {}, { duration: '1' });
  const inject = flow.find(({ type }) => type === 'inject') as unknown as { wires: string[][] };
  flow.push({ id: 'no-list', type: 'inject', z: changed.z, props: [], x: 0, y: 0, wires: [['no file']] });
  flow.push({ id: 'no file', type: 'file in', z: changed.z, filename: 'not-there.json', filenameType: 'str', format: 'utf8', sendError: false, x: 0, y: 0, wires: inject.wires });
  flow.push({ id: 'asked', type: 'debug', z: changed.z, name: 'asked', active: true, tosidebar: true, complete: 'topic', targetType: 'msg', x: 0, y: 0, wires: [] });
}

describe('The example table of fields', function () {
  this.timeout(300_000);
  let run: RunningExamples;

  before(async () => {
    run = await RunningExamples.start([NAME], watched);
    await run.press(NAME, 'every Monday at four');
  });
  after(() => run.stop());

  it('has a row for a field whose job is not done yet, even before the request', async () => {
    const flow = (await example(NAME)) as { id: string; name?: string; rules?: { p: string; to: string }[]; wires?: string[][] }[];
    const pending = flow.find(({ name }) => name === 'not there yet');
    const rule = (property: string): string => pending?.rules?.find(({ p }) => p === property)?.to ?? '';
    assert.deepEqual(await evaluatedOn(rule('payload'), { topic: 'north field', payload: {} }), [{ topic: 'north field', problem: 'asked for, and not there yet' }]);
    assert.equal(rule('table[msg.key]'), 'payload');
    const behind = (name: string): string | undefined => flow.find(({ id }) => id === flow.find((node) => node.name === name)?.wires?.[0]?.[0])?.name;
    assert.deepEqual([behind('not there yet'), behind('two a second')], ['two a second', 'small?'], 'what asks for it, and what waits for its turn, stands behind');
  });

  it('holds no formula, neither at the start of a text nor after what a spreadsheet may take for the end of a cell', async () => {
    const func = String((await example(NAME)).find(({ name }) => name === 'no formulas')?.['func']);
    const made = (payload: object): object[] => (JSON.parse(JSON.stringify(runInNewContext(`(() => {${func}\n})()`, { msg: { payload } }))) as { payload: object[] }).payload;
    const row = { topic: '=1+1', problem: 'a;=1\n@1', mean: -5, depth: null, datasets: 'a; b-c' };
    assert.deepEqual(made([row]), [{ topic: "'=1+1", problem: "a;'=1\n'@1", mean: -5, depth: null, datasets: 'a; b-c' }]);
    assert.deepEqual(made([]), []);
    assert.deepEqual(made([{ topic: 'a\r=1\t+2' }]), [{ topic: "a\r'=1\t'+2" }]);
    // Behind the end of a cell, quotes may stand around the next one.
    assert.deepEqual(made([{ topic: 'a;"=1"' }]), [{ topic: 'a;\'"=1"' }]);
    // As JSONata gives a list of one.
    assert.deepEqual(made({ topic: '=1+1' }), [{ topic: "'=1+1" }]);
    // Of East Asian keyboards: spreadsheets take them for the usual signs.
    const fullWidth = [{ topic: '\uff1d1+1', problem: 'a;\uff201' }, { topic: '\uff0b1', problem: 'a\n\uff0d1' }];
    assert.deepEqual(made(fullWidth), [{ topic: "'\uff1d1+1", problem: "a;'\uff201" }, { topic: "'\uff0b1", problem: "a\n'\uff0d1" }]);
  });

  it('has rows for every field with their sources, or with what is wrong', async () => {
    const rows = await writtenTable(({ topic, datasets }) => topic === 'large field' && datasets?.includes('grids'));
    const of = (name: string) => rows.filter(({ topic }) => topic === name);
    for (const name of ['north field', 'hill field', 'large field']) {
      const [clay, observed, grid] = [/^Clay/, /^pH/, /^Organic carbon/].map((property) => of(name).find((row) => property.test(row['property'] ?? '') && row['mean'] !== ''));
      for (const row of [clay, observed, grid]) assert.ok(Number(row?.['mean']) > 0 && Number(row?.['covered %']) >= 90 && row?.['datasets'] && row['licences'] && row['retrieved'], name);
      assert.ok(of(name).some(({ dates }) => dates) && of(name).some(({ datasets }) => datasets?.includes('grids')), `${name}: observations and grids`);
    }
    const methodsOf = (name: string): string[] => [...new Set(of(name).map(({ property = '' }) => property))].sort();
    assert.ok(methodsOf('large field').includes('Clay (pipette)') && methodsOf('large field').includes('pH (predicted)'), methodsOf('large field').join());
    assert.deepEqual(methodsOf('large field'), methodsOf('north field'), 'a file and an answer have the same rows');
    assert.match(of('broken field')[0]?.['problem'] ?? '', /^The ring at coordinates/);
    assert.equal(of('sea field')[0]?.['problem'], 'no data');
    assert.equal((await run.shown(NAME, 'rows'))[0]?.topic, undefined, 'the rows of all fields do not go by the name of the one that came last');
  });

  it('requests only fields again whose boundary changed', async () => {
    const before = await writtenTable(({ topic, datasets }) => topic === 'large field' && datasets?.includes('grids'));
    const inject = run.flow(NAME).find(({ type }) => type === 'inject');
    const fields = JSON.parse(String(inject?.['payload'])) as { features: { properties: { name: string }; geometry: object }[] };
    const hill = fields.features.find(({ properties }) => properties.name === 'hill field');
    if (hill) hill.geometry = { type: 'Polygon', coordinates: [[[3.6, 53.5], [3.602, 53.5], [3.602, 53.501], [3.6, 53.501], [3.6, 53.5]]] };
    const props = { __user_inject_props__: [{ p: 'payload', v: JSON.stringify(fields), vt: 'json' }] };
    await run.nodeRed.post(`/inject/${inject?.id}`, props);
    const after = await writtenTable(({ topic, problem }) => topic === 'hill field' && problem === 'no data');
    const asked = (await run.shown(NAME, 'asked', 5)).map(({ msg }) => msg);
    assert.deepEqual(asked.sort(), ['hill field', 'hill field', 'large field', 'north field', 'sea field']);
    const others = (rows: Record<string, string>[]) => rows.filter(({ topic }) => topic !== 'hill field');
    assert.deepEqual(others(after), others(before));
    assert.equal(after.filter(({ topic }) => topic === 'hill field').length, 1);
    const file = path.resolve(run.nodeRed.workingDirectory, 'soil-csv', 'fields.csv');
    await rm(file);
    await run.nodeRed.post(`/inject/${inject?.id}`, props);
    await until(() => existsSync(file), 'the table, which is written also where no field has changed');
  });

  it('requests a field again once it is repaired, and leaves out the soil of an older boundary', async () => {
    const inject = run.flow(NAME).find(({ type }) => type === 'inject');
    const list = String(inject?.['payload']);
    type Field = { properties: { name: string }; geometry: { coordinates: number[][][] } };
    const send = async (change: (features: Field[]) => void): Promise<void> => {
      const fields = JSON.parse(list) as { features: Field[] };
      change(fields.features);
      await run.nodeRed.post(`/inject/${inject?.id}`, { __user_inject_props__: [{ p: 'payload', v: JSON.stringify(fields), vt: 'json' }] });
    };
    const ringOf = (features: Field[], name: string): number[][] => features.find(({ properties }) => properties.name === name)!.geometry.coordinates[0]!;
    // The day of an answer differs if midnight is between the two.
    const of = (rows: Record<string, string>[], name: string) => rows.filter(({ topic }) => topic === name).map((row): Record<string, string> => ({ ...row, retrieved: '' }));

    await send(() => undefined);
    const before = await writtenTable(({ topic, mean }) => topic === 'hill field' && Number(mean) > 0);
    await send((features) => {
      const ring = ringOf(features, 'hill field');
      [ring[1], ring[2]] = [ring[2]!, ring[1]!];
      for (const corner of ringOf(features, 'large field')) corner[0]! += 0.01;
      features.find(({ properties }) => properties.name === 'sea field')!.properties.name = 'north field';
    });
    const faulty = await writtenTable(({ topic, problem }) => topic === 'large field' && problem === 'asked for, and not there yet');
    assert.match(of(faulty, 'hill field').map(({ problem }) => problem).join(), /^The outer ring crosses itself/);
    assert.deepEqual(of(faulty, 'north field').map(({ problem }) => problem), ['another field of the list has this name, too']);

    await send(() => undefined);
    const after = await writtenTable(({ topic, datasets }) => topic === 'large field' && datasets?.includes('grids'));
    for (const name of ['hill field', 'large field', 'north field']) assert.deepEqual(of(after, name), of(before, name), name);
  });

  it('keeps a row for every field, whatever its name, in the order of the names, and says which have no data', async () => {
    const names = ['', ' ', null, undefined, 0, 'a/b', 'a\\b', 'a.b', 'Fältet – 田', '__proto__', 'constructor', 'it\'s "x"]', '[0]'];
    const features = names.map((name, at) => {
      const [x, y] = at % 2 ? [3.5, 53.5] : [5.665, 51.987];
      return { type: 'Feature', properties: name === undefined ? null : { name }, geometry: { type: 'Polygon', coordinates: [[[x, y], [x + 0.002, y], [x + 0.002, y + 0.001], [x, y + 0.001], [x, y]]] } };
    });
    const inject = run.flow(NAME).find(({ type }) => type === 'inject');
    const props = { __user_inject_props__: [{ p: 'payload', v: JSON.stringify({ type: 'FeatureCollection', features }), vt: 'json' }] };
    await run.nodeRed.post(`/inject/${inject?.id}`, props);
    const rows = await writtenTable(({ topic, mean }) => topic === '[0]' && Number(mean) > 0);
    const shown = ['field 1', 'field 2', 'field 3', 'field 4', '0', 'a/b', 'a\\b', 'a.b', 'Fältet – 田', '__proto__', 'constructor', 'it\'s "x"]', '[0]'];
    for (const [at, name] of shown.entries()) {
      const own = rows.filter(({ topic }) => topic === name);
      assert.ok(at % 2 ? own.length === 1 && own[0]?.['problem'] === 'no data' : own.some(({ mean }) => Number(mean) > 0), `${name}: ${JSON.stringify(own)}`);
      for (const { mean, problem } of own) assert.notEqual(mean, problem, 'a row has a number, or says why it has none');
    }
    const order = [...new Set(rows.map(({ topic }) => topic))];
    assert.deepEqual(order, order.toSorted());
  });

  it('shows what concerns no field, and takes it for none: a table that cannot be written, and a list that cannot be read', async () => {
    const file = path.resolve(run.nodeRed.workingDirectory, 'soil-csv', 'fields.csv');
    const before = await readFile(file, 'utf8');
    await rm(file);
    await mkdir(file);
    await run.press(NAME, 'every Monday at four');
    assert.match((await run.shown(NAME, 'error'))[0]!.msg, /EISDIR/);
    await rm(file, { recursive: true });
    await run.nodeRed.post('/inject/no-list', {});
    assert.match((await run.shown(NAME, 'error', 2))[1]!.msg, /ENOENT/);
    const text = { __user_inject_props__: [{ p: 'payload', v: '{"type":"FeatureCollection","features":[]}', vt: 'str' }] };
    await run.nodeRed.post(`/inject/${run.idOf(NAME, 'inject', 'every Monday at four')}`, text);
    assert.match((await run.shown(NAME, 'error', 3))[2]!.msg, /no GeoJSON FeatureCollection.*json node/);
    await run.press(NAME, 'every Monday at four');
    await until(() => existsSync(file) && readFileSync(file, 'utf8') === before, 'the table as it was');
  });

  it('takes the next list after an empty one', async () => {
    const file = path.resolve(run.nodeRed.workingDirectory, 'soil-csv', 'fields.csv');
    const props = { __user_inject_props__: [{ p: 'payload', v: '{"type":"FeatureCollection","features":[]}', vt: 'json' }] };
    await run.nodeRed.post(`/inject/${run.idOf(NAME, 'inject', 'every Monday at four')}`, props);
    await rm(file);
    await run.press(NAME, 'every Monday at four');
    await until(() => existsSync(file), 'the table');
  });

  /** The table, once it has such a row: it is written whenever nothing has come for some seconds. */
  async function writtenTable(awaited: (row: Record<string, string>) => unknown): Promise<Record<string, string>[]> {
    for (let times = 1; ; times += 1) {
      await run.shown(NAME, 'written', times);
      const text = await readFile(path.resolve(run.nodeRed.workingDirectory, 'soil-csv', 'fields.csv'), 'utf8');
      const rows = parse(text, { columns: true }) as unknown as Record<string, string>[];
      if (rows.some(awaited)) return rows;
    }
  }
});
