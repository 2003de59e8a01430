import assert from 'node:assert/strict';
import { Ground, textureClass } from '../../src/sandbox/world/ground';
import { chance } from '../../src/sandbox/world/noise';
import { filtersAt, SPATIAL_FILTERS } from '../../src/sandbox/world/spatial-filters';

/** Places all over the globe, the same each time. */
const PLACES = Array.from({ length: 1500 }, (_, index): [number, number] => [360 * chance(index, 0, 0, 1) - 180, 150 * chance(index, 0, 0, 2) - 70]);
const DEPTHS = [2.5, 22.5, 80, 150];

describe('the synthetic soil', () => {
  const layers = PLACES.flatMap(([longitude, latitude]) => DEPTHS.map((depth) => new Ground(longitude, latitude).layer(depth)));

  it('has clay, silt and sand that add up to exactly 100 in tenths of a percent', () => {
    for (const { clay, silt, sand } of layers) {
      assert.equal(Math.round(clay * 10) + Math.round(silt * 10) + Math.round(sand * 10), 1000);
      for (const part of [clay, silt, sand]) assert.ok(part > 0 && part < 100 && Math.abs(part * 10 - Math.round(part * 10)) < 1e-9);
    }
  });

  const ranges: [keyof (typeof layers)[number], number, number, number][] = [
    ['ph', 3.5, 9.5, 2],
    ['organicCarbon', 0.3, 250, 20],
    ['nitrogen', 0.02, 25, 2],
    ['exchangeCapacity', 1, 90, 15],
    ['conductivity', 0.01, 40, 0.5],
    ['bulkDensity', 0.3, 1.95, 0.4],
    ['coarseFragments', 0, 80, 20],
    ['availableWater', 3, 36, 4],
    ['microbialCarbon', 0, 4000, 200],
  ];
  for (const [property, low, high, spread] of ranges) {
    it(`keeps ${property} within what soils show, and varies it`, () => {
      const values = layers.map((layer) => Number(layer[property]));
      assert.ok(values.every((value) => value >= low && value <= high));
      assert.ok(Math.max(...values) - Math.min(...values) > spread);
    });
  }

  it('loses carbon and gains clay and density with depth, everywhere', () => {
    for (const [longitude, latitude] of PLACES) {
      const ground = new Ground(longitude, latitude);
      const [top, bottom] = [ground.layer(2.5), ground.layer(150)];
      assert.ok(top.organicCarbon > bottom.organicCarbon);
      assert.ok(top.clay <= bottom.clay);
      assert.ok(top.bulkDensity < bottom.bulkDensity);
    }
  });

  it('has no step at the antimeridian, at the poles or from one field to the next', () => {
    const near = (a: Ground, b: Ground, by: number): void => assert.ok(Math.abs(a.layer(10).ph - b.layer(10).ph) < by);
    for (let latitude = -80; latitude <= 80; latitude += 5) near(new Ground(-180, latitude), new Ground(180, latitude), 1e-9);
    for (let latitude = -80; latitude <= 80; latitude += 5) near(new Ground(-179.99999, latitude), new Ground(179.99999, latitude), 0.01);
    for (let longitude = -180; longitude < 180; longitude += 30) near(new Ground(longitude, 90), new Ground(0, 90), 1e-9);
    for (const [longitude, latitude] of PLACES) near(new Ground(longitude, latitude), new Ground(longitude + 0.00001, latitude), 0.02);
  });

  it('differs within a field', () => {
    const along = Array.from({ length: 30 }, (_, index) => new Ground(5.66 + index * 0.0002, 51.97).layer(10).clay);
    assert.ok(Math.max(...along) - Math.min(...along) > 0.5);
  });

  it('puts each place under one filter of each type, and has places for every filter', () => {
    const found = new Set<number>();
    const typeOf = (identifier: number): string | undefined => SPATIAL_FILTERS.find((filter) => filter.identifier === identifier)?.type;
    for (const [longitude, latitude] of PLACES) {
      const filters = filtersAt(new Ground(longitude, latitude));
      assert.deepEqual(filters.map(typeOf), ['LandCoverFilter', 'SoilGroupsFilter', 'AgroecologicalZonesFilter']);
      for (const filter of filters) found.add(filter);
    }
    assert.equal(found.size, SPATIAL_FILTERS.length);
  });

  it('names the class of a texture as the USDA triangle does', () => {
    const classes: [clay: number, silt: number, sand: number, name: string][] = [
      [5, 3, 92, 'Sand'],
      [6, 12, 82, 'Loamy sand'],
      [10, 25, 65, 'Sandy loam'],
      [18, 40, 42, 'Loam'],
      [15, 65, 20, 'Silt loam'],
      [5, 90, 5, 'Silt'],
      [25, 15, 60, 'Sandy clay loam'],
      [33, 35, 32, 'Clay loam'],
      [33, 57, 10, 'Silty clay loam'],
      [40, 5, 55, 'Sandy clay'],
      [45, 48, 7, 'Silty clay'],
      [55, 25, 20, 'Clay'],
    ];
    for (const [clay, silt, sand, name] of classes) assert.equal(textureClass({ clay, silt, sand }), name);
  });
});
