import assert from 'node:assert/strict';
import { isSoilError } from '../../src/errors/soil-error';
import { readSoilQuery } from '../../src/service/read-query';

const geometry = 'POLYGON ((10 50, 11 50, 11 51, 10 50))';

function refused(raw: unknown, code: 'SOIL_CONFIG' | 'SOIL_GEOMETRY' = 'SOIL_CONFIG'): string {
  try {
    readSoilQuery(raw);
  } catch (error) {
    assert.ok(isSoilError(error, code), String(error));
    return error.message;
  }
  assert.fail(`accepted: ${JSON.stringify(raw)}`);
}

describe('a query from a message', () => {
  it('has every field of the request filter', () => {
    const query = { geometry, spatialFilters: [1], soilProperties: [2, 3], datasets: [4], startYear: 1990, endYear: 2020, gisDataTypes: ['raster', 'point'], email: 'me@example.com' };
    assert.deepEqual(readSoilQuery(query), query);
  });

  it('is not narrowed by what is absent, null or empty', () => {
    for (const raw of [undefined, null, {}, { geometry: ' ', spatialFilters: [], soilProperties: null, datasets: '', startYear: '', endYear: undefined, gisDataTypes: [], email: '' }]) {
      assert.deepEqual(readSoilQuery(raw), {});
    }
  });

  it('takes numbers as text, one value for a list, and each identifier once', () => {
    assert.deepEqual(readSoilQuery({ spatialFilters: '7', soilProperties: ['2', 2, ' 3 '], startYear: '1990', gisDataTypes: ' raster ', email: ' me@example.com ' }), {
      spatialFilters: [7],
      soilProperties: [2, 3],
      startYear: 1990,
      gisDataTypes: ['raster'],
      email: 'me@example.com',
    });
  });

  it('is an object', () => {
    assert.match(refused('POINT (1 2)'), /msg\.soil\.query must be an object.*is a string/);
    assert.match(refused([1]), /is a list/);
    assert.match(refused(7), /is a number/);
  });

  it('takes a list as text, as in a web address, and the items that soil-discover found', () => {
    const found = [{ identifier: 102, name: 'World soil profiles', type: 'Observed soil profile' }, { identifier: 104 }];
    const { datasets, soilProperties, gisDataTypes } = readSoilQuery({ datasets: found, soilProperties: '201, 202', gisDataTypes: 'point,raster' });
    assert.deepEqual([datasets, soilProperties, gisDataTypes], [[102, 104], [201, 202], ['point', 'raster']]);
    assert.deepEqual(readSoilQuery({ datasets: found[0] }).datasets, [102]);
    for (const text of ['201,', ',', '201,,202', ' ']) assert.throws(() => readSoilQuery({ soilProperties: text }), /msg\.soil\.query\.soilProperties must hold whole numbers/);
    const words = 'is JSON text: parse it with a json node, or write its entries alone, with commas between them';
    assert.equal(refused({ soilProperties: ' [201, 202]' }), `msg.soil.query.soilProperties ${words} (201,202).`);
    assert.equal(refused({ gisDataTypes: '["point"]' }), `msg.soil.query.gisDataTypes ${words} (raster,point).`);
    assert.throws(() => readSoilQuery({ datasets: [{ name: 'World soil profiles' }] }), /but holds an object/);
  });

  it('names the field that does not fit, and what it holds', () => {
    for (const field of ['spatialFilters', 'soilProperties', 'datasets']) {
      for (const value of [1.5, -1, 'one', NaN, Infinity, 2 ** 60, true, {}, null]) assert.match(refused({ [field]: [value] }), new RegExp(`msg\\.soil\\.query\\.${field} must hold whole numbers`));
      assert.match(refused({ [field]: { length: 1, 0: 1 } }), new RegExp(field));
    }
    for (const text of ['1e3', '0x10', '1.0', '7 8', '2 tables']) assert.match(refused({ datasets: [text] }), new RegExp(`but holds "${text}"`));
    assert.match(refused({ datasets: [1.5] }), /but holds "1\.5"/);
    assert.match(refused({ datasets: [null] }), /but holds null/);
    assert.match(refused({ datasets: new Array(3) }), /must hold whole numbers/);
    assert.match(refused({ datasets: new Array(2 ** 31) }), /more than 10000/);
    assert.match(refused({ datasets: ['pH\n<b>'] }), /but holds "pH <b>"/);
    const tooMany = Array.from({ length: 10_001 }, (_, index) => index);
    for (const datasets of [tooMany, tooMany.join()]) assert.match(refused({ datasets }), /more than 10000/);
    for (const value of [199, 999, 3000, 19900, 1990.5, 'recently', true, [1990]]) assert.match(refused({ startYear: value }), /msg\.soil\.query\.startYear must be a year from 1000 to 2999, but is /, JSON.stringify(value));
    assert.match(refused({ endYear: -5 }), /endYear/);
    assert.deepEqual(readSoilQuery({ startYear: 2020, endYear: 2020 }), { startYear: 2020, endYear: 2020 });
    assert.deepEqual(readSoilQuery({ startYear: 1000, endYear: 2999 }), { startYear: 1000, endYear: 2999 });
    assert.equal(readSoilQuery({ datasets: Array.from({ length: 10_000 }, (_, index) => index) }).datasets?.length, 10_000);
    assert.match(refused({ startYear: 2020, endYear: 1990 }), /^msg\.soil\.query\.startYear \(2020\) is after msg\.soil\.query\.endYear \(1990\)\.$/);
    for (const value of [7, 'two words', '<b>', 'x'.repeat(50), {}]) assert.match(refused({ gisDataTypes: [value] }), /gisDataTypes/);
    assert.match(refused({ gisDataTypes: Array.from({ length: 30 }, () => 'raster') }), /more than 20/);
  });

  it('accepts as e-mail address nothing but an e-mail address', () => {
    for (const email of ['me@example.com', 'first.last+soil@mail.example.co', "o'neil@example.com", 'me@bücher.example']) assert.equal(readSoilQuery({ email }).email, email);
    for (const email of ['me', 'me@', '@example.com', 'me@example', 'a b@example.com', 'a@b@example.com', 'a@example.com\nbcc: b@example.com', 'a@example.com,b@example.com', '<a@example.com>', `${'x'.repeat(300)}@example.com`, `me@${'x'.repeat(300)}.com`, 7, ['a@example.com']]) {
      const message = refused({ email });
      assert.match(message, /msg\.soil\.query\.email is not an e-mail address/, String(email));
      assert.doesNotMatch(message, /bcc/);
    }
  });

  it('takes the geometry as text', () => {
    assert.match(refused({ geometry: { type: 'Point', coordinates: [1, 2] } }, 'SOIL_GEOMETRY'), /must be WKT text.*is an object.*soil-area node/);
    assert.match(refused({ geometry: 7 }, 'SOIL_GEOMETRY'), /is a number/);
    assert.match(refused({ geometry: 'x'.repeat(33 * 1024 * 1024) }, 'SOIL_GEOMETRY'), /longer than 32 million/);
  });

  it('mentions the geometry first if a GeoJSON Feature is in its place', () => {
    const feature = { type: 'Feature', geometry: { type: 'Point', coordinates: [5, 52] }, properties: { name: 'north' } };
    assert.match(refused(feature, 'SOIL_GEOMETRY'), /soil-area node/);
  });

  it('refuses a misspelt field, which would silently widen the request', () => {
    const misspelt = { dataSets: 'datasets', dataset: 'datasets', spatial_filters: 'spatialFilters', soil_property: 'soilProperties', startyear: 'startYear', 'email address': 'email', datasetIds: 'datasets', gisDataType: 'gisDataTypes', properties: 'soilProperties', filters: 'spatialFilters', dataTypes: 'gisDataTypes' };
    const mistyped = { datsets: 'datasets', datasrts: 'datasets', datassets: 'datasets', daatsets: 'datasets', datasetd: 'datasets', soilProprties: 'soilProperties', soilPropreties: 'soilProperties', startYer: 'startYear', mail: 'email', geometries: 'geometry', geometri: 'geometry' };
    const otherWords = { yearStart: 'startYear', from_year: 'startYear', firstYear: 'startYear', begin_date: 'startYear', minYear: 'startYear', sinceYear: 'startYear', yearSince: 'startYear', dateFrom: 'startYear', startDate: 'startYear', 'year-to': 'endYear', endDate: 'endYear', maxYear: 'endYear', lastYear: 'endYear', untilYear: 'endYear', yearLast: 'endYear', year: 'startYear and endYear', years: 'startYear and endYear', dateRange: 'startYear and endYear', startTime: 'startYear', endTime: 'endYear', timePeriod: 'startYear and endYear', temporalCoverage: 'startYear and endYear', dataSources: 'datasets', data_source: 'datasets', sources: 'datasets' };
    for (const [name, meant] of Object.entries({ ...misspelt, ...mistyped, ...otherWords })) {
      assert.match(refused({ [name]: [1] }), new RegExp(`msg\\.soil\\.query\\.${name} is not a field of the query: write ${meant}\\.`));
    }
    const others = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`colour ${index}`, 1]));
    assert.match(refused({ ...others, datsets: [1] }), /write datasets\.$/);
  });

  it('leaves out unknown fields, and is harmed by no name', () => {
    for (const name of ['colour', 'range', 'from', 'dated', 'datxyets', 'datsxets', 'datxaets', 'datsaxyz', 'data', 'dats', 'date', 'type', 'detail', 'e', '7', '']) assert.deepEqual(readSoilQuery({ [name]: 1 }), {}, name);
    const raw = JSON.parse('{"colour":"red","__proto__":{"datasets":[666]},"constructor":{"prototype":1},"toString":1,"datasets":[1]}') as unknown;
    assert.deepEqual(readSoilQuery(raw), { datasets: [1] });
    assert.deepEqual(readSoilQuery(Object.create({ datasets: [666] })), {});
  });
});
