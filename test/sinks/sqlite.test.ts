import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { newUserDirectory } from '../runtime/node-red-process';
import { documentedTables } from '../shapes/documented-tables';
import { ExportedField } from './exported-field';
import { entrance, installed, ReceivingFlow, soilProfile, soilRead } from './receiving-flow';
import { sqliteRows } from './sqlite-file';
import { inOrder, rowOfRecord, rowOfSlice, type Row } from './stored-rows';

describe('SQLite rows, through node-red-node-sqlite', function () {
  this.timeout(120_000);
  let field: ExportedField;
  let flow: ReceivingFlow;
  let directory: string;
  let database: string;

  before(async () => {
    field = await ExportedField.make();
    directory = await newUserDirectory();
    database = path.join(directory, 'soil.db');
    const profiles = 'INSERT INTO soil_profile (id, property, mean) SELECT value ->> \'id\', value ->> \'property\', value ->> \'mean\' FROM json_each($rows)';
    flow = await ReceivingFlow.start(
      [
        { id: 'database', type: 'sqlitedb', db: database, mode: 'RWC' },
        entrance('create', 'tables'),
        { id: 'tables', type: 'change', rules: [{ t: 'set', p: 'topic', pt: 'msg', to: documentedTables.join(';'), tot: 'str' }], wires: [['create']] },
        { id: 'create', type: 'sqlite', mydb: 'database', sqlquery: 'batch', wires: [['answer']] },
        entrance('records', 'read'),
        soilRead('read', 'sqlite', 'insert'),
        entrance('profile', 'plain'),
        soilRead('plain', '', 'profile'),
        soilProfile('profile', 'sqlite', 'insert'),
        { id: 'insert', type: 'sqlite', mydb: 'database', sqlquery: 'msg.topic', wires: [['answer']] },
        entrance('prepared', 'plain2'),
        soilRead('plain2', '', 'profile2'),
        soilProfile('profile2', 'sqlite', 'prepared', { group: 'area' }),
        { id: 'prepared', type: 'sqlite', mydb: 'database', sqlquery: 'prepared', sql: profiles, wires: [['answer']] },
      ],
      installed('node-red-node-sqlite'),
    );
    await flow.post('create');
  });
  after(async () => {
    await flow?.remove();
    await field?.remove();
    if (directory) await rm(directory, { recursive: true, force: true });
  });

  const stored = (query: string): Promise<Row[]> => sqliteRows(database, query);

  it('stores each record with every field, only once however often it comes', async () => {
    for (let night = 0; night < 2; night += 1) await flow.post('records', { path: field.path });
    const rows = await stored('SELECT * FROM soil_record');
    assert.ok(rows.length > 100);
    assert.deepEqual(inOrder(rows, 'id'), inOrder(field.records.map(rowOfRecord)));
  });

  it('stores the slices of a profile, each with the time of its last retrieval, even if an older file is read again', async () => {
    await flow.post('profile', { path: field.path });
    const later = await field.downloadedIn(1);
    await flow.post('profile', { path: field.path });
    await field.downloadedIn(-60);
    await flow.post('profile', { path: field.path });
    const rows = await stored('SELECT * FROM soil_profile');
    assert.deepEqual([...new Set(rows.map(({ retrieved }) => retrieved))], [later]);
    assert.ok(rows.length > 10);
    assert.deepEqual(inOrder(rows, 'id', 'area', 'retrieved'), inOrder(field.slices.map(rowOfSlice)));
  });

  it('fills a prepared statement of the user with $rows', async () => {
    const [before] = await stored('SELECT count(*) AS count FROM soil_profile');
    await flow.post('prepared', { path: field.path });
    const rows = await stored('SELECT * FROM soil_profile WHERE area IS NULL AND lon IS NULL');
    assert.ok(rows.some(({ property, mean }) => property === 'Clay' && typeof mean === 'number'));
    const [after] = await stored('SELECT count(*) AS count FROM soil_profile');
    assert.equal(after!['count'], Number(before!['count']) + rows.length);
  });
});
