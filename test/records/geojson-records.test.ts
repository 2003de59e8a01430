import assert from 'node:assert/strict';
import { collection, point, read } from './geojson-reading';

describe('A GeoJSON file of points', () => {
  it('gives a record for each feature, wherever the chunks are cut', () => {
    const text = collection(
      point({
        property: 'pH',
        original_name: 'PHAQ',
        value: 6.5,
        unit: 'pH',
        upper_depth_cm: 0,
        lower_depth_cm: 20,
        sampling_date: '2009-06-01',
        data_source: 'A "survey" {é} \\',
      }),
      point({ property: 'Clay', value: '21.5', depth: '0-5 cm', license: 'CC0', extra: { deep: ['}]"'] } }, [1, 2]),
      point({ property: 'Silt', value: null, lat: 9 }, [1, 2]),
    );
    const onLines = JSON.stringify(JSON.parse(text), null, '\t ').replaceAll('\n', '\r\n');
    for (const [written, size] of [1, 5, 64, 1_000_000].flatMap((chunk) => [[text, chunk] as const, [onLines, chunk] as const])) {
      const { records, problems } = read(written, size);
      assert.deepEqual(problems, []);
      assert.deepEqual(
        records.map(({ property, value, lon, lat, depthTop, depthBottom, dataset, licence }) => [
          property,
          value,
          lon,
          lat,
          depthTop,
          depthBottom,
          dataset,
          licence,
        ]),
        [
          ['pH', 6.5, -3.25, 52.1, 0, 20, 'A "survey" {é} \\', null],
          ['Clay', 21.5, 1, 2, 0, 5, null, 'CC0'],
          ['Silt', null, 1, 2, null, null, null, null],
        ],
      );
    }
  });

  it('says which feature it could not read, and reads the rest', () => {
    const { records, problems } = read(
      '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"property":"pH","value":1}},' +
        `{bad},${JSON.stringify(point(null))},{"properties":{"property":"x","value":"${'y'.repeat(1_300_000)}"}},` +
        `${JSON.stringify(point({ property: 'pH', value: 2 }, ['a', 100]))}]}`,
      65_536,
    );
    assert.deepEqual(
      records.map(({ value, lon, lat }) => [value, lon, lat]),
      [
        [1, null, null],
        [2, null, null],
      ],
    );
    assert.deepEqual(problems, [
      [2, 'The feature is not JSON. It was left out.'],
      [3, 'No soil property is named. It was left out.'],
      [4, 'The feature is longer than 1024 KiB. It was left out.'],
      [5, '"a" is not a longitude in degrees. The record is kept without it.'],
      [5, '"100" is not a latitude in degrees. The record is kept without it.'],
    ]);
  });

  it('reads a feature in which a program in Python wrote NaN for what is missing', () => {
    const text = collection(point({ property: 'pH', value: 'missing', unit: 'NaN, or pH', lower_depth: 'missing' }), point({ property: 'pH', value: 6 }, ['missing', 52]));
    const { records } = read(text.replaceAll('"missing"', 'NaN'));
    assert.deepEqual(records.map(({ value, unit, depthBottom, lon, lat }) => [value, unit, depthBottom, lon, lat]), [[null, 'NaN, or pH', null, -3.25, 52.1], [6, null, null, null, null]]);
  });

  it('leaves out a feature that is too long, even if it comes in one piece, or last', () => {
    const long = point({ property: 'x', value: 'y'.repeat(1_300_000) });
    for (const size of [5_000, 2_000_000]) {
      assert.deepEqual(read(collection(long, point({ property: 'pH', value: 2 })), size).records.map(({ value }) => value), [2]);
      assert.deepEqual(read(collection(long), size).problems, [[1, 'The feature is longer than 1024 KiB. It was left out.']]);
    }
  });

  it('says once which attribute comes twice, and takes the first', () => {
    const properties = { property: 'pH', value: 6.5, VALUE: 7, Licence: '', licence: 'CC0' };
    const { records, problems } = read(collection(point(properties), point(properties), point({ ...properties, Property: 'Clay' })));
    assert.deepEqual(records.map(({ property, value, licence }) => [property, value, licence]), records.map(() => ['pH', 6.5, 'CC0']));
    assert.deepEqual(problems, [
      [null, 'The attribute "VALUE" is there twice: rename one. The first was used.'],
      [null, 'The attribute "Property" is there twice: rename one. The first was used.'],
    ]);
  });

  it('counts what is not an object among its features, and reads the rest', () => {
    const text = '{"features":[null, "a,b",-1.5 ,[{"properties":{"property":"pH"}}],{"properties":{"property":"pH","value":2}},true]}';
    for (const size of [1, 1_000_000]) {
      const { records, problems } = read(text, size);
      assert.deepEqual(records.map(({ value }) => value), [2]);
      const noObject = 'The feature is not an object. It was left out.';
      assert.deepEqual(problems, [
        [1, noObject],
        [2, noObject],
        [3, noObject],
        [4, 'No soil property is named. It was left out.'],
        [6, noObject],
      ]);
    }
  });

  it('keeps out of its records what is not a single value, and what JSON cannot hold, and says so', () => {
    const { records, problems } = read(
      '{"type":"FeatureCollection","features":[{"properties":{"property":"pH","value":[6,7],"unit":{"code":"pH"},"h3_index":622203769691242495}},' +
        '{"properties":{"property":"pH","value":6,"data_source":17,"h3_index":"622203769691242495"}},' +
        '{"properties":{"property":"pH","value":7,"data_source":1e999,"h3_index":17}}]}',
    );
    assert.deepEqual(
      records.map(({ value, unit, h3, dataset }) => [value, unit, h3, dataset]),
      [
        [null, null, null, null],
        [6, null, '8a283082e5affff', '17'],
        [7, null, '17', null],
      ],
    );
    assert.deepEqual(problems, [
      [1, '"[6,7]" is a list or an object where one value was expected. It was not used.'],
      [1, '"{"code":"pH"}" is a list or an object where one value was expected. It was not used.'],
      [1, 'The H3 index is a number that JSON cannot hold. The record is kept without it.'],
      [3, 'A number is larger than any that can be held (1.8e308). It was not used.'],
    ]);
  });

  it('says of each number that JSON cannot hold that it was not used', () => {
    const { records, problems } = read(
      '{"type":"FeatureCollection","features":[{"properties":{"property":"pH","value":1e400,"upper_depth":-1e400}},' +
        '{"properties":{"property":"pH","value":6,"original_value":1e400,"data_source":9007199254740993,"year":1e20}},' +
        '{"properties":{"property":9007199254740993,"value":6}}]}',
    );
    const told = records.map(({ value, originalValue, depthTop, dataset, date }) => [value, originalValue, depthTop, dataset, date]);
    assert.deepEqual(told, [[null, null, null, null, null], [6, null, null, null, null]]);
    const beyond = 'A number is larger than any that can be held (1.8e308). It was not used.';
    const rounded = (number: string): string => `The number ${number} has more digits than JSON can hold where a name, a date or a depth was expected. It was not used.`;
    assert.deepEqual(problems, [
      [1, beyond],
      [1, beyond],
      [2, beyond],
      [2, rounded('9007199254740992')],
      [2, rounded('100000000000000000000')],
      [3, rounded('9007199254740992')],
      [3, 'No soil property is named. It was left out.'],
    ]);
  });

  it('goes on after a feature that is nested too deeply for the stack', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const { records, problems } = read(`{"type":"FeatureCollection","features":[{"properties":{"property":"pH","value":${deep}}},{"properties":{"property":"pH","value":6}}]}`);
    assert.deepEqual(records.map(({ value }) => value), [null, 6]);
    assert.deepEqual(problems, [[1, '"["…"]" is a list or an object where one value was expected. It was not used.']]);
  });

  it('takes the place from the attributes if the geometry of a feature is missing or empty', () => {
    const placed = { property: 'pH', value: 6, lon: 3, lat: 4 };
    const { records } = read(collection(point(placed, []), point(placed, [9]), { type: 'Feature', geometry: null, properties: placed }, point(placed)));
    assert.deepEqual(
      records.map(({ lon, lat }) => [lon, lat]),
      [
        [3, 4],
        [3, 4],
        [3, 4],
        [-3.25, 52.1],
      ],
    );
  });

  it('takes the place of a MultiPoint with one position, and none of several', () => {
    const several = (...coordinates: unknown[]): object => ({ type: 'Feature', geometry: { type: 'MultiPoint', coordinates }, properties: { property: 'pH', value: 6 } });
    const { records } = read(collection(several([3, 4, 14]), several([3, 4], [5, 6]), several(), several(null)));
    assert.deepEqual(records.map(({ lon, lat }) => [lon, lat]), [[3, 4], [null, null], [null, null], [null, null]]);
  });

  it('takes no place from a line or an area', () => {
    const ring = [[1, 2], [3, 4], [5, 6], [1, 2]];
    for (const geometry of [{ type: 'Polygon', coordinates: [ring] }, { type: 'LineString', coordinates: ring }, { type: 'MultiLineString', coordinates: [ring] }]) {
      const { records, problems } = read(collection({ type: 'Feature', geometry, properties: { property: 'pH', value: 6 } }));
      const told = `A feature is a "${geometry.type}", not a point: records of such features are read without a place.`;
      assert.deepEqual([records.map(({ lon, lat }) => [lon, lat]), problems], [[[null, null]], [[1, told]]], geometry.type);
      const feature = { type: 'Feature', geometry, properties: { property: 'pH', value: 6 } };
      assert.deepEqual(read(collection(feature, feature)).problems, [[1, told]], 'told once');
      const half = read(collection({ type: 'Feature', geometry, properties: { property: 'pH', value: 6, lat: 5 } }));
      assert.deepEqual([half.records[0]!.lat, half.problems[0]], [null, [1, told]], 'nor of one with half a place beside it');
      const beside = read(collection({ type: 'Feature', geometry, properties: { property: 'pH', value: 6, lat: 5, lon: 7 } }));
      assert.deepEqual([beside.records[0]!.lon, beside.records[0]!.lat, beside.problems], [7, 5, []]);
    }
  });

  it('takes no place from a line of one position, nor from a geometry without a type, and says so', () => {
    const told = (geometry: object): unknown => {
      const { records, problems } = read(collection({ type: 'Feature', geometry, properties: { property: 'pH', value: 6 } }));
      return [records[0]!.lon, problems.map(([, problem]) => problem.split(':')[0])];
    };
    assert.deepEqual(told({ type: 'LineString', coordinates: [[5, 52]] }), [null, ['A feature is a "LineString", not a point']]);
    assert.deepEqual(told({ coordinates: [5, 52] }), [null, ['A feature has a geometry without a type']]);
  });

  it('that is not UTF-8 is reported once', () => {
    const text = collection(point({ property: 'pH', value: 1 }), ...[2, 3].map((value) => point({ property: 'pH', value, unit: 'µg' })));
    assert.deepEqual(read(text).problems, []);
    for (const size of [1, 64, 1_000_000]) {
      const { records, problems } = read(Buffer.from(text, 'latin1'), size);
      assert.deepEqual([records.length, problems.length, problems[0]![0]], [3, 1, 2]);
      assert.match(problems[0]![1], /not UTF-8/);
    }
  });

  it('that is cut off is a problem, and anything else is skipped with the reason', () => {
    const whole = collection(point({ property: 'pH', value: 1 }), point({ property: 'pH', value: 2 }));
    const cut = read(whole.slice(0, whole.lastIndexOf('"value":2')));
    assert.deepEqual([cut.records.length, cut.problems], [1, [[null, 'The file ends in the middle.']]]);
    for (const text of ['', '[]', '{"type":"Feature"}', 'nonsense', '}}}}]]', '"features":[{}', '{"features":{"a":{"property":"pH","value":6},"b":[{"property":"pH","value":6}]}}', '[{"features":[{}]}]']) {
      assert.deepEqual(read(text), { records: [], problems: [], skipped: ['The file is not a GeoJSON FeatureCollection. If it holds records, export it as one.'] }, text);
    }
  });

  it('in UTF-16 is not read, and the reason says so', () => {
    const text = collection(point({ property: 'pH', value: 1 }));
    for (const bytes of [Buffer.from(`\ufeff${text}`, 'utf16le'), Buffer.from(text, 'utf16le'), Buffer.from(`\ufeff${text}`, 'utf16le').swap16()]) {
      assert.deepEqual(read(bytes), { records: [], problems: [], skipped: ['The file is not UTF-8 text, but UTF-16 perhaps. Save it as UTF-8.'] });
    }
  });

  it('ignores attributes named like parts of a prototype', () => {
    const { records } = read(
      collection({ type: 'Feature', properties: JSON.parse('{"__proto__":{"property":"x"},"property":"pH","value":6,"constructor":1}') }),
    );
    assert.deepEqual(
      records.map(({ property, value }) => [property, value]),
      [['pH', 6]],
    );
    assert.equal(({} as Record<string, unknown>)['property'], undefined);
  });
});
