import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { SoilMessage } from '../../nodes/runtime/soil-message';
import { evaluatedOn } from '../examples/jsonata';
import { RunningFlow } from '../nodes/flow';

const page = readFileSync(path.join(__dirname, '../../docs/profiles.md'), 'utf8');
const FIELD = 'POLYGON ((5.665 51.987, 5.668 51.987, 5.668 51.989, 5.665 51.989, 5.665 51.987))';

/** The first match in the section with this heading, to its end. */
function shown(heading: string, expression: RegExp): string {
  const [, section = ''] = new RegExp(`\\n## ${heading}\\n([^]*?)(?=\\n## |$)`).exec(page) ?? [];
  return expression.exec(section)?.[1] ?? '';
}

const stock = shown('Carbon stock and available water', /```\n(\([^]*?)```/);
const water = shown('Carbon stock and available water', /\*\*Available water in mm\*\*[^]*?```\n(\([^]*?)```/);
const number = shown('One property at one depth', /`(\(\$mean[^`]*)`/);
const row = shown('A row for each field', /```\n(\([^]*?)```/);

/** Profiles as the page says: of 0-30 cm, and only those that reach nearly all of it. */
const profile = (id: string, wire: string, more: object = {}): { id: string; type: string } => ({ ...{ id, type: 'soil-profile', slices: '0-30', minCoverage: 90, wires: [[wire]] }, ...more });

describe('The recipes in docs/profiles.md, with what the sandbox gives', () => {
  let flow: RunningFlow;
  before(async () => {
    const units = JSON.parse(shown('Carbon stock and available water', /```json\n([^]*?)```/)) as object[];
    const methodNames = JSON.parse(shown('A row for each field', /```json\n([^]*?)```/)) as object[];
    flow = await RunningFlow.start([
      { id: 'svc', type: 'soil-service', mode: 'sandbox' },
      { id: 'area', type: 'soil-area', wires: [['data', 'submit']] },
      { id: 'data', type: 'soil-data', service: 'svc', wires: [['small']] },
      profile('small', 'of answer', { units, methodNames }),
      { id: 'submit', type: 'soil-submit', service: 'svc', wires: [['wait']] },
      { id: 'wait', type: 'soil-wait', service: 'svc', firstPoll: 0.05, maxPoll: 0.2, wires: [['download']] },
      { id: 'download', type: 'soil-download', service: 'svc', wires: [['read']] },
      { id: 'read', type: 'soil-read', wires: [['large', 'renamed']] },
      profile('large', 'of file', { units }),
      profile('renamed', 'of file, renamed', { methodNames }),
      ...['of answer', 'of file', 'of file, renamed'].map((id) => ({ id, type: 'helper' })),
    ]);
    flow.send('area', { topic: 'north', payload: FIELD });
  });
  after(() => flow.stop());

  const made = async (expression: string, id: string): Promise<unknown> => evaluatedOn(expression, await flow.message<SoilMessage>(id));
  const isNumber = (value: unknown): void => assert.equal(typeof value, 'number', String(value));

  it('make a row with every column, whether the field is small or large', async () => {
    for (const id of ['of answer', 'of file, renamed']) {
      const { field, ...columns } = (await made(row, id)) as Record<string, unknown>;
      assert.equal(field, 'north');
      assert.deepEqual(Object.keys(columns), ['clay %', 'sand %', 'silt %', 'pH', 'carbon g/kg'], id);
      Object.values(columns).forEach(isNumber);
    }
  });

  it('make one number, a stock and a height of water of an answer', async () => {
    for (const expression of [number, stock, water]) isNumber(await made(expression, 'of answer'));
  });

  it('make a number and a stock of a file, by the names that the page gives for it', async () => {
    const [ofCarbon, ofDensity, ofStones] = [...shown('Carbon stock and available water', /A file from it has (.*) instead/).matchAll(/\w+/g)].map(String).filter((word) => /^[A-Z]+$/.test(word));
    const inFile = stock.replace('wet oxidation', ofCarbon ?? '').replace('core', ofDensity ?? '').replace('estimated in the field', ofStones ?? '');
    isNumber(await made(inFile, 'of file'));
    isNumber(await made(number.replace('pipette', shown('One property at one depth', /in a file of the sandbox `(\w+)`/)), 'of file'));
  });
});
