import assert from 'node:assert/strict';
import { shapedProfile, shapedRecords } from '../../src/shapes/shape';
import { context, record, slice, texture } from './shape-scenario';

describe('The shape for InfluxDB', () => {
  it('has a point for each dated value, told apart by its tags, at its own time', async () => {
    const { payload, leftOut } = await shapedRecords(
      'influxdb',
      [
        record({}),
        record({ date: '1970-01-01', value: 'loam', unit: null, lon: null, h3: null }),
        record({ date: null }),
        record({ value: null }),
      ],
      context,
    );
    assert.deepEqual(payload, [
      {
        measurement: 'soil',
        fields: { value: 6.5 },
        timestamp: new Date('1958-01-01T00:00:00Z'),
        tags: {
          dataset: 'A',
          property: 'pH',
          original_name: 'PHAQ',
          unit: 'pH',
          depth: '0-10',
          date: '1958',
          lon: '1',
          lat: '2',
          h3: '8a',
          licence: 'CC0',
        },
      },
      {
        measurement: 'soil',
        fields: { class: 'loam' },
        timestamp: new Date(0),
        tags: { dataset: 'A', property: 'pH', original_name: 'PHAQ', depth: '0-10', date: '1970-01-01', lat: '2', licence: 'CC0' },
      },
    ]);
    assert.deepEqual(leftOut, ['Records without a value: 1.', 'Records without a date, which InfluxDB would take for new: 1.']);
  });

  it('leaves out a class that would be stored as a number', async () => {
    const classes = ['3i', '-12i', '3 i', 'IIIi', '3i2'];
    const { payload, leftOut } = await shapedRecords('influxdb', classes.map((value) => record({ value })), context);
    assert.deepEqual((payload as { fields: unknown }[]).map(({ fields }) => fields), classes.slice(2).map((value) => ({ class: value })));
    assert.match(leftOut?.[0] ?? '', /^Records of a class such as 3i, .*: 2\.$/);
  });

  it('leaves out dates that InfluxDB cannot store: it would refuse the whole message', async () => {
    const dates = ['0001-01-01', '1677-09-21T00:12:43.145Z', '1677-09-21T00:12:43.146Z', '2262-04-11T23:47:16.854Z', '2262-04-11T23:47:16.855Z', '9998-12-31'];
    const { payload, leftOut } = await shapedRecords('influxdb', dates.map((date) => record({ date })), context);
    assert.deepEqual((payload as { tags: { date: string } }[]).map(({ tags }) => tags.date), dates.slice(2, 4));
    assert.deepEqual(leftOut, ['Records with a date that InfluxDB cannot store (before September 1677 or after April 2262): 4.']);
  });

  it('counts the records that differ only in their value, of which InfluxDB keeps the last', async () => {
    const given = [record({ value: 6.5 }), record({ value: 6.9 }), record({ value: 7.1 }), record({ value: 'acid' }), record({ value: 6.5, lon: 9 })];
    const { payload, leftOut } = await shapedRecords('influxdb', given, context);
    assert.equal((payload as unknown[]).length, 5);
    assert.deepEqual(leftOut, ['Records that another one of the same point replaces, as InfluxDB keeps one value for each: 2.']);
  });

  it('tags a depth with a question mark for an end that is unknown', async () => {
    const given = [record({ depthTop: null, depthBottom: 5 }), record({ depthTop: 100, depthBottom: null }), record({ depthTop: null, depthBottom: null })];
    const { payload } = await shapedRecords('influxdb', given, context);
    assert.deepEqual(
      (payload as { tags: { depth?: string } }[]).map(({ tags }) => tags.depth),
      ['?-5', '100-?', undefined],
    );
  });

  it('reads every form of date that a record may have', async () => {
    for (const date of ['1958', '1958-07', '1958-07-09', '1958-07-09T14:30']) {
      const [point] = (await shapedRecords('influxdb', [record({ date })], context)).payload as [{ timestamp: Date }];
      assert.equal(point.timestamp.getUTCFullYear(), 1958, date);
    }
  });

  it('reads a time without a zone as UTC, wherever the machine is, and leaves out what is not a date', async () => {
    const zone = process.env['TZ'];
    process.env['TZ'] = 'America/New_York';
    try {
      const dates = ['2010-05-03T12:30:00', '2010-05-03 12:30', '2010-05-03T12:30:00.5', '2010-05-03T12:30+05:30', '2010-05-03T24:00'];
      const given = [...dates, '2010-05-03T24:30', 'spring', null].map((date) => record({ date }));
      const { payload, leftOut } = await shapedRecords('influxdb', given, context);
      assert.deepEqual(
        (payload as { timestamp: Date }[]).map(({ timestamp }) => timestamp.toISOString()),
        [
          '2010-05-03T12:30:00.000Z',
          '2010-05-03T12:30:00.000Z',
          '2010-05-03T12:30:00.500Z',
          '2010-05-03T07:00:00.000Z',
          '2010-05-04T00:00:00.000Z',
        ],
      );
      assert.deepEqual(leftOut, [
        'Records without a date, which InfluxDB would take for new: 1.',
        'Records with a date that cannot be read: 2.',
      ]);
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  });

  it('tells the profiles of several fields apart by their names', async () => {
    const { payload } = await shapedProfile('influxdb', [slice({})], { ...context, name: 'North field' });
    assert.deepEqual((payload as { tags: unknown }[])[0]!.tags, { topic: 'North field', property: 'pH', unit: 'pH', method: 'PHAQ', depth: '0-5' });
  });

  it('leaves out the name of a dataset that would be stored as a number', async () => {
    const { payload, leftOut } = await shapedProfile('influxdb', [slice({ datasets: ['3i'] }), slice({ datasets: ['3i', 'B'] }), slice({ datasets: ['Topsoil 3i'] })], context);
    assert.deepEqual((payload as { fields: { datasets?: string } }[]).map(({ fields }) => fields.datasets), [undefined, '3i; B', 'Topsoil 3i']);
    assert.deepEqual(leftOut, ['Names such as 3i, which the influxdb batch node would take for the integer 3: 1.']);
  });

  it('has profiles at the time of retrieval', async () => {
    const { payload } = await shapedProfile('influxdb', [slice({ sd: null }), texture, { ...texture, usda: null, hypres: null } as typeof texture], context);
    assert.deepEqual(payload, [
      {
        measurement: 'soil_profile',
        timestamp: context.retrieved,
        fields: { mean: 6.12345, median: 6.1, p5: 5, p95: 7, n: 3, coverage: 0.75, datasets: 'A; B', licences: 'CC0; not stated', date_from: '1958', date_to: '2013-07' },
        tags: { property: 'pH', unit: 'pH', method: 'PHAQ', depth: '0-5' },
      },
      {
        measurement: 'soil_profile',
        timestamp: context.retrieved,
        fields: { n: 3, coverage: 0.75, usda: 'loam', hypres: 'medium', datasets: 'A; B', licences: 'CC0; not stated', date_from: '1958', date_to: '2013-07' },
        tags: { property: 'Texture class', method: 'sand, silt and clay', depth: '0-5' },
      },
      {
        measurement: 'soil_profile',
        timestamp: context.retrieved,
        fields: { n: 3, coverage: 0.75, datasets: 'A; B', licences: 'CC0; not stated', date_from: '1958', date_to: '2013-07' },
        tags: { property: 'Texture class', method: 'sand, silt and clay', depth: '0-5' },
      },
    ]);
  });

  it('has tags that no name can break out of: clients escape neither line breaks nor backslashes', async () => {
    const hostile = record({ property: 'pH\nalarm\tvalue=1\r\n', dataset: 'A\\', method: '\n', originalName: 'a\\,door\\=open', unit: '\u0000' });
    const { payload } = await shapedRecords('influxdb', [hostile], context);
    const { dataset, property, original_name: original, ...others } = (payload as { tags: Record<string, string> }[])[0]!.tags;
    assert.deepEqual([dataset, property, original], ['A/', 'pH alarm value=1', 'a/,door/=open']);
    assert.deepEqual(Object.keys(others), ['depth', 'date', 'lon', 'lat', 'h3', 'licence']);
    const named = await shapedProfile('influxdb', [slice({})], { ...context, name: 'north\nfield' });
    assert.equal((named.payload as { tags: Record<string, string> }[])[0]!.tags['topic'], 'north field');
  });
});
