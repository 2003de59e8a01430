import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { shapedProfile, shapedRecords } from '../../src/shapes/shape';
import { evaluated } from '../examples/jsonata';
import { context, later, record, slice } from './shape-scenario';

const languages = ['en-US', 'de', 'es', 'fr', 'pt-BR'];
const root = path.join(__dirname, '..', '..');

/** The JSONata expressions that a text holds, in HTML or in Markdown. */
async function expressionsIn(...file: string[]): Promise<string[]> {
  const text = await readFile(path.join(root, ...file), 'utf8');
  const found = text.replaceAll('&gt;', '>').matchAll(/(?:<code[^>]*>|`)((?:\$replace\(|\(\$mean)[^`]*?)(?:<\/code>|`)/g);
  return Array.from(found, ([, expression]) => expression ?? '');
}

describe('The JSONata expressions of the help', () => {
  let ofRecords = '';
  let ofProfile = '';
  let number = '';

  before(async () => {
    [ofRecords = '', ofProfile = ''] = (await expressionsIn('docs', 'records.md')).filter((expression) => expression.startsWith('$replace'));
    [number = ''] = (await expressionsIn('docs', 'records.md')).filter((expression) => expression.startsWith('($mean'));
  });

  it('are the same in every language', async () => {
    for (const language of languages) {
      assert.deepEqual(await expressionsIn('nodes', 'soil-read', 'locales', language, 'soil-read.html'), [ofRecords], language);
      assert.deepEqual(await expressionsIn('nodes', 'soil-profile', 'locales', language, 'soil-profile.html'), [ofProfile, number], language);
    }
  });

  it('take the header of CSV out of the message that has it, and nothing out of the others', async () => {
    const records = [record({ dataset: 'dataset', property: 'Clay' }), record({})];
    const rows = (await shapedRecords('csv', records, later)).payload;
    assert.equal(await evaluated(ofRecords, (await shapedRecords('csv', records, context)).payload), rows);
    assert.equal(await evaluated(ofRecords, rows), rows);
    const values = (await shapedProfile('csv', [slice({})], { ...later, name: 'topic' }, 'area')).payload;
    assert.equal(await evaluated(ofProfile, (await shapedProfile('csv', [slice({})], { ...context, name: 'topic' }, 'area')).payload), values);
    assert.equal(await evaluated(ofProfile, values), values);
  });

  it('come with the headers that a file begins with', async () => {
    const text = await readFile(path.join(root, 'docs', 'records.md'), 'utf8');
    for (const shaped of [await shapedRecords('csv', [record({})], context), await shapedProfile('csv', [slice({})], context, 'area')]) {
      const [header = ''] = String(shaped.payload).split('\r\n');
      assert.ok(text.includes(`\n${header}\n`), header);
    }
  });

  it('make one number of a profile: that of the most profiles', async () => {
    const clay = { property: 'Clay', unit: '%' };
    const rows = [slice({ n: 9 }), slice({ ...clay, n: 2, mean: 20 }), slice({ ...clay, n: 5, mean: 24.1 }), slice({ ...clay, unit: null, n: 7, mean: 3 })];
    assert.equal(await evaluated(number, rows), 24.1);
  });

  it('make a row of a field, each column of one method and unit', async () => {
    const text = await readFile(path.join(root, 'docs', 'records.md'), 'utf8');
    const [, row = ''] = /### A row for each field\n[^]*?\n```\n([^]*?)```/.exec(text) ?? [];
    const clay = { property: 'Clay', method: 'laser diffraction', unit: '%' };
    const others = [slice({ ...clay, method: 'pipette', n: 9 }), slice({ ...clay, unit: null, n: 9 })];
    const rows = [...others, slice({ ...clay, mean: 24.1 }), slice({ property: 'pH', method: 'in water, 1:5', unit: 'pH', mean: 6.5 })];
    assert.deepEqual(await evaluated(row, rows), { 'clay %': 24.1, pH: 6.5 });
    const ofFile = [slice({ ...clay, method: 'CLPC' }), slice({ ...clay, method: 'clay', mean: 24.1 }), slice({ property: 'pH', method: 'pH_H2O', unit: 'pH', mean: 6.5 })];
    assert.deepEqual(await evaluated(row, ofFile), { 'clay %': 24.1, pH: 6.5 }, 'a field of 10 ha or more comes as a file, where methods have other names');
  });

  it('come with the columns of a csv node for these rows, and for those of fields that failed', async () => {
    const text = await readFile(path.join(root, 'docs', 'records.md'), 'utf8');
    const [section = ''] = /### A row for each field\n[^]*?\n## /.exec(text) ?? [];
    const names = Array.from(section.matchAll(/"([^"]+)": (?:\$of|topic|error)/g), ([, name]) => name);
    assert.equal(/`(field,[^`]+)`/.exec(section)?.[1], [...new Set(names)].join(','));
  });

  it('make a dash where there is no number: a gauge would go on showing that of the place before', async () => {
    assert.equal(await evaluated(number, []), '–');
    assert.equal(await evaluated(number, [slice({ property: 'Clay', unit: '%', n: 0, mean: null })]), '–');
  });
});
