import assert from 'node:assert/strict';
import type { Position } from '../../../src/geometry/area-of-interest';
import { albersEqualArea, lambertConformal } from '../../../src/geometry/projections/conic';
import { goodeHomolosine } from '../../../src/geometry/projections/goode-homolosine';
import { codeOfName, knownProjection, type StatedParameters } from '../../../src/geometry/projections/known-projection';
import { transverseMercator } from '../../../src/geometry/projections/transverse-mercator';

function assertNear(found: Position | undefined, expected: Position, metres: number): void {
  assert.ok(found && Math.hypot(found[0] - expected[0], found[1] - expected[1]) <= metres, `${String(found)} is not ${String(expected)}`);
}

describe('Projections', () => {
  it('give the worked example of transverse Mercator of the IOGP Guidance Note 7-2, method 9807', () => {
    const britishNationalGrid = transverseMercator({
      ellipsoid: { radius: 6377563.396, flattening: 1 / 299.32496 },
      ...{ centralMeridian: -2, latitudeOfOrigin: 49, scale: 0.9996012717, falseEasting: 400000, falseNorthing: -100000 },
    });
    assertNear(britishNationalGrid([0.5, 50.5]), [577274.99, 69740.5], 0.02);
    // The Ordnance Survey's own example (A guide to coordinate systems in Great Britain, annex C).
    assertNear(britishNationalGrid([1 + 43 / 60 + 4.5177 / 3600, 52 + 39 / 60 + 27.2531 / 3600]), [651409.903, 313177.27], 0.001);
  });

  it('give the reference values of PROJ for UTM (builtins.gie, utm on GRS80, zone 30), even far outside the zone', () => {
    const zone30 = knownProjection(25830)!;
    assertNear(zone30([2, 1]), [1057002.4054912976, 110955.14117594929], 1e-3);
    assertNear(zone30([2, -1]), [1057002.4054912976, -110955.14117594929], 1e-3);
    assertNear(zone30([-2, 1]), [611263.812278906, 110547.10569680421], 1e-3);
  });

  it('know the zones of UTM by their codes: the meridian of each, and ten million metres at the equator in the south', () => {
    const series: [first: number, meridian: number, last: number, south: boolean][] = [
      [32601, -177, 32660, false],
      [32701, -177, 32760, true],
      [25828, -15, 25838, false],
      [26901, -177, 26923, false],
      [31965, -117, 31976, false],
      [31977, -81, 31985, true],
      [28348, 105, 28358, true],
      [7846, 93, 7859, true],
    ];
    for (const [first, meridian, last, south] of series) {
      for (let code = first; code <= last; code++) assertNear(knownProjection(code)!([meridian + 6 * (code - first), 0]), [500000, south ? 10000000 : 0], 1e-6);
    }
    const others = [4326, 27700, 31370, 32600, 32661, 32700, 32761, 25827, 25839, 26900, 26924, 31964, 31986, 28347, 28359, 7845, 7860];
    for (const code of others) assert.equal(knownProjection(code), null, String(code));
  });

  it('of transverse Mercator end where its series does', () => {
    const zone30 = knownProjection(32630)!;
    assert.ok([-72, 66].every((longitude) => zone30([longitude, 40]).every(Number.isFinite)));
    for (const longitude of [-74, 68, 177]) assert.deepEqual(zone30([longitude, 40]), [NaN, NaN]);
    // A quarter of a meridian of WGS 84.
    for (const [zone, origin, sign] of [[zone30, 0, 1], [knownProjection(32730)!, 1e7, -1]] as const) assertNear(zone([20, sign * 90]), [500000, origin + sign * 0.9996 * 10001965.7293], 1e-3);
  });

  it('go on across the antimeridian', () => {
    const [zone1, zone60] = [knownProjection(32601)!, knownProjection(32660)!];
    assertNear(zone1([179.5, 10]), zone1([-180.5, 10]), 1e-6);
    assertNear(zone60([-179.5, 10]), zone60([180.5, 10]), 1e-6);
    assert.ok(zone60([-179.5, 10])[0] > zone60([179.5, 10])[0]);
  });

  it('give the worked example of EPSG:3035 of the IOGP Guidance Note 7-2, method 9820', () => {
    assertNear(knownProjection(3035)!([5, 50]), [3962799.45, 2999718.85], 0.01);
    assertNear(knownProjection(3035)!([10, 52]), [4321000, 3210000], 1e-6);
  });

  it('give Web Mercator by each of its codes', () => {
    for (const code of [3857, 3785, 900913, 102100, 102113]) {
      // The worked example of the IOGP Guidance Note 7-2, method 1024.
      assertNear(knownProjection(code)!([-(100 + 20 / 60), 24 + 22 / 60 + 54.433 / 3600]), [-11169055.58, 2800000], 0.01);
    }
  });

  it('give the worked examples of Albers and of Lambert conformal of Snyder 1987, pages 291 and 296, and the reference values of PROJ', () => {
    const clarke1866 = { radius: 6378206.4, flattening: 1 / 294.978698214 };
    const conic = { ellipsoid: clarke1866, longitude: -96, latitude: 23, falseEasting: 0, falseNorthing: 0 };
    assertNear(albersEqualArea({ ...conic, parallels: [29.5, 45.5] })([-75, 35]), [1885472.7, 1535925], 0.1);
    assertNear(lambertConformal({ ...conic, parallels: [33, 45] })([-75, 35]), [1894410.9, 1564649.5], 0.1);
    // builtins.gie: aea and lcc on GRS80.
    const equator = { ...conic, ellipsoid: { radius: 6378137, flattening: 1 / 298.257222101 }, longitude: 0, latitude: 0 };
    const albers = albersEqualArea({ ...equator, parallels: [0, 2] });
    assertNear(albers([2, 1]), [222571.608757106, 110653.326743030], 1e-6);
    assertNear(albers([2, -1]), [222706.306508391, -110484.267144400], 1e-6);
    const lambert = lambertConformal({ ...equator, parallels: [0.5, 2] });
    assertNear(lambert([2, 1]), [222588.439735968, 110660.533870800], 1e-6);
    assertNear(lambert([2, -1]), [222756.879700279, -110532.797660827], 1e-6);
  });

  it('know conic grids by their codes: the false origin of each, with north up and east to the right', () => {
    const grids: [code: number, origin: Position, east: number, north: number][] = [
      [5070, [-96, 23], 0, 0],
      [6350, [-96, 23], 0, 0],
      [102039, [-96, 23], 0, 0],
      [102003, [-96, 37.5], 0, 0],
      [102008, [-96, 40], 0, 0],
      [3338, [-154, 50], 0, 0],
      [3005, [-126, 45], 1e6, 0],
      [3153, [-126, 45], 1e6, 0],
      [102001, [-96, 40], 0, 0],
      [3577, [132, 0], 0, 0],
      [9473, [132, 0], 0, 0],
      [102022, [25, 0], 0, 0],
      [3034, [10, 52], 4e6, 2.8e6],
      [2154, [3, 46.5], 7e5, 6.6e6],
      [3812, [4.359215833333333, 50.797815], 649328, 665262],
      [3978, [-95, 49], 0, 0],
      [3979, [-95, 49], 0, 0],
      [3347, [-91.86666666666666, 63.390675], 6.2e6, 3e6],
      [3348, [-91.86666666666666, 63.390675], 6.2e6, 3e6],
      [102009, [-96, 40], 0, 0],
      [3112, [134, 0], 0, 0],
    ];
    for (const [code, origin, east, north] of grids) assertNear(knownProjection(code)!(origin), [east, north], 1e-3);
    // North is up and east is right, even south of the equator.
    for (const [code, [lon, lat], east, north] of grids) {
      const [x, y] = knownProjection(code)!([lon + 1, lat + 1]);
      assert.ok(x > east && y > north, String(code));
    }
  });

  it('keep the length of a degree along the standard parallels of conic grids', () => {
    const grids: [codes: number[], meridian: number, parallels: [number, number]][] = [
      [[5070, 6350, 102039, 102003], -96, [29.5, 45.5]],
      [[102008, 102009], -96, [20, 60]],
      [[3338], -154, [55, 65]],
      [[3005, 3153], -126, [50, 58.5]],
      [[102001], -96, [50, 70]],
      [[3577, 9473], 132, [-18, -36]],
      [[3112], 134, [-18, -36]],
      [[102022], 25, [20, -23]],
      [[3034], 10, [35, 65]],
      [[2154], 3, [44, 49]],
      [[3812], 4 + 21 / 60 + 33.177 / 3600, [49 + 50 / 60, 51 + 10 / 60]],
      [[3978, 3979], -95, [49, 77]],
      [[3347, 3348], -(91 + 52 / 60), [49, 77]],
    ];
    const all = grids.flatMap(([codes, meridian, parallels]) => codes.flatMap((code) => parallels.map((parallel) => ({ code, meridian, parallel }))));
    for (const { code, meridian, parallel } of all) {
      const project = knownProjection(code)!;
      const [[x1, y1], [x2, y2]] = [project([meridian, parallel]), project([meridian + 0.01, parallel])];
      const latitude = (parallel * Math.PI) / 180;
      const squared = 0.00669438002290;
      const onEarth = ((0.01 * Math.PI) / 180) * ((6378137 * Math.cos(latitude)) / Math.sqrt(1 - squared * Math.sin(latitude) ** 2));
      assert.ok(Math.abs(Math.hypot(x2 - x1, y2 - y1) / onEarth - 1) < 1e-8, `${code} at ${parallel}`);
    }
  });

  it('give the reference values of PROJ for the interrupted homolosine (igh on a sphere of 6400 km)', () => {
    const igh = goodeHomolosine(6400000);
    assertNear(igh([2, 1]), [223878.49745627123, 111701.07212763709], 1e-6);
    assertNear(igh([2, -1]), [223708.37131305804, -111701.07212763709], 1e-6);
    assertNear(igh([-2, 1]), [-222857.74059699223, 111701.07212763709], 1e-6);
    assertNear(igh([-2, -1]), [-223027.86674020503, -111701.07212763709], 1e-6);
  });

  it('have the lobes of the homolosine where Goode cut the oceans, each on its meridian', () => {
    const project = knownProjection(54052)!;
    const lobes: [west: number, east: number, meridian: number, latitude: number][] = [
      [-180, -40, -100, 30],
      [-40, 180, 30, 30],
      [-180, -100, -160, -30],
      [-100, -20, -60, -30],
      [-20, 80, 20, -30],
      [80, 180, 140, -30],
    ];
    const metres = (degrees: number): number => (6378137 * degrees * Math.PI) / 180;
    for (const [west, east, meridian, latitude] of lobes) {
      for (const longitude of [west + 0.001, meridian, east - 0.001]) {
        const x = metres(meridian) + metres(longitude - meridian) * Math.cos((latitude * Math.PI) / 180);
        for (const turn of [-360, 0, 360]) assertNear(project([longitude + turn, latitude]), [x, metres(latitude)], 1e-6);
      }
    }
  });

  it('join the two parts of the homolosine at its seam, preserve areas, and end at the poles', () => {
    const project = knownProjection(54052)!;
    const seam = 40 + 44 / 60 + 11.8 / 3600;
    // The parallel is known to a tenth of a second: some metres on a map of forty thousand kilometres.
    for (const lon of [-170, -120, -30, 5, 70, 150]) {
      for (const sign of [1, -1]) assertNear(project([lon, sign * (seam - 1e-9)]), project([lon, sign * (seam + 1e-9)]), 3);
    }
    const cell = (lon: number, lat: number, size: number): number => {
      const [[x1, y1], [x2, y2]] = [project([lon, lat]), project([lon + size, lat])];
      const [[x3], [, y3]] = [project([lon + size, lat + size]), project([lon, lat + size])];
      const [x4] = project([lon, lat + size]);
      assert.equal(y1, y2);
      return (((x2 - x1 + x3 - x4) / 2) * (y3 - y1)) / 1e6;
    };
    for (const lat of [0, 30, 50, 80]) {
      const onSphere = 6378.137 ** 2 * ((0.01 * Math.PI) / 180) * (Math.sin(((lat + 0.01) * Math.PI) / 180) - Math.sin((lat * Math.PI) / 180));
      assert.ok(Math.abs(cell(25, lat, 0.01) / onSphere - 1) < 1e-4, `${lat}`);
    }
    // Half the height of Mollweide's ellipse, with the caps a little closer to the equator.
    for (const [meridian, sign] of [[30, 1], [20, -1]] as const) assertNear(project([25, sign * 90]), [project([meridian, 0])[0], sign * (Math.SQRT2 - 0.0528035) * 6378137], 3);
  });

  it('are not known by a name if the file states another origin, other parallels or another false origin', () => {
    const [albers, lambert] = ['Africa_Albers_Equal_Area_Conic', 'North_America_Lambert_Conformal_Conic'];
    const [homolosine, mercator] = ['Interrupted_Goode_Homolosine', 'WGS_1984_Web_Mercator_Auxiliary_Sphere'];
    const cases: [name: string, code: number, own: StatedParameters, other: StatedParameters[]][] = [
      [albers, 102_022, { longitude: 25, latitude: 0, parallels: [-23, 20] }, [{ longitude: 0 }, { latitude: 25 }, { parallels: [20, 23] }, { parallels: [-23, 21] }, { parallels: [21, -23] }, { parallels: [20, 20] }]],
      [lambert, 102_009, { longitude: -96, latitude: 40, parallels: [60, 20] }, [{ longitude: 96 }, { latitude: 0 }, { parallels: [60, 40] }]],
      ...[homolosine, mercator].map((name, at): [string, number, StatedParameters, StatedParameters[]] => [
        name,
        [54_052, 3857][at]!,
        { longitude: 0, latitude: 0, parallels: [0, 0] },
        [{ longitude: 11 }, { latitude: 1 }, { parallels: [0, 20] }],
      ]),
    ];
    for (const [name, code, own, others] of cases) {
      assert.equal(codeOfName(name, { ...own, falseEasting: 0, falseNorthing: 0 }), code, name);
      const [one, other] = own.parallels!;
      assert.equal(codeOfName(name, { ...own, parallels: [other, one] }), code, 'in any order');
      assert.equal(codeOfName(name, { ...own, longitude: own.longitude! + 1e-9 }), code, 'as precise as a file writes it');
      for (const one of [...others, { falseEasting: 500_000 }, { falseNorthing: 1 }]) assert.equal(codeOfName(name, { ...own, ...one }), null, `${name} ${JSON.stringify(one)}`);
    }
  });

  it('know the homolosine and conic grids by the names in files, and no others like them', () => {
    for (const name of ['Interrupted_Goode_Homolosine', 'WGS 84 / Interrupted Goode Homolosine', 'ESRI PE String = PROJCS["World_Goode_Homolosine_Land",...]'])
      assert.equal(codeOfName(name), 54052, name);
    const esri = (option: string, meridian = '0.0') =>
      'ESRI PE String = PROJCS["Homolosine",GEOGCS["GCS_WGS_1984"],PROJECTION["Goode_Homolosine"],PARAMETER["False_Easting",0.0],' +
      `PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",${meridian}],PARAMETER["Option",${option}],UNIT["Meter",1.0]]`;
    assert.equal(codeOfName(esri('1.0')), 54052);
    for (const other of [esri('0.0'), esri('2.0'), esri('1.0', '11.0')]) assert.equal(codeOfName(other), null, other);
    for (const [name, code] of [
      ['NAD83 / Conus Albers', 5070],
      ['PCS Name = NAD_1983_Contiguous_USA_Albers', 5070],
      ['PCS Name = USA_Contiguous_Albers_Equal_Area_Conic_USGS_version', 102039],
      ['ESRI PE String = PROJCS["USA_Contiguous_Albers_Equal_Area_Conic",...]', 102003],
      ['North_America_Albers_Equal_Area_Conic', 102008],
      ['Canada_Albers_Equal_Area_Conic', 102001],
      ['Africa_Albers_Equal_Area_Conic', 102022],
      ['North_America_Lambert_Conformal_Conic', 102009],
    ] as const) {
      assert.equal(codeOfName(name), code, name);
      assert.ok(knownProjection(code), name);
    }
    for (const name of ['Interrupted Goode Homolosine Ocean', 'Asia_North_Albers_Equal_Area_Conic', 'Goode_Homolosine', 'unnamed', '']) assert.equal(codeOfName(name), null, name);
  });
});
