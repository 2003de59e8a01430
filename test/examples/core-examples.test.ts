import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { DebugMessages, type DebugMessage } from '../runtime/debug-messages';
import { NodeRedProcess, root } from '../runtime/node-red-process';
import { until } from '../time/until';
import { example, type FlowNode } from './example';
import { evaluated, evaluatedOn } from './jsonata';

/** Examples that need core nodes and this package alone. */
const EXAMPLES = [
  'large area to file',
  'small area to records',
  'small or large by size',
  'discovery for a form',
  'soil of a posted polygon',
  'soil jobs for other programs',
  'scheduled ingestion of fields',
  'fields of a FeatureCollection',
  'one job for many fields',
  'table of fields',
  'soil beside sensors',
];

describe('The examples that need no other package', function () {
  this.timeout(300_000);
  let nodeRed: NodeRedProcess;
  let debug: DebugMessages;
  const flows = new Map<string, FlowNode[]>();

  before(async () => {
    for (const name of EXAMPLES) flows.set(name, await example(name));
    const table = flows.get('table of fields') ?? [];
    const changed = table.find(({ name }) => name === 'new or changed?') as unknown as { z: string; wires: string[][] };
    changed.wires[0]?.push('asked');
    Object.assign(table.find(({ type }) => type === 'trigger') ?? {}, { duration: '1' });
    table.push({ id: 'asked', type: 'debug', z: changed.z, name: 'asked', active: true, tosidebar: true, complete: 'topic', targetType: 'msg', x: 0, y: 0, wires: [] });
    nodeRed = await NodeRedProcess.start({ flow: [...flows.values()].flat() });
    debug = await DebugMessages.listen(nodeRed);
    // Jobs take their time: all wait at once.
    await press('table of fields', 'every Monday at four');
    await press('large area to file', 'start');
    await press('small or large by size', 'a region');
    await press('scheduled ingestion of fields', 'every night at two');
    await press('fields of a FeatureCollection', 'a FeatureCollection');
    await press('one job for many fields', 'fields of a farm');
  });
  after(async () => {
    debug.close();
    await nodeRed.remove();
  });

  function idOf(name: string, type: string, label: string): string {
    const node = flows.get(name)?.find((one) => one.type === type && one.name === label);
    assert.ok(node, `${name}: there is no ${type} "${label}"`);
    return node.id;
  }

  async function press(name: string, label: string): Promise<void> {
    const { status } = await nodeRed.post(`/inject/${idOf(name, 'inject', label)}`, {});
    assert.equal(status, 200);
  }

  /** What a debug node showed, once there are `count`. */
  function shown(name: string, label: string, count = 1): Promise<DebugMessage[]> {
    const errors = flows.get(name)?.filter(({ type, name: label }) => type === 'debug' && label === 'error') ?? [];
    return debug.shown(idOf(name, 'debug', label), count, errors.map(({ id }) => id));
  }

  it('are all there, each with a comment and a Catch node', async () => {
    const core = new Set(['tab', 'comment', 'inject', 'debug', 'catch', 'change', 'switch', 'split', 'join', 'delay', 'trigger', 'csv', 'file', 'http in', 'http response', 'link in', 'link out']);
    const coreOnly: string[] = [];
    for (const file of await readdir(path.join(root, 'examples'))) {
      const flow = await example(path.basename(file, '.json'));
      if (flow.every(({ type }) => core.has(type) || type.startsWith('soil-'))) coreOnly.push(path.basename(file, '.json'));
      assert.ok(flow.some(({ type, info }) => type === 'comment' && String(info).length > 50), `${file} has no comment`);
      assert.ok(flow.some(({ type }) => type === 'catch'), `${file} has no Catch node`);
    }
    for (const name of EXAMPLES) assert.ok(coreOnly.includes(name), name);
  });

  it('large area to file', async () => {
    const [file] = await shown('large area to file', 'file');
    assert.match(file?.msg ?? '', /soil-data-[0-9a-f-]+\.zip$/);
    assert.equal((await readFile(file?.msg ?? '')).subarray(0, 2).toString(), 'PK');
    assert.ok((await shown('large area to file', 'job state')).length > 0);
  });

  it('small area to records', async () => {
    await press('small area to records', 'start');
    const [records] = await shown('small area to records', 'records');
    assert.match(records?.format ?? '', /^array\[\d+\]$/);
    assert.match(records?.msg ?? '', /"property"/);
  });

  it('small or large by size', async () => {
    await press('small or large by size', 'a field');
    const both = await shown('small or large by size', 'records', 2);
    for (const { format } of both) assert.match(format, /^array\[\d+\]$/);
  });

  it('discovery for a form', async () => {
    const { status, text } = await nodeRed.get('/soil/choices?lat=51.99&lon=5.67');
    assert.equal(status, 200, text);
    const choices = JSON.parse(text) as Record<'soilProperties' | 'datasets', { label: string; value: number }[]>;
    for (const list of [choices.soilProperties, choices.datasets]) {
      assert.ok(list.length > 1);
      for (const { label, value } of list) assert.ok(label && Number.isInteger(value));
    }
    await press('discovery for a form', 'a place');
    assert.equal((await shown('discovery for a form', 'choices')).length, 1);
  });

  it('discovery for a form says what is wrong with a place', async () => {
    for (const place of ['?lat=951&lon=5.67', '?lat=51.99', '?lat=north&lon=5.67', '?lat=51,99&lon=5,67', '']) {
      const { status, text } = await nodeRed.get(`/soil/choices${place}`);
      assert.equal(status, 400, `${place}: ${text}`);
      const { error, code } = JSON.parse(text) as { error: string; code?: string };
      assert.deepEqual([code, /jsonata/i.test(error)], ['SOIL_GEOMETRY', false], `${place}: ${text}`);
    }
  });

  it('discovery for a form has empty lists where there are no soil data', async () => {
    const { status, text } = await nodeRed.get('/soil/choices?lat=0&lon=-30');
    assert.equal(status, 200, text);
    assert.deepEqual(JSON.parse(text), { soilProperties: [], datasets: [] });
  });

  async function topsoil(body: string, type = 'text/plain'): Promise<{ status: number; text: string }> {
    const answer = await fetch(`${nodeRed.address}/soil/topsoil`, { method: 'POST', headers: { 'content-type': type, connection: 'close' }, body });
    return { status: answer.status, text: await answer.text() };
  }

  it('soil of a posted polygon', async () => {
    const ring = [[5.665, 51.987], [5.668, 51.987], [5.668, 51.989], [5.665, 51.989], [5.665, 51.987]];
    const wkt = `POLYGON ((${ring.map((position) => position.join(' ')).join(', ')}))`;
    const answers = [await topsoil(wkt), await topsoil(JSON.stringify({ type: 'Polygon', coordinates: [ring] }), 'application/json')];
    for (const { status, text } of answers) {
      assert.equal(status, 200, text);
      const { hectares, bbox, soil } = JSON.parse(text) as { hectares: number; bbox: number[]; soil: { property: string; unit: string; mean: number; profiles: number }[] };
      assert.ok(hectares > 4 && hectares < 5);
      assert.deepEqual(bbox, [5.665, 51.987, 5.668, 51.989]);
      const clay = soil.find(({ property, unit }) => property === 'Clay' && unit === '%');
      assert.ok(clay && clay.profiles > 0 && clay.mean > 0 && clay.mean < 100, text);
    }
    await press('soil of a posted polygon', 'a polygon');
    assert.equal((await shown('soil of a posted polygon', 'topsoil', 3)).length, 3);
  });

  it('soil of a posted polygon is empty at sea, and says what is wrong with a polygon', async () => {
    const sea = JSON.parse((await topsoil('POLYGON ((-30 0, -29.999 0, -29.999 0.001, -30 0))')).text) as { soil: unknown[] };
    assert.deepEqual(sea.soil, []);
    const large = 'POLYGON ((5.6 51.9, 5.7 51.9, 5.7 52, 5.6 52, 5.6 51.9))';
    for (const [body, expected] of [['POLYGON ((5.6', 'SOIL_GEOMETRY'], ['', 'SOIL_GEOMETRY'], ['POLYGON ((5 50, 6 51, 6 50, 5 51, 5 50))', 'SOIL_GEOMETRY'], [large, 'SOIL_AREA_LIMIT']] as const) {
      const { status, text } = await topsoil(body);
      const { error, code } = JSON.parse(text) as { error: string; code: string };
      assert.deepEqual([status, code, error.length > 20], [400, expected, true], `${body}: ${text}`);
    }
  });

  it('soil jobs for other programs: a job for a polygon, its result under an address of its own, or what failed', async () => {
    const name = 'soil jobs for other programs';
    const post = (body: string) => fetch(`${nodeRed.address}/soil/jobs`, { method: 'POST', headers: { 'content-type': 'text/plain', connection: 'close' }, body });
    const accepted = await post('POLYGON ((5.66 51.98, 5.70 51.98, 5.70 52.00, 5.66 52.00, 5.66 51.98))');
    const { job, result } = (await accepted.json()) as { job: string; result: string };
    assert.deepEqual([accepted.status, accepted.headers.get('location'), result], [202, result, `/soil/jobs/${job}`]);
    const early = await nodeRed.get(result);
    assert.deepEqual([early.status, early.json()], [202, { job, state: 'not done yet' }]);
    await shown(name, 'topsoil');
    const done = await nodeRed.get(result);
    const { state, hectares, soil } = done.json() as { state: string; hectares: number; soil: { property: string; mean: number }[] };
    assert.deepEqual([done.status, state, hectares > 600], [200, 'done', true], done.text);
    assert.ok(soil.some(({ property, mean }) => property === 'Clay' && mean > 0), done.text);
    const again = (await (await post('POLYGON ((5.66 51.98, 5.70 51.98, 5.70 52.00, 5.66 52.00, 5.66 51.98))')).json()) as { job: string };
    assert.equal(again.job, job);
    const meanwhile = await nodeRed.get(result);
    assert.deepEqual([meanwhile.status, meanwhile.json()], [200, done.json()], 'a result that is there stays while its job is reused');

    for (const [body, code] of [['POLYGON ((5.6', 'SOIL_GEOMETRY'], ['', 'SOIL_GEOMETRY']]) {
      const refused = await post(body!);
      const answer = (await refused.json()) as { code: string; error: string };
      assert.deepEqual([refused.status, answer.code, answer.error.length > 20], [400, code, true]);
    }
    for (const unknown of ['none', '__proto__', 'constructor']) assert.equal((await nodeRed.get(`/soil/jobs/${unknown}`)).status, 404, unknown);

    const failure = flows.get(name)?.find((node) => node.name === 'its failure') as unknown as { rules: { to: string }[] };
    const failed = { soil: { job: { id: 'j' } }, error: { code: 'SOIL_JOB_FAILED', message: 'The job failed.' } };
    const { at, ...told } = (await evaluatedOn(failure.rules[0]!.to, failed)) as { at: number };
    assert.ok(at > 0);
    assert.deepEqual(told, { status: 502, body: { job: 'j', state: 'failed', error: 'The job failed.', code: 'SOIL_JOB_FAILED' } });
    await press(name, 'every night at three');
    assert.equal((await nodeRed.get(result)).status, 200, 'what is younger than a week is kept');
    const forget = flows.get(name)?.find((node) => node.name === 'forget old results') as unknown as { rules: { to: string }[] };
    const [now, week] = [Date.now(), 7 * 86_400_000];
    const ofPayload = forget.rules[0]!.to.replace('$flowContext("jobs")', 'payload');
    assert.deepEqual(await evaluated(ofPayload, { old: { at: now - week - 1 }, young: { at: now - week + 60_000 } }), { young: { at: now - week + 60_000 } });
    assert.deepEqual(await evaluated(ofPayload, { old: { at: now - week - 1 } }), {});
  });

  it('scheduled ingestion of fields: one CSV file for each field, also where separators are in its name', async () => {
    const name = 'scheduled ingestion of fields';
    const fields = [{ name: '../west/field', geometry: 'POLYGON ((5.66 51.99, 5.67 51.99, 5.67 51.996, 5.66 51.996, 5.66 51.99))' }];
    const props = { __user_inject_props__: [{ p: 'payload', v: JSON.stringify(fields), vt: 'json' }] };
    await nodeRed.post(`/inject/${idOf(name, 'inject', 'every night at two')}`, props);
    const written = await shown(name, 'written', 4);
    const names = written.map(({ msg }) => msg).sort();
    assert.deepEqual(names, ['soil-csv/.._west_field.csv', 'soil-csv/hill field.csv', 'soil-csv/north field.csv', 'soil-csv/river field.csv']);
    const csv = await readFile(path.resolve(nodeRed.workingDirectory, 'soil-csv', 'north field.csv'), 'utf8');
    assert.match(csv.split('\n')[0] ?? '', /dataset,property,/);
    assert.ok(csv.split('\n').length > 10);
  });

  it('scheduled ingestion of fields tells a health check and Prometheus what became of the fields', async () => {
    const name = 'scheduled ingestion of fields';
    await shown(name, 'written', 4);
    const health = await nodeRed.get('/soil/health');
    assert.equal(health.status, 200, health.text);
    const { lastSent, lastStored, ...numbers } = health.json() as Record<string, number>;
    // Those of the latest list alone, which was of one.
    assert.deepEqual(numbers, { fields: 1, failed: 0, waiting: 0, late: 0, empty: 0 });
    assert.ok(Number(lastSent) > 0 && Number(lastStored) >= Number(lastSent));
    const props = { __user_inject_props__: [{ p: 'payload', v: '[{"name":7,"geometry":"POLYGON ((1 2))"},{"geometry":"POLYGON ((1 2))"},{"name":"the \\"open\\" one","geometry":"POLYGON ((1 2))"}]', vt: 'json' }] };
    await nodeRed.post(`/inject/${idOf(name, 'inject', 'every night at two')}`, props);
    assert.deepEqual((await shown(name, 'fields that failed', 3)).map(({ msg }) => (JSON.parse(msg) as { field: string }).field), ['7', 'field 2', 'the "open" one']);
    const { status, json } = await nodeRed.get('/soil/health');
    assert.deepEqual([status, (json() as { failed: number }).failed], [503, 3]);
    const twice = { __user_inject_props__: [{ p: 'payload', v: JSON.stringify([{ name: 7, geometry: 'POINT (5 52)' }, { name: '7', geometry: 'POINT (6 52)' }, { name: 'open', geometry: 'POLYGON ((1 2))' }]), vt: 'json' }] };
    await nodeRed.post(`/inject/${idOf(name, 'inject', 'every night at two')}`, twice);
    const failed = (await shown(name, 'fields that failed', 6)).slice(3).map(({ msg }) => JSON.parse(msg) as { field: string; reason: string });
    assert.deepEqual(failed.map(({ field, reason }) => [field, /name/.test(reason)]).sort(), [['7', true], ['7', true], ['open', false]]);
    await nodeRed.post(`/inject/${idOf(name, 'inject', 'every night at two')}`, props);
    await shown(name, 'fields that failed', 9);
    assert.match((await nodeRed.get('/soil/metrics')).text, /^soil_fields 3\nsoil_fields_failed 3\nsoil_fields_waiting 0\nsoil_fields_late 0\nsoil_fields_empty 0\nsoil_last_sent_seconds \d{10}\nsoil_last_stored_seconds \d{10}\n$/);
  });

  it('fields of a FeatureCollection: a result for each field, and what is wrong with those that failed', async () => {
    const [all] = await shown('fields of a FeatureCollection', 'FeatureCollection');
    const { type, features } = JSON.parse(all?.msg ?? '') as {
      type: string;
      features: { type: string; geometry: { type: string }; properties: { name: string; soil?: { slices: { property: string; mean: number | null }[]; source: { datasets: unknown[] } }; error?: { code: string } } }[];
    };
    assert.equal(type, 'FeatureCollection');
    assert.deepEqual(features.map((feature) => [feature.type, feature.geometry.type, feature.properties.name]), [
      ['Feature', 'Polygon', 'north field'], ['Feature', 'Polygon', 'hill field'], ['Feature', 'Polygon', 'broken field'],
      ['Feature', 'Polygon', 'sea field'], ['Feature', 'Polygon', 'large field'],
    ]);
    const [north, hill, broken, sea, large] = features.map(({ properties }) => properties);
    for (const field of [north, hill, large]) {
      assert.ok(field?.soil?.slices.some(({ property, mean }) => property === 'Clay' && Number(mean) > 0), field?.name);
      assert.ok(field?.soil?.source.datasets.length);
    }
    assert.equal(broken?.error?.code, 'SOIL_GEOMETRY');
    assert.deepEqual(sea?.soil?.slices, []);
    assert.equal((await shown('fields of a FeatureCollection', 'each field', 5)).length, 5);

    const comment = flows.get('fields of a FeatureCollection')?.find((node) => node.type === 'comment');
    const [, forTable = ''] = /JSONata expression `([^`]*)`/.exec(String(comment?.info)) ?? [];
    const rows = (await evaluated(forTable, features)) as { field: string; property: string }[];
    assert.deepEqual(new Set(rows.map(({ field, property }) => `${field} ${property}`)), new Set(['north', 'hill', 'large'].flatMap((name) => [`${name} field Clay`, `${name} field pH`])));
  });

  it('fields of a FeatureCollection takes features without properties, and the system of the collection', async () => {
    const name = 'fields of a FeatureCollection';
    const features = [{ type: 'Feature', properties: null, geometry: { type: 'Polygon', coordinates: [[[1, 2]]] } }];
    const props = { __user_inject_props__: [{ p: 'payload', v: JSON.stringify({ type: 'FeatureCollection', features }), vt: 'json' }] };
    await nodeRed.post(`/inject/${idOf(name, 'inject', 'a FeatureCollection')}`, props);
    const answer = (await shown(name, 'FeatureCollection', 2))[1];
    assert.match(answer?.msg ?? '', /"properties":\{"error":\{"code":"SOIL_GEOMETRY"/);
    const [geometry, crs] = [{ type: 'Point', coordinates: [5.66, 51.98] }, { type: 'name', properties: { name: 'EPSG:4230' } }];
    const older = JSON.stringify({ type: 'FeatureCollection', crs, features: [{ type: 'Feature', properties: {}, geometry }] });
    await nodeRed.post(`/inject/${idOf(name, 'inject', 'a FeatureCollection')}`, { __user_inject_props__: [{ p: 'payload', v: older, vt: 'json' }] });
    assert.match((await shown(name, 'FeatureCollection', 3))[2]?.msg ?? '', /"code":"SOIL_GEOMETRY","message":"The GeoJSON is in ..EPSG:4230/);
  });

  it('one job for many fields: the grids of each field from one file, which is fetched once', async () => {
    const name = 'one job for many fields';
    const fieldsOf = (message: DebugMessage | undefined) =>
      (JSON.parse(message?.msg ?? '') as { features: { properties: { name: string; soil: { slices: { property: string; mean: number }[]; source: { datasets: { name: string }[] } } } }[] }).features;
    const fields = fieldsOf((await shown(name, 'FeatureCollection'))[0]);
    assert.deepEqual(fields.map(({ properties }) => properties.name), ['north field', 'hill field', 'river field', 'large field']);
    const clays = fields.map(({ properties: { soil } }) => soil.slices.find(({ property }) => property === 'Clay')?.mean ?? 0);
    assert.equal(new Set(clays.filter((clay) => clay > 0)).size, 4, `each field has its own clay: ${clays.join(', ')}`);
    for (const { properties: { soil } } of fields) assert.ok(soil.source.datasets.every(({ name }) => /grid/.test(name)), 'grids alone');

    const ours = async (): Promise<string[]> =>
      (await readdir(path.join(nodeRed.userDirectory, 'soil-data', 'downloads'))).filter((file) => file.startsWith('fields-')).sort();
    const files = await ours();
    assert.equal(files.length, 2, `a zip and its folder: ${files.join(' ')}`);
    const zip = path.join(nodeRed.userDirectory, 'soil-data', 'downloads', files.find((file) => file.endsWith('.zip')) ?? '');
    const { ino } = await stat(zip);
    await press(name, 'fields of a farm');
    assert.deepEqual(fieldsOf((await shown(name, 'FeatureCollection', 2))[1]), fields);
    assert.deepEqual([await ours(), (await stat(zip)).ino], [files, ino], 'no second job, and no second download');
  });

  it('one job for many fields: a broken boundary is named, and what fails later concerns its field alone', async () => {
    const name = 'one job for many fields';
    const features = [{ type: 'Feature', properties: null, geometry: { type: 'Polygon', coordinates: [[[1, 2]]] } }];
    const props = { __user_inject_props__: [{ p: 'payload', v: JSON.stringify({ type: 'FeatureCollection', features }), vt: 'json' }] };
    await nodeRed.post(`/inject/${idOf(name, 'inject', 'fields of a farm')}`, props);
    const [error] = await debug.shown(idOf(name, 'debug', 'error'), 1);
    assert.match(error?.msg ?? '', /features\[0\]/);

    const withError = flows.get(name)?.find((node) => node.name === 'field with its error') as { rules?: { to: string }[] } | undefined;
    const failed = { field: { type: 'Feature', properties: { name: 'a field' } }, error: { code: 'SOIL_ARCHIVE', message: 'torn' } };
    assert.deepEqual(await evaluatedOn(withError?.rules?.[0]?.to ?? '', failed), {
      type: 'Feature', properties: { name: 'a field', error: { code: 'SOIL_ARCHIVE', message: 'torn' } },
    });
  });

  it('table of fields: rows of every field with their sources, or with what is wrong', async () => {
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
  });

  it('table of fields: only fields whose boundary changed are asked for again', async () => {
    const before = await writtenTable(({ topic, datasets }) => topic === 'large field' && datasets?.includes('grids'));
    const inject = flows.get('table of fields')?.find(({ type }) => type === 'inject');
    const fields = JSON.parse(String(inject?.['payload'])) as { features: { properties: { name: string }; geometry: object }[] };
    const hill = fields.features.find(({ properties }) => properties.name === 'hill field');
    if (hill) hill.geometry = { type: 'Polygon', coordinates: [[[3.6, 53.5], [3.602, 53.5], [3.602, 53.501], [3.6, 53.501], [3.6, 53.5]]] };
    const props = { __user_inject_props__: [{ p: 'payload', v: JSON.stringify(fields), vt: 'json' }] };
    await nodeRed.post(`/inject/${inject?.id}`, props);
    const after = await writtenTable(({ topic, problem }) => topic === 'hill field' && problem === 'no data');
    const asked = (await shown('table of fields', 'asked', 5)).map(({ msg }) => msg);
    assert.deepEqual(asked.sort(), ['hill field', 'hill field', 'large field', 'north field', 'sea field']);
    const others = (rows: Record<string, string>[]) => rows.filter(({ topic }) => topic !== 'hill field');
    assert.deepEqual(others(after), others(before));
    assert.equal(after.filter(({ topic }) => topic === 'hill field').length, 1);
    const file = path.resolve(nodeRed.workingDirectory, 'soil-csv', 'fields.csv');
    await rm(file);
    await nodeRed.post(`/inject/${inject?.id}`, props);
    await until(() => existsSync(file), 'the table, which is written also where no field has changed');
  });

  it('table of fields: a field is asked for again once it is repaired, and the soil of an older boundary is left out', async () => {
    const inject = flows.get('table of fields')?.find(({ type }) => type === 'inject');
    const list = String(inject?.['payload']);
    type Field = { properties: { name: string }; geometry: { coordinates: number[][][] } };
    const send = async (change: (features: Field[]) => void): Promise<void> => {
      const fields = JSON.parse(list) as { features: Field[] };
      change(fields.features);
      await nodeRed.post(`/inject/${inject?.id}`, { __user_inject_props__: [{ p: 'payload', v: JSON.stringify(fields), vt: 'json' }] });
    };
    const ringOf = (features: Field[], name: string): number[][] => features.find(({ properties }) => properties.name === name)!.geometry.coordinates[0]!;
    const of = (rows: Record<string, string>[], name: string) => rows.filter(({ topic }) => topic === name);

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

  it('soil beside sensors: readings go on at once, and each place is asked for once', async () => {
    const name = 'soil beside sensors';
    type Reading = { sensor: string; soil: { texture: string; organicCarbon: { mean: number }; synthetic: boolean } | null; problem?: string };
    const readings = async (count: number) => (await shown(name, 'readings', count)).map(({ msg }) => JSON.parse(msg) as Reading);
    await press(name, 'three readings');
    for (const { sensor, soil, problem } of await readings(3)) assert.deepEqual([soil, problem !== undefined], [null, sensor === 'no fix']);
    assert.equal((await shown(name, 'soil of a place', 2)).length, 2);
    await press(name, 'three readings');
    for (const { sensor, soil } of (await readings(6)).slice(3)) {
      assert.deepEqual([soil?.texture !== undefined, Number(soil?.organicCarbon.mean) > 0, soil?.synthetic], sensor === 'no fix' ? [false, false, undefined] : [true, true, true], sensor);
    }
    assert.equal((await shown(name, 'soil of a place', 2)).length, 2);
    // Its comment tells how to make a flat row of a reading: without it, a cell of a dashboard holds the whole object of the soil.
    const [, forRow = ''] = /JSONata expression `([^`]*)`/.exec(String(flows.get(name)?.find(({ type }) => type === 'comment')?.info)) ?? [];
    const rows = await Promise.all((await readings(6)).map((reading) => evaluated(forRow, reading) as Promise<Record<string, unknown>>));
    for (const row of rows.slice(0, 3)) assert.deepEqual(Object.keys(row), ['sensor', 'moisture']);
    const known = rows.slice(3).filter(({ sensor }) => sensor !== 'no fix');
    for (const row of known) assert.deepEqual(Object.values(row).map((value) => typeof value), ['string', 'number', 'string', 'number', 'number']);
    const nothingThere = { sensor: 'sea', moisture: 1, soil: { texture: null, clay: null, organicCarbon: null } };
    assert.deepEqual(await evaluated(forRow, nothingThere), { sensor: 'sea', moisture: 1, texture: null });
  });

  /** The table, once it has such a row: it is written whenever nothing has come for some seconds. */
  async function writtenTable(awaited: (row: Record<string, string>) => unknown): Promise<Record<string, string>[]> {
    for (let times = 1; ; times += 1) {
      await shown('table of fields', 'written', times);
      const text = await readFile(path.resolve(nodeRed.workingDirectory, 'soil-csv', 'fields.csv'), 'utf8');
      const rows = parse(text, { columns: true }) as unknown as Record<string, string>[];
      if (rows.some(awaited)) return rows;
    }
  }
});
