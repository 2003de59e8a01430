import assert from 'node:assert/strict';
import { AskedNames } from '../../src/records/asked-names';
import { collection, feature, HEADER, read, row } from './read-scenario';
import { writtenZip } from './written-zip';

describe('An export', () => {
  it('is narrowed by the names of properties, whether or not they keep a range of sizes', async () => {
    const header = 'property,value,upper_depth_cm,lower_depth_cm\n';
    const zip = await writtenZip({ 'a.csv': `${header}pH,6,0,20\nGravel 2-6 cm,7,0,20\nclay_0-20cm_mean,8,0,20\nSilt,9,0,20\n` });
    const { records, counts } = await read(zip, { properties: ['pH', 'Gravel 2-6 cm', ' Clay_0-5cm_mean '] });
    assert.deepEqual([records.map(({ value }) => value), counts.otherNames, counts.notFound], [[6, 7, 8], 1, []]);
  });

  it('is narrowed by names of datasets and properties', async () => {
    const zip = await writtenZip({ 'a.csv': HEADER + row('pH', 6, 'A', 'CC0') + row('Clay', 1, 'A', 'CC0') + row('pH', 7, 'B', 'CC0') + row('pH', 8, '', 'CC0') });
    const { records, counts, problems } = await read(zip, { datasets: [' a '], properties: [' PH ', 'Silt'] });
    assert.deepEqual(
      records.map(({ value }) => value),
      [6],
    );
    assert.deepEqual([counts.otherNames, counts.notFound], [3, ['Silt']]);
    assert.deepEqual([counts.namesUnmet, problems.count, problems.first[0]?.file], [true, 1, null], 'Clay was left out: is it what was asked for as Silt?');
    assert.match(problems.first[0]!.problem, /is not named in the files as a soil property \("Silt"\): it is missing there, or spelled differently and left out/);
  });

  it('raises no doubt about a missing name if no other name was left out: then there are no such data', async () => {
    const zip = await writtenZip({ 'a.csv': HEADER + row('pH', 6, 'A', 'CC0') });
    const other = await writtenZip({ 'a.csv': HEADER + row('pH', 6, 'A', 'CC0') + row('Clay', 7, 'B', 'CC0') });
    const ofOther = await read(other, { datasets: ['A'], properties: ['pH', 'Silt'] });
    assert.deepEqual([ofOther.counts.otherNames, ofOther.counts.namesUnmet, ofOther.problems.count], [1, false, 0], 'it is of another dataset');
    const { counts, problems } = await read(zip, { datasets: ['A', 'B'], properties: ['pH', 'Silt'] });
    assert.deepEqual([counts.records, counts.notFound, counts.namesUnmet, problems.count], [1, ['B', 'Silt'], false, 0]);
  });

  it('loses no record whose name lost letters because it is not UTF-8, and takes no such name for another one', async () => {
    const rows = row('pH', 6, 'Sols du Québec', 'CC0') + row('pH', 7, 'Sols du Quercy', 'CC0') + row('pH', 8, 'Plain', 'CC0') + row('Humusgehalt für Böden', 9, 'Plain', 'CC0');
    const zip = await writtenZip({ 'a.csv': Buffer.from(HEADER + rows, 'latin1') });
    const { records, counts, problems } = await read(zip, { datasets: ['Sols du Poitou', 'Sols du Québec II', 'Sols du Québec', 'Plain'], properties: ['pH', 'Humusgehalt für Böden'] });
    assert.deepEqual([records.map(({ value }) => value), counts.otherNames, counts.notFound], [[6, 8, 9], 1, ['Sols du Poitou', 'Sols du Québec II']]);
    assert.match(problems.first[0]!.problem, /not UTF-8/);
  });

  it('lists five of the names that it does not have, and says how many more there are', () => {
    const named = (count: number): string => {
      const names = new AskedNames({ datasets: Array.from({ length: count }, (_, at) => `D${at}`) });
      names.passes({ dataset: 'other', property: 'pH' });
      return names.doubts.join();
    };
    assert.match(named(5), /\("D0", "D1", "D2", "D3", "D4"\)/);
    assert.match(named(7), /\("D0", "D1", "D2", "D3", "D4" and 2 more\)/);
  });

  it('is not narrowed by names that it spells differently, and says so', async () => {
    const zip = await writtenZip({
      'a.csv': HEADER + row('pH', 6, 'A', 'CC0') + row('Clay', 'bad"', 'A', 'CC0') + row('pH', 7, 'B', 'CC0') + '1,2\n',
    });
    const { records, counts, problems } = await read(zip, { datasets: ['Dataset A', 'Dataset B'], properties: ['pH'] });
    assert.deepEqual(
      records.map(({ value }) => value),
      [6, 7],
    );
    assert.deepEqual([counts.found, counts.otherNames, counts.notFound], [3, 1, ['Dataset A', 'Dataset B']]);
    const [unmet, malformed] = problems.first;
    assert.deepEqual([problems.count, counts.namesUnmet, unmet?.file, malformed?.file], [2, true, null, 'a.csv']);
    assert.match(unmet!.problem, /^Nothing in the files names a dataset that was asked for \("Dataset A", "Dataset B"\): .* No record was left out for its dataset\.$/);
    const half = await read(zip, { datasets: ['A'], properties: ['Acidity'] });
    assert.deepEqual([half.records.map(({ value }) => value), half.counts.notFound], [[6, 'bad"'], ['Acidity']], 'of that dataset alone');
    const strict = await read(await writtenZip({ 'a.csv': HEADER + row('pH', 6, 'A', 'CC0') }), { strict: true, properties: ['Acidity'] });
    assert.deepEqual([strict.records.length, strict.counts.namesUnmet, strict.problems.count], [1, true, 1]);
  });

  it('says so if the names asked for occur, but never together', async () => {
    const zip = await writtenZip({ 'a.csv': HEADER + row('pH', 6, 'A', 'CC0') + row('Clay', 7, 'B', 'CC0') });
    const { records, counts, problems } = await read(zip, { datasets: ['A'], properties: ['Clay'] });
    assert.deepEqual([records.length, counts.otherNames, problems.count], [0, 2, 1]);
    assert.match(problems.first[0]!.problem, /datasets or soil properties other than those asked for/);
    const both = await writtenZip({ 'a.csv': HEADER + row('pH', 6, 'A', 'CC0') + row('Clay', 7, 'B', 'CC0'), 'b.geojson': collection(feature('pH', 6, 'A')) });
    const told = await read(both, { datasets: ['A'], properties: ['Clay'] });
    assert.deepEqual([told.counts.alsoInCsv, told.problems.first], [1, problems.first], 'also where the CSV has some of it already');
    const empty = await read(await writtenZip({ 'a.csv': HEADER }), { properties: ['Clay'] });
    assert.deepEqual([empty.counts.namesUnmet, empty.problems.count], [false, 0]);
    const nameless = await read(await writtenZip({ 'a.csv': HEADER + row('pH', 6, '', 'CC0') }), { datasets: ['A'] });
    assert.deepEqual([nameless.records.length, nameless.counts.namesUnmet, nameless.problems.count], [1, false, 0]);
  });

  it('is narrowed by licences, however they are spelled; silence allows nothing', async () => {
    const licences = [
      'CC BY 4.0',
      'cc-by-4.0',
      'https://creativecommons.org/licenses/by/4.0/',
      'CC BY 3.0',
      'CC-BY-NC-4.0',
      'CC0-1.0',
      'https://creativecommons.org/publicdomain/zero/1.0/',
      '',
      'https://creativecommons.org/licenses/by/4.0/ https://creativecommons.org/licenses/by-nc/4.0/',
    ];
    const zip = await writtenZip({ 'a.csv': HEADER + licences.map((licence, n) => row('pH', n, `D${n}`, licence)).join('') });
    const allowed = async (...wanted: string[]) =>
      (await read(zip, { licences: wanted, known: [{ name: 'D7', licence: 'ODbL-1.0' }] })).records.map(({ value }) => value);
    assert.deepEqual(await allowed('CC-BY-4.0'), [0, 1, 2]);
    assert.deepEqual(await allowed('CC BY'), [0, 1, 2, 3]);
    assert.deepEqual(await allowed('cc0', 'CC BY-NC'), [4, 5, 6]);
    assert.deepEqual(await allowed('odbl'), [7]);
    assert.deepEqual(await allowed('MIT'), []);
    assert.equal((await read(zip, { licences: ['MIT'] })).counts.otherLicences, 9);
  });
});
