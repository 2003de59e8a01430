import assert from 'node:assert/strict';
import type { Position } from '../../../src/geometry/area-of-interest';
import { goodeHomolosine } from '../../../src/geometry/projections/goode-homolosine';
import { codeOfName, knownProjection } from '../../../src/geometry/projections/known-projection';
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

  it('give the reference values of PROJ for UTM (builtins.gie, utm on GRS80, zone 30), far outside the zone too', () => {
    const zone30 = knownProjection(25830)!;
    assertNear(zone30([2, 1]), [1057002.4054912976, 110955.14117594929], 1e-3);
    assertNear(zone30([2, -1]), [1057002.4054912976, -110955.14117594929], 1e-3);
    assertNear(zone30([-2, 1]), [611263.812278906, 110547.10569680421], 1e-3);
  });

  it('know the zones of UTM by their codes: the meridian of each, and ten million metres at the equator of the south', () => {
    const zones: [code: number, meridian: number, south: boolean][] = [
      [32601, -177, false],
      [32633, 15, false],
      [32660, 177, false],
      [32723, -45, true],
      [25832, 9, false],
      [26915, -93, false],
      [31972, -75, false],
      [31983, -45, true],
      [28355, 147, true],
      [7855, 147, true],
    ];
    for (const [code, meridian, south] of zones) assertNear(knownProjection(code)!([meridian, 0]), [500000, south ? 10000000 : 0], 1e-6);
    for (const code of [4326, 27700, 32600, 32661, 32767, 25827, 31986, 5070]) assert.equal(knownProjection(code), null, String(code));
  });

  it('go over the antimeridian', () => {
    const [zone1, zone60] = [knownProjection(32601)!, knownProjection(32660)!];
    assertNear(zone1([179.5, 10]), zone1([-180.5, 10]), 1e-6);
    assertNear(zone60([-179.5, 10]), zone60([180.5, 10]), 1e-6);
    assert.ok(zone60([-179.5, 10])[0] > zone60([179.5, 10])[0]);
  });

  it('give the worked example of EPSG:3035 of the IOGP Guidance Note 7-2, method 9820', () => {
    assertNear(knownProjection(3035)!([5, 50]), [3962799.45, 2999718.85], 0.01);
    assertNear(knownProjection(3035)!([10, 52]), [4321000, 3210000], 1e-6);
  });

  it('give the reference values of PROJ for the interrupted homolosine (igh on a sphere of 6400 km)', () => {
    const igh = goodeHomolosine(6400000);
    assertNear(igh([2, 1]), [223878.49745627123, 111701.07212763709], 1e-6);
    assertNear(igh([2, -1]), [223708.37131305804, -111701.07212763709], 1e-6);
    assertNear(igh([-2, 1]), [-222857.74059699223, 111701.07212763709], 1e-6);
    assertNear(igh([-2, -1]), [-223027.86674020503, -111701.07212763709], 1e-6);
  });

  it('join the two parts of the homolosine at its seam, keep surfaces equal, and end at the poles', () => {
    const project = knownProjection(54052)!;
    const seam = 40 + 44 / 60 + 11.8 / 3600;
    // The parallel is given to a tenth of a second: some metres of the map's forty thousand kilometres.
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
    assert.ok([90, -90].every((lat) => project([25, lat]).every(Number.isFinite)));
  });

  it('know the homolosine by the names that files give it, and not its other cuts', () => {
    for (const name of ['Interrupted_Goode_Homolosine', 'WGS 84 / Interrupted Goode Homolosine', 'ESRI PE String = PROJCS["World_Goode_Homolosine_Land",...]'])
      assert.equal(codeOfName(name), 54052, name);
    for (const name of ['Interrupted Goode Homolosine Ocean', 'Goode_Homolosine', 'unnamed', '']) assert.equal(codeOfName(name), null, name);
  });
});
