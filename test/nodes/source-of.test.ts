import assert from 'node:assert/strict';
import { markSynthetic, type SoilMessage } from '../../nodes/runtime/soil-message';
import { knownDatasets } from '../../nodes/runtime/source-of';

const message = (soil: object): SoilMessage => ({ _msgid: 'a', soil }) as never;

describe('The source of a message', () => {
  it('tells of the datasets that are asked for, and of those without a number', () => {
    const [one, two, unnumbered] = [{ identifier: 1, name: 'One' }, { identifier: 2, name: 'Two' }, { name: 'File' }];
    const known = (query: object) => knownDatasets(message({ query, source: { datasets: [one, unnumbered, 'text', null], leftOut: [two] } })).map(({ name }) => name);
    assert.deepEqual(known({}), ['One', 'File', 'Two']);
    assert.deepEqual(known({ datasets: [2] }), ['File', 'Two']);
  });

  it('has no licence of a dataset that does not state one for every record', () => {
    const datasets = [{ name: 'All', licence: 'CC0' }, { name: 'Some', licence: 'CC0', unlicensed: true }];
    assert.deepEqual(knownDatasets(message({ source: { datasets } })).map(({ licence }) => licence), ['CC0', null]);
  });

  it('is synthetic from the sandbox on, whatever it was called before', () => {
    for (const source of [undefined, { datasets: [{ name: 'One' }], synthetic: false }]) {
      const msg = message({ source });
      markSynthetic(msg);
      assert.deepEqual([msg.soil?.source?.synthetic, msg.soil?.source?.datasets], [true, source?.datasets ?? []]);
    }
  });
});
