import assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { CsvRowReader } from '../../src/records/formats/csv-rows';
import { timesAsLong } from '../time/times-as-long';

interface Reading {
  header: string[];
  rows: { line: number; cells: string[] }[];
  malformed: [number, string][];
  notUtf8: number[];
}

/** Reads a text given in chunks of `size` bytes. */
function read(text: string | Buffer, size = 1_000_000): Reading {
  const reading: Reading = { header: [], rows: [], malformed: [], notUtf8: [] };
  const texts = (row: { cells: number; text(cell: number): string }) => Array.from({ length: row.cells }, (_, cell) => row.text(cell));
  const reader = new CsvRowReader({
    header: (row) => (reading.header = texts(row)),
    row: (row) => reading.rows.push({ line: row.line, cells: texts(row) }),
    malformed: (line, problem) => reading.malformed.push([line, problem]),
    notUtf8: (line) => reading.notUtf8.push(line),
  });
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
  reader.end();
  return reading;
}

const cells = (reading: Reading) => reading.rows.map((row) => row.cells);

describe('The CSV reader', () => {
  it('reads the same as csv-parse from any well-formed file, wherever the chunks are cut', () => {
    const cell = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', '\n', '\r\n', ' ', '7', '𝄞'), maxLength: 6 }),
      fc.string({ maxLength: 8 }),
    );
    const table = fc
      .integer({ min: 2, max: 5 })
      .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }));
    fc.assert(
      fc.property(table, fc.boolean(), fc.boolean(), fc.boolean(), fc.integer({ min: 1, max: 40 }), (rows, crlf, mark, ended, size) => {
        const lineEnd = crlf ? '\r\n' : '\n';
        const line = (row: string[]) =>
          row.map((text) => (/[",\r\n]/.test(text) || text === '' ? `"${text.replaceAll('"', '""')}"` : text)).join(',');
        // A delimiter in a cell of the header would make it another kind of file.
        const header = rows[0]!.map((_, at) => `c${at}`).join(',');
        const text = `${mark ? '\ufeff' : ''}${header}${lineEnd}${rows.map(line).join(lineEnd)}${ended ? lineEnd : ''}`;
        const [, ...expected] = parse(text, { bom: true, record_delimiter: lineEnd });
        const reading = read(text, size);
        assert.deepEqual(reading.malformed, []);
        assert.deepEqual(cells(reading), expected.filter((row) => row.some((text) => !/^ *$/.test(text))));
      }),
      { numRuns: 500 },
    );
  });

  it('accepts rows of a thousand cells, and refuses longer ones', () => {
    const line = (count: number): string => Array.from({ length: count }, (_, at) => at).join(',');
    assert.equal(read(`${line(1000)}\n${line(1000)}\n`).rows[0]?.cells.at(-1), '999');
    assert.deepEqual(read(`${line(1000)}\n${line(1001)}\n`).malformed, [[2, 'The row has more than 1000 cells.']]);
  });

  it('accepts semicolons and tabs between cells', () => {
    assert.deepEqual(read('a;b\n1,5;2\n').rows[0]?.cells, ['1,5', '2']);
    assert.deepEqual(read('a\tb,c\td\n1\t2\t3\n').rows[0]?.cells, ['1', '2', '3']);
    assert.deepEqual(read('a,b,c;d\n1,2,3\n').header, ['a', 'b', 'c;d']);
    assert.deepEqual(read('a;b\n1,2,3,4;5\n').header, ['a', 'b'], 'the header alone tells');
  });

  it('tells what separates the cells', () => {
    for (const [text, separator] of [['a,b\n', 'comma'], ['a;b\n', 'semicolon'], ['a\tb\n', 'other'], ['sep=|\na|b\n', 'other']] as const) {
      const nothing = (): void => undefined;
      const reader = new CsvRowReader({ header: nothing, row: nothing, malformed: nothing, notUtf8: nothing });
      reader.push(Buffer.from(text));
      assert.equal(reader.separator, separator);
    }
  });

  it('does not take a first line that names the separator, as in Excel, for the header', () => {
    for (const size of [1, 3, 1000]) {
      assert.deepEqual(read('\ufeffsep=;\r\na;b\r\n1;2\r\n', size).rows, [{ line: 3, cells: ['1', '2'] }]);
      assert.deepEqual(read('"SEP=|"\na,b|c\n1,5|2\n', size).header, ['a,b', 'c']);
      assert.deepEqual(read('sep=\t\na,b,c\td\n1\t2', size).rows[0]?.cells, ['1', '2']);
      assert.deepEqual(read('sep=,\nsep=,\n1,2\n', size).header, ['sep=', ''], 'the second one is a header');
    }
    assert.deepEqual(read('"sep=;",b\n1,2\n').header, ['sep=;', 'b'], 'a column of that name');
    assert.deepEqual(read('a,b\nsep=,\n').rows, [{ line: 2, cells: ['sep=', ''] }]);
  });

  it('leaves out spaces around quotes', () => {
    const lines = ['"a; b, c",  "d" , e', ' 1 ,  "2, ""3""" ,"4"  \r', '  "5" x,6,7', '8, "9', '10, "11", "12"'];
    for (const size of [1, 2, 1000]) {
      const reading = read(lines.join('\n'), size);
      assert.deepEqual(reading.header, ['a; b, c', 'd', ' e']);
      assert.deepEqual(cells(reading), [[' 1 ', '2, "3"', '4'], ['10', '11', '12']]);
      assert.deepEqual(reading.malformed, [[3, 'There is text after a closing quote.'], [4, 'There is text after a closing quote.']]);
    }
    assert.deepEqual(read('"a;", "b;;;;", c\n1,2,3').rows[0]?.cells, ['1', '2', '3']);
  });

  it('looks for the separator outside the quotes of the header', () => {
    assert.deepEqual(cells(read('"lat, lon, alt, all";value;unit\n1;2;3\n')), [['1', '2', '3']]);
    assert.deepEqual(read('"a ""b, c"", d,";value;unit\n1;2;3\n').header, ['a "b, c", d,', 'value', 'unit']);
    assert.deepEqual(cells(read('depth 1";value;unit\n1,2,3;2;3\n')), [['1,2,3', '2', '3']]);
    for (const size of [1, 3, 7]) assert.deepEqual(read('"x\n,,,";b\n1;2\n', size).header, ['x\n,,,', 'b'], String(size));
  });

  it('skips blank lines and says on which line a row begins', () => {
    const reading = read('a,b\r\n\r\n1,"x\r\ny"\r\n\r\n2,z');
    assert.deepEqual(reading.rows, [
      { line: 3, cells: ['1', 'x\r\ny'] },
      { line: 6, cells: ['2', 'z'] },
    ]);
  });

  it('takes a quote inside an unquoted cell as it stands', () => {
    assert.deepEqual(cells(read('a,b\n5" nail,"6"" nail"\n7"" nail,8')), [['5" nail', '6" nail'], ['7"" nail', '8']]);
  });

  it('keeps a carriage return in quotes, and a byte order mark further on, as part of the cell', () => {
    for (const size of [1, 2, 7, 1000]) assert.deepEqual(cells(read('a,b\n\ufeff1,"2\r"\r\n\ufeff3,\r\n', size)), [['\ufeff1', '2\r'], ['\ufeff3', '']], String(size));
    assert.deepEqual(cells(read(`a,b\n${'\ufeff1,2\n'.repeat(9)}`, 4)), Array(9).fill(['\ufeff1', '2']), 'a chunk that begins with one');
  });

  it('hands over each row as soon as it is complete, with or without quotes', () => {
    const rows: string[] = [];
    const reader = new CsvRowReader({ header: (row) => rows.push(row.text(0)), row: (row) => rows.push(row.text(0)), malformed: () => undefined, notUtf8: () => undefined });
    reader.push(Buffer.from('"a","b"\n"1","2"\n3,"4"\n'));
    assert.deepEqual(rows, ['a', '1', '3']);
  });

  it('loses only one line to a quote left open, a wrong number of cells, or text after a quote', () => {
    const text = [
      'a,b,c',
      '1,2,3',
      '4,"open,6',
      '7,8,9',
      '10,"q ""x""",12',
      '13,14',
      '15,16,17,18',
      '19,"x"y,21',
      '22,"",24',
      '25',
      '26,"open',
    ].join('\n');
    for (const size of [1, 7, 1000]) {
      const reading = read(text, size);
      assert.deepEqual(cells(reading), [
        ['1', '2', '3'],
        ['7', '8', '9'],
        ['10', 'q "x"', '12'],
        ['22', '', '24'],
      ]);
      assert.deepEqual(reading.malformed, [
        [3, 'There is text after a closing quote.'],
        [6, 'The row has 2 cells; the header has 3. Check for separators inside unquoted values.'],
        [7, 'The row has 4 cells; the header has 3. Check for separators inside unquoted values.'],
        [8, 'There is text after a closing quote.'],
        [10, 'The row has 1 cell; the header has 3. Check for separators inside unquoted values.'],
        [11, 'A quote is left open.'],
      ]);
    }
  });

  it('gives up a row that is too long, and goes on with the next line', () => {
    for (const size of [999, 1_000_000]) {
      const reading = read(`a,b\n1,"${'x'.repeat(70_000)}\n2,3\n${'y'.repeat(200_000)}\n4,5\n${'6,7\n'.repeat(30_000)}`, size);
      assert.deepEqual(
        reading.malformed.map(([line]) => line),
        [2, 4],
      );
      assert.equal(reading.malformed[0]?.[1], 'The row is longer than 64 KiB; is a quote left open?');
      assert.equal(reading.rows.length, 30_002);
      assert.deepEqual(reading.rows.at(-1), { line: 30_005, cells: ['6', '7'] });
    }
  });

  it('gives up a row that is too long wherever the chunks are cut, even if all of it is there', () => {
    for (const size of [999, 65_536, 65_537, 1_000_000]) {
      const fits = 'x'.repeat(65_533);
      const { rows, malformed } = read(`a,b\n1,${fits}\n2,${fits}x\n3,"${fits}"\n4,5`, size);
      assert.deepEqual(rows.map(({ line }) => line), [2, 5], String(size));
      assert.deepEqual(malformed.map(([line]) => line), [3, 4], String(size));
    }
  });

  it('takes time proportional to the length, also without a line that could be the header', () => {
    const chunk = (length: number): (() => unknown) => {
      const text = '""a\n'.repeat(length / 4);
      return () => read(text);
    };
    const ratio = timesAsLong(chunk(64_000), chunk(4000));
    // In quadratic time, 256.
    assert.ok(ratio < 48, `${ratio} times as long for 16 times as much`);
  });

  it('goes on reading if bytes are not UTF-8', () => {
    assert.deepEqual(cells(read(Buffer.from([0x61, 0x2c, 0x62, 0x0a, 0xff, 0x2c, 0x32]))), [['\ufffd', '2']]);
  });

  it('reports the first row that is not UTF-8, and no other, wherever the chunks are cut', () => {
    const good = 'a,b\n1,Böden 氷 𝄞\n2,x\n';
    const bad = Buffer.concat([Buffer.from(good), Buffer.from('3,Böden\n4,µg\n', 'latin1')]);
    for (let size = 1; size < 20; size += 1) {
      assert.deepEqual(read(good, size).notUtf8, [], String(size));
      const reading = read(bad, size);
      assert.deepEqual([reading.notUtf8, reading.rows.length, reading.malformed], [[4], 4, []], String(size));
      assert.equal(reading.rows[2]!.cells[1], 'B\ufffdden');
    }
    assert.deepEqual(read(Buffer.from('a,\xb5\n1,2\n', 'latin1')).notUtf8, [1]);
  });
});
