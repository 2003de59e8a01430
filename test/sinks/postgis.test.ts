import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { documentedTables } from '../shapes/documented-tables';
import { until } from '../time/until';
import { postgresPrograms, PostgresServer } from './postgres-server';
import { entrance, installed, ReceivingFlow } from './receiving-flow';
import type { Row } from './stored-rows';

const DOCUMENT = readFileSync(path.join(__dirname, '../../docs/postgis.md'), 'utf8');
const [TABLE, FIELDS, UPSERT, DELETE, LAYER, POINTS, BY_DEPTH] = [...DOCUMENT.matchAll(/```sql\n([^]*?)```/g)].map(([, statement = '']) => statement) as [string, string, string, string, string, string, string];
const [, ROW = ''] = /this JSONata expression; [^]*?```\n([^]*?)```/.exec(DOCUMENT) ?? [];
const [, PROBLEM = ''] = /sets `msg.payload` to `(\{[^`]+\})`\s\(JSONata\)/.exec(DOCUMENT) ?? [];
const [, REPAIRED = ''] = /without a person, write\s`([^`]+)`/.exec(DOCUMENT) ?? [];
const [, PARAMETER = ''] = /`msg.params` to the JSONata expression `([^`]+)`/.exec(DOCUMENT) ?? [];

/** A square in the Dutch grid, in metres. */
const square = (x: number, side: number): string => `ST_MakeEnvelope(${x}, 440000, ${x + side}, ${440_000 + side}, 28992)`;

/** Fields by name, each a geometry as PostGIS makes it: small and large, in parts, with arcs, none at all, and one that crosses itself. */
const FIRST_NIGHT = {
  "north's field": square(170_000, 200),
  large: square(172_000, 600),
  parts: `ST_Collect(${square(174_000, 100)}, ${square(175_000, 100)})`,
  round: "ST_GeomFromText('CURVEPOLYGON (CIRCULARSTRING (176000 440000, 176100 440100, 176200 440000, 176100 439900, 176000 440000))', 28992)",
  crossed: "ST_GeomFromText('POLYGON ((177000 440000, 177100 440100, 177100 440000, 177000 440100, 177000 440000))', 28992)",
  nowhere: 'NULL',
};

const change = (id: string, next: string, ...rules: [property: string, to: string, type: string][]): { id: string; type: string; wires: string[][] } & Record<string, unknown> => ({
  id, type: 'change', rules: rules.map(([p, to, tot]) => ({ t: 'set', p, pt: 'msg', to, tot })), wires: [[next]],
});

describe('Fields from PostGIS, as docs/postgis.md says, through node-red-contrib-postgrestor-next and a real server', function () {
  this.timeout(180_000);
  let server: PostgresServer;
  let flow: ReceivingFlow;

  const run = async (query: string): Promise<Row[]> => [((await flow.post('query', { query })) as { rows: Row[] }).rows].flat();

  before(async function () {
    const programs = await postgresPrograms();
    if (programs === null) {
      console.log('SKIPPED: fields from PostGIS. There is no PostgreSQL here: apt-get install postgresql');
      this.skip();
    }
    server = await PostgresServer.start(programs);
    const typed = { host: '127.0.0.1', port: String(server.port), database: 'postgres', user: 'postgres', ssl: 'false', max: '2', min: '1', idle: '1000', connectionTimeout: '10000' };
    const types = { hostFieldType: 'str', portFieldType: 'num', databaseFieldType: 'str', userFieldType: 'str', sslFieldType: 'bool', maxFieldType: 'num', minFieldType: 'num' };
    const table = { type: 'postgrestor', query: '{{{msg.query}}}', postgresDB: 'database', throwErrors: true };
    const service = { service: 'soil', soilProperties: [201, 202] };
    const methodNames = [{ method: 'CLPC', as: 'pipette' }, { method: 'PHAQ', as: 'in water, 1:2.5' }];
    flow = await ReceivingFlow.start(
      [
        { id: 'database', type: 'postgresDB', ...typed, ...types, idleFieldType: 'num', connectionTimeoutFieldType: 'num', password: 'none', passwordFieldType: 'str' },
        { id: 'soil', type: 'soil-service', mode: 'sandbox' },
        entrance('query', 'take'),
        change('take', 'asked', ['query', 'payload.query', 'msg']),
        { id: 'asked', ...table, wires: [['rows']] },
        change('rows', 'answer', ['payload', '{"rows": payload.rows}', 'jsonata']),
        { id: 'night', type: 'inject', props: [{ p: 'query', v: FIELDS, vt: 'str' }], wires: [['fields']] },
        { id: 'fields', ...table, wires: [['list']] },
        change('list', 'split', ['payload', 'payload.rows', 'msg']),
        { id: 'split', type: 'split', arraySplt: 1, arraySpltType: 'len', wires: [['name']] },
        change('name', 'area', ['topic', 'payload.name', 'msg'], ['boundary', 'payload.boundary', 'msg']),
        { id: 'area', type: 'soil-area', area: 'payload.shape', areaType: 'msg', splitBySize: true, outputs: 2, wires: [['data'], ['submit']] },
        { id: 'data', type: 'soil-data', ...service, wires: [['profile', 'kept']] },
        { id: 'submit', type: 'soil-submit', ...service, wires: [['wait']] },
        { id: 'wait', type: 'soil-wait', service: 'soil', firstPoll: 0.2, maxPoll: 1, wires: [['download'], []] },
        { id: 'download', type: 'soil-download', service: 'soil', wires: [['read'], []] },
        { id: 'read', type: 'soil-read', wires: [['profile', 'kept']] },
        { id: 'profile', type: 'soil-profile', slices: '0-30', methodNames, wires: [['row']] },
        change('row', 'parameter', ['payload', ROW, 'jsonata']),
        { id: 'refused', type: 'catch', scope: ['area', 'data', 'submit', 'wait', 'download', 'read', 'profile'], wires: [['problem']] },
        change('problem', 'answered', ['payload', PROBLEM, 'jsonata']),
        { id: 'answered', type: 'change', rules: [{ t: 'delete', p: 'error', pt: 'msg' }], wires: [['parameter']] },
        change('parameter', 'store', ['params', PARAMETER, 'jsonata'], ['query', UPSERT, 'str']),
        { id: 'store', ...table, wires: [[]] },
        { id: 'kept', type: 'soil-profile', slices: 'globalsoilmap', shape: 'postgresql', methodNames, wires: [['stored']] },
        { id: 'stored', ...table, wires: [[]] },
      ],
      installed('node-red-contrib-postgrestor-next'),
    );
    const extensions = await run("SELECT 1 FROM pg_available_extensions WHERE name = 'postgis'");
    if (extensions.length === 0) {
      console.log('SKIPPED: fields from PostGIS. PostgreSQL has no PostGIS here: apt-get install postgresql-15-postgis-3');
      this.skip();
    }
    for (const query of ['CREATE EXTENSION postgis', 'CREATE TABLE farm_field (name text PRIMARY KEY, geom geometry(Geometry, 28992))', TABLE, ...documentedTables, LAYER, POINTS, BY_DEPTH]) await run(query);
    for (const [name, geometry] of Object.entries(FIRST_NIGHT)) await run(`INSERT INTO farm_field VALUES ('${name.replaceAll("'", "''")}', ${geometry})`);
  });
  after(async () => {
    await flow?.remove();
    await server?.remove();
  });

  /** The fields that the statement for the next night gives. */
  const due = async (): Promise<unknown[]> => (await run(FIELDS)).map(({ name }) => name).sort();

  /** Starts a night, and waits until each field due has its row. */
  const night = async (names: string[]): Promise<Row[]> => {
    assert.deepEqual(await due(), names);
    await flow.nodeRed.post('/inject/night', {});
    let rows: Row[] = [];
    const current = 'SELECT field, clay, ph, problem FROM field_soil JOIN farm_field ON name = field WHERE boundary = md5(ST_AsBinary(geom)) ORDER BY field';
    const isAnswered = async (): Promise<boolean> => {
      rows = await run(current);
      return names.every((name) => rows.some(({ field }) => field === name));
    };
    await until(isAnswered, () => JSON.stringify(rows));
    return rows;
  };
  const haveFigures = (rows: Row[], ...names: string[]): void => {
    for (const name of names) {
      const { clay, ph, problem } = rows.find(({ field }) => field === name) ?? {};
      assert.deepEqual([typeof clay, typeof ph, problem], ['number', 'number', null], name);
    }
  };

  it('gives each field its row, also one with arcs or in parts; says what is wrong with one; leaves out one without a geometry', async () => {
    const rows = await night(['crossed', 'large', "north's field", 'parts', 'round']);
    haveFigures(rows, 'large', "north's field", 'parts', 'round');
    assert.match(String(rows.find(({ field }) => field === 'crossed')?.['problem']), /^The outer ring crosses itself at 51\.9\d+N/);
  });

  it('shows them as a layer, the records as points, and a row for each depth', async () => {
    const [layer] = await run('SELECT count(*)::int AS fields, count(clay)::int AS figures FROM farm_field_soil');
    assert.deepEqual(layer, { fields: 6, figures: 4 });
    await run("INSERT INTO soil_record (id, property, lon, lat) VALUES ('one', 'Clay', 5.66, 51.95), ('placeless', 'Clay', NULL, NULL)");
    assert.deepEqual(await run('SELECT ST_AsText(geom) AS point FROM soil_record ORDER BY id'), [{ point: 'POINT(5.66 51.95)' }, { point: null }]);
    let depths: Row[] = [];
    await until(async () => (depths = await run("SELECT * FROM field_depth_soil WHERE field = 'large' ORDER BY depth_top")).length > 0, 'rows of depths');
    assert.deepEqual(depths.slice(0, 2).map((row) => [row['depth_top'], row['depth_bottom'], typeof row['clay'], typeof row['ph']]), [[0, 5, 'number', 'number'], [5, 15, 'number', 'number']]);
  });

  it('repairs a boundary, and leaves those with arcs and in parts polygons', async () => {
    const shapes = await run(`SELECT ${REPAIRED} FROM farm_field WHERE NOT ST_IsEmpty(geom) ORDER BY name`);
    const types = shapes.map(({ shape }) => (JSON.parse(String(shape)) as { type: string }).type);
    assert.deepEqual(types, ['MultiPolygon', 'Polygon', 'Polygon', 'MultiPolygon', 'Polygon']);
  });

  it('asks in the next night only for what is new, changed or failed, and forgets a field that is gone', async () => {
    assert.deepEqual(await due(), ['crossed']);
    await run("UPDATE farm_field SET geom = ST_MakeValid(geom) WHERE name = 'crossed'");
    await run("UPDATE farm_field SET geom = ST_Translate(geom, 50, 0) WHERE name = 'north''s field'");
    await run("DELETE FROM farm_field WHERE name = 'large'");
    await run(DELETE);
    haveFigures(await night(['crossed', "north's field"]), 'crossed', "north's field", 'parts', 'round');
    assert.deepEqual(await due(), []);
    assert.deepEqual(await run("SELECT field FROM field_soil WHERE field = 'large'"), []);
  });
});
