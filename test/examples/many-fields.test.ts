import assert from 'node:assert/strict';
import { mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { writtenZip } from '../records/written-zip';
import type { DebugMessage } from '../runtime/debug-messages';
import type { FlowNode } from './example';
import { evaluated, evaluatedOn } from './jsonata';
import { RunningExamples } from './running-examples';

const EXAMPLES = ['scheduled ingestion of fields', 'fields of a FeatureCollection', 'one job for many fields'];

/** Has the nightly run read a test's own zip, under the name of a field, and take fields from GeoJSON or a file as its comment says. */
function withOtherSources(name: string, flow: FlowNode[]): void {
  const read = flow.find((node) => node.name === 'CSV text');
  if (name !== 'scheduled ingestion of fields' || !read) return;
  const inject = { type: 'inject', z: read['z'], props: [], repeat: '', crontab: '', once: false, x: 0, y: 0 };
  flow.push({ ...inject, id: 'zip', name: 'a zip', wires: [[read.id]] });
  const comment = flow.find((node) => node.type === 'comment');
  const [, before, expression] = /a change node in front of \*([^*]+)\* that sets `msg.payload` to the JSONata expression `([^`]*)`/.exec(String(comment?.info)) ?? [];
  const next = flow.find((node) => node.name === before);
  assert.ok(next, 'the comment names the node');
  flow.push({ ...inject, id: 'collection', name: 'a FeatureCollection', wires: [['list of fields']] });
  flow.push({ ...inject, id: 'file', name: 'a file that is not there', wires: [['file of fields']] });
  flow.push({ id: 'file of fields', type: 'file in', z: read['z'], filename: 'not-there.csv', filenameType: 'str', format: 'utf8', sendError: false, x: 0, y: 0, wires: [[next.id]] });
  flow.push({ ...inject, id: 'csv', name: 'a CSV file', wires: [['CSV of fields']] });
  flow.push({ id: 'CSV of fields', type: 'file in', z: read['z'], filename: 'fields.csv', filenameType: 'str', format: 'utf8', sendError: false, x: 0, y: 0, wires: [['rows']] });
  // As the editor sets up a csv node, but for the settings that the comment names.
  flow.push({ id: 'rows', type: 'csv', z: read['z'], spec: 'rfc', sep: ',', hdrin: true, hdrout: 'none', multi: 'mult', ret: '\\n', temp: '', skip: '0', strings: true, x: 0, y: 0, wires: [[next.id]] });
  flow.push({ id: 'list of fields', type: 'change', z: read['z'], rules: [{ t: 'set', p: 'payload', pt: 'msg', to: expression, tot: 'jsonata' }], x: 0, y: 0, wires: [[next.id]] });
}

describe('The examples of many fields, which need no other package', function () {
  this.timeout(300_000);
  let run: RunningExamples;

  before(async () => {
    run = await RunningExamples.start(EXAMPLES, withOtherSources);
    // Jobs take their time, so all wait at once.
    await run.press('scheduled ingestion of fields', 'every night at two');
    await run.press('fields of a FeatureCollection', 'a FeatureCollection');
    await run.press('one job for many fields', 'fields of a farm');
  });
  after(() => run.stop());

  it('scheduled ingestion of fields: one CSV file for each field, even if separators are in its name or it comes from GeoJSON', async () => {
    const name = 'scheduled ingestion of fields';
    const geometry = { type: 'Polygon', coordinates: [[[5.66, 51.99], [5.67, 51.99], [5.67, 51.996], [5.66, 51.996], [5.66, 51.99]]] };
    const fields = { type: 'FeatureCollection', features: [{ type: 'Feature', properties: { name: '../west/field' }, geometry }] };
    const props = { __user_inject_props__: [{ p: 'payload', v: JSON.stringify(fields), vt: 'json' }] };
    await run.nodeRed.post(`/inject/${run.idOf(name, 'inject', 'a FeatureCollection')}`, props);
    const written = await run.shown(name, 'written', 4);
    const names = written.map(({ msg }) => msg).sort();
    assert.deepEqual(names, ['soil-csv/.._west_field.csv', 'soil-csv/hill field.csv', 'soil-csv/north field.csv', 'soil-csv/river field.csv']);
    const csv = await readFile(path.resolve(run.nodeRed.workingDirectory, 'soil-csv', 'north field.csv'), 'utf8');
    assert.match(csv.split('\n')[0] ?? '', /dataset,property,/);
    assert.ok(csv.split('\n').length > 10);
  });

  it('scheduled ingestion of fields leaves the file of an earlier night alone if a field no longer has records', async () => {
    const name = 'scheduled ingestion of fields';
    await run.shown(name, 'written', 4);
    const file = path.resolve(run.nodeRed.workingDirectory, 'soil-csv', 'hill field.csv');
    const before = await readFile(file, 'utf8');
    const fields = [{ name: 'hill field', geometry: 'POLYGON ((-30 52, -29.99 52, -29.99 52.01, -30 52.01, -30 52))' }];
    const props = { __user_inject_props__: [{ p: 'payload', v: JSON.stringify(fields), vt: 'json' }] };
    await run.nodeRed.post(`/inject/${run.idOf(name, 'inject', 'every night at two')}`, props);
    assert.deepEqual((await run.shown(name, 'an older file stays')).map(({ msg }) => msg), ['hill field']);
    assert.equal(await readFile(file, 'utf8'), before);
    const { status, json } = await run.nodeRed.get('/soil/health');
    const { lastSent, lastStored, ...numbers } = json() as Record<string, number>;
    assert.deepEqual([status, numbers, lastStored! >= lastSent!], [200, { fields: 1, failed: 0, waiting: 0, late: 0, empty: 1 }, true]);
  });

  it('scheduled ingestion of fields tells a health check and Prometheus what became of the fields', async () => {
    const name = 'scheduled ingestion of fields';
    await run.shown(name, 'written', 4);
    const health = await run.nodeRed.get('/soil/health');
    assert.equal(health.status, 200, health.text);
    const { lastSent, lastStored, ...numbers } = health.json() as Record<string, number>;
    // Only those of the latest list, which had one.
    assert.deepEqual(numbers, { fields: 1, failed: 0, waiting: 0, late: 0, empty: 1 });
    assert.ok(Number(lastSent) > 0 && Number(lastStored) >= Number(lastSent));
    const props = { __user_inject_props__: [{ p: 'payload', v: '[{"name":7,"geometry":"POLYGON ((1 2))"},{"geometry":"POLYGON ((1 2))"},{"name":"it\'s \\"open\\"","geometry":"POLYGON ((1 2))"},{"name":"constructor","geometry":"POLYGON ((1 2))"}]', vt: 'json' }] };
    await run.nodeRed.post(`/inject/${run.idOf(name, 'inject', 'every night at two')}`, props);
    assert.deepEqual((await run.shown(name, 'fields that failed', 4)).map(({ msg }) => (JSON.parse(msg) as { field: string }).field), ['7', 'field 2', 'it\'s "open"', 'constructor']);
    const { status, json } = await run.nodeRed.get('/soil/health');
    assert.deepEqual([status, (json() as { failed: number }).failed], [503, 4]);
    const twice = { __user_inject_props__: [{ p: 'payload', v: JSON.stringify([{ name: 7, geometry: 'POINT (5 52)' }, { name: '7', geometry: 'POINT (6 52)' }, { name: 'open', geometry: 'POLYGON ((1 2))' }]), vt: 'json' }] };
    await run.nodeRed.post(`/inject/${run.idOf(name, 'inject', 'every night at two')}`, twice);
    const failed = (await run.shown(name, 'fields that failed', 7)).slice(4).map(({ msg }) => JSON.parse(msg) as { field: string; reason: string });
    assert.deepEqual(failed.map(({ field, reason }) => [field, /name/.test(reason)]).sort(), [['7', true], ['7', true], ['open', false]]);
    await run.nodeRed.post(`/inject/${run.idOf(name, 'inject', 'every night at two')}`, props);
    await run.shown(name, 'fields that failed', 11);
    assert.match((await run.nodeRed.get('/soil/metrics')).text, /^soil_fields 4\nsoil_fields_failed 4\nsoil_fields_waiting 0\nsoil_fields_late 0\nsoil_fields_empty 0\nsoil_last_sent_seconds \d{10}\nsoil_last_stored_seconds \d{10}\n$/);
  });

  it('scheduled ingestion of fields keeps the older file if a row of the new one cannot be read, and says so if it could not be written', async () => {
    const name = 'scheduled ingestion of fields';
    await run.shown(name, 'written', 4);
    const file = path.resolve(run.nodeRed.workingDirectory, 'soil-csv', 'hill field.csv');
    const header = 'dataset,property,value,unit,depthTop,depthBottom,date';
    const read = async (csv: string): Promise<void> => {
      const zip = path.join(run.nodeRed.workingDirectory, 'other.zip');
      await writeFile(zip, await writtenZip({ 'records.csv': csv }));
      const props = [{ p: 'payload', v: zip, vt: 'str' }, { p: 'topic', v: 'hill field', vt: 'str' }, { p: 'key', v: 'field hill%20field', vt: 'str' }];
      assert.equal((await run.nodeRed.post(`/inject/${run.idOf(name, 'inject', 'a zip')}`, { __user_inject_props__: props })).status, 200);
    };
    const failed = async (count: number): Promise<{ field: string; reason: string }> => JSON.parse((await run.shown(name, 'fields that failed', count)).at(-1)?.msg ?? '') as { field: string; reason: string };
    const whole = `${header}\nSurvey,Clay,21,%,0,30,2020-01-01\n`;
    const before = await readFile(file, 'utf8');
    await read(`${whole}Survey,Clay\n`);
    const { field, reason } = await failed(12);
    assert.equal(field, 'hill field');
    assert.match(reason, /line 3/);
    assert.equal(await readFile(file, 'utf8'), before);
    await rm(file);
    await mkdir(file);
    await read(whole);
    assert.match((await failed(13)).reason, /EISDIR/);
    await rm(file, { recursive: true });
    await read(whole);
    await run.shown(name, 'written', 5);
    assert.match(await readFile(file, 'utf8'), /^.+\r?\nSurvey,Clay.*\r?\n$/);
  });

  it('scheduled ingestion of fields takes the next list after an empty one', async () => {
    const name = 'scheduled ingestion of fields';
    for (const list of ['[]', '[{"name":"open","geometry":"POLYGON ((1 2))"}]']) {
      await run.nodeRed.post(`/inject/${run.idOf(name, 'inject', 'every night at two')}`, { __user_inject_props__: [{ p: 'payload', v: list, vt: 'json' }] });
    }
    assert.match((await run.shown(name, 'fields that failed', 14)).at(-1)!.msg, /"field":"open"/);
  });

  it('scheduled ingestion of fields tells a health check that there was no list, until there is one', async () => {
    const name = 'scheduled ingestion of fields';
    const inject = (label: string, list: string) => run.nodeRed.post(`/inject/${run.idOf(name, 'inject', label)}`, { __user_inject_props__: [{ p: 'payload', v: list, vt: 'json' }] });
    const health = async (): Promise<[number, number]> => {
      const { status, json } = await run.nodeRed.get('/soil/health');
      return [status, (json() as { failed: number }).failed];
    };
    await inject('every night at two', '[]');
    assert.deepEqual(await health(), [200, 0]);
    await inject('a file that is not there', '""');
    assert.match((await run.shown(name, 'fields that failed', 15)).at(-1)!.msg, /ENOENT/);
    assert.deepEqual(await health(), [503, 1]);
    await inject('every night at two', '[]');
    assert.deepEqual(await health(), [200, 0]);
  });

  it('scheduled ingestion of fields takes fields from a CSV file of Excel, which begins with a byte order mark', async () => {
    const name = 'scheduled ingestion of fields';
    for (const columns of ['name,geometry', 'geometry,name']) {
      const [first, second] = columns.split(',').map((column) => (column === 'name' ? 'from Excel' : '"POLYGON ((1 2))"'));
      await writeFile(path.join(run.nodeRed.workingDirectory, 'fields.csv'), `\uFEFF${columns}\r\n${first},${second}\r\n`);
      await run.press(name, 'a CSV file');
      const failed = (await run.shown(name, 'fields that failed', columns.startsWith('name') ? 16 : 17)).at(-1)!.msg;
      assert.match(failed, /"field":"from Excel".*The ring/);
    }
  });

  it('fields of a FeatureCollection: a result for each field, and what is wrong with those that failed', async () => {
    const [all] = await run.shown('fields of a FeatureCollection', 'FeatureCollection');
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
    assert.equal((await run.shown('fields of a FeatureCollection', 'each field', 5)).length, 5);

    const comment = run.flow('fields of a FeatureCollection').find((node) => node.type === 'comment');
    const [, forTable = ''] = /JSONata expression `([^`]*)`/.exec(String(comment?.info)) ?? [];
    const rows = (await evaluated(forTable, features)) as { field: string; property: string }[];
    assert.deepEqual(new Set(rows.map(({ field, property }) => `${field} ${property}`)), new Set(['north', 'hill', 'large'].flatMap((name) => [`${name} field Clay`, `${name} field pH`])));
  });

  it('fields of a FeatureCollection takes features without properties, and the system of the collection, and says so if it gets none', async () => {
    const name = 'fields of a FeatureCollection';
    const features = [{ type: 'Feature', properties: null, geometry: { type: 'Polygon', coordinates: [[[1, 2]]] } }];
    const props = { __user_inject_props__: [{ p: 'payload', v: JSON.stringify({ type: 'FeatureCollection', features }), vt: 'json' }] };
    await run.nodeRed.post(`/inject/${run.idOf(name, 'inject', 'a FeatureCollection')}`, props);
    const answer = (await run.shown(name, 'FeatureCollection', 2))[1];
    assert.match(answer?.msg ?? '', /"properties":\{"error":\{"code":"SOIL_GEOMETRY"/);
    const [geometry, crs] = [{ type: 'Point', coordinates: [5.66, 51.98] }, { type: 'name', properties: { name: 'EPSG:4230' } }];
    const older = JSON.stringify({ type: 'FeatureCollection', crs, features: [{ type: 'Feature', properties: {}, geometry }] });
    await run.nodeRed.post(`/inject/${run.idOf(name, 'inject', 'a FeatureCollection')}`, { __user_inject_props__: [{ p: 'payload', v: older, vt: 'json' }] });
    assert.match((await run.shown(name, 'FeatureCollection', 3))[2]?.msg ?? '', /"code":"SOIL_GEOMETRY","message":"The GeoJSON is in ..EPSG:4230/);
    await run.nodeRed.post(`/inject/${run.idOf(name, 'inject', 'a FeatureCollection')}`, { __user_inject_props__: [{ p: 'payload', v: older, vt: 'str' }] });
    const [expression] = (run.flow(name).find((node) => node.name === 'its features') as unknown as { rules: { to: string }[] }).rules.map(({ to }) => to);
    assert.deepEqual(JSON.parse(JSON.stringify(await evaluated(expression!, { features: [{ type: 'Feature' }, 'none', 7], crs }))), [{ crs, type: 'Feature' }, 'none', 7], 'what is no feature stays as it is');
    assert.match((await run.shown(name, 'each field', 8))[7]?.msg ?? '', /no GeoJSON FeatureCollection.*json node/);
  });

  it('one job for many fields: the grids of each field from one file, which is fetched once', async () => {
    const name = 'one job for many fields';
    const fieldsOf = (message: DebugMessage | undefined) =>
      (JSON.parse(message?.msg ?? '') as { features: { properties: { name: string; soil: { slices: { property: string; mean: number }[]; source: { datasets: { name: string }[] } } } }[] }).features;
    const fields = fieldsOf((await run.shown(name, 'FeatureCollection'))[0]);
    assert.deepEqual(fields.map(({ properties }) => properties.name), ['north field', 'hill field', 'river field', 'large field']);
    const clays = fields.map(({ properties: { soil } }) => soil.slices.find(({ property }) => property === 'Clay')?.mean ?? 0);
    assert.equal(new Set(clays.filter((clay) => clay > 0)).size, 4, `each field has its own clay: ${clays.join(', ')}`);
    for (const { properties: { soil } } of fields) assert.ok(soil.source.datasets.every(({ name }) => /grid/.test(name)), 'grids alone');

    const ours = async (): Promise<string[]> =>
      (await readdir(path.join(run.nodeRed.userDirectory, 'soil-data', 'downloads'))).filter((file) => file.startsWith('fields-')).sort();
    const files = await ours();
    assert.equal(files.length, 2, `a zip and its folder: ${files.join(' ')}`);
    const zip = path.join(run.nodeRed.userDirectory, 'soil-data', 'downloads', files.find((file) => file.endsWith('.zip')) ?? '');
    const { ino } = await stat(zip);
    await run.press(name, 'fields of a farm');
    assert.deepEqual(fieldsOf((await run.shown(name, 'FeatureCollection', 2))[1]), fields);
    assert.deepEqual([await ours(), (await stat(zip)).ino], [files, ino], 'no second job, and no second download');
  });

  it('one job for many fields: a broken boundary is named, and what fails later concerns only its own field', async () => {
    const name = 'one job for many fields';
    const features = [{ type: 'Feature', properties: null, geometry: { type: 'Polygon', coordinates: [[[1, 2]]] } }];
    const props = { __user_inject_props__: [{ p: 'payload', v: JSON.stringify({ type: 'FeatureCollection', features }), vt: 'json' }] };
    await run.nodeRed.post(`/inject/${run.idOf(name, 'inject', 'fields of a farm')}`, props);
    const [error] = await run.shown(name, 'error');
    // The sentence alone, not the whole message around it.
    assert.match(error?.msg ?? '', /^[^{]*features\[0\]/);

    const withError = run.flow(name).find((node) => node.name === 'field with its error') as { rules?: { to: string }[] } | undefined;
    const failed = { field: { type: 'Feature', properties: { name: 'a field' } }, error: { code: 'SOIL_ARCHIVE', message: 'torn' } };
    assert.deepEqual(await evaluatedOn(withError?.rules?.[0]?.to ?? '', failed), {
      type: 'Feature', properties: { name: 'a field', error: { code: 'SOIL_ARCHIVE', message: 'torn' } },
    });
  });
});
