import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { depthSlices } from '../../src/profiles/depth-slice';
import type { MethodRename } from '../../src/profiles/renamed-methods';
import { soilProfile } from '../../src/profiles/soil-profile';
import { shapedProfile, shapedRecords } from '../../src/shapes/shape';
import { evaluated, evaluatedOn } from '../examples/jsonata';
import { madeRecord } from '../records/made-record';
import { context, later, record, slice } from './shape-scenario';

const languages = ['en-US', 'de', 'es', 'fr', 'pt-BR'];
const root = path.join(__dirname, '..', '..');

/** The JSONata expressions in a text, in HTML or in Markdown. */
async function expressionsIn(...file: string[]): Promise<string[]> {
  const text = await readFile(path.join(root, ...file), 'utf8');
  const found = text.replaceAll('&gt;', '>').matchAll(/(?:<code[^>]*>|`)((?:\$replace\(|\(\$mean)[^`]*?)(?:<\/code>|`)/g);
  return Array.from(found, ([, expression]) => expression ?? '');
}

describe('The JSONata expressions of the help', () => {
  let ofRecords = '';
  let ofProfile = '';
  let number = '';
  let ofPh = '';

  before(async () => {
    [ofRecords = '', ofProfile = ''] = (await expressionsIn('docs', 'shapes.md')).filter((expression) => expression.startsWith('$replace'));
    [number = '', ofPh = ''] = (await expressionsIn('docs', 'profiles.md')).filter((expression) => expression.startsWith('($mean'));
  });

  it('are the same in every language', async () => {
    for (const language of languages) {
      assert.deepEqual(await expressionsIn('nodes', 'soil-read', 'locales', language, 'soil-read.html'), [ofRecords], language);
      assert.deepEqual(await expressionsIn('nodes', 'soil-profile', 'locales', language, 'soil-profile.html'), [ofProfile], language);
    }
  });

  it('remove the CSV header from the message that has it, and nothing from the others', async () => {
    const records = [record({ dataset: 'dataset', property: 'Clay' }), record({})];
    const rows = (await shapedRecords('csv', records, later)).payload;
    assert.equal(await evaluated(ofRecords, (await shapedRecords('csv', records, context)).payload), rows);
    assert.equal(await evaluated(ofRecords, rows), rows);
    const values = (await shapedProfile('csv', [slice({})], { ...later, name: 'topic' })).payload;
    assert.equal(await evaluated(ofProfile, (await shapedProfile('csv', [slice({})], { ...context, name: 'topic' })).payload), values);
    assert.equal(await evaluated(ofProfile, values), values);
  });

  it('come with the headers that the file needs', async () => {
    const text = await readFile(path.join(root, 'docs', 'shapes.md'), 'utf8');
    for (const shaped of [await shapedRecords('csv', [record({})], context), await shapedProfile('csv', [slice({})], context)]) {
      const [header = ''] = String(shaped.payload).split('\r\n');
      assert.ok(text.includes(`\n${header}\n`), header);
    }
  });

  it('make one number of a profile: that of the method named, even if others have more profiles', async () => {
    const clay = { property: 'Clay', unit: '%', method: 'pipette' };
    const others = [slice({ ...clay, method: 'laser diffraction', n: 9 }), slice({ ...clay, unit: null, n: 7, mean: 3 }), slice({ ...clay, property: 'Silt', n: 9 })];
    assert.equal(await evaluated(number, [...others, slice({ ...clay, n: 2, mean: 24.1 })]), 24.1);
    const ph = { property: 'pH', unit: 'pH', method: 'in water, 1:2.5' };
    assert.equal(await evaluated(ofPh, [slice({ ...ph, method: 'in 0.01 M CaCl2', n: 9, mean: 6 }), slice({ ...ph, n: 2, mean: 6.5 })]), 6.5);
  });

  it('make a row of a field, with one method and unit in each column, even of a large field whose methods have other names', async () => {
    const text = await readFile(path.join(root, 'docs', 'profiles.md'), 'utf8');
    const [, row = ''] = /## A row for each field\n[^]*?\n```\n([^]*?)```/.exec(text) ?? [];
    const clay = { property: 'Clay', method: 'pipette', unit: '%' };
    const others = [slice({ ...clay, method: 'laser diffraction', n: 9 }), slice({ ...clay, unit: null, n: 9 })];
    const rows = [...others, slice({ ...clay, mean: 24.1 }), slice({ property: 'pH', method: 'in water, 1:2.5', unit: 'pH', mean: 6.5 }), slice({ property: 'Organic carbon', method: 'wet oxidation', unit: 'g/kg', mean: null })];
    assert.deepEqual(await evaluated(row, rows), { 'clay %': 24.1, pH: 6.5 });
    const [, names = ''] = /\*\*Small and large fields\*\*[^]*?```json\n([^]*?)```/.exec(text) ?? [];
    const methodNames = JSON.parse(names) as MethodRename[];
    const inTopsoil = { depthTop: 0, depthBottom: 30 };
    const ofFile = (['CLPC', 'clay'] as const).map((originalName, at) => madeRecord({ ...inTopsoil, property: 'Clay', originalName, unit: '%', value: [24.1, 9][at] }));
    const { slices } = await soilProfile([...ofFile, madeRecord({ ...inTopsoil, originalName: 'PHAQ', value: 6.5 })], { slices: depthSlices('0-30'), grouping: { by: 'area' }, minimumCoverage: 0, methodNames });
    assert.deepEqual(await evaluated(row, slices), { 'clay %': 24.1, pH: 6.5 });
  });

  it('make of a row with columns what a join and a csv node take: the row alone, without null, even of a field without data', async () => {
    const [, alone = ''] = /JSONata expression `(\$merge[^`]*)`/.exec(await readFile(path.join(root, 'docs', 'shapes.md'), 'utf8')) ?? [];
    const clay = { property: 'Clay', method: 'pipette', unit: '%' };
    for (const [slices, columns] of [[[slice({ ...clay, mean: 24.1 }), slice({ ...clay, depthTop: 5, depthBottom: 30, mean: null })], { 'Clay (pipette) 0-5 cm, %': 24.1 }], [[], {}]] as const) {
      const { payload } = await shapedProfile('columns', [...slices], { ...context, name: 'north' });
      const { topic, ...values } = (await evaluatedOn(alone, { topic: 'north', payload })) as Record<string, unknown>;
      assert.equal(topic, 'north');
      assert.deepEqual(Object.fromEntries(Object.entries(values).filter(([name]) => name.startsWith('Clay'))), columns);
      assert.ok(!Object.values(values).includes(null));
    }
  });

  it('come with the columns of a csv node for these rows, including those of fields that failed', async () => {
    const text = await readFile(path.join(root, 'docs', 'profiles.md'), 'utf8');
    const [section = ''] = /## A row for each field\n[^]*$/.exec(text) ?? [];
    const names = Array.from(section.matchAll(/"([^"]+)": (?:\$of|topic|error)/g), ([, name]) => name);
    assert.equal(/`(field,[^`]+)`/.exec(section)?.[1], [...new Set(names)].join(','));
  });

  it('make a line of a mail for each error, with the field if it has a name', async () => {
    const [, line = ''] = /\*change\* node that sets `msg.payload` to the JSONata expression `([^`]*error[^`]*)`/.exec(await readFile(path.join(root, 'docs', 'unattended.md'), 'utf8')) ?? [];
    const error = { message: 'Too large.' };
    assert.deepEqual([await evaluatedOn(line, { topic: 'north', error }), await evaluatedOn(line, { error })], ['north: Too large.', 'Too large.']);
  });

  it('make an empty text if there is no number: a gauge would go on showing that of the previous place', async () => {
    const clay = { property: 'Clay', unit: '%', method: 'pipette' };
    for (const rows of [[], [slice({ ...clay, n: 0, mean: null })], [slice({ ...clay, method: 'CLPC' })]]) assert.equal(await evaluated(number, rows), '');
  });
});
