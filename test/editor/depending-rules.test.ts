import assert from 'node:assert/strict';
import { readSoilQuery } from '../../src/service/read-query';
import { loadDefinitions, nodeOf, takerOf } from './definitions';

/** Required, not imported: its types are those of the editor, which are not known here. */
const { keepAreaProblem } = require('../../nodes/editor/area-problems') as { keepAreaProblem: (text: string, problem: string | undefined) => void };

const definitions = loadDefinitions();
const isTakenIn = takerOf(definitions);

/** What a node's dialog says of a value: `true` if nothing is wrong. */
function said(type: string, setting: string, value: unknown, others: object = {}): boolean | string | undefined {
  const definition = definitions.get(type)!;
  return definition.defaults[setting]?.validate?.call(nodeOf(type, definition, others), value, {});
}

describe('A rule of a dialog, of what depends on something else,', () => {
  before(() => void Object.assign(globalThis, { RED: { _: (key: string) => key.split(':').at(-1), editor: { getEditStack: () => [] } } }));
  after(() => void delete (globalThis as { RED?: unknown }).RED);

  for (const [startYear, endYear, isRight] of [['1990', '1980', false], ['1990', '1990', true], [1990, '2000', true], ['', '1980', true], [undefined, '1980', true], ['1990', '', true]] as const) {
    it(`takes the years from ${JSON.stringify(startYear)} to ${JSON.stringify(endYear)} as the runtime does`, () => {
      for (const type of ['soil-data', 'soil-submit']) assert.equal(isTakenIn(type, 'endYear', endYear, { startYear }), isRight, type);
      const read = (): unknown => readSoilQuery({ ...(startYear && { startYear }), ...(endYear && { endYear }) });
      if (isRight) assert.ok(read());
      else assert.throws(read);
    });
  }

  it('takes the last year beside a first one that an environment variable holds', () => {
    assert.equal(isTakenIn('soil-data', 'endYear', '1980', { startYear: '${FIRST}' }), true);
  });

  it('refuses licences for an answer that is passed on as it is, but not empty ones', () => {
    for (const [licences, isRight] of [[[], true], [['', ' '], true], [['CC0-1.0'], false], [['', 'CC0-1.0'], false]] as const) {
      assert.deepEqual([isTakenIn('soil-data', 'licences', licences, { output: 'raw' }), isTakenIn('soil-data', 'licences', licences)], [isRight, true], licences.join());
    }
  });

  it('minds what only a real service has only for one: in a sandbox, nobody would see what is wrong', () => {
    for (const setting of ['baseUrl', 'datasetsField', 'emailField', 'soilPropertiesPath']) {
      assert.deepEqual(['sandbox', 'service'].map((mode) => isTakenIn('soil-service', setting, '?', { mode })), [true, false], setting);
    }
  });

  it('asks for an area where none is: for a map, to draw one', () => {
    const asked = (areaType: string): unknown => said('soil-area', 'area', ' ', { areaType });
    assert.deepEqual(['msg', 'flow', 'global'].map(asked), [true, true, true]);
    assert.match(String(asked('wkt')), /invalid\.needed$/);
    assert.match(String(asked('map')), /invalid\.areaNotDrawn$/);
  });

  it('says of an area what its full check has found last, for as many texts as a person leaves', () => {
    const of = (text: string): unknown => said('soil-area', 'area', text, { areaType: 'wkt' });
    const point = (longitude: number): string => `POINT (${longitude} 52)`;
    keepAreaProblem(point(0), 'crosses itself');
    assert.equal(of(point(0)), 'crosses itself');
    keepAreaProblem(point(0), undefined);
    assert.equal(of(point(0)), true);
    for (let longitude = 1; longitude <= 30; longitude++) keepAreaProblem(point(longitude), 'crosses itself');
    assert.equal(of(point(1)), 'crosses itself');
    // Found once more, it is the latest.
    keepAreaProblem(point(1), 'still crosses itself');
    keepAreaProblem(point(31), 'crosses itself');
    assert.deepEqual([of(point(1)), of(point(2)), of(point(31))], ['still crosses itself', true, 'crosses itself']);
    // What is kept is kept for the page, and so for the tests after this one.
    for (let longitude = 0; longitude <= 31; longitude++) keepAreaProblem(point(longitude), undefined);
  });

  it('says of a number with separators how to write it', () => {
    for (const batch of ['1.000', '1,000', '1.000.000']) assert.match(String(said('soil-read', 'batch', batch)), /invalid\.comma$/, batch);
    for (const batch of ['0.5', '1.0001', 'many']) assert.match(String(said('soil-read', 'batch', batch)), /invalid\.whole$/, batch);
  });
});
