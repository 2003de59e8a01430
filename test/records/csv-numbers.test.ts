import assert from 'node:assert/strict';
import { givenRecords } from '../../src/records/given-records';
import { read } from './csv-reading';

describe('The numbers of a CSV file', () => {
  it('keeps as text what may be the code of a land use class or of a map unit: as a number, it would be in a mean', () => {
    const values = ['3e1', '24E2', '6e12', '119e3', '3e+1', '1E-05', '1.0E3', '1e400', '5e'];
    const { records, problems } = read('property,value,original_value', ...values.map((value) => `Class,${value},${value}`));
    const expected = ['3e1', '24E2', '6e12', '119e3', 30, 0.00001, 1000, '1e400', '5e'];
    assert.deepEqual(records.map(({ value, originalValue }) => [value, originalValue]), expected.map((value) => [value, value]));
    assert.deepEqual(problems.map(([line]) => line), [9]);
    assert.deepEqual([...givenRecords(records).records].map(({ value }) => value), expected, 'nor on the way to soil-profile');
  });

  it('takes a comma for the decimal mark if semicolons separate the cells, and not if commas do', () => {
    const { records, problems } = read(
      'property;value;upper_depth_cm;lower_depth_cm;lat;lon;original_value;original_name',
      'Clay;23,4;0;12,5;52,1;-3,25;,5;1,5',
      'Clay;1.234,5;0;5;52.1;3;1,2,3;x',
      'Clay;26,;-5,;0;52,e0;3;,;x',
    );
    const shown = records.map(({ value, depthTop, depthBottom, lat, lon, originalValue, originalName }) => [
      ...[value, depthTop, depthBottom, lat, lon, originalValue, originalName],
    ]);
    assert.deepEqual(shown, [
      [23.4, 0, 12.5, 52.1, -3.25, 0.5, '1,5'],
      [1234.5, 0, 5, 52.1, 3, '1,2,3', 'x'],
      [26, -5, 0, 52, 3, ',', 'x'],
    ]);
    assert.deepEqual(problems, []);
    const values = [',25', '-1,5e3', '1,5E-10', '+2,', '1,e+12', '1,5e', '1,5 %'];
    assert.deepEqual(
      read('property;value', ...values.map((value) => `x; ${value} `)).records.map(({ value }) => value),
      [0.25, -1500, 1.5e-10, 2, 1e12, '1,5e', '1,5 %'],
    );
    const between = read('property,value,note', 'Clay,23,"a,1"', 'Clay,"23,4",', 'Clay,"1,234",');
    assert.deepEqual(between.records.map(({ value }) => value), [23, '23,4', '1,234']);
    assert.deepEqual(between.problems, [[3, 'The value "23,4" has a comma, which may mark decimals or thousands: nothing here tells which. Such values are kept as text.']]);
    assert.deepEqual(read('property,value', 'Texture,"sand, silt"').problems, []);
    const depths = read('property;value;depth', 'Clay;1;0,5-7,5', 'Clay;2;0,075 to 0,15 m', 'Clay;3;0-5').records;
    assert.deepEqual(depths.map(({ depthTop, depthBottom }) => [depthTop, depthBottom]), [[0.5, 7.5], [7.5, 15], [0, 5]]);
    assert.equal(read('property,value,depth', 'Clay,1,"0,5-7,5"').records[0]!.depthBottom, null);
  });

  it('keeps a number that is too large to hold as text, and says so', () => {
    const { records, problems } = read('property,value,depth', 'Clay,1e400,0-5', 'Clay,-1e400,', `Clay,2,0-${'9'.repeat(400)}`);
    assert.deepEqual(records.map(({ value, depthBottom }) => [value, depthBottom]), [['1e400', 5], ['-1e400', null], [2, null]]);
    assert.deepEqual(problems, [
      [2, '"1e400" is larger than any number that can be held. It is kept as text.'],
      [3, '"-1e400" is larger than any number that can be held. It is kept as text.'],
      [4, `"0-${'9'.repeat(38)}…" is not a depth interval. The record is kept without a depth.`],
    ]);
  });

  it('takes a comma for the decimal mark if tabs separate the cells, too', () => {
    const { records, problems } = read('property\tvalue\tlat\tlon\tdepth', 'Clay\t23,4\t52,1\t5,2\t0-7,5');
    assert.deepEqual([records.map(({ value, lat, lon, depthBottom }) => [value, lat, lon, depthBottom]), problems], [[[23.4, 52.1, 5.2, 7.5]], []]);
  });

  it('does not decide on a comma between tabs that may mark thousands, as in American tables', () => {
    for (const separator of ['\t', ';']) {
      assert.deepEqual(read(`property${separator}value`, `x${separator}1,234.5`, `x${separator}987.6`).records.map(({ value }) => value), [1234.5, 987.6]);
    }
    const { records, problems } = read('property\tvalue', 'x\t1,234', 'x\t5,678', 'x\t987.6', 'x\t0,125');
    assert.deepEqual([records.map(({ value }) => value), problems.map(([line]) => line)], [['1,234', '5,678', 987.6, 0.125], [2]]);
  });

  it('reads thousands if both marks are certain, and does not decide on what may be thousands or decimals', () => {
    const values = (header: string, ...cells: string[]): unknown => {
      const { records, problems } = read(header, ...cells.map((cell) => `P${header.at(8)}${cell}`));
      return [records.map(({ value }) => value), problems.map(([line, problem]) => `${line} ${problem}`)];
    };
    assert.deepEqual(values('property;value', '1.234,5', '-1 234,50', '12\u202f345,6', '1.234.567', '1.234.567,8', '1.23', '1.2345', '1234.567'), [
      [1234.5, -1234.5, 12345.6, 1234567, 1234567.8, 1.23, 1.2345, 1234.567],
      [],
    ]);
    assert.deepEqual(values('property,value', '"1,234.5"', '"1,234,567"', '"1,23.5"'), [[1234.5, 1234567, '1,23.5'], []]);
    assert.deepEqual(values('property,value', '1.234.567', '1.234'), [['1.234.567', 1.234], []], 'commas are taken here');
    assert.deepEqual(values('property;value', '1.234', '5.6'), [[1.234, 5.6], []]);
    assert.deepEqual(values('property;value', '6,5', '0.125', '-0.250', '00.125'), [[6.5, 0.125, -0.25, 0.125], []], 'no number of thousands begins with 0');
    assert.deepEqual(values('property;value', '1.234.567', '1.234'), [[1234567, null], ['3 The value "1.234" has a point where others in the file have a comma: the point may mark thousands. The record is kept without it.']]);
    assert.deepEqual(values('property;value', '987,6', '1.234', '1.2'), [
      [987.6, null, 1.2],
      ['3 The value "1.234" has a point where others in the file have a comma: the point may mark thousands. The record is kept without it.'],
    ]);
    assert.deepEqual(values('property;value', '1.234', '987,6', '5,4'), [
      [1.234, 987.6, 5.4],
      ['3 The numbers from here on have a comma, and "1.234" further up has a point, which may mark thousands. It was read as a decimal point: check whether that is right.'],
    ]);
  });

  it('takes a decimal comma in a coordinate or a depth for that of the whole file', () => {
    const lost = 'The value "203.439" has a point where others in the file have a comma: the point may mark thousands. The record is kept without it.';
    const told = 'The numbers from here on have a comma, and "203.439" further up has a point, which may mark thousands. It was read as a decimal point: check whether that is right.';
    const values = (header: string, ...rows: string[]): unknown => {
      const { records, problems } = read(header, ...rows);
      return [records.map(({ value }) => value), problems.map(([line, problem]) => `${line} ${problem}`)];
    };
    for (const separator of [';', '\t']) {
      const row = (...cells: string[]): string => cells.join(separator);
      assert.deepEqual(values(row('property', 'value', 'lon', 'lat'), row('OC', '203.439', '5,6504', '52,2229')), [[null], [`2 ${lost}`]]);
      assert.deepEqual(values(row('property', 'value', 'lon', 'lat'), row('OC', '203.439', '5', '52'), row('OC', '28', '5,123', '52')), [[203.439, 28], [`3 ${told}`]]);
      assert.deepEqual(values(row('property', 'value', 'depth'), row('OC', '203.439', '7,5-15'), row('OC', '20.43', '7-15')), [[null, 20.43], [`2 ${lost}`]]);
      assert.deepEqual(values(row('property', 'value', 'top', 'bottom'), row('OC', '203.439', '5', '7,5')), [[null], [`2 ${lost}`]]);
      assert.deepEqual(values(row('property', 'value', 'top', 'lon', 'lat'), row('OC', '203.439', '5.25', '5.125', '52.1'), row('OC', 'a', '5', '5.2', '52')), [[203.439, 'a'], []]);
    }
    // A point that certainly marks decimals decides for the points of all values.
    assert.deepEqual(values('property;value;lon;lat', 'OC;1.32;5,6504;52,2229', 'OC;1.325;5,1;52,1', 'OC;1.412;5,2;52,2'), [[1.32, 1.325, 1.412], []]);
    // Until another value has a comma: then the doubtful one is reported.
    const doubted = told.replace('203.439', '1.325');
    assert.deepEqual(values('property;value;lon;lat', 'OC;1.32;5,6504;52,2229', 'OC;1.325;5,1;52,1', 'OC;5,5;5,2;52,2', 'OC;1.412;5,2;52,2'), [
      [1.32, 1.325, 5.5, null],
      [`4 ${doubted}`, `5 ${lost.replace('203.439', '1.412')}`],
    ]);
    // What is not a depth is no evidence.
    const noDepth = (text: string): string => `2 "${text}" is not a depth interval. The record is kept without a depth.`;
    assert.deepEqual(values('property;value;depth', 'OC;5;Ap 1,2', 'OC;1.325;0-5'), [[5, 1.325], [noDepth('Ap 1,2')]]);
    assert.deepEqual(values('property,value,lon,lat', 'OC,203.439,"5,6504",52'), [[203.439], ['2 "5,6504" is not a longitude in degrees. The record is kept without it.']]);
  });

  it('does not read a depth between tabs if its comma may mark thousands', () => {
    const { records, problems } = read('property\tvalue\ttop\tbottom\tdepth\tdepth_unit', 'OC\t1.234\t1,000\t\t\tmm', 'OC\t1\t\t\t1,000-1,500\tmm', 'OC\t2\t2,5\t7,50\t\tmm');
    assert.deepEqual(records.map(({ value, depthTop, depthBottom }) => [value, depthTop, depthBottom]), [[1.234, null, null], [1, null, null], [2, 0.25, 0.75]]);
    assert.deepEqual(problems.map(([line, problem]) => `${line} ${problem}`), [
      '2 "1,000 mm" is not a depth in cm. The record is kept without it.',
      '3 "1,000-1,500 mm" is not a depth interval. The record is kept without a depth.',
      '4 The numbers from here on have a comma, and "1.234" further up has a point, which may mark thousands. It was read as a decimal point: check whether that is right.',
    ]);
  });
});
