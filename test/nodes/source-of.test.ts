import assert from 'node:assert/strict';
import { markSynthetic, type SoilMessage } from '../../nodes/runtime/soil-message';
import { knownDatasets, sourceOf } from '../../nodes/runtime/source-of';
import { sourceOfFound } from '../../nodes/soil-discover/found-sources';
import { SourceTally } from '../../src/records/data-source';
import { LicenceFilter } from '../../src/records/licence-filter';

const message = (soil: object): SoilMessage => ({ _msgid: 'a', soil }) as never;
const retrieved = new Date('2026-01-02T23:00:00Z');

function tallied(...licences: (string | null)[]): SourceTally {
  const tally = new SourceTally();
  for (const licence of licences) tally.add({ dataset: 'A', licence });
  return tally;
}

describe('The source of a message', () => {
  it('names the datasets that are asked for, and those without a number', () => {
    const [one, two, unnumbered] = [{ identifier: 1, name: 'One' }, { identifier: 2, name: 'Two' }, { name: 'File' }];
    const known = (query: object) => knownDatasets(message({ query, source: { datasets: [one, unnumbered, 'text', null], leftOut: [two] } })).map(({ name }) => name);
    assert.deepEqual(known({}), ['One', 'File', 'Two']);
    assert.deepEqual(known({ datasets: [2] }), ['File', 'Two']);
  });

  it('has no licence for a dataset that does not state one for every record', () => {
    const datasets = [{ name: 'All', licence: 'CC0' }, { name: 'Some', licence: 'CC0', unlicensed: true }];
    assert.deepEqual(knownDatasets(message({ source: { datasets } })).map(({ licence }) => licence), ['CC0', null]);
  });

  it('keeps of each dataset only what is of the right type: a function node may have written anything', () => {
    const odd = [5, true, {}, [], { name: 'CC0' }, null, ''];
    for (const value of odd) {
      const [known] = knownDatasets(message({ source: { datasets: [{ identifier: '7', name: 'One', licence: value, author: value, url: value }] } }));
      const { identifier, name, licence, author, url } = known!;
      assert.deepEqual([identifier, name, licence, author, url], [7, 'One', undefined, undefined, undefined], JSON.stringify(value));
      assert.doesNotThrow(() => knownDatasets(message({ source: { datasets: [{ identifier: value, name: value, locked: value }] } })));
    }
    const locked = (value: unknown) => knownDatasets(message({ source: { datasets: [{ name: 'One', locked: value }] } }))[0]!.locked;
    assert.deepEqual([true, false, 'true', 1, undefined].map(locked), [true, false, undefined, undefined, undefined]);
  });

  it('is synthetic from the sandbox on, whatever it was called before', () => {
    for (const source of [undefined, { datasets: [{ name: 'One' }], synthetic: false }]) {
      const msg = message({ source });
      markSynthetic(msg);
      assert.deepEqual([msg.soil?.source?.synthetic, msg.soil?.source?.datasets], [true, source?.datasets ?? []]);
    }
  });

  it('of one reading gives no licence to what the next reading finds without one', () => {
    const msg: SoilMessage = {};
    const told = { retrieved, synthetic: false };
    msg.soil = { source: sourceOf(msg, tallied('CC-BY-4.0', null), told) };
    assert.equal(knownDatasets(msg)[0]!.licence, null);
    assert.equal(new LicenceFilter(['CC BY'], knownDatasets(msg)).passes({ dataset: 'A', licence: null }), false);
  });

  it('says that it is invented if the name of a dataset does, whichever service or file it comes from', () => {
    const real = ['Soil moisture from Synthetic Aperture Radar', 'Synthetic', 'Profiles (Synthetic Aperture Radar)', 'Plots (synthetic) 2020', 'Plots (synthetic, checked)'];
    const names = [...['World soil profiles (synthetic)', 'Farms (synthetic, locked)'].map((name) => [name, true] as const), ...real.map((name) => [name, false] as const)];
    for (const [name, invented] of names) {
      const tally = new SourceTally();
      tally.add({ dataset: name, licence: 'CC0' });
      assert.equal(sourceOf({}, tally, { retrieved, synthetic: false }).synthetic, invented, name);
    }
    assert.equal(sourceOf({}, tallied('CC0'), { retrieved, synthetic: true }).synthetic, true);
  });

  it('has null for the name of a dataset that has none, whether records or the service lack it', () => {
    const tally = new SourceTally();
    tally.add({ dataset: null, licence: 'CC0' });
    const found = sourceOfFound({}, [{ type: 'DataSet', identifier: 3, name: '', description: '', distribution: { lockedForDownload: true } }] as never);
    const { datasets, leftOut } = sourceOf(message({ query: { datasets: [3] }, source: found }), tally, { retrieved, synthetic: false });
    assert.deepEqual([found.datasets, datasets, leftOut].map((list) => list?.map(({ name }) => name)), [[null], [null], [null]]);
    assert.match(datasets[0]?.attribution ?? '', /^Dataset not named\. /);
  });

  it('of one reading passes a locked dataset on to the next, as long as it is asked for', () => {
    const msg: SoilMessage = { soil: { source: { datasets: [{ name: 'B', identifier: 2, licence: null, locked: true }], retrieved: '', synthetic: false } } };
    const told = { retrieved, synthetic: false };
    for (let reading = 0; reading < 2; reading += 1) {
      msg.soil!.source = sourceOf(msg, tallied('CC0'), told);
      assert.deepEqual(msg.soil!.source.leftOut?.map(({ name }) => name), ['B']);
    }
    msg.soil!.query = { datasets: [7] };
    assert.equal(sourceOf(msg, tallied('CC0'), told).leftOut, undefined);
  });
});
