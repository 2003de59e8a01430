import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { documentedTables } from '../shapes/documented-tables';
import { ExportedField } from './exported-field';
import { postgresPrograms, PostgresServer } from './postgres-server';
import { entrance, installed, ReceivingFlow, soilProfile, soilRead } from './receiving-flow';
import { inOrder, rowOfRecord, rowOfSlice, type Row } from './stored-rows';

/** What docs/profiles.md says of a row for each field: how to make its parameter, a table, and the statement. */
const [section = ''] = /\*\*A row for each field in PostgreSQL\*\*[^]*$/.exec(readFileSync(path.join(__dirname, '../../docs/profiles.md'), 'utf8')) ?? [];
const [, parameter = ''] = /`msg.params` to the JSONata expression `([^`]+)`/.exec(section) ?? [];
const [, tableOfFields = '', intoIt = ''] = /```sql\n\s*([^]*?;)\s*([^]*?;)\s*```/.exec(section) ?? [];

describe('PostgreSQL rows, through node-red-contrib-postgrestor-next and a real server', function () {
  this.timeout(180_000);
  let field: ExportedField;
  let server: PostgresServer;
  let flow: ReceivingFlow;

  before(async function () {
    const programs = await postgresPrograms();
    if (programs === null) {
      console.log('SKIPPED: rows in a real PostgreSQL. There is no PostgreSQL here: apt-get install postgresql');
      this.skip();
    }
    field = await ExportedField.make();
    server = await PostgresServer.start(programs);
    const typed = { host: '127.0.0.1', port: String(server.port), database: 'postgres', user: 'postgres', ssl: 'false', max: '2', min: '1', idle: '1000', connectionTimeout: '10000' };
    const types = { hostFieldType: 'str', portFieldType: 'num', databaseFieldType: 'str', userFieldType: 'str', sslFieldType: 'bool', maxFieldType: 'num', minFieldType: 'num' };
    const table = { id: 'store', type: 'postgrestor', query: '{{{msg.query}}}', postgresDB: 'database', throwErrors: true };
    flow = await ReceivingFlow.start(
      [
        { id: 'database', type: 'postgresDB', ...typed, ...types, idleFieldType: 'num', connectionTimeoutFieldType: 'num', password: 'none', passwordFieldType: 'str' },
        entrance('query', 'take'),
        { id: 'take', type: 'change', rules: [{ t: 'set', p: 'query', pt: 'msg', to: 'payload.query', tot: 'msg' }], wires: [['store']] },
        entrance('records', 'read'),
        soilRead('read', 'postgresql', 'store'),
        entrance('profile', 'plain'),
        soilRead('plain', '', 'profile'),
        soilProfile('profile', 'postgresql', 'store'),
        entrance('twice', 'plain2'),
        soilRead('plain2', '', 'profile2'),
        soilProfile('profile2', 'postgresql', 'store', { slices: 'own', ownSlices: '0-7, 0-7' }),
        entrance('field', 'into'),
        { id: 'into', type: 'change', rules: [{ t: 'set', p: 'params', pt: 'msg', to: parameter, tot: 'jsonata' }, { t: 'set', p: 'query', pt: 'msg', to: intoIt, tot: 'str' }], wires: [['store']] },
        { ...table, wires: [['rows']] },
        { id: 'rows', type: 'change', rules: [{ t: 'set', p: 'payload', pt: 'msg', to: '{"rows": payload.rows, "rowCount": payload.rowCount}', tot: 'jsonata' }], wires: [['answer']] },
      ],
      installed('node-red-contrib-postgrestor-next'),
    );
    for (const query of [...documentedTables, tableOfFields]) await flow.post('query', { query });
  });
  after(async () => {
    await flow?.remove();
    await server?.remove();
    await field?.remove();
  });

  const stored = async (query: string): Promise<Row[]> => [((await flow.post('query', { query })) as { rows: Row[] }).rows].flat();

  it('stores each record with every field, only once however often it comes', async () => {
    const first = (await flow.post('records', { path: field.path })) as { rowCount: number };
    const again = (await flow.post('records', { path: field.path })) as { rowCount: number };
    assert.deepEqual([first.rowCount, again.rowCount], [field.records.length, 0]);
    assert.deepEqual(inOrder(await stored('SELECT * FROM soil_record'), 'id'), inOrder(field.records.map(rowOfRecord)));
  });

  it('stores the slices of a profile', async () => {
    await flow.post('profile', { path: field.path });
    assert.deepEqual(inOrder(await stored('SELECT * FROM soil_profile'), 'id', 'area', 'retrieved'), inOrder(field.slices.map(rowOfSlice)));
  });

  it('stores a slice once, with the time of its last retrieval, even if an older file is read again', async () => {
    await flow.post('profile', { path: field.path });
    const before = await stored('SELECT id FROM soil_profile ORDER BY id');
    const later = await field.downloadedIn(1);
    await flow.post('profile', { path: field.path });
    await field.downloadedIn(-60);
    await flow.post('profile', { path: field.path });
    assert.deepEqual(await stored('SELECT id FROM soil_profile ORDER BY id'), before);
    assert.deepEqual(await stored('SELECT DISTINCT retrieved FROM soil_profile'), [{ retrieved: later }]);
  });

  it('stores a slice once if it was requested twice', async () => {
    const { rowCount } = (await flow.post('twice', { path: field.path })) as { rowCount: number };
    const of7cm = await stored('SELECT id FROM soil_profile WHERE depth_bottom = 7');
    assert.deepEqual([of7cm.length > 0, of7cm.length], [true, rowCount]);
  });

  it('stores a row for each field as docs/profiles.md says, with what a field lacks left empty, and replaced at each run', async () => {
    for (const row of [{ field: "north's field", clay: 24.1, ph: 6.5 }, { field: 'south', clay: 30 }, { field: 'sea', problem: 'no data' }, { field: 'south', ph: 7 }]) await flow.post('field', row);
    assert.deepEqual(await stored('SELECT * FROM field_values ORDER BY field'), [
      { field: "north's field", clay: 24.1, ph: 6.5, problem: null },
      { field: 'sea', clay: null, ph: null, problem: 'no data' },
      { field: 'south', clay: null, ph: 7, problem: null },
    ]);
  });
});
