import assert from 'node:assert/strict';
import { boundsOf, columnsOfTurn, intoCells, nameOf, type PlacingTags, type RasterGrid, rasterGrid } from '../../src/records/rasters/raster-grid';

const DEGREES: PlacingTags['keys'] = { GTModelTypeGeoKey: 2, GeographicTypeGeoKey: 4326 };
const PLACED = { pixelScale: [0.5, 0.25, 0], tiepoint: [0, 0, 0, 20, 50, 0] };

const placeOf = (tags: Partial<PlacingTags>): unknown[] | null => {
  const grid = rasterGrid({ keys: DEGREES, ...tags });
  return grid && [grid.x, grid.y, grid.cellWidth, grid.cellHeight];
};
const gridOf = (x: number, cellWidth: number, geographic = true): RasterGrid => ({ x, y: 90, cellWidth, cellHeight: -cellWidth, code: null, geographic });

describe('The place of a grid', () => {
  it('is known by the size of a cell and the place of one point, wherever in the grid that lies', () => {
    assert.deepEqual(placeOf(PLACED), [20, 50, 0.5, -0.25]);
    assert.deepEqual(placeOf({ ...PLACED, tiepoint: [2, 4, 0, 21, 49, 0] }), [20, 50, 0.5, -0.25]);
    assert.deepEqual(placeOf({ ...PLACED, keys: { ...DEGREES, GTRasterTypeGeoKey: 2 } }), [19.75, 50.125, 0.5, -0.25]);
    // Contrary to the standard, but read as GDAL does.
    assert.deepEqual(placeOf({ ...PLACED, pixelScale: [0.5, -0.25, 0], tiepoint: [2, 4, 0, 21, 49, 0] }), [20, 50, 0.5, -0.25]);
  });

  it('is known by a matrix that keeps to the axes', () => {
    const matrix = [0.5, 0, 0, 20, 0, -0.25, 0, 50, 0, 0, 0, 0, 0, 0, 0, 1];
    assert.deepEqual(placeOf({ transformation: matrix }), [20, 50, 0.5, -0.25]);
    assert.deepEqual(placeOf({ ...PLACED, pixelScale: [0, 0, 0], transformation: matrix }), [20, 50, 0.5, -0.25]);
    for (const at of [1, 4]) assert.equal(placeOf({ transformation: matrix.with(at, 0.1) }), null);
  });

  it('is unknown if tags are missing, too short, or without a size that any grid has', () => {
    const short = [{ ...PLACED, pixelScale: [1] }, { ...PLACED, tiepoint: [0, 0, 0, 20] }, { transformation: [1, 0, 0, 20, 0, -1] }];
    const sizeless = [[0, 1, 0], [1, 0, 0], [NaN, 1, 0], [1, Infinity, 0]].map((pixelScale) => ({ ...PLACED, pixelScale }));
    const uncountable = [{ ...PLACED, pixelScale: [0.5, 1e-307, 0] }, { ...PLACED, pixelScale: [-1e-9, 0.25, 0] }, { pixelScale: [1e-7, 1e-7, 0], tiepoint: [0, 0, 0, 20, 1e10, 0] }];
    for (const tags of [{}, { pixelScale: PLACED.pixelScale }, { tiepoint: PLACED.tiepoint }, ...short, ...sizeless, ...uncountable]) assert.equal(placeOf(tags), null, JSON.stringify(tags));
  });

  it('has corners, whichever way its rows and columns go', () => {
    const grid = rasterGrid({ keys: DEGREES, ...PLACED })!;
    assert.deepEqual(boundsOf(grid, 8, 4), [20, 49, 24, 50]);
    assert.deepEqual(boundsOf({ ...grid, cellWidth: -0.5, cellHeight: 0.25 }, 8, 4), [16, 50, 20, 51]);
  });

  it('goes round the world if it counts longitudes beyond 180 degrees', () => {
    const turns: [grid: RasterGrid, width: number, columns: number][] = [
      [gridOf(0, 1), 360, 360],
      [gridOf(0, 0.5), 720, 720],
      [gridOf(-360, -0.5), 300, 720],
      [gridOf(-360, 1), 100, 360],
      [gridOf(170, 1), 20, 360],
      // A small one across the antimeridian.
      [gridOf(179.9, 0.01), 20, 36_000],
      // Cells centred on whole degrees reach half a cell beyond.
      [gridOf(-180.5, 1), 361, 360],
      [gridOf(-179.5, 1), 360, 360],
      [gridOf(-180, 1), 360, 0],
      [gridOf(0, 1), 361, 360],
      [gridOf(500_000, 30, false), 10, 0],
      // Web Mercator across the antimeridian, and short of it; UTM never goes round.
      [{ ...gridOf(19_900_000, 1000, false), code: 3857 }, 400, 40_075],
      [{ ...gridOf(19_900_000, 1000, false), code: 3857 }, 100, 0],
      [{ ...gridOf(19_900_000, 1000, false), code: 32660 }, 400, 0],
    ];
    for (const [grid, width, columns] of turns) assert.equal(columnsOfTurn(grid, width), columns, `${grid.x} ${grid.cellWidth} ${width}`);
  });
});

describe('The coordinates of a grid', () => {
  const LAND = 'Interrupted_Goode_Homolosine';
  const told: [why: string, keys: PlacingTags['keys'], name: string | null, geographic: boolean][] = [
    ['degrees by model and code', DEGREES, 'EPSG:4326', true],
    ['degrees by model alone', { GTModelTypeGeoKey: 2 }, null, true],
    ['degrees by code alone', { GeographicTypeGeoKey: 4258 }, 'EPSG:4258', true],
    ['metres by model and code, beside the degrees that they come from', { GTModelTypeGeoKey: 1, GeographicTypeGeoKey: 4326, ProjectedCSTypeGeoKey: 32633 }, 'EPSG:32633', false],
    ['metres by code, beside the degrees that they come from', { GeographicTypeGeoKey: 4258, ProjectedCSTypeGeoKey: 3035 }, 'EPSG:3035', false],
    ['metres without a code', { GTModelTypeGeoKey: 1, GeographicTypeGeoKey: 4326 }, null, false],
    ['metres by a code of Esri', { GTModelTypeGeoKey: 1, ProjectedCSTypeGeoKey: 54052 }, 'ESRI:54052', false],
    ['metres by a name', { GTModelTypeGeoKey: 1, ProjectedCSTypeGeoKey: 32767, GTCitationGeoKey: LAND }, 'ESRI:54052', false],
    ['metres by the second name', { GTModelTypeGeoKey: 1, PCSCitationGeoKey: 'my map', GTCitationGeoKey: 'Canada_Albers_Equal_Area_Conic' }, 'ESRI:102001', false],
    ['a text of a projection', { GTModelTypeGeoKey: 32767, GeographicTypeGeoKey: 4326, PCSCitationGeoKey: 'ESRI PE String = PROJCS["x",GEOGCS["y"]]' }, null, false],
    ['a text of degrees', { GTModelTypeGeoKey: 32767, GeographicTypeGeoKey: 4326, PCSCitationGeoKey: 'GEOGCS["y"]' }, 'EPSG:4326', true],
    ['a model of its own', { GTModelTypeGeoKey: 32767, GeographicTypeGeoKey: 4326 }, 'EPSG:4326', true],
    ['degrees by model, whatever a text says', { ...DEGREES, PCSCitationGeoKey: 'my map' }, 'EPSG:4326', true],
    ['a code of 0', { GTModelTypeGeoKey: 2, GeographicTypeGeoKey: 0 }, null, true],
    ['a code that is a text', { GTModelTypeGeoKey: 1, ProjectedCSTypeGeoKey: 'UTM' }, null, false],
    ['another meridian by its longitude', { GTModelTypeGeoKey: 2, GeogPrimeMeridianGeoKey: 32767, GeogPrimeMeridianLongGeoKey: 2.337 }, null, false],
    ['an earlier survey of North America', { GTModelTypeGeoKey: 2, GeographicTypeGeoKey: 4267 }, 'EPSG:4267', false],
    ['an earlier survey of Great Britain', { GeographicTypeGeoKey: 4277 }, 'EPSG:4277', false],
    ['an earlier survey of Greece', { GTModelTypeGeoKey: 2, GeographicTypeGeoKey: 4120 }, 'EPSG:4120', false],
    ['a newer survey of France', { GTModelTypeGeoKey: 2, GeographicTypeGeoKey: 4171 }, 'EPSG:4171', true],
    ['an earlier survey that was registered later', { GTModelTypeGeoKey: 2, GeographicTypeGeoKey: 8694 }, 'EPSG:8694', false],
    ['an earlier survey of Indonesia', { GTModelTypeGeoKey: 2, GeographicTypeGeoKey: 4238 }, 'EPSG:4238', false],
    ['an earlier survey of South America', { GTModelTypeGeoKey: 2, GeographicTypeGeoKey: 4618 }, 'EPSG:4618', false],
    ['the newer survey of South America', { GTModelTypeGeoKey: 2, GeographicTypeGeoKey: 4674 }, 'EPSG:4674', true],
    ['a code that is not known', { GTModelTypeGeoKey: 2, GeographicTypeGeoKey: 19999 }, 'EPSG:19999', true],
    ['an ellipsoid of earlier surveys', { GTModelTypeGeoKey: 2, GeographicTypeGeoKey: 4008 }, 'EPSG:4008', false],
    ['the datum of such an ellipsoid', { GTModelTypeGeoKey: 2, GeogGeodeticDatumGeoKey: 6004 }, null, false],
    ['the ellipsoid of newer surveys', { GTModelTypeGeoKey: 2, GeographicTypeGeoKey: 4019 }, 'EPSG:4019', true],
    ['an earlier survey with heights', { GTModelTypeGeoKey: 2, GeographicTypeGeoKey: 4995 }, 'EPSG:4995', false],
    ['an earlier survey by its datum', { GTModelTypeGeoKey: 2, GeographicTypeGeoKey: 32767, GeogGeodeticDatumGeoKey: 6230 }, null, false],
    ['a newer survey by its datum', { GTModelTypeGeoKey: 2, GeogGeodeticDatumGeoKey: 6258 }, null, true],
    ['an earlier survey by its ellipsoid', { GTModelTypeGeoKey: 2, GeogGeodeticDatumGeoKey: 32767, GeogSemiMajorAxisGeoKey: 6378206.4 }, null, false],
    ['a smaller ellipsoid', { GTModelTypeGeoKey: 2, GeogSemiMajorAxisGeoKey: 6377276.345 }, null, false],
    ['the ellipsoid of WGS 72', { GTModelTypeGeoKey: 2, GeogSemiMajorAxisGeoKey: 6378135 }, null, true],
    ['a sphere', { GTModelTypeGeoKey: 2, GeogSemiMajorAxisGeoKey: 6371229 }, null, true],
    ['a code, whatever the ellipsoid', { ...DEGREES, GeogSemiMajorAxisGeoKey: 6378206.4 }, 'EPSG:4326', true],
    ['a name, on a newer survey', { GTModelTypeGeoKey: 1, GeographicTypeGeoKey: 4269, GTCitationGeoKey: 'Canada_Albers_Equal_Area_Conic' }, 'ESRI:102001', false],
    ['a name, with the parameters that it stands for', { GTModelTypeGeoKey: 1, GTCitationGeoKey: 'USA_Contiguous_Albers_Equal_Area_Conic', ProjStdParallel1GeoKey: 45.5, ProjStdParallel2GeoKey: 29.5, ProjNatOriginLatGeoKey: 37.5, ProjNatOriginLongGeoKey: -96, ProjFalseEastingGeoKey: 0 }, 'ESRI:102003', false],
    ['a name, with another origin', { GTModelTypeGeoKey: 1, GTCitationGeoKey: 'USA_Contiguous_Albers_Equal_Area_Conic', ProjNatOriginLatGeoKey: 23 }, null, false],
    ['a name, with another parallel', { GTModelTypeGeoKey: 1, GTCitationGeoKey: 'USA_Contiguous_Albers_Equal_Area_Conic', ProjStdParallel1GeoKey: 29.5, ProjStdParallel2GeoKey: 45 }, null, false],
    ['a name, with a false origin', { GTModelTypeGeoKey: 1, GTCitationGeoKey: LAND, ProjFalseEastingGeoKey: 1000 }, null, false],
    ['a name, with another origin in a text of Esri', { GTModelTypeGeoKey: 1, PCSCitationGeoKey: 'ESRI PE String = PROJCS["Canada_Albers_Equal_Area_Conic",PARAMETER["Central_Meridian",-90.0]]' }, null, false],
    ['a name, with its own origin in a text of Esri', { GTModelTypeGeoKey: 1, PCSCitationGeoKey: 'ESRI PE String = PROJCS["Canada_Albers_Equal_Area_Conic",PARAMETER["False_Easting",0.0],PARAMETER["Central_Meridian",-96.0],PARAMETER["Latitude_Of_Origin",40.0],PARAMETER["Standard_Parallel_1",50.0],PARAMETER["Standard_Parallel_2",70.0]]' }, 'ESRI:102001', false],
    ...['"Latitude_Of_Origin",45.0', '"False_Easting",1e6', '"Central_Meridian", -90', '"False_Northing",1.5E+03'].map((parameter): [string, PlacingTags['keys'], null, boolean] => [
      `a name, with ${parameter} in a text of Esri`, { GTModelTypeGeoKey: 1, PCSCitationGeoKey: `PROJCS["Canada_Albers_Equal_Area_Conic",PARAMETER[${parameter}]]` }, null, false,
    ]),
    ...[{ ProjStdParallel1GeoKey: 50 }, { ProjStdParallel2GeoKey: 70 }].map((one): [string, PlacingTags['keys'], string, boolean] => [
      `a name, with ${Object.keys(one).join()} alone`, { GTModelTypeGeoKey: 1, GTCitationGeoKey: 'Canada_Albers_Equal_Area_Conic', ...one }, 'ESRI:102001', false,
    ]),
    ...([[36_999, 'EPSG'], [37_000, 'ESRI'], [59_999, 'ESRI'], [60_000, 'EPSG'], [100_000, 'ESRI'], [200_000, 'EPSG']] as const).map(([code, register]): [string, PlacingTags['keys'], string, boolean] => [
      `the code ${code}`, { GTModelTypeGeoKey: 1, ProjectedCSTypeGeoKey: code }, `${register}:${code}`, false,
    ]),
    ['a name, on an earlier survey', { GTModelTypeGeoKey: 1, GeographicTypeGeoKey: 4267, GTCitationGeoKey: 'Canada_Albers_Equal_Area_Conic' }, null, false],
    ['a name, on a sphere of another size', { GTModelTypeGeoKey: 32767, GeogSemiMajorAxisGeoKey: 6370997, GTCitationGeoKey: LAND }, null, false],
    ['a name, with the size of the Earth', { GTModelTypeGeoKey: 32767, GeogSemiMajorAxisGeoKey: 6378137, GTCitationGeoKey: LAND }, 'ESRI:54052', false],
    ['Web Mercator in the words of Esri', { GTModelTypeGeoKey: 32767, GeographicTypeGeoKey: 4326, PCSCitationGeoKey: 'ESRI PE String = PROJCS["WGS_1984_Web_Mercator_Auxiliary_Sphere",GEOGCS["y"]]' }, 'EPSG:3857', false],
    ['the survey of North America that fits', { GTModelTypeGeoKey: 2, GeographicTypeGeoKey: 4269 }, 'EPSG:4269', true],
    ['another meridian by code', { GTModelTypeGeoKey: 2, GeographicTypeGeoKey: 4821 }, 'EPSG:4821', false],
    ...[4901, 5229, 8042].map((code): [string, PlacingTags['keys'], string, boolean] => [`the meridian of Paris or Ferro by code ${code}`, { GTModelTypeGeoKey: 2, GeographicTypeGeoKey: code }, `EPSG:${code}`, false]),
    ['the code after those', { GTModelTypeGeoKey: 2, GeographicTypeGeoKey: 4822 }, 'EPSG:4822', true],
    ['nothing at all', {}, null, false],
  ];
  for (const [why, keys, name, geographic] of told) {
    it(`are known by ${why}`, () => {
      const grid = rasterGrid({ ...PLACED, keys })!;
      assert.deepEqual([nameOf(grid), grid.geographic], [name, geographic]);
    });
  }

  it('can be turned into cells only if they are known', () => {
    const grid = rasterGrid({ keys: DEGREES, ...PLACED })!;
    assert.deepEqual(intoCells(grid)?.([21, 49.5]), [2, 2]);
    for (const code of [null, 2056]) assert.equal(intoCells({ ...grid, geographic: false, code }), null);
  });
});
