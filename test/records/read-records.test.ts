import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isSoilError, type SoilErrorCode } from '../../src/errors/soil-error';
import { openExport } from '../../src/records/export-source';
import { FeaturesByDepth } from '../../src/records/features-by-depth';
import { RecordReading, type ReadOptions } from '../../src/records/read-records';
import type { SoilRecord } from '../../src/records/soil-record';
import { sandboxExport } from './sandbox-export';
import { writtenZip } from './written-zip';

const HEADER = 'id,lat,lon,property,upper_depth_cm,lower_depth_cm,value,unit,sampling_date,license,data_source\n';
const row = (property: string, value: number | string, dataset: string, licence: string, lon = 1) =>
  `7,2,${lon},${property},0,5,${value},%,1958,${licence},${dataset}\n`;
const feature = (property: string, value: number, dataset: string | null) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [1, 2] },
  properties: { property, value, data_source: dataset },
});
const collection = (...features: unknown[]) => JSON.stringify({ type: 'FeatureCollection', features });

async function read(from: unknown, options: ReadOptions = {}, batch = 0) {
  const source = await openExport(from);
  try {
    const reading = new RecordReading(source, options);
    const batches: SoilRecord[][] = [];
    for await (const records of reading.batches(batch)) batches.push(records);
    return { batches, records: batches.flat(), counts: reading.counts, problems: reading.problems.toJSON(), sources: reading.sources };
  } finally {
    await source.close();
  }
}

const refusedWith = (code: SoilErrorCode, text: RegExp) => (error: unknown) => isSoilError(error, code) && text.test(error.message);

describe('An export', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'soil-read-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('is read alike from a zip, its bytes, the folder it was unpacked into, and a file of it', async () => {
    const csv = HEADER + row('pH', 6, 'A', 'CC0') + row('Clay', 20, 'A', 'CC0');
    const zip = await writtenZip({ 'output_data_points.csv': csv, 'LICENSES.txt': 'x' });
    await mkdir(path.join(folder, 'unpacked/inner'), { recursive: true });
    await writeFile(path.join(folder, 'a.zip'), zip);
    await writeFile(path.join(folder, 'unpacked/inner/output_data_points.csv'), csv);
    await symlink('/etc/passwd', path.join(folder, 'unpacked/other.csv'));
    await writeFile(path.join(folder, 'unpacked/LICENSES.txt'), 'x');
    for (const from of [
      zip,
      path.join(folder, 'a.zip'),
      path.join(folder, 'unpacked'),
      path.join(folder, 'unpacked/inner/output_data_points.csv'),
    ]) {
      const { records, counts } = await read(from);
      assert.deepEqual(
        records.map(({ property, value }) => [property, value]),
        [
          ['pH', 6],
          ['Clay', 20],
        ],
      );
      assert.deepEqual([counts.found, counts.records, counts.files.length, counts.skipped], [2, 2, 1, []]);
    }
  });

  it('tells when it was retrieved by the time of the file', async () => {
    const file = path.join(folder, 'dated.csv');
    await writeFile(file, HEADER);
    await utimes(file, new Date('2025-02-03'), new Date('2025-02-03'));
    const source = await openExport(file);
    assert.equal(source.retrieved?.toISOString(), '2025-02-03T00:00:00.000Z');
  });

  it('is refused where there is nothing to read', async () => {
    for (const from of [undefined, null, 7, {}, '', ' ']) await assert.rejects(read(from), refusedWith('SOIL_CONFIG', /soil-download/));
    await assert.rejects(read(path.join(folder, 'none.zip')), refusedWith('SOIL_STORAGE', /none\.zip/));
    await assert.rejects(read(Buffer.from('no zip at all')), refusedWith('SOIL_ARCHIVE', /zip/));
    const other = path.join(folder, 'letter.txt');
    await writeFile(other, HEADER);
    await assert.rejects(read(other), refusedWith('SOIL_ARCHIVE', /letter\.txt is neither a zip nor a file of soil data/));
  });

  it('is no pipe: whoever opens one waits for its writer, and four of them hold up all work on files', async () => {
    const pipe = path.join(folder, 'pipe.csv');
    execFileSync('mkfifo', [pipe]);
    // Kept open for writing, so that nobody waits for ever.
    const writer = openSync(pipe, 'r+');
    writeSync(writer, HEADER);
    await assert.rejects(openExport(pipe), refusedWith('SOIL_STORAGE', /pipe\.csv: it failed \(it is no file\)/));
    closeSync(writer);
  });

  it('is neither a link nor the content of a file as text, and neither is quoted', async () => {
    const link = refusedWith('SOIL_CONFIG', /^Nothing to read: a web address came, and no file\. Put soil-download before/);
    for (const from of ['https://host.example/export.zip?signature=secret', ' HTTP://host.example/a.zip', 'file:///tmp/a.zip']) await assert.rejects(read(from), link);
    const zip = await writtenZip({ 'a.csv': HEADER });
    for (const from of [HEADER, zip.toString('latin1'), 'x'.repeat(5000)])
      await assert.rejects(read(from), (error) => refusedWith('SOIL_CONFIG', /text of \d+ characters came that is no path/)(error) && (error as Error).message.length < 300);
  });

  it('writes no line of its own into a log, whatever is in its cells', async () => {
    const forged = 'x\n21 Nov - [info] all is well\u001b[2J\u202e';
    const csv = `property,value,sampling_date\npH,6,"${forged}"\n`;
    const error = await read(await writtenZip({ 'a.csv': csv }), { strict: true }).then(() => assert.fail('it was read'), (thrown: Error) => thrown);
    assert.match(error.message, /^Reading a\.csv, line 2: "x 21 Nov - \[info\] all is well \[2J " is no date/);
  });

  it('that was damaged ends in an error', async () => {
    const zip = await writtenZip({ 'output_data_points.csv': HEADER + row('pH', 6, 'A', 'CC0').repeat(2000) });
    zip[100]! ^= 0xff;
    await assert.rejects(read(zip), refusedWith('SOIL_ARCHIVE', /corrupt/));
  });

  it('gives its records in batches, and one empty batch where it has none', async () => {
    const csv = HEADER + Array.from({ length: 1000 }, (_, n) => row('pH', n, 'A', 'CC0')).join('');
    const zip = await writtenZip({ 'a.csv': csv, 'b.csv': HEADER + row('Clay', 1, 'B', 'CC0') });
    assert.deepEqual(
      (await read(zip, {}, 400)).batches.map(({ length }) => length),
      [400, 400, 201],
    );
    assert.deepEqual(
      (await read(zip, {}, 1000)).batches.map(({ length }) => length),
      [1000, 1],
    );
    assert.deepEqual(
      (await read(zip)).records.map(({ value }) => value),
      [...Array.from({ length: 1000 }, (_, n) => n), 1],
    );
    assert.deepEqual((await read(await writtenZip({ 'a.csv': HEADER }), {}, 10)).batches, [[]]);
    assert.deepEqual((await read(await writtenZip({ 'readme.txt': 'x' }))).batches, [[]]);
  });

  it('is read on only when the next batch is asked for', async () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => row('pH', n, 'A', 'CC0'));
    const source = await openExport(await writtenZip({ 'a.csv': HEADER + rows.join('') }));
    const reading = new RecordReading(source);
    const batches = reading.batches(100);
    await batches.next();
    await new Promise((resolve) => setTimeout(resolve, 30));
    assert.ok(reading.counts.found < 10_000, String(reading.counts.found));
    await batches.return(undefined);
    await source.close();
  });

  it('gives repeats once and counts them, unless they are wanted', async () => {
    const zip = await writtenZip({
      'a.csv': HEADER + row('pH', 6, 'A', 'CC0').repeat(3) + row('pH', 7, 'A', 'CC0'),
      'b.csv': HEADER + row('pH', 6, 'A', 'CC0'),
    });
    const distinct = await read(zip);
    assert.deepEqual([distinct.records.length, distinct.counts.repeats, distinct.counts.found], [2, 3, 5]);
    const all = await read(zip, { distinct: false });
    assert.deepEqual([all.records.length, all.counts.repeats], [5, 0]);
  });

  it('does not give a dataset of the CSV again from its GeoJSON file', async () => {
    const zip = await writtenZip({
      'a.geojson': collection(feature('pH', 6, 'A'), feature('pH', 7, 'B')),
      'output_data_points.csv': HEADER + row('pH', 6, 'A', 'CC0'),
    });
    const { records, counts } = await read(zip);
    assert.deepEqual(
      records.map(({ dataset, value }) => [dataset, value]),
      [
        ['A', 6],
        ['B', 7],
      ],
    );
    assert.deepEqual([counts.found, counts.alsoInCsv, counts.records], [3, 1, 2]);
  });

  it('is narrowed by the names of properties, whether or not they keep a range of sizes', async () => {
    const header = 'property,value,upper_depth_cm,lower_depth_cm\n';
    const zip = await writtenZip({ 'a.csv': `${header}pH,6,0,20\nGravel 2-6 cm,7,0,20\nclay_0-20cm_mean,8,0,20\nSilt,9,0,20\n` });
    const { records, counts } = await read(zip, { properties: ['pH', 'Gravel 2-6 cm', 'Clay_0-5cm'] });
    assert.deepEqual([records.map(({ value }) => value), counts.otherNames, counts.notFound], [[6, 7, 8], 1, []]);
  });

  it('is narrowed by names of datasets and properties', async () => {
    const zip = await writtenZip({ 'a.csv': HEADER + row('pH', 6, 'A', 'CC0') + row('Clay', 1, 'A', 'CC0') + row('pH', 7, 'B', 'CC0') });
    const { records, counts } = await read(zip, { datasets: ['a'], properties: [' PH ', 'Silt'] });
    assert.deepEqual(
      records.map(({ value }) => value),
      [6],
    );
    assert.deepEqual([counts.otherNames, counts.notFound], [2, ['Silt']]);
  });

  it('is not narrowed by names that it spells otherwise, and says so', async () => {
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
    assert.match(unmet!.problem, /^Nothing in the files names a dataset that was asked for \("Dataset A", "Dataset B"\): .* None was left out for its dataset\.$/);
    const strict = await read(await writtenZip({ 'a.csv': HEADER + row('pH', 6, 'A', 'CC0') }), { strict: true, properties: ['Acidity'] });
    assert.deepEqual([strict.records.length, strict.counts.namesUnmet, strict.problems.count], [1, true, 1]);
  });

  it('says so where its names occur, but never together', async () => {
    const zip = await writtenZip({ 'a.csv': HEADER + row('pH', 6, 'A', 'CC0') + row('Clay', 7, 'B', 'CC0') });
    const { records, counts, problems } = await read(zip, { datasets: ['A'], properties: ['Clay'] });
    assert.deepEqual([records.length, counts.otherNames, problems.count], [0, 2, 1]);
    assert.match(problems.first[0]!.problem, /other datasets or soil properties than those asked for/);
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
    ];
    const zip = await writtenZip({ 'a.csv': HEADER + licences.map((licence, n) => row('pH', n, `D${n}`, licence)).join('') });
    const allowed = async (...wanted: string[]) =>
      (await read(zip, { licences: wanted, known: [{ name: 'D7', licence: 'ODbL-1.0' }] })).records.map(({ value }) => value);
    assert.deepEqual(await allowed('CC-BY-4.0'), [0, 1, 2]);
    assert.deepEqual(await allowed('CC BY'), [0, 1, 2, 3]);
    assert.deepEqual(await allowed('cc0', 'CC BY-NC'), [4, 5, 6]);
    assert.deepEqual(await allowed('odbl'), [7]);
    assert.deepEqual(await allowed('MIT'), []);
    assert.equal((await read(zip, { licences: ['MIT'] })).counts.otherLicences, 8);
  });

  it('names each dataset behind the records, with licence, count and a line for attribution', async () => {
    const zip = await writtenZip({
      'a.csv': HEADER + row('pH', 6, 'A', 'CC-BY-4.0') + row('pH', 7, 'B', '') + row('pH', 8, 'B', '') + row('pH', 8, '', 'CC0'),
    });
    const { sources } = await read(zip);
    const known = [{ name: 'A', identifier: 3, author: 'The A group', url: 'https://example.org/a', licence: 'other', locked: false }];
    assert.deepEqual(sources.list(known, new Date('2026-01-02T23:00:00Z')), [
      {
        name: 'B',
        licence: null,
        unlicensed: true,
        unlicensedRecords: 2,
        records: 2,
        attribution: 'B. No licence stated: ask the source before use. Retrieved 2026-01-02',
      },
      {
        name: 'A',
        identifier: 3,
        locked: false,
        licence: 'CC-BY-4.0',
        records: 1,
        author: 'The A group',
        url: 'https://example.org/a',
        attribution: 'The A group. A. Licence: CC-BY-4.0. https://example.org/a. Retrieved 2026-01-02',
      },
      { name: '', licence: 'CC0', records: 1, attribution: 'Dataset not named. Licence: CC0. Retrieved 2026-01-02' },
    ]);
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
      problem: 'The row has 2 cells; the header has 11. The row was left out.',
    });
    assert.deepEqual(counts.skipped, [
      { file: 'other.csv', reason: 'The header names no "property" and "value".' },
      { file: 'meta.json', reason: 'The file is no GeoJSON FeatureCollection.' },
    ]);
  });

  it('is read without what macOS puts beside its files', async () => {
    const companion = `\0\u0005\u0016\u0007Mac OS X\nATTR,"\n,,`;
    const csv = HEADER + row('pH', 6, 'A', 'CC0');
    const zip = await writtenZip({ 'a/data.csv': csv, '__MACOSX/a/._data.csv': companion, 'a/._b.geojson': companion });
    const unpacked = path.join(folder, 'from-mac');
    await mkdir(path.join(unpacked, '__MACOSX'), { recursive: true });
    for (const [name, content] of [['data.csv', csv], ['._data.csv', companion], ['__MACOSX/x.csv', companion]] as const)
      await writeFile(path.join(unpacked, name), content);
    for (const from of [zip, unpacked]) {
      const { records, counts, problems } = await read(from, { strict: true });
      assert.deepEqual([records.length, counts.files.length, counts.skipped, problems.count], [1, 1, [], 0]);
    }
  });

  it('says so where none of its files can hold records, and where they are grids', async () => {
    const others = await read(await writtenZip({ 'data.xlsx': 'x', 'inner.zip': 'x' }), { strict: true });
    assert.deepEqual([others.records, others.problems.first], [
      [],
      [{ file: null, line: null, problem: 'No file of the export is CSV or GeoJSON, so there were no records to read.' }],
    ]);
    const grids = await read(await writtenZip({ 'clay.tif': 'x' }));
    assert.match(grids.problems.first[0]!.problem, / To read its grids, let soil-read give "summaries of the grids"\.$/);
    assert.equal((await read(await writtenZip({ 'a.csv': HEADER }))).problems.count, 0);
  });

  it('ends at the first thing that cannot be read where reading is strict', async () => {
    const zip = await writtenZip({ 'a.csv': `${HEADER}${row('pH', 6, 'A', 'CC0')}1,2\n` });
    await assert.rejects(
      read(zip, { strict: true }),
      refusedWith('SOIL_ARCHIVE', /^Reading a\.csv, line 3: The row has 2 cells; the header has 11\..*switch off "Stop at the first malformed row" to read on\.$/),
    );
  });

  it('says of no record that it is kept where reading is strict', async () => {
    const csv = 'property,value,sampling_date\npH,6,"a; b"\n';
    const lax = await read(await writtenZip({ 'a.csv': csv }));
    assert.equal(lax.problems.first[0]?.problem, '"a; b" is no date; the record is kept without one.');
    await assert.rejects(read(await writtenZip({ 'a.csv': csv }), { strict: true }), refusedWith('SOIL_ARCHIVE', /^Reading a\.csv, line 2: "a; b" is no date\. Repair the file, or /));
  });

  it('stops when it is told to', async () => {
    const zip = await writtenZip({ 'a.csv': HEADER + row('pH', 6, 'A', 'CC0') });
    await assert.rejects(read(zip, { signal: AbortSignal.abort(new Error('closed')) }), /closed/);
  });

  it('gives its points as features, with a value for each property and depth', async () => {
    const zip = await writtenZip({
      'a.csv':
        HEADER +
        row('pH', 6, 'A', 'CC0') +
        row('pH', 7, 'A', 'CC0') +
        row('Clay', 20, 'A', 'CC0') +
        row('Clay', 'NA', 'B', 'CC0') +
        row('__proto__', 1, 'B', 'CC0', 5) +
        '7,,,x,,,1,,,,A\n',
    });
    const features = new FeaturesByDepth();
    features.add((await read(zip)).records);
    assert.equal(features.withoutPlace, 1);
    const collectionOfPoints = await features.collection();
    assert.deepEqual(
      collectionOfPoints.features.map((point) => [point.geometry.coordinates, Object.entries(point.properties)]),
      [
        [
          [1, 2],
          [
            ['dataset', 'A'],
            ['licence', 'CC0'],
            ['h3', null],
            ['date', '1958'],
            ['pH 0-5 cm (%)', [6, 7]],
            ['Clay 0-5 cm (%)', 20],
          ],
        ],
        [
          [1, 2],
          [
            ['dataset', 'B'],
            ['licence', 'CC0'],
            ['h3', null],
            ['date', '1958'],
          ],
        ],
        [
          [5, 2],
          [
            ['dataset', 'B'],
            ['licence', 'CC0'],
            ['h3', null],
            ['date', '1958'],
            ['__proto__ 0-5 cm (%)', 1],
          ],
        ],
      ],
    );
  });

  it('of the sandbox gives every row of its CSV once, flaws and all', async () => {
    const file = path.join(folder, 'sandbox.zip');
    await sandboxExport('POLYGON ((10 50, 10.01 50, 10.01 50.01, 10 50.01, 10 50))', file);
    const { records, counts, problems, sources } = await read(file);
    assert.equal(problems.count, 0);
    assert.ok(records.length > 500, String(records.length));
    assert.equal(counts.found, counts.records + counts.repeats + counts.alsoInCsv);
    assert.ok(counts.repeats > 0 && counts.alsoInCsv > 0);
    assert.deepEqual(counts.files.slice(0, 1), ['output_data_points.csv']);
    assert.ok(
      records.some(({ unit }) => unit === null) && records.some(({ date }) => date === null) && records.some(({ value }) => value === null),
    );
    assert.ok(
      records.some(({ date }) => /^\d{4}$/.test(date ?? '')) && records.every(({ depthTop, depthBottom }) => depthTop! < depthBottom!),
    );
    for (const source of sources.list([], new Date())) assert.match(source.name, /synthetic/);
  });
});
