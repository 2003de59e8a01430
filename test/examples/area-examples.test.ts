import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { evaluated, evaluatedOn } from './jsonata';
import { RunningExamples } from './running-examples';

const EXAMPLES = [
  'large area to file',
  'small area to records',
  'small or large by size',
  'discovery for a form',
  'soil of a posted polygon',
  'soil jobs for other programs',
  'soil beside sensors',
];

describe('The examples of one area, which need no other package', function () {
  this.timeout(300_000);
  let run: RunningExamples;

  before(async () => {
    run = await RunningExamples.start(EXAMPLES);
    // Jobs take their time, so all wait at once.
    await run.press('large area to file', 'start');
    await run.press('small or large by size', 'a region');
  });
  after(() => run.stop());

  it('large area to file', async () => {
    const [file] = await run.shown('large area to file', 'file');
    assert.match(file?.msg ?? '', /soil-data-[0-9a-f-]+\.zip$/);
    assert.equal((await readFile(file?.msg ?? '')).subarray(0, 2).toString(), 'PK');
    assert.ok((await run.shown('large area to file', 'job state')).length > 0);
  });

  it('small area to records', async () => {
    await run.press('small area to records', 'start');
    const [records] = await run.shown('small area to records', 'records');
    assert.match(records?.format ?? '', /^array\[\d+\]$/);
    assert.match(records?.msg ?? '', /"property"/);
  });

  it('small or large by size', async () => {
    await run.press('small or large by size', 'a field');
    const both = await run.shown('small or large by size', 'records', 2);
    for (const { format } of both) assert.match(format, /^array\[\d+\]$/);
  });

  it('discovery for a form', async () => {
    const { status, text } = await run.nodeRed.get('/soil/choices?lat=51.99&lon=5.67');
    assert.equal(status, 200, text);
    const choices = JSON.parse(text) as Record<'soilProperties' | 'datasets', { label: string; value: number }[]>;
    for (const list of [choices.soilProperties, choices.datasets]) {
      assert.ok(list.length > 1);
      for (const { label, value } of list) assert.ok(label && Number.isInteger(value));
    }
    const labels = choices.soilProperties.map(({ label }) => label);
    assert.ok(labels.includes('Clay (%)') && labels.every((label) => !label.includes(',')), `one unit at most: ${labels.join('; ')}`);
    await run.press('discovery for a form', 'a place');
    assert.equal((await run.shown('discovery for a form', 'choices')).length, 1);
  });

  it('discovery for a form says what is wrong with a place', async () => {
    for (const place of ['?lat=951&lon=5.67', '?lat=51.99', '?lat=north&lon=5.67', '?lat=51,99&lon=5,67', '']) {
      const { status, text } = await run.nodeRed.get(`/soil/choices${place}`);
      assert.equal(status, 400, `${place}: ${text}`);
      const { error, code } = JSON.parse(text) as { error: string; code?: string };
      assert.deepEqual([code, /jsonata/i.test(error)], ['SOIL_GEOMETRY', false], `${place}: ${text}`);
    }
  });

  it('discovery for a form has empty lists if there are no soil data', async () => {
    const { status, text } = await run.nodeRed.get('/soil/choices?lat=0&lon=-30');
    assert.equal(status, 200, text);
    assert.deepEqual(JSON.parse(text), { soilProperties: [], datasets: [] });
  });

  async function topsoil(body: string, type = 'text/plain'): Promise<{ status: number; text: string }> {
    const answer = await fetch(`${run.nodeRed.address}/soil/topsoil`, { method: 'POST', headers: { 'content-type': type, connection: 'close' }, body });
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
    await run.press('soil of a posted polygon', 'a polygon');
    assert.equal((await run.shown('soil of a posted polygon', 'topsoil', 3)).length, 3);
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

  it('soil jobs for other programs: a job for a polygon, its result at an address of its own, or what failed', async () => {
    const name = 'soil jobs for other programs';
    const post = (body: string) => fetch(`${run.nodeRed.address}/soil/jobs`, { method: 'POST', headers: { 'content-type': 'text/plain', connection: 'close' }, body });
    const accepted = await post('POLYGON ((5.66 51.98, 5.70 51.98, 5.70 52.00, 5.66 52.00, 5.66 51.98))');
    const { job, result } = (await accepted.json()) as { job: string; result: string };
    assert.deepEqual([accepted.status, accepted.headers.get('location'), result], [202, result, `/soil/jobs/${job}`]);
    const early = await run.nodeRed.get(result);
    assert.deepEqual([early.status, early.json()], [202, { job, state: 'not done yet' }]);
    await run.shown(name, 'topsoil');
    const done = await run.nodeRed.get(result);
    const { state, hectares, soil } = done.json() as { state: string; hectares: number; soil: { property: string; mean: number }[] };
    assert.deepEqual([done.status, state, hectares > 600], [200, 'done', true], done.text);
    assert.ok(soil.some(({ property, mean }) => property === 'Clay' && mean > 0), done.text);
    const again = (await (await post('POLYGON ((5.66 51.98, 5.70 51.98, 5.70 52.00, 5.66 52.00, 5.66 51.98))')).json()) as { job: string };
    assert.equal(again.job, job);
    const meanwhile = await run.nodeRed.get(result);
    assert.deepEqual([meanwhile.status, meanwhile.json()], [200, done.json()], 'a result that is there stays while its job is reused');

    for (const [body, code] of [['POLYGON ((5.6', 'SOIL_GEOMETRY'], ['', 'SOIL_GEOMETRY']]) {
      const refused = await post(body!);
      const answer = (await refused.json()) as { code: string; error: string };
      assert.deepEqual([refused.status, answer.code, answer.error.length > 20], [400, code, true]);
    }
    for (const unknown of ['none', '__proto__', 'constructor']) assert.equal((await run.nodeRed.get(`/soil/jobs/${unknown}`)).status, 404, unknown);

    const failure = run.flow(name).find((node) => node.name === 'its failure') as unknown as { rules: { to: string }[] };
    const failed = { soil: { job: { id: 'j' } }, error: { code: 'SOIL_JOB_FAILED', message: 'The job failed.' } };
    const { at, ...told } = (await evaluatedOn(failure.rules[0]!.to, failed)) as { at: number };
    assert.ok(at > 0);
    assert.deepEqual(told, { status: 502, body: { job: 'j', state: 'failed', error: 'The job failed.', code: 'SOIL_JOB_FAILED' } });
    await run.press(name, 'every night at three');
    assert.equal((await run.nodeRed.get(result)).status, 200, 'what is younger than a week is kept');
    const forget = run.flow(name).find((node) => node.name === 'forget old results') as unknown as { rules: { to: string }[] };
    const [now, week] = [Date.now(), 7 * 86_400_000];
    const ofPayload = forget.rules[0]!.to.replace('$flowContext("jobs")', 'payload');
    assert.deepEqual(await evaluated(ofPayload, { old: { at: now - week - 1 }, young: { at: now - week + 60_000 } }), { young: { at: now - week + 60_000 } });
    assert.deepEqual(await evaluated(ofPayload, { old: { at: now - week - 1 } }), {});
  });

  it('soil jobs for other programs: the address of the result has what Node-RED puts before all addresses', async () => {
    const below = await RunningExamples.start(['soil jobs for other programs'], undefined, { httpNodeRoot: '/red' });
    try {
      const { status, text } = await below.nodeRed.post('/red/soil/jobs', { lat: 51.99, lon: 5.67 });
      const { job, result } = JSON.parse(text) as { job: string; result: string };
      assert.deepEqual([status, result], [202, `/red/soil/jobs/${job}`]);
      const { status: there, text: state } = await below.nodeRed.get(result);
      assert.ok([200, 202].includes(there), state);
    } finally {
      await below.stop();
    }
  });

  it('soil beside sensors: readings go on at once, and each place is requested once', async () => {
    const name = 'soil beside sensors';
    type Reading = { sensor: string; soil: { texture: string; organicCarbon: { mean: number }; synthetic: boolean } | null; problem?: string };
    const readings = async (count: number) => (await run.shown(name, 'readings', count)).map(({ msg }) => JSON.parse(msg) as Reading);
    await run.press(name, 'three readings');
    for (const { sensor, soil, problem } of await readings(3)) assert.deepEqual([soil, problem !== undefined], [null, sensor === 'no fix']);
    assert.equal((await run.shown(name, 'soil of a place', 2)).length, 2);
    await run.press(name, 'three readings');
    for (const { sensor, soil } of (await readings(6)).slice(3)) {
      assert.deepEqual([soil?.texture !== undefined, Number(soil?.organicCarbon.mean) > 0, soil?.synthetic], sensor === 'no fix' ? [false, false, undefined] : [true, true, true], sensor);
    }
    assert.equal((await run.shown(name, 'soil of a place', 2)).length, 2);
    // Its comment says how to make a flat row of a reading: otherwise, a cell of a dashboard holds the whole soil object.
    const [, forRow = ''] = /JSONata expression `([^`]*)`/.exec(String(run.flow(name).find(({ type }) => type === 'comment')?.info)) ?? [];
    const rows = await Promise.all((await readings(6)).map((reading) => evaluated(forRow, reading) as Promise<Record<string, unknown>>));
    for (const row of rows.slice(0, 3)) assert.deepEqual(Object.keys(row), ['sensor', 'moisture']);
    const known = rows.slice(3).filter(({ sensor }) => sensor !== 'no fix');
    for (const row of known) assert.deepEqual(Object.values(row).map((value) => typeof value), ['string', 'number', 'string', 'number', 'number']);
    const nothingThere = { sensor: 'sea', moisture: 1, soil: { texture: null, clay: null, organicCarbon: null } };
    assert.deepEqual(await evaluated(forRow, nothingThere), { sensor: 'sea', moisture: 1, texture: null });
  });

  it('soil beside sensors: names only the sources of the figures that it gives', async () => {
    const keep = run.flow('soil beside sensors').find((node) => node.name === 'keep the soil') as { rules?: { to: string }[] } | undefined;
    const carbon = { property: 'Organic carbon', unit: 'g/kg', mean: 12 };
    const rows = [
      { ...carbon, method: 'wet oxidation', n: 1, datasets: ['Old survey'], licences: ['CC-BY-NC-4.0'] },
      { ...carbon, unit: null, method: 'not told', n: 9, datasets: ['Survey without units'], licences: [null] },
      { ...carbon, method: 'dry combustion', n: 3, datasets: ['World soil profiles', 'Survey'], licences: ['CC-BY-4.0', null] },
      { property: 'Texture class', unit: null, mean: null, method: 'sand, silt and clay (pipette)', n: 2, usda: 'loam', sand: 40, silt: 40, clay: 20, datasets: ['Survey'], licences: [null] },
    ];
    const of = async (payload: object[]): Promise<object> => (await evaluatedOn(keep?.rules?.[0]?.to ?? '', { payload, soil: { source: { synthetic: true } } })) as object;
    assert.deepEqual(await of(rows), {
      texture: 'loam', textureMethod: 'sand, silt and clay (pipette)', sand: 40, silt: 40, clay: 20, profiles: 2,
      organicCarbon: { mean: 12, unit: 'g/kg', method: 'dry combustion', n: 3 }, bulkDensity: null,
      datasets: ['Survey', 'World soil profiles'], licences: [null, 'CC-BY-4.0'], synthetic: true,
    });
    assert.deepEqual(await of([]), {
      texture: null, textureMethod: null, sand: null, silt: null, clay: null, profiles: null, organicCarbon: null, bulkDensity: null, datasets: [], licences: [], synthetic: true,
    });
  });
});
