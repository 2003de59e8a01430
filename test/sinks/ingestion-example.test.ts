import assert from 'node:assert/strict';
import path from 'node:path';
import { documentedTables } from '../shapes/documented-tables';
import { ExampleFlow } from './example-flow';
import { sqliteRows } from './sqlite-file';

describe('The example "nightly ingestion into SQLite"', function () {
  this.timeout(300_000);
  let example: ExampleFlow;

  before(async () => {
    example = await ExampleFlow.start('nightly ingestion into SQLite', 'node-red-node-sqlite');
  });
  after(() => example?.remove());

  it('creates the table that the shape fills', () => {
    const statements = example.textsOf('change');
    assert.ok(statements.includes(documentedTables[0]!), 'The example makes another table');
  });

  it('stores the records of every field, and nothing in the second night, as nothing is new', async () => {
    const fields = ['hill field', 'large field', 'north field', 'river field'];
    const nights: string[] = [];
    for (let night = 1; night <= 2; night += 1) {
      await example.press('every night at two');
      const told = (await example.shown('rows by field', night * fields.length)).slice(-fields.length).map(({ msg }) => JSON.parse(msg) as { field: string; read: number });
      assert.deepEqual(told.map(({ field }) => field).sort(), fields);
      assert.ok(told.every(({ read }) => read > 0));
      const rows = await sqliteRows(path.join(example.nodeRed.workingDirectory, 'soil.db'), 'SELECT * FROM soil_record ORDER BY id');
      assert.ok(rows.length > 500 && rows.length <= told.reduce((sum, { read }) => sum + read, 0));
      nights.push(JSON.stringify(rows));
    }
    assert.equal(nights[0], nights[1]);
  });
});
