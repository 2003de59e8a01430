import assert from 'node:assert/strict';
import type { SoilRecord } from '../../src/records/soil-record';
import { ExportedField } from './exported-field';
import { entrance, ReceivingFlow, soilProfile, soilRead } from './receiving-flow';

type Cells = Record<string, string | number | null | undefined>;

/** Every column as the text that it is in the file. */
const csvNode = (id: string) => ({ id, type: 'csv', spec: 'rfc', sep: ',', hdrin: true, multi: 'mult', skip: '0', strings: false, include_empty_strings: true, include_null_values: true, temp: '', wires: [['answer']] });
const textOf = (value: Cells[string]): string => (value === null || value === undefined ? '' : String(value));

describe('CSV text, parsed back by the core csv node', function () {
  this.timeout(120_000);
  let field: ExportedField;
  let flow: ReceivingFlow;

  before(async () => {
    field = await ExportedField.make();
    flow = await ReceivingFlow.start(
      [
        entrance('records', 'read'),
        soilRead('read', 'csv', 'parse'),
        entrance('batches', 'batches'),
        soilRead('batches', 'csv', 'joined', { batch: 100 }),
        { id: 'joined', type: 'join', mode: 'auto', build: 'array', property: 'payload', propertyType: 'msg', wires: [['text']] },
        { id: 'text', type: 'change', rules: [{ t: 'set', p: 'payload', pt: 'msg', to: '$join(payload)', tot: 'jsonata' }], wires: [['parse']] },
        entrance('profile', 'plain'),
        soilRead('plain', '', 'profile'),
        soilProfile('profile', 'csv', 'parse'),
        csvNode('parse'),
      ],
      [],
    );
  });
  after(async () => {
    await flow?.remove();
    await field?.remove();
  });

  const asText = (row: object): Cells => Object.fromEntries(Object.entries(row as Cells).map(([name, value]) => [name, textOf(value)]));

  it('gives back every field of every record, in order', async () => {
    const rows = (await flow.post('records', { path: field.path })) as SoilRecord[];
    assert.deepEqual(rows.map(asText), field.records.map(asText));
  });

  it('is one text with one header if it comes in batches', async () => {
    const rows = (await flow.post('batches', { path: field.path })) as SoilRecord[];
    assert.ok(field.records.length > 200);
    assert.deepEqual(rows.map(asText), field.records.map(asText));
  });

  it('gives back the slices of a profile', async () => {
    const rows = (await flow.post('profile', { path: field.path })) as Cells[];
    assert.equal(rows.length, field.slices.length);
    for (const [index, { property, method, unit, depthTop, mean, coverage, datasets }] of field.slices.entries()) {
      const expected = { property, method, unit, depthTop, mean, coverage, datasets: datasets.join('; ') };
      const found = rows[index]!;
      assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, textOf(found[name])])), asText(expected));
    }
  });
});
