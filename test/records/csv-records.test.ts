import assert from 'node:assert/strict';
import type { SoilRecord } from '../../src/records/soil-record';
import { HEADER, read, readBytes } from './csv-reading';

describe('A CSV file of soil data', () => {
  it('gives a record for each row', () => {
    const { records, problems } = read(
      HEADER,
      '7,52.1,-3.25,Clay,CLPC,0,12.5,23.4,%,1958,CC BY 4.0,8a1fb46622dffff,2019-11-12,"Soils, of the world"',
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(records, [
      {
        dataset: 'Soils, of the world',
        property: 'Clay',
        originalName: 'CLPC',
        value: 23.4,
        unit: '%',
        originalValue: null,
        originalUnit: null,
        depthTop: 0,
        depthBottom: 12.5,
        date: '1958',
        lon: -3.25,
        lat: 52.1,
        h3: '8a1fb46622dffff',
        licence: 'CC BY 4.0',
        method: null,
      },
    ]);
  });

  it('finds the columns by name, in any order and among others', () => {
    const { records } = read('Value;Comment;PROPERTY;Latitude;Longitude;Data source;Method', '6;x;pH;1;2;S;in water');
    assert.deepEqual(
      records.map(({ value, property, lat, lon, dataset, method }) => [value, property, lat, lon, dataset, method]),
      [[6, 'pH', 1, 2, 'S', 'in water']],
    );
  });

  it('takes the same one of several columns for one field, whatever their order', () => {
    const names = ['property', 'value', 'source', 'data_source', 'year', 'sampling_date', 'depth', 'upper_depth_cm', 'lower_depth_cm'];
    const cells = ['pH', '6', 'lab 3', 'Soils of the world', '1999', '1958', '40-50', '0', '10'];
    const { records, problems } = read(names.join(','), cells.join(','));
    assert.deepEqual(read([...names].reverse().join(','), [...cells].reverse().join(',')).records, records);
    assert.deepEqual(problems, []);
    const [{ dataset, date, depthTop, depthBottom }] = records as [SoilRecord];
    assert.deepEqual([dataset, date, depthTop, depthBottom], ['Soils of the world', '1958', 0, 10]);
  });

  it('says which column comes twice, and takes the first', () => {
    const { records, problems } = read('property,value,Comment,Comment,VALUE', 'pH,6,a,b,7');
    assert.equal(records[0]!.value, 6);
    assert.deepEqual(problems, [[1, 'The column "VALUE" is there twice: rename one. The first was used.']]);
  });

  it('takes the next of several columns for one field if the preferred one is empty', () => {
    const { records } = read('property,value,date,year,source,dataset', 'pH,6,,1998,lab,', 'pH,6,NA,1999,lab,A');
    assert.deepEqual(records.map(({ date, dataset }) => [date, dataset]), [['1998', 'lab'], ['1999', 'A']]);
  });

  it('keeps the value at the source beside the harmonised one', () => {
    const { records } = read('property,value,unit,conversion', 'Clay,241,g/kg,24.1', 'Clay,241,g/kg,');
    assert.deepEqual(
      records.map(({ value, unit, originalValue, originalUnit }) => [value, unit, originalValue, originalUnit]),
      [
        [24.1, null, 241, 'g/kg'],
        [241, 'g/kg', null, null],
      ],
    );
  });

  it('may have places at the poles and at the antimeridian', () => {
    const { records, problems } = read('property,value,lat,lon', 'pH,6,-90,180', 'pH,6,90,-180');
    assert.deepEqual([records.map(({ lat, lon }) => [lat, lon]), problems], [[[-90, 180], [90, -180]], []]);
  });

  it('gives an H3 index in one form, whichever the source has; what is none stays as it is', () => {
    const written = ['8a1969335cd7fff', '8A1969335CD7FFF', '0x8a1969335cd7fff', BigInt('0x8a1969335cd7fff').toString(), '123456789012345678', 'hexagon 5', 'NA'];
    const { records, problems } = read('property,value,h3_index', ...written.map((h3) => `Clay,1,${h3}`));
    assert.deepEqual(records.map(({ h3 }) => h3), [...Array<string>(4).fill('8a1969335cd7fff'), '123456789012345678', 'hexagon 5', null]);
    assert.deepEqual(problems, []);
  });

  it('leaves out an H3 index that a spreadsheet rounded, and says so: it would be that of another place', () => {
    const written = ['622203769691242000', '6.22204E+17', '6.22203769691242e17', '123456789012345000'];
    const { records, problems } = read('property,value,h3_index', ...written.map((h3) => `Clay,1,${h3}`));
    assert.deepEqual(records.map(({ h3 }) => h3), [null, null, null, '123456789012345000']);
    assert.deepEqual(
      problems,
      written.slice(0, 3).map((h3, index) => [index + 2, `"${h3}" is an H3 index that was rounded, as a spreadsheet does. The record is kept without it.`]),
    );
  });

  it('keeps depths above the surface or upside down as they are: soil-profile reports them', () => {
    const { records, problems } = read(HEADER, '1,1,1,pH,,-5,0,6,,,,,,A', '2,1,1,pH,,30,10,6,,,,,,A');
    assert.deepEqual(
      records.map(({ depthTop, depthBottom }) => [depthTop, depthBottom]),
      [
        [-5, 0],
        [30, 10],
      ],
    );
    assert.deepEqual(problems, []);
  });

  it('reads missing values as null, and keeps classes as text and all numbers as they are', () => {
    const { records, problems } = read(
      HEADER,
      ...['', 'NA', 'N/A', '#N/A', '<NA>', 'NaN', 'null', '\\N', 'Clay loam', '-', '?', 'none', '-9999', '0', '1e-3'].map((value) => `1,,,x,,,,${value},,,,,,`),
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(
      records.map((record) => record.value),
      [null, null, null, null, null, null, null, null, 'Clay loam', '-', '?', 'none', -9999, 0, 0.001],
    );
    for (const record of records)
      assert.deepEqual(
        [record.lat, record.depthTop, record.unit, record.date, record.licence, record.dataset],
        [null, null, null, null, null, null],
      );
  });

  it('reads the depth from the names if the columns have none', () => {
    const { records } = read(
      HEADER,
      '1,1,1,phh2o_0-5cm_mean,,,,6,,,,,,',
      '1,1,1,Clay,clay_5-15cm_mean,,,6,,,,,,',
      '1,1,1,Clay,clay_5-15cm_mean,0,3,6,,,,,,',
    );
    assert.deepEqual(
      records.map(({ property, originalName, depthTop, depthBottom }) => [property, originalName, depthTop, depthBottom]),
      [
        ['phh2o', 'phh2o_0-5cm_mean', 0, 5],
        ['Clay', 'clay_5-15cm_mean', 5, 15],
        ['Clay', 'clay_5-15cm_mean', 0, 3],
      ],
    );
  });

  it('takes a range in the name of gravel for a size, which stays in the name, unless it is the depth of the record', () => {
    const { records } = read(
      HEADER,
      '1,1,1,Gravel 2-6 cm,,0,20,6,,,,,,',
      '1,1,1,Gravel 6-20 cm,,0,20,3,,,,,,',
      '1,1,1,Gravel 0-6 cm,,0,20,2,,,,,,',
      '1,1,1,Gravel 2-20 cm,,0,20,1,,,,,,',
      '1,1,1,Gravel 2-20 cm,,5,20,1,,,,,,',
      '1,1,1,Gravel 0-20 cm,,0,20,3,,,,,,',
      '1,1,1,Gravel 0-20 cm,,0,,3,,,,,,',
      '1,1,1,Gravel 0-20 cm,,,,3,,,,,,',
      '1,1,1,Cobbles 7.5-25 cm,,,,3,,,,,,',
      '1,1,1,Stones (25-60 cm),,,,3,,,,,,',
      '1,1,1,gravel_5-15cm_mean,,,,3,,,,,,',
      '1,1,1,Coarse fragments (5-15 cm),,5,15,3,,,,,,',
      '1,1,1,clay_2-6cm_mean,,0,20,3,,,,,,',
    );
    assert.deepEqual(
      records.map(({ property, depthTop, depthBottom }) => [property, depthTop, depthBottom]),
      [
        ['Gravel 2-6 cm', 0, 20],
        ['Gravel 6-20 cm', 0, 20],
        ['Gravel 0-6 cm', 0, 20],
        ['Gravel 2-20 cm', 0, 20],
        ['Gravel 2-20 cm', 5, 20],
        ['Gravel', 0, 20],
        ['Gravel', 0, null],
        ['Gravel', 0, 20],
        ['Cobbles 7.5-25 cm', null, null],
        ['Stones (25-60 cm)', null, null],
        ['gravel', 5, 15],
        ['Coarse fragments', 5, 15],
        ['clay', 0, 20],
      ],
    );
  });

  it('names the line of what it could not read, and reads the rest', () => {
    const { records, problems } = read(
      HEADER,
      '1,95,190,pH,,0,5,6,,,,,,',
      '1,1,1,,,0,5,6,,,,,,',
      '1,1,1,pH,,deep,5,6,,,,,,',
      '1,1,1',
      '1,1,1,pH,,0,5,7,,,,,,',
    );
    assert.deepEqual(problems, [
      [2, '"190" is not a longitude in degrees. The record is kept without it.'],
      [2, '"95" is not a latitude in degrees. The record is kept without it.'],
      [3, 'No soil property is named. It was left out.'],
      [4, '"deep" is not a depth in cm. The record is kept without it.'],
      [5, 'The row has 3 cells; the header has 14. Check for separators inside unquoted values. The row was left out.'],
    ]);
    assert.deepEqual(
      records.map((record) => [record.value, record.lat, record.depthTop, record.depthBottom]),
      [
        [6, null, 0, 5],
        [6, 1, null, 5],
        [7, 1, 0, 5],
      ],
    );
  });

  it('is quoted only in part', () => {
    const { problems } = read(HEADER, ...['x'.repeat(41), 'x'.repeat(50_000), `${'x'.repeat(39)}🌾🌾`].map((depth) => `1,1,1,pH,,${depth},5,6,,,,,,`));
    assert.deepEqual(problems.map(([, problem]) => problem.split(' ')[0]), [`"${'x'.repeat(41)}"`, `"${'x'.repeat(40)}…"`, `"${'x'.repeat(39)}…"`]);
  });

  it('with other columns holds no records', () => {
    assert.deepEqual(read('a,b', '1,2', '3,4'), { records: [], problems: [], skipped: ['The header does not name both "property" and "value".'] });
    assert.deepEqual(read(''), { records: [], problems: [], skipped: ['The file is empty.'] });
  });

  it('of another table may have rows of any length: they are not problems', () => {
    const table = read('Soil data', 'key,value', 'licence,"CC0', '');
    assert.deepEqual(table, { records: [], problems: [], skipped: ['The header does not name both "property" and "value".'] });
    assert.equal(read('property,"value', 'pH,6').problems.length, 1);
  });

  it('may end with rows of separators alone, as spreadsheets write them: they are blank lines', () => {
    for (const blank of [',,,,', ',,', '"","",,,', ' , ,,, ', '  ']) {
      const { records, problems } = read('id,property,value,unit,note', blank, '1,pH,6,,', blank, `${blank}\r`, blank);
      assert.deepEqual([records.map(({ value }) => value), problems], [[6], []], blank);
    }
    assert.deepEqual(read('id;property;value', ';;', '1;pH;6', ';;').problems, []);
    assert.deepEqual(read('id\tproperty\tvalue', '1\tpH\t6', '\t\t').problems, []);
    assert.deepEqual(read(',,', 'id,property,value', '1,pH,6').records.length, 1, 'before the header');
    assert.deepEqual(read('id,property,value', ',,0', ',,-').problems.length, 2, 'what says something is no blank line');
  });

  it('may have its header again between its rows, as if several files were put together', () => {
    const { records, problems } = read('\ufeffproperty,value,unit', 'Clay,1,%', '\ufeffproperty,value,"unit"', 'Clay,2,%', 'property,value,%');
    assert.deepEqual(records.map(({ property, value }) => [property, value]), [['Clay', 1], ['Clay', 2], ['property', 'value']]);
    assert.deepEqual(problems, []);
    assert.deepEqual(read('property, value ,unit', 'Clay,1,%', 'property, value ,unit', 'Clay,2,%').records.map(({ value }) => value), [1, 2]);
  });

  it('that is not UTF-8 is reported, because letters of names and units are lost', () => {
    const { records, problems, skipped } = readBytes(Buffer.from(`${HEADER}\n1,1,1,pH,,0,5,6,µg,,,,,Böden\n2,1,1,pH,,0,5,7,µg,,,,,Böden\n`, 'latin1'));
    assert.deepEqual([records.length, problems.length, problems[0]![0], skipped], [2, 1, 2, []]);
    assert.match(problems[0]![1], /not UTF-8/);
  });

  it('in UTF-16, or with lines that end only in carriage returns, is not read, and the problem says why', () => {
    const text = `${HEADER}\n1,1,1,pH,,0,5,6,,,,,,Böden\n`;
    for (const [bytes, reason] of [
      [Buffer.from(`\ufeff${text}`, 'utf16le'), /UTF-16 perhaps/],
      [Buffer.from(text, 'utf16le'), /UTF-16 perhaps/],
      [Buffer.from(`\ufeff${text}`, 'utf16le').swap16(), /UTF-16 perhaps/],
      [Buffer.from(text.replaceAll('\n', '\r')), /returns without line feeds/],
    ] as const) {
      const { records, problems, skipped } = readBytes(bytes);
      assert.deepEqual([records, problems.length, problems[0]![0], skipped], [[], 1, null, []]);
      assert.match(problems[0]![1], reason);
    }
    assert.match(readBytes(Buffer.from('property,value\rpH,6\r')).skipped[0]!, /returns without line feeds/);
    assert.equal(read('id,property,"remark\r\n(text)",value', '1,pH,x,6').records[0]!.value, 6);
  });

  it('in which no row can be read is not called empty, and long lines are told from line ends that are none', () => {
    const why = 'Its lines end in carriage returns without line feeds. Save it with line feeds.';
    assert.deepEqual(read(`property,value\r${'pH,6\r'.repeat(1_200)}`), { records: [], problems: [[1, `${why} The row was left out.`]], skipped: [why] });
    assert.match(read('pH,'.repeat(1_200)).skipped[0]!, /^The row has more than 1000 cells/);
    assert.match(read('pH,'.repeat(1_200), '"property" x,value').skipped[0]!, /^The row has more than 1000 cells/, 'the first fault');
    assert.match(read('x'.repeat(70_000)).skipped[0]!, /^The row is longer than 64 KiB/);
    assert.match(readBytes(Buffer.alloc(70_000)).skipped[0]!, /UTF-16 perhaps/);
  });

  it('ignores a column __proto__ like any unknown one', () => {
    assert.equal(read('__proto__,property,value,constructor', 'x,pH,6,y').records[0]?.value, 6);
  });

  it('cuts names, units, licences and methods that are pages of text, but not values', () => {
    const long = 'x'.repeat(2_000);
    const columns = ['property', 'original_name', 'unit', 'data_source', 'license', 'h3_index', 'value', 'method'];
    const { records, problems } = read(columns.join(','), columns.map(() => long).join(','));
    const { property, originalName, unit, dataset, licence, h3, method, value } = records[0]!;
    for (const text of [property, originalName, unit, dataset, licence, h3, method]) assert.equal(text, `${'x'.repeat(999)}…`);
    assert.equal(value, long);
    assert.deepEqual(problems, []);
  });
});
