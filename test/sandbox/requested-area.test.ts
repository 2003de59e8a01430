import assert from 'node:assert/strict';
import { cellArea, latLngToCell } from 'h3-js';
import { RequestedArea } from '../../src/sandbox/request/requested-area';

describe('the area of a request', () => {
  it('is measured on the sphere', () => {
    const cases: [string, number, number][] = [
      // One degree at the equator: 12,309 km2; the whole globe: 510,072,000 km2; at 60 degrees about half as much as at the equator.
      ['POLYGON((10 0,11 0,11 1,10 1,10 0))', 1_236_000, 5_000],
      ['POLYGON((-180 -90,180 -90,180 90,-180 90,-180 -90))', 51_007_200_000, 1e7],
      ['POLYGON((10 60,11 60,11 61,10 61,10 60))', 609_000, 5_000],
      ['MULTIPOLYGON(((10 0,11 0,11 1,10 1,10 0)),((20 0,20 1,21 1,21 0,20 0)))', 2_472_000, 10_000],
      ['POLYGON((10 0,12 0,12 2,10 2,10 0),(10.5 0.5,11.5 0.5,11.5 1.5,10.5 1.5,10.5 0.5))', 3 * 1_236_000, 20_000],
    ];
    for (const [text, hectares, by] of cases) {
      const area = RequestedArea.fromText(text);
      assert.ok(Math.abs(area.hectares - hectares) < by, `${text}: ${area.hectares}`);
    }
  });

  it('is the H3 cell of resolution 10 around a point, once for points in the same cell', () => {
    const area = RequestedArea.fromText('MULTIPOINT((5.66 51.97),(5.66001 51.97))');
    const cell = cellArea(latLngToCell(51.97, 5.66, 10), 'm2') / 10_000;
    assert.ok(Math.abs(area.hectares - cell) < 0.05, `${area.hectares} and ${cell}`);
    assert.ok(RequestedArea.fromText('POINT(180 -16.8)').box.east - 180 < 0.01);
  });

  it('has the sites within it, none in its holes, each once', () => {
    const area = RequestedArea.fromText('MULTIPOLYGON(((10 0,12 0,12 2,10 2,10 0),(10.5 0.5,11.5 0.5,11.5 1.5,10.5 1.5,10.5 0.5)),((10 0,12 0,12 2,10 2,10 0)))');
    const holed = RequestedArea.fromText('POLYGON((10 0,12 0,12 2,10 2,10 0),(10.5 0.5,11.5 0.5,11.5 1.5,10.5 1.5,10.5 0.5))');
    const sites = [...holed.sites(2000)];
    assert.ok(sites.length > 200);
    for (const { longitude, latitude } of sites) {
      assert.ok(longitude > 10 && longitude < 12 && latitude > 0 && latitude < 2);
      assert.ok(longitude < 10.5 || longitude > 11.5 || latitude < 0.5 || latitude > 1.5);
    }
    const keys = [...area.sites(2000)].map(({ key }) => key);
    assert.equal(new Set(keys).size, keys.length);
  });

  it('has no more sites than asked for: those of a coarser level, all of which finer levels have too', () => {
    const text = 'POLYGON((10 0,10.1 0,10.1 0.1,10 0.1,10 0))';
    const area = RequestedArea.fromText(text);
    const [few, many] = [[...area.sites(100)], [...area.sites(10_000)]];
    assert.ok(few.length > 10 && few.length <= 100 && many.length > 4 * few.length);
    const fine = new Set(many.map(({ key }) => key));
    assert.ok(few.every(({ key }) => fine.has(key)));
  });

  it('has sites in nearly all of many scattered parts, though fewer are asked for', () => {
    const corners = Array.from({ length: 200 }, (_, part) => [((part * 37) % 300) - 150 + 0.013 * part, ((part * 53) % 140) - 70 + 0.017 * part] as const);
    const square = (x: number, y: number): string => `((${x} ${y},${x + 1} ${y},${x + 1} ${y + 1},${x} ${y + 1},${x} ${y}))`;
    const area = RequestedArea.fromText(`MULTIPOLYGON(${corners.map(([x, y]) => square(x, y)).join(',')})`);
    const sites = [...area.sites(10)];
    const without = corners.filter(([x, y]) => !sites.some(({ longitude, latitude }) => longitude >= x && longitude <= x + 1 && latitude >= y && latitude <= y + 1));
    assert.ok(without.length < corners.length / 20, `${without.length} have none`);
    assert.ok(sites.length <= 8 * corners.length, `${sites.length} sites`);
  });

  it('has the same sites at the antimeridian, around a point and in polygons on both sides', () => {
    const around = RequestedArea.fromText(
      'MULTIPOLYGON(((179.99 -16.81,180 -16.81,180 -16.79,179.99 -16.79,179.99 -16.81)),((-180 -16.81,-179.99 -16.81,-179.99 -16.79,-180 -16.79,-180 -16.81)))',
    );
    const longitudes = new Map([...around.sites(10_000)].map(({ key, longitude }) => [key, longitude]));
    for (const latitude of [-16.801, -16.802]) {
      const sites = [...RequestedArea.fromText(`POINT(180 ${latitude})`).sites(10_000)];
      assert.ok(sites.some(({ longitude }) => longitude < -179.99) && sites.some(({ longitude }) => longitude > 179.99));
      for (const { key, longitude } of sites) assert.equal(longitude, longitudes.get(key));
    }
  });

  it('has the cells whose middle is in it, or the one at its own middle if there are none', () => {
    const size = (360 / 2 ** 20) * 2 ** 3;
    const middle = (count: number, least: number): number => (count + 0.5) * size + least;
    const area = RequestedArea.fromText('POLYGON((10 0,10.02 0,10.02 0.01,10 0.01,10 0))');
    const expected: string[] = [];
    for (let column = 0; column < 2 ** 17; column++) {
      for (let row = 2 ** 15; row < 2 ** 15 + 10; row++) {
        const [longitude, latitude] = [middle(column, -180), middle(row, -90)];
        if (longitude > 10 && longitude < 10.02 && latitude > 0 && latitude < 0.01) expected.push(`${column} ${row}`);
      }
    }
    assert.ok(expected.length > 10);
    assert.deepEqual([...area.cells(3)].map(({ column, row }) => `${column} ${row}`).sort(), expected.sort());
    const tiny = RequestedArea.fromText('POLYGON((10.0001 0.0001,10.0002 0.0001,10.0002 0.0002,10.0001 0.0002,10.0001 0.0001))');
    assert.deepEqual([...tiny.cells(3)], [{ column: Math.floor(190.00015 / size), row: 2 ** 15 }]);
  });

  it('finds its sites among many corners as well as among few', () => {
    const circle = Array.from({ length: 5000 }, (_, index) => {
      const angle = (index / 5000) * 2 * Math.PI;
      return `${(20 + Math.cos(angle)).toFixed(9)} ${(10 + Math.sin(angle)).toFixed(9)}`;
    });
    const area = RequestedArea.fromText(`POLYGON((${circle.join(',')},${circle[0]}))`);
    const square = RequestedArea.fromText('POLYGON((19 9,21 9,21 11,19 11,19 9))');
    const within = [...square.sites(4000)].filter(({ longitude, latitude }) => Math.hypot(longitude - 20, latitude - 10) < 0.999999);
    assert.deepEqual([...area.sites(4000)].map(({ key }) => key).sort(), within.map(({ key }) => key).sort());
  });
});
