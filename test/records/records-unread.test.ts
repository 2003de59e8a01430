import assert from 'node:assert/strict';
import { collection, HEADER, read, refusedWith, row } from './read-scenario';
import { writtenZip } from './written-zip';

describe('An export', () => {
  it('writes no line of its own into a log, whatever is in its cells', async () => {
    const forged = 'x\n21 Nov - [info] all is well\u001b[2J\u202e\u200e';
    const csv = `property,value,sampling_date\npH,6,"${forged}"\n`;
    const error = await read(await writtenZip({ 'a.csv': csv }), { strict: true }).then(() => assert.fail('it was read'), (thrown: Error) => thrown);
    assert.match(error.message, /^Reading a\.csv, line 2: "x 21 Nov - \[info\] all is well \[2J {2}" is not a date/);
  });

  it('counts what it could not read, lists the first 20 with file and line, and reads the rest', async () => {
    const zip = await writtenZip({
      'a.csv': HEADER + '1,2\n'.repeat(30) + row('pH', 6, 'A', 'CC0'),
      'b.geojson': collection({}),
      'other.csv': 'x,y\n',
      'meta.json': '{}',
    });
    const { records, problems, counts } = await read(zip);
    assert.equal(records.length, 1);
    assert.equal(problems.count, 31);
    assert.equal(problems.first.length, 20);
    assert.deepEqual(problems.first[1], {
      file: 'a.csv',
      line: 3,
      problem: 'The row has 2 cells; the header has 11. Check for separators inside unquoted values. The row was left out.',
    });
    assert.deepEqual(counts.skipped, [
      { file: 'other.csv', reason: 'The header does not name both "property" and "value".' },
      { file: 'meta.json', reason: 'The file is not a GeoJSON FeatureCollection. If it holds records, export it as one.' },
    ]);
  });

  it('says so if none of its files can hold records, and if they are grids', async () => {
    const others = await read(await writtenZip({ 'data.xlsx': 'x', 'inner.zip': 'x' }), { strict: true });
    assert.deepEqual([others.records, others.problems.first], [
      [],
      [{ file: null, line: null, problem: 'No file of the export is CSV or GeoJSON, so there were no records to read.' }],
    ]);
    const grids = await read(await writtenZip({ 'clay.tif': 'x' }));
    assert.match(grids.problems.first[0]!.problem, / To read its grids, let soil-read give "summaries of the grids"\.$/);
    assert.equal((await read(await writtenZip({ 'a.csv': HEADER }))).problems.count, 0);
  });

  it('says so if none of its tables holds records, unless all are empty', async () => {
    const foreign = await read(await writtenZip({ 'empty.csv': '', 'yield.csv': 'x,y\n1,2\n', 'meta.json': '{}' }), { strict: true });
    assert.deepEqual(foreign.problems.first, [
      { file: null, line: null, problem: 'No CSV or GeoJSON file of the export holds records. yield.csv: The header does not name both "property" and "value".' },
    ]);
    const grids = await read(await writtenZip({ 'meta.json': '{}', 'clay.tif': 'x' }));
    assert.match(grids.problems.first[0]!.problem, /meta\.json: The file is not a GeoJSON FeatureCollection\. If it holds records, export it as one\. To read its grids, /);
    const ofRecords = await read(await writtenZip({ 'a.csv': HEADER, 'meta.json': '{}' }));
    const empty = await read(await writtenZip({ 'a.csv': '', 'b.csv': '' }));
    assert.deepEqual([ofRecords.problems.count, empty.problems.count, (await read(await writtenZip({}))).problems.count], [0, 0, 0]);
    const unlicensed = await read(await writtenZip({ 'a.csv': HEADER + row('pH', 6, 'A', '') }), { licences: ['CC0'] });
    assert.deepEqual([unlicensed.counts.otherLicences, unlicensed.problems.count], [1, 0], 'left out for its licence, and for no name');
  });

  it('ends at the first thing that cannot be read if reading is strict', async () => {
    const zip = await writtenZip({ 'a.csv': `${HEADER}${row('pH', 6, 'A', 'CC0')}1,2\n` });
    await assert.rejects(
      read(zip, { strict: true }),
      refusedWith('SOIL_ARCHIVE', /^Reading a\.csv, line 3: The row has 2 cells; the header has 11\..*switch off "Stop at the first malformed row" to read on\.$/),
    );
    await assert.rejects(read(await writtenZip({ 'a.json': '{"features":[' }), { strict: true }), refusedWith('SOIL_ARCHIVE', /^Reading a\.json: The file ends in the middle\. Repair/));
  });

  it('does not say that a record is kept if reading is strict', async () => {
    const csv = 'property,value,sampling_date\npH,6,"a; b"\n';
    const lax = await read(await writtenZip({ 'a.csv': csv }));
    assert.equal(lax.problems.first[0]?.problem, '"a; b" is not a date. The record is kept without one.');
    await assert.rejects(read(await writtenZip({ 'a.csv': csv }), { strict: true }), refusedWith('SOIL_ARCHIVE', /^Reading a\.csv, line 2: "a; b" is not a date\. Repair the file, or /));
  });
});
