import assert from 'node:assert/strict';
import { HEADER, read } from './csv-reading';

describe('A date in a CSV file', () => {
  it('has a time only if that time exists', () => {
    const times: [written: string, date: string | null][] = [
      ['2010-05-03 12:30:00', '2010-05-03T12:30:00'],
      ['2010-05-03 12:30 +05:30', '2010-05-03T12:30+05:30'],
      ['2010-05-03T12:30:15.25 Z', '2010-05-03T12:30:15.25Z'],
      ['2010-05-03T12:30+0530', '2010-05-03T12:30+0530'],
      // As PostgreSQL writes it.
      ['2010-05-03 12:30:00+02', '2010-05-03T12:30:00+02:00'],
      ['2010-05-03 12:30:15.25-03', '2010-05-03T12:30:15.25-03:00'],
      ['2010-05-03 00:00:00+00', '2010-05-03'],
      // As BigQuery does.
      ['2010-05-03 12:30:15 UTC', '2010-05-03T12:30:15Z'],
      ['2010-05-03 12:30:15.123456 UTC', '2010-05-03T12:30:15.123456Z'],
      ['2010-05-03 00:00:00 UTC', '2010-05-03'],
      ['2010-05-03 UTC', null],
      ['2010-05-03 12:30:15 CET', null],
      ['2010-05-03T24:00', '2010-05-03T24:00'],
      ['2010-05-03 00:00:00.000', '2010-05-03'],
      ['2010-05-03T00:00:00.25Z', '2010-05-03T00:00:00.25Z'],
      ['2010-05-03T23:59:59+05:59', '2010-05-03T23:59:59+05:59'],
      ['2010-05-03T24:30', null],
      ['2010-05-03T24:00:00.5', null],
      ['2010-05-03T12:60', null],
      ['2010-05-03T12:30:60', null],
      ['2010-05-03T12:30+24:00', null],
      ['2010-05-03T12:30+24', null],
      ['2010-05-03T12:30+05:60', null],
    ];
    const { records, problems } = read(HEADER, ...times.map(([written]) => `1,1,1,x,,0,5,1,,${written},,,,`));
    assert.deepEqual(
      records.map(({ date }, at) => [times[at]![0], date]),
      times,
    );
    assert.equal(problems.length, times.filter(([, date]) => date === null).length);
    for (const { date } of records) if (date !== null) assert.ok(!Number.isNaN(Date.parse(date)), date);
  });

  it('may be a bare year, month or day, with zeros for what is unknown; an impossible one is a problem, and is not guessed', () => {
    const dates = [
      '1958',
      '1958.0',
      '1958-07',
      '1958-07-09',
      '1958-07-09T00:00:00Z',
      '1958-07-09 14:30',
      '1900-02-29',
      '2000-02-29',
      '1958-13',
      '1958-00',
      '1958-12',
      '1958-01-00',
      '1958-00-10',
      '1958-01-01',
      '09/07/1958',
      '19580709',
      '1958/07/09',
      '1958/07/09 14:30',
      '1958/7/9',
      '1958-07-09T25:00',
    ];
    const { records, problems } = read(HEADER, ...dates.map((date) => `1,1,1,x,,0,5,1,,${date},,,,`));
    assert.deepEqual(
      records.map((record) => record.date),
      ['1958', '1958', '1958-07', '1958-07-09', '1958-07-09', '1958-07-09T14:30', null, '2000-02-29', null, '1958', '1958-12', '1958-01', null, '1958-01-01', null, '1958-07-09', '1958-07-09', '1958-07-09T14:30', null, null],
    );
    assert.deepEqual(
      problems.map(([line]) => line),
      [8, 10, 14, 16, 20, 21],
    );
    assert.equal(problems[0]?.[1], '"1900-02-29" is not a date. The record is kept without one.');
  });

  it('is left out in the years that databases write for an unknown one', () => {
    const unknown = ['0000', '9999'].flatMap((year) => ['', '.0', '-12', '-12-31', '1231', '/12/31', '-12-31T23:59:59Z'].map((rest) => year + rest)).concat('0000-00-00');
    const { records, problems } = read(HEADER, ...[...unknown, '0001-01-01', '9998'].map((date) => `1,1,1,x,,0,5,1,,${date},,,,`));
    assert.deepEqual(records.map(({ date }) => date), [...unknown.map(() => null), '0001-01-01', '9998']);
    assert.deepEqual(problems.map(([, problem]) => problem), unknown.map((date) => `"${date}" is not a date. The record is kept without one.`));
  });
});
