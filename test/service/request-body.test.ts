import assert from 'node:assert/strict';
import { atOnce } from '../../src/time/steps';
import { requestBody, type FilteredOperation } from '../../src/service/request-body';

const names = { datasetsField: 'datasets', emailField: 'email' };
const full = {
  geometry: 'POINT (10 50)',
  spatialFilters: [1],
  soilProperties: [2],
  datasets: [3],
  startYear: 1990,
  endYear: 2020,
  gisDataTypes: ['raster'],
  email: 'me@example.com',
};

function body(operation: FilteredOperation, query: object = full, fields = names): unknown {
  return JSON.parse(atOnce(requestBody(operation, query, fields)));
}

describe('the body of a request', () => {
  it('has the fields that the specification gives to the operation', () => {
    const { geometry, spatialFilters, soilProperties, email: _, ...rest } = full;
    assert.deepEqual(body('spatialFilters'), { geometry });
    assert.deepEqual(body('soilProperties'), { geometry, spatialFilters });
    assert.deepEqual(body('datasets'), { geometry, spatialFilters, soilProperties });
    assert.deepEqual(body('soilData'), { geometry, spatialFilters, soilProperties, ...rest });
    assert.deepEqual(body('job'), full);
  });

  it('has only the fields that are set', () => {
    assert.equal(atOnce(requestBody('job', { geometry: full.geometry, datasets: [], gisDataTypes: [], email: '' }, names)), '{"geometry":"POINT (10 50)"}');
  });

  it('has the names that the settings give to the open fields', () => {
    const { datasets, email, ...rest } = full;
    assert.deepEqual(body('job', full, { datasetsField: 'dataSets', emailField: 'email address' }), { ...rest, dataSets: datasets, 'email address': email });
  });

  it('needs an area', () => {
    for (const query of [{}, { geometry: '' }, { datasets: [1] }]) {
      assert.throws(() => atOnce(requestBody('job', query, names)), { code: 'SOIL_GEOMETRY', message: /has no area.*soil-area/ });
    }
  });

  it('has the area as it was written, without the prefix of EWKT', () => {
    const written = 'Polygon ((10 50.50, 11 50, 11 51, 10 50.50))';
    const literal = `<http://www.opengis.net/def/crs/OGC/1.3/CRS84> ${written}`;
    for (const geometry of [written, ` ${written}\n`, `\ufeff${written}`, `SRID=4326;${written}`, ` srid = 4326 ; ${written}`, literal]) {
      assert.deepEqual(body('spatialFilters', { geometry }), { geometry: written });
    }
  });

  it('is not written for an area that is not WKT: the error says where', () => {
    const faults: [geometry: string, message: RegExp][] = [
      ['POLYGON ((10 50, 11 50', /position 22/],
      ['POLYGON ((500000 5700000, 500100 5700000, 500100 5700100, 500000 5700000))', /^Latitude 5700000 at position 10 .* look like metres of a map projection/],
      ['MULTIPOINT (10 50, 52 100)', /^Latitude 100 at position 19 .* look swapped/],
      ['POLYGON ((10 50, 11 50, 10 50))', /^The ring at position 10 has 2 different positions/],
      ['POINT (10)', /position 9/],
      ['LINESTRING (1 2, 3 4)', /LINESTRING at position 0/],
      ['SRID=3857;POINT (1 2)', /SRID 3857/],
      ['{"type":"Point"}', /position 0/],
    ];
    for (const [geometry, message] of faults) {
      assert.throws(() => atOnce(requestBody('job', { geometry }, names)), { code: 'SOIL_GEOMETRY', message }, geometry);
    }
  });

  it('is checked, wherever the query comes from', () => {
    assert.throws(() => atOnce(requestBody('job', { ...full, datasets: [1.5] }, names)), { code: 'SOIL_CONFIG', message: /datasets/ });
    assert.throws(() => atOnce(requestBody('spatialFilters', { ...full, startYear: 3 }, names)), { code: 'SOIL_CONFIG', message: /startYear/ });
  });
});
