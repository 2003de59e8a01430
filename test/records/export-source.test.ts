import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openExport } from '../../src/records/export-source';
import { RecordReading } from '../../src/records/read-records';
import { HEADER, read, refusedWith, row } from './read-scenario';
import { writtenZip } from './written-zip';

describe('An export', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'soil-read-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('is read the same from a zip, its bytes, the folder it was unpacked into, and a file of it', async () => {
    const csv = HEADER + row('pH', 6, 'A', 'CC0') + row('Clay', 20, 'A', 'CC0');
    const zip = await writtenZip({ 'output_data_points.csv': csv, 'LICENSES.txt': 'x' });
    await mkdir(path.join(folder, 'unpacked/inner'), { recursive: true });
    for (const name of ['a.zip', 'named-otherwise']) await writeFile(path.join(folder, name), zip);
    await writeFile(path.join(folder, 'unpacked/inner/output_data_points.csv'), csv);
    await symlink('/etc/passwd', path.join(folder, 'unpacked/other.csv'));
    await writeFile(path.join(folder, 'unpacked/LICENSES.txt'), 'x');
    for (const from of [
      zip,
      path.join(folder, 'a.zip'),
      path.join(folder, 'named-otherwise'),
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

  it('takes the time of the file for that of its retrieval', async () => {
    const file = path.join(folder, 'dated.csv');
    await writeFile(file, HEADER);
    await utimes(file, new Date('2025-02-03'), new Date('2025-02-03'));
    const source = await openExport(file);
    assert.equal(source.retrieved?.toISOString(), '2025-02-03T00:00:00.000Z');
  });

  it('is refused if there is nothing to read', async () => {
    await writeFile(path.join(folder, 'a file:b.csv'), HEADER);
    assert.deepEqual((await openExport(path.join(folder, 'a file:b.csv'))).files.map(({ name }) => name), ['a file:b.csv']);
    for (const from of [undefined, null, 7, {}, '', ' ']) await assert.rejects(read(from), refusedWith('SOIL_CONFIG', /soil-download/));
    await assert.rejects(read(path.join(folder, 'none.zip')), refusedWith('SOIL_STORAGE', /none\.zip/));
    await assert.rejects(read(Buffer.from('no zip at all')), refusedWith('SOIL_ARCHIVE', /^The Buffer of 13 bytes is not a zip\. Send the zip, or write another file to the disk and send its path\.$/));
    await writeFile(path.join(folder, 'page.zip'), '<html>service unavailable</html>');
    await assert.rejects(read(path.join(folder, 'page.zip')), refusedWith('SOIL_ARCHIVE', /^Cannot read .*page\.zip\. The zip file is corrupt or unsafe and was not used: .*\. Download it again/));
    for (const name of ['letter.txt', 'points.csv.bak', 'clay.tif.aux.xml']) {
      await writeFile(path.join(folder, name), HEADER);
      await assert.rejects(read(path.join(folder, name)), refusedWith('SOIL_ARCHIVE', new RegExp(`${name} is neither a zip nor a file of soil data`)));
    }
  });

  it('with a file that the disk does not give ends in an error of the disk', async () => {
    const file = path.join(folder, 'of one/gone.csv');
    await mkdir(path.dirname(file));
    await writeFile(file, HEADER);
    const source = await openExport(path.dirname(file));
    await rm(file);
    await assert.rejects(new RecordReading(source).batches(0).next(), refusedWith('SOIL_STORAGE', /^Cannot read the soil data at .*gone\.csv: the file or folder is not there/));
  });

  it('may be a single file of each kind that holds soil data; a zip is known by its name, whatever is in it', async () => {
    for (const name of ['one.csv', 'one.tsv', 'one.geojson', 'one.json', 'one.tif', 'one.TIFF']) {
      await writeFile(path.join(folder, name), 'x');
      assert.deepEqual((await openExport(path.join(folder, name))).files.map((file) => file.name), [name]);
    }
    await writeFile(path.join(folder, 'cut.ZIP'), 'x');
    await assert.rejects(openExport(path.join(folder, 'cut.ZIP')), (error) => refusedWith('SOIL_ARCHIVE', /zip/i)(error) && !/neither/.test((error as Error).message));
  });

  it('may not be a folder of more than ten thousand files', async () => {
    const many = path.join(folder, 'many');
    await mkdir(many);
    for (let file = 0; file <= 10_000; file += 1) writeFileSync(path.join(many, `${file}.csv`), '');
    await assert.rejects(openExport(many), refusedWith('SOIL_ARCHIVE', /has more than 10000 files: give the folder of one export/));
    await rm(path.join(many, '0.csv'));
    assert.equal((await openExport(many)).files.length, 10_000);
  });

  it('can no longer be read once it is closed', async () => {
    await writeFile(path.join(folder, 'closed.zip'), await writtenZip({ 'a.csv': HEADER }));
    const source = await openExport(path.join(folder, 'closed.zip'));
    await source.close();
    await assert.rejects(new RecordReading(source).batches(0).next());
  });

  it('may not be a pipe: opening one waits for its writer, and four of them would block all work on files', async () => {
    const pipe = path.join(folder, 'pipe.csv');
    execFileSync('mkfifo', [pipe]);
    // Kept open for writing, so that nothing waits for ever.
    const writer = openSync(pipe, 'r+');
    writeSync(writer, HEADER);
    await assert.rejects(openExport(pipe), refusedWith('SOIL_STORAGE', /pipe\.csv: it failed \(it is not a file\)/));
    closeSync(writer);
  });

  it('is described in the error if it is nothing that can be read', async () => {
    const others: [unknown, RegExp][] = [['', /^An empty text is nothing to read/], [{ path: 'a.zip' }, /^An object with the field path is/], [['a.zip'], /^An array of 1 is/], [JSON.parse(JSON.stringify(Buffer.from('zip'))), /^A Buffer that became JSON on its way .* Buffer\.from\(msg\.payload\.data\)/]];
    for (const [from, words] of others) await assert.rejects(openExport(from), refusedWith('SOIL_CONFIG', words));
  });

  it('may not be a long text, which is said at once: ten million digits in one line', async () => {
    await assert.rejects(openExport('0a'.repeat(5_000_000)), refusedWith('SOIL_CONFIG', /a text of 10000000 characters came that is not a path/));
  });

  it('may be neither a link nor the content of a file as text, and neither is quoted', async () => {
    const link = refusedWith('SOIL_CONFIG', /^Nothing to read: a web address came, not a file\. Put soil-download before/);
    for (const from of ['https://host.example/export.zip?signature=secret', ' HTTP://host.example/a.zip\n', '"https://host.example/a.zip?signature=secret"', 'GET https://host.example/a.zip?signature=secret']) await assert.rejects(read(from), link);
    for (const from of ['file:///tmp/a.zip', ' FILE:a.zip']) await assert.rejects(read(from), refusedWith('SOIL_CONFIG', /^Nothing to read: the address of a file came\. Send its path alone/));
    const zip = await writtenZip({ 'a.csv': HEADER });
    for (const from of [HEADER, HEADER + row('pH', 6, 'A', 'https://creativecommons.org/licenses/by/4.0/'), zip.toString('latin1'), 'x'.repeat(5000)])
      await assert.rejects(read(from), (error) => refusedWith('SOIL_CONFIG', /text of \d+ characters came that is not a path\. Send the path of the file, or the zip as a Buffer, as a file in node gives it/)(error) && (error as Error).message.length < 300);
  });

  it('that was damaged ends in an error', async () => {
    const zip = await writtenZip({ 'output_data_points.csv': HEADER + row('pH', 6, 'A', 'CC0').repeat(2000) });
    zip[100]! ^= 0xff;
    await assert.rejects(read(zip), refusedWith('SOIL_ARCHIVE', /corrupt/));
  });

  it('is read without the files that macOS adds beside others', async () => {
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
});
