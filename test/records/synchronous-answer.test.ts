import assert from 'node:assert/strict';
import { isSoilError } from '../../src/errors/soil-error';
import { recordsFromAnswer } from '../../src/records/formats/synchronous-answer';
import { onSlowMachine, turnsDuring } from '../time/counted-turns';
import { element, feed, only } from './answer-scenario';

describe('The synchronous answer', () => {
  it('gives the harmonised value first and keeps the original beside it', async () => {
    const record = await only(
      feed(
        element(
          { name: 'Property', value: 'Organic carbon' },
          { name: 'Value', value: 1.25, unitText: '%' },
          { name: 'Conversion', value: 12.5, unitText: 'g/kg' },
          { name: 'Depth', value: '0-5' },
        ),
      ),
    );
    assert.deepEqual(record, {
      dataset: null,
      property: 'Organic carbon',
      originalName: 'Organic carbon',
      value: 12.5,
      unit: 'g/kg',
      originalValue: 1.25,
      originalUnit: '%',
      depthTop: 0,
      depthBottom: 5,
      date: null,
      lon: null,
      lat: null,
      h3: null,
      licence: null,
      method: null,
    });
  });

  it('of many elements gives other work its turn, and is not read any further when told to stop', async () => {
    const many = Array.from({ length: 20_000 }, (_, value) => element({ name: 'Property', value: 'Clay' }, { name: 'Value', value, unitText: '%' }));
    const turns = await onSlowMachine(() => turnsDuring(async () => assert.equal((await recordsFromAnswer(feed(...many))).records.length, many.length)));
    assert.ok(turns > 10_000, `${turns} turns`);
    const stop = new AbortController();
    setImmediate(() => stop.abort(new Error('closed')));
    await assert.rejects(onSlowMachine(() => recordsFromAnswer(feed(...many), { signal: stop.signal })), /closed/);
  });

  it('gives the value itself, with its own unit, if there is no converted one', async () => {
    for (const conversion of [
      { name: 'Conversion', unitText: 'g/kg' },
      { name: 'Conversion', value: null },
      { name: 'Conversion', value: 'NaN', unitText: 'g/kg' },
    ]) {
      const record = await only(feed(element({ name: 'Property', value: 'pH' }, { name: 'Value', value: '6.1', unitText: 'pH' }, conversion)));
      assert.deepEqual([record.value, record.unit, record.originalValue, record.originalUnit], [6.1, 'pH', 6.1, 'pH']);
    }
  });

  it('reads names, values and units as in JSON-LD, and the code of the unit if it has no text', async () => {
    const told = (value: unknown): object => ({ '@type': 'PropertyValue', '@value': value });
    for (const [name, value, unit] of [['Value', 241, { unitText: ['g/kg'] }], [told('Value'), told(241), { unitText: told('g/kg') }], ['Value', [told(241)], { unitCode: 'g/kg' }]] as const) {
      const element = { item: [{ name: told('Property'), value: told('Clay') }, { name, value, ...unit }] };
      const { records, problems } = await recordsFromAnswer({ dataFeedElement: [element] });
      assert.deepEqual(records.map((record) => [record.property, record.value, record.unit]), [['Clay', 241, 'g/kg']], JSON.stringify(element));
      assert.equal(problems.count, 0);
    }
  });

  it('keeps the value at the source if it has a cell of its own', async () => {
    const record = await only(
      feed(
        element(
          { name: 'Property', value: 'Clay' },
          { name: 'Value', value: 24.1, unitText: '%' },
          { name: 'Original value', value: 241, unitText: 'g/kg' },
        ),
      ),
    );
    assert.deepEqual([record.value, record.unit, record.originalValue, record.originalUnit], [24.1, '%', 241, 'g/kg']);
  });

  it('does not depend on the order of the cells', async () => {
    const record = await only(
      feed(
        element(
          { name: 'Conversion', value: 3, unitText: 'b' },
          { name: 'Value', value: 2, unitText: 'a' },
          { name: 'Property', value: 'x' },
        ),
      ),
    );
    assert.deepEqual([record.value, record.unit, record.originalValue, record.originalUnit], [3, 'b', 2, 'a']);
  });

  it('takes a harmonised 0 as a value', async () => {
    assert.equal(
      (await only(feed(element({ name: 'Property', value: 'x' }, { name: 'Value', value: 7 }, { name: 'Conversion', value: 0 })))).value,
      0,
    );
  });

  it('drops the suffix of a mean and keeps those of other statistics apart', async () => {
    const name = async (value: string) => (await only(feed(element({ name: 'Property', value }, { name: 'Value', value: 1 })))).property;
    assert.equal(await name('Clay content_mean'), 'Clay content');
    assert.equal(await name('clay_0-5cm_Q0.05'), 'clay_Q0.05');
    assert.equal(await name('clay_uncertainty'), 'clay_uncertainty');
  });

  it('keeps classes as text, and missing values as null', async () => {
    const value = async (raw: unknown) => (await only(feed(element({ name: 'Property', value: 'x' }, { name: 'Value', value: raw })))).value;
    assert.equal(await value('Clay loam'), 'Clay loam');
    assert.equal(await value('<0.5'), '<0.5');
    assert.equal(await value('-9999'), -9999);
    for (const missing of ['', ' ', 'NA', 'NaN', 'null', null, undefined, NaN]) assert.equal(await value(missing), null);
  });

  it('says once that a number was too large to hold, for the value and its original', async () => {
    const answer: unknown = JSON.parse(JSON.stringify(feed(element({ name: 'Property', value: 'pH' }, { name: 'Value', value: 'x' }))).replace('"x"', '-1e400'));
    const { records, problems } = await recordsFromAnswer(answer);
    assert.deepEqual([records[0]!.value, records[0]!.originalValue], [null, null]);
    assert.deepEqual(problems, { count: 1, first: ['Element 1: A number is larger than any that can be held (1.8e308). It was not used.'] });
  });

  it('takes NA, sodium, for a property', async () => {
    assert.equal((await only(feed(element({ name: 'Property', value: 'NA' }, { name: 'Value', value: 1 })))).property, 'NA');
  });

  it('reads place, source, date and licence from cells', async () => {
    const record = await only(
      feed(
        element(
          { name: 'Property', value: 'pH' },
          { name: 'Value', value: 6 },
          { name: 'Latitude', value: '12.5' },
          { name: 'Longitude', value: -7 },
          { name: 'Data source', value: 'A survey' },
          { name: 'Sampling date', value: '1958' },
          { name: 'License', value: 'CC BY 4.0' },
          { name: 'h3_index', value: '8a1fb46622dffff' },
          { name: 'Original name', value: 'PHAQ' },
          { name: 'Method', value: 'water 1:5' },
        ),
      ),
    );
    assert.deepEqual(
      [record.lat, record.lon, record.dataset, record.date, record.licence, record.h3, record.originalName, record.method],
      [12.5, -7, 'A survey', '1958', 'CC BY 4.0', '8a1fb46622dffff', 'PHAQ', 'water 1:5'],
    );
  });

  it('reads a feed with one element, an element with one cell, and a bare list', async () => {
    const single = { item: { name: 'Property', value: 'pH' } };
    for (const answer of [{ dataFeedElement: single }, { dataFeedElement: [single] }, [single]]) {
      const record = await only(answer);
      assert.deepEqual([record.property, record.value], ['pH', null]);
    }
  });

  it('reads several feeds as one, and the feed in a graph', async () => {
    const ofProperty = (name: string): unknown => element({ name: 'Property', value: name }, { name: 'Value', value: 6 });
    const names = async (answer: unknown): Promise<string[]> => (await recordsFromAnswer(answer)).records.map(({ property }) => property);
    assert.deepEqual(await names([feed(ofProperty('pH'), ofProperty('clay')), { dataFeedElement: null }, { dataFeedElement: ofProperty('sand') }]), ['pH', 'clay', 'sand']);
    assert.deepEqual(await names({ '@graph': [feed(ofProperty('pH'))] }), ['pH']);
    assert.deepEqual(await names({ items: [feed(), feed()] }), []);
  });

  it('reads a FeatureCollection', async () => {
    const properties = { dataset: 'Survey', property: 'pH', value: 6.1, unit: 'pH', upper_depth: 0, lower_depth: 30, license: 'CC0-1.0' };
    const record = await only({ type: 'FeatureCollection', features: [{ type: 'Feature', geometry: { type: 'Point', coordinates: [5.5, 52] }, properties }] });
    assert.deepEqual([record.property, record.value, record.depthTop, record.depthBottom, record.lon, record.lat], ['pH', 6.1, 0, 30, 5.5, 52]);
    assert.deepEqual([record.dataset, record.licence], ['Survey', 'CC0-1.0']);
    assert.equal((await only({ features: [{ properties }] })).property, 'pH');
    const line = { type: 'LineString', coordinates: [[5, 52], [6, 52]] };
    assert.deepEqual((await recordsFromAnswer({ features: [{ geometry: line, properties }] })).problems.first, ['Element 1: A feature is a "LineString", not a point: records of such features are read without a place.']);
    assert.deepEqual(await recordsFromAnswer({ type: 'FeatureCollection', features: [] }), { records: [], problems: { count: 0, first: [] } });
  });

  it('takes no place from a feature whose coordinates are in a system other than WGS 84, and says so once', async () => {
    const crs = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::4277' } };
    const feature = { type: 'Feature', geometry: { type: 'Point', coordinates: [-1.5, 52] }, properties: { property: 'pH', value: 6 } };
    const told = 'The coordinates are in "urn:ogc:def:crs:EPSG::4277", not in degrees on WGS 84. They were not used.';
    for (const answer of [{ crs, features: [feature, feature] }, { features: [{ ...feature, crs }, { ...feature, geometry: { ...feature.geometry, crs } }] }]) {
      const { records, problems } = await recordsFromAnswer({ type: 'FeatureCollection', ...answer });
      assert.deepEqual(records.map(({ value, lon, lat }) => [value, lon, lat]), [[6, null, null], [6, null, null]]);
      assert.deepEqual(problems, { count: 1, first: [told] });
    }
    const { lon, lat } = await only({ type: 'FeatureCollection', crs: { type: 'name', properties: { name: 'EPSG:4258' } }, features: [feature] });
    assert.deepEqual([lon, lat], [-1.5, 52]);
  });

  it('reads a list of plain objects', async () => {
    const record = await only([{ property: 'Clay', value: 24.1, unit: '%', depthTop: 0, depthBottom: 5, date: '1958', longitude: 5.5, latitude: 52 }]);
    assert.deepEqual([record.property, record.value, record.unit, record.depthBottom, record.date, record.lon], ['Clay', 24.1, '%', 5, '1958', 5.5]);
    const plain = { property: 'Clay', value: 24.1 };
    for (const name of ['items', 'itemListElement', '@graph', 'hydra:member', 'member', 'records', 'results', 'data']) {
      assert.equal((await only({ '@context': 'https://api.example.com/v1/core.jsonld', [name]: [plain] })).value, 24.1);
      assert.deepEqual((await recordsFromAnswer({ '@type': 'https://schema.org/ItemList', [name]: [] })).records, []);
    }
    assert.equal((await only({ type: 'ItemList', items: { type: 'ItemList', items: [plain] } })).value, 24.1);
    const inColumns = await only([{ property: 'Clay', crs: 'EPSG:28992', lon: 5.5, lat: 52 }]);
    assert.deepEqual([inColumns.lon, inColumns.lat], [5.5, 52], 'and nothing is said to be left out');
    const placed = await only([{ property: 'Clay', value: 24.1, observationDate: '1958', geometry: { type: 'Point', coordinates: [5.5, 52] } }]);
    assert.deepEqual([placed.date, placed.lon, placed.lat], ['1958', 5.5, 52]);
    const elsewhere = await recordsFromAnswer([{ property: 'Clay', geometry: { type: 'Point', coordinates: [5.5, 52], crs: 'EPSG:4277' } }]);
    assert.deepEqual([elsewhere.records[0]?.lon, elsewhere.problems.count], [null, 1]);
    for (const place of ['geo', 'location', 'spatialCoverage']) {
      const beside = await recordsFromAnswer(feed({ item: [{ name: 'Property', value: 'Clay' }], [place]: { latitude: 52, longitude: 5.5 } }));
      const line = `Element 1: Fields that may tell the place have unknown names, and are not read: "${place}".`;
      assert.deepEqual([beside.records[0]?.lon, beside.problems.first], [null, [line]]);
    }
    const { records, problems } = await recordsFromAnswer([{ colour: 'brown' }, ['pH', 6], { property: 'pH' }]);
    assert.deepEqual([records.length, problems.first], [1, ['Element 1: No soil property is named. It was left out.', 'Element 2: No soil property is named. It was left out.']]);
  });

  it('that has elements, but no record, is refused: that is not "no data"', async () => {
    const one = 'the one element of the answer names no soil property, so nothing could be read';
    for (const [answer, fault] of [
      [[{ colour: 'brown' }, ['pH', 6]], 'of the 2 elements of the answer, not one names a soil property, so nothing could be read'],
      [feed(element({ name: 'Bodeneigenschaft', value: 'pH' })), one],
      [{ type: 'FeatureCollection', features: [{ type: 'Feature', properties: {} }] }, one],
    ] as const) {
      await assert.rejects(() => recordsFromAnswer(answer), (error) => isSoilError(error, 'SOIL_RESPONSE') && error.message.includes(fault));
    }
    for (const answer of [[null], [{}], feed({ '@type': 'DataFeedItem' }), feed({ '@type': 'DataFeedItem', item: [] }), feed({ item: null, dateModified: '2026' })])
      assert.deepEqual((await recordsFromAnswer(answer)).records, [], JSON.stringify(answer));
  });

  it('gives no records if the service has none', async () => {
    for (const answer of [{ dataFeedElement: [] }, { dataFeedElement: null }, []]) assert.deepEqual(await recordsFromAnswer(answer), { records: [], problems: { count: 0, first: [] } });
  });

  it('counts what it could not read, and lists only the first part of it', async () => {
    const { records, problems } = await recordsFromAnswer([{ property: 'pH', value: 6 }, ...Array<number>(100_000).fill(1)]);
    assert.deepEqual([records.length, problems.first.length, problems.count], [1, 20, 100_000]);
    assert.equal(problems.first[19], 'Element 21: No soil property is named. It was left out.');
  });

  it('says which elements and cells it could not read, and reads the rest', async () => {
    const { records, problems } = await recordsFromAnswer(
      feed(
        null,
        element({ name: 'Value', value: 1 }),
        { item: ['x', 3, { value: 1 }] },
        element(
          { name: 'Property', value: 'pH' },
          { name: 'Value', value: 6 },
          { name: 'Depth', value: 'topsoil' },
          { name: 'Date', value: '1958-02-30' },
        ),
        element({ name: 'Property', value: 'pH' }, { name: 'Value', value: 6 }, { name: 'Value', value: 7 }, { name: 'Depth', value: { top: 0 } }),
        element({ name: '__proto__', value: 'x' }, { name: 'constructor', value: 1 }, { name: 'Property', value: 'pH' }),
      ),
    );
    assert.deepEqual(
      records.map((record) => [record.property, record.value, record.depthTop, record.date]),
      [
        ['pH', 6, null, null],
        ['pH', 6, null, null],
        ['pH', null, null, null],
      ],
    );
    assert.deepEqual(problems.first, [
      'Element 1: No soil property is named. It was left out.',
      'Element 2: No soil property is named. It was left out.',
      'Element 3: No soil property is named. It was left out.',
      'Element 4: "topsoil" is not a depth interval. The record is kept without a depth.',
      'Element 4: "1958-02-30" is not a date. The record is kept without one.',
      'Element 5: The name "Value" is there twice. The first was used.',
      'Element 5: "{"top":0}" is a list or an object where one value was expected. It was not used.',
      'Element 6: Fields that may tell the value have unknown names, and are not read: "constructor".',
    ]);
    const twice = await recordsFromAnswer([{ property: 'pH', value: 6, VALUE: 7 }]);
    assert.deepEqual([twice.records[0]!.value, twice.problems.first], [6, ['Element 1: The name "VALUE" is there twice. The first was used.']]);
  });

  it('is refused if it is none of these, and not taken for "no data"', async () => {
    for (const answer of [null, 'text', 7, {}, { dataFeedElement: 'x' }, { items: [] }, { data: null }, { data: {} }, { results: [], error: 'no' }, { type: 'FeatureCollection' }, { features: null }, { '@type': 'ListItem', results: [] }, { type: 'Feature', properties: {} }]) {
      await assert.rejects(
        () => recordsFromAnswer(answer),
        (error) => isSoilError(error, 'SOIL_RESPONSE') && /is neither a data feed .* Check the "Service URL"/.test(error.message),
      );
    }
  });
});
