import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { openExport } from '../../src/records/export-source';
import { RecordReading } from '../../src/records/read-records';
import { heapInUse } from '../memory/heap-in-use';
import { collection, feature, HEADER, read, row } from './read-scenario';
import { sandboxExport } from './sandbox-export';
import { writtenZip } from './written-zip';

describe('An export', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'soil-read-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('does not keep the names of all its records, however many it has, if it gives them in batches', async () => {
    const name = 'x'.repeat(900);
    const rows = Array.from({ length: 60_000 }, (_, n) => row(n + name, 1, `dataset ${n % 100}`, 'CC0'));
    const source = await openExport(await writtenZip({ 'a.csv': HEADER + rows.join('') }));
    const reading = new RecordReading(source, { distinct: false });
    const before = heapInUse();
    for await (const records of reading.batches(1_000)) assert.equal(records.length, 1_000);
    const grown = heapInUse() - before;
    await source.close();
    assert.equal(reading.counts.records, 60_000);
    assert.ok(grown < 35_000_000, `${grown} bytes`);
  });

  it('gives its records in batches, or one empty batch if it has none', async () => {
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
    const open = await writtenZip({ 'a.csv': (HEADER + row('pH', 1, 'A', 'CC0') + row('pH', 2, 'A', 'CC0')).trimEnd() });
    assert.deepEqual((await read(open, {}, 2)).batches.map(({ length }) => length), [2], 'the last line without an end');
    assert.deepEqual((await read(open, {}, 1)).batches.map(({ length }) => length), [1, 1]);
    const quote = await writtenZip({ 'a.csv': `${HEADER}"left open\n${Array.from({ length: 5 }, (_, n) => row('pH', n, 'A', 'CC0')).join('')}` });
    assert.deepEqual((await read(quote, {}, 2)).batches.map(({ length }) => length), [2, 2, 1], 'rows that a quote left open keeps until the end of the file');
    assert.deepEqual((await read(await writtenZip({ 'a.csv': HEADER }), {}, 10)).batches, [[]]);
    assert.deepEqual((await read(await writtenZip({ 'readme.txt': 'x' }))).batches, [[]]);
  });

  it('may have a table with tabs, known by its name', async () => {
    const zip = await writtenZip({ 'data/POINTS.TSV': 'property\tvalue\tunit\npH\t6.5\t\nClay\t31\t%\n' });
    const { records, counts } = await read(zip);
    assert.deepEqual([records.map(({ property, value, unit }) => [property, value, unit]), counts.files], [[['pH', 6.5, null], ['Clay', 31, '%']], ['data/POINTS.TSV']]);
  });

  it('is read on only when the next batch is asked for', async () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => row('pH', n, 'A', 'CC0'));
    const zip = await writtenZip({ 'a.csv': HEADER + rows.join('') });
    const source = await openExport(zip);
    const reading = new RecordReading(source);
    const batches = reading.batches(100);
    await batches.next();
    // Takes long enough for all of it to be read, on any machine.
    assert.equal((await read(zip)).counts.found, 20_000);
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

  it('gives from its GeoJSON files what the CSV does not have: other properties, and records without a dataset', async () => {
    const zip = await writtenZip({
      'a.csv': HEADER + row('Clay', 6, 'A', 'CC0') + row('Sand', 6, '', 'CC0'),
      'b.geojson': collection(feature('pH', 7, 'A'), feature('clay', 7, 'a'), feature('Sand', 7, null)),
    });
    const { records, counts } = await read(zip);
    assert.deepEqual(records.map(({ property, value }) => `${property} ${value}`), ['Clay 6', 'Sand 6', 'pH 7', 'Sand 7']);
    assert.equal(counts.alsoInCsv, 1);
    const asked = await read(zip, { properties: ['pH'] });
    assert.deepEqual([asked.records.map(({ property }) => property), asked.problems.count, asked.counts.notFound], [['pH'], 0, []]);
  });

  it('remembers twenty thousand properties of datasets of the CSV, and no more if a column holds something else', async () => {
    const rows = Array.from({ length: 20_001 }, (_, i) => row('pH', 6, `sample ${i}`, 'CC0'));
    const features = [feature('pH', 7, 'sample 19999'), feature('pH', 7, 'sample 20000'), feature('Clay', 7, 'sample 1')];
    const { counts } = await read(await writtenZip({ 'a.csv': HEADER + rows.join(''), 'a.geojson': collection(...features) }));
    assert.deepEqual([counts.found, counts.alsoInCsv], [20_004, 1]);
  });

  it('cuts pages of text in place of a dataset or a licence, which come with every message', async () => {
    const zip = await writtenZip({
      'a.csv': HEADER + row('pH', 6, 'd'.repeat(30_000), 'l'.repeat(30_000)),
      'b.geojson': collection(feature('pH', 7, 'e'.repeat(30_000))),
    });
    const { records, sources } = await read(zip);
    assert.deepEqual(
      records.map(({ dataset, licence }) => [dataset?.length, licence?.length]),
      [
        [1000, 1000],
        [1000, undefined],
      ],
    );
    const texts = sources.list([], new Date()).map((source) => JSON.stringify(source).length);
    assert.ok(Math.max(...texts) < 5000, texts.join());
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
      { name: null, licence: 'CC0', records: 1, attribution: 'Dataset not named. Licence: CC0. Retrieved 2026-01-02' },
    ]);
  });

  it('names the files that records were in, and no others', async () => {
    const { counts } = await read(await writtenZip({ 'a.csv': HEADER + row('pH', 6, 'A', 'CC0'), 'none.csv': HEADER }));
    assert.deepEqual(counts.files, ['a.csv']);
  });

  it('is read once if it has no record and nothing was asked for by name', async () => {
    let opened = 0;
    const file = { name: 'a.csv', open: () => Readable.from([Buffer.from(HEADER)].slice(opened++)) };
    const reading = new RecordReading({ files: [file], retrieved: null, close: () => Promise.resolve() }, { licences: ['CC0'] });
    for await (const records of reading.batches(0)) assert.deepEqual(records, []);
    assert.equal(opened, 1);
  });

  it('counts the characters of the texts of its records', async () => {
    const reading = new RecordReading(await openExport(await writtenZip({ 'a.csv': HEADER + row('pH', 6, 'Survey', 'CC0') })));
    for await (const [record] of reading.batches(1)) assert.deepEqual([record!.originalName, reading.characters], ['pH', 'pH pH % 1958 CC0 Survey'.replaceAll(' ', '').length]);
  });

  it('stops when it is told to', async () => {
    const zip = await writtenZip({ 'a.csv': HEADER + row('pH', 6, 'A', 'CC0') });
    await assert.rejects(read(zip, { signal: AbortSignal.abort(new Error('closed')) }), /closed/);
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
    for (const source of sources.list([], new Date())) assert.match(source.name ?? '', /synthetic/);
  });
});
