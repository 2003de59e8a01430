import assert from 'node:assert/strict';
import { canonicalQuery } from '../../src/service/canonical-query';
import type { SoilQuery } from '../../src/service/query';
import { atOnce } from '../../src/time/steps';

const canonical = (query: SoilQuery): string => atOnce(canonicalQuery(query));

const query: SoilQuery = {
  geometry: 'POLYGON ((10 50, 11 50, 11 51, 10 50))',
  spatialFilters: [1, 2],
  soilProperties: [10, 9],
  datasets: [3],
  startYear: 1990,
  endYear: 2020,
  gisDataTypes: ['point', 'raster'],
  email: 'me@example.com',
};

describe('a query in canonical form', () => {
  const same: [name: string, other: object][] = [
    ['the order of its fields', Object.fromEntries(Object.entries(query).reverse())],
    ['the order of identifiers', { ...query, spatialFilters: [2, 1], soilProperties: [9, 10] }],
    ['identifiers said twice', { ...query, datasets: [3, 3, 3] }],
    ['numbers as text', { ...query, datasets: ['3'], startYear: '1990' }],
    ['the order of data types', { ...query, gisDataTypes: ['raster', 'point', 'raster'] }],
    ['the corner at which a ring begins', { ...query, geometry: 'POLYGON ((11 50, 11 51, 10 50, 11 50))' }],
    ['the number format', { ...query, geometry: 'SRID=4326;POLYGON ((1e1 50.0, 11.0 +50, 11 51, 10 50))' }],
    ['the white space of the geometry', { ...query, geometry: ' POLYGON((10 50,11  50,\n 11 51, 10 50) ) ' }],
    ['the case of the geometry', { ...query, geometry: 'Polygon ((10 50, 11 50, 11 51, 10 50))' }],
    ['fields that it does not know', { ...query, colour: 'red' }],
  ];
  for (const [name, other] of same) {
    it(`does not depend on ${name}`, () => {
      assert.equal(canonical(other as SoilQuery), canonical(query));
    });
  }

  it('treats an absent, an empty and a null field alike', () => {
    const bare = canonical({ geometry: 'POINT (1 2)' });
    for (const field of ['spatialFilters', 'soilProperties', 'datasets', 'gisDataTypes']) assert.equal(canonical({ geometry: 'POINT (1 2)', [field]: [] }), bare);
    for (const field of ['email', 'startYear', 'endYear']) assert.equal(canonical({ geometry: 'POINT (1 2)', [field]: null }), bare);
  });

  it('keeps a collection apart from the multiple geometry of the same parts: intersection and union', () => {
    const union = canonical({ geometry: 'MULTIPOINT ((1 2), (3 4))' });
    assert.equal(canonical({ geometry: 'multipoint (3 4, 1 2)' }), union);
    const intersection = canonical({ geometry: 'GEOMETRYCOLLECTION (POINT (1 2), POINT (3 4))' });
    assert.notEqual(intersection, union);
    for (const system of [' SRID=4326;', '<http://www.opengis.net/def/crs/OGC/1.3/CRS84>']) {
      assert.equal(canonical({ geometry: `${system} GeometryCollection(POINT(3 4),POINT(1 2))` }), intersection);
    }
  });

  it('keeps the members of a collection apart from the parts of one of them: two fields within a region, or what all three share', () => {
    const [one, other, region] = ['((0 0, 1 0, 1 1, 0 0))', '((5 5, 6 5, 6 6, 5 5))', '((0 0, 9 0, 9 9, 0 0))'];
    const within = canonical({ geometry: `GEOMETRYCOLLECTION (MULTIPOLYGON (${one}, ${other}), POLYGON ${region})` });
    assert.equal(canonical({ geometry: `GEOMETRYCOLLECTION (POLYGON ${region}, MULTIPOLYGON (${other}, ${one}))` }), within);
    assert.notEqual(canonical({ geometry: `GEOMETRYCOLLECTION (POLYGON ${one}, POLYGON ${other}, POLYGON ${region})` }), within);
  });

  it('sorts identifiers as numbers', () => {
    assert.match(canonical(query), /"soilProperties":\[9,10\]/);
  });

  const others: object[] = [
    { geometry: 'POLYGON ((10 50, 11 50, 11 52, 10 50))' },
    { geometry: 'POINT (10 50)' },
    { spatialFilters: [1] },
    { spatialFilters: [1, 2, 3] },
    { soilProperties: [1, 2], spatialFilters: [9, 10] },
    { datasets: [] },
    { startYear: 1991 },
    { endYear: undefined },
    { gisDataTypes: ['raster'] },
    { email: 'you@example.com' },
  ];
  for (const change of others) {
    it(`differs with ${JSON.stringify(change)}`, () => {
      assert.notEqual(canonical({ ...query, ...change }), canonical(query));
    });
  }

  it('exists only for a sound query', () => {
    assert.throws(() => canonical({ datasets: [0.5] }), { code: 'SOIL_CONFIG' });
    assert.throws(() => canonical({ geometry: 'POINT (1 2' }), { code: 'SOIL_GEOMETRY' });
  });
});
