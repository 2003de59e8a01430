import assert from 'node:assert/strict';
import { isSoilError } from '../../src/errors/soil-error';
import { readPoints, readRings } from '../../src/geometry/read-positions';
import { checkWkt } from '../../src/geometry/wkt/check-wkt';
import { readWkt } from '../../src/geometry/wkt/read-wkt';
import { atOnce } from '../../src/time/steps';
import { seeded } from '../random/seeded';

function outcome(work: () => void): string {
  try {
    work();
    return 'taken';
  } catch (error) {
    return (error as Error).message;
  }
}

function readInFull(wkt: string): void {
  const { geometries } = atOnce(readWkt(wkt));
  atOnce(readPoints(geometries.filter(({ type }) => type.endsWith('Point')), []));
  atOnce(readRings(geometries.filter(({ type }) => type.endsWith('Polygon')), []));
}

describe('A check of WKT before it is sent', () => {
  it('accepts and refuses the same as reading it does, in the same words', () => {
    const random = seeded(Number(process.env['SOIL_SEED'] ?? 11));
    const one = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
    const number = (): string =>
      one(['0', '0', '5', '5.0', '5.0000001', '5.000001', '5.000002', '6', '-7', '1e1', '+8', '.5', '9.', '89.9999999', '90', '90.00000001', '90.1', '180', '181', '-360', '361', '6.6e6']);
    const position = (): string => `${one(['', ' '])}${number()}${one([' ', '  '])}${number()}${one(['', '', '', ' 3', ' '])}`;
    const ring = (): string => {
      const positions = Array.from({ length: 1 + Math.floor(random() * 5) }, position);
      if (random() < 0.2) positions.push(positions.at(-1) as string);
      if (random() < 0.6) positions.push(positions[0] as string);
      return `(${positions.join(',')})`;
    };
    const polygon = (): string => `(${Array.from({ length: random() < 0.8 ? 1 : 2 }, ring).join(', ')})`;
    const geometry = (): string =>
      one([() => `POINT (${position()})`, () => `MULTIPOINT ${ring()}`, () => `MULTIPOINT ((${position()}), (${position()}))`, () => `POLYGON ${polygon()}`, () => `POLYGON ${polygon()}`, () => `MULTIPOLYGON (${polygon()}, ${polygon()})`])();
    let taken = 0;
    for (let count = 0; count < 20_000; count++) {
      const wkt = `${one(['', '', 'SRID=4326;'])}${random() < 0.2 ? `GEOMETRYCOLLECTION (${geometry()}, ${geometry()})` : geometry()}`;
      const expected = outcome(() => readInFull(wkt));
      assert.equal(outcome(() => atOnce(checkWkt(wkt))), expected, wkt);
      if (expected === 'taken') taken++;
    }
    assert.ok(taken > 2000 && taken < 18_000, `${taken} taken`);
  });

  const taken = [
    ...['POINT (180 90)', 'POINT (-180 -90)', 'MULTIPOINT (1 2, 1 2)', 'POLYGON ((0 0, 0 1, 1 1))', 'POLYGON ((0 0, 1 0, 1 1, 0 0))', 'POLYGON ((7 7, 7 8, 8 8, 7 7))'],
    ...['MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)), ((5 5, 6 5, 6 6, 5 5)))', 'GEOMETRYCOLLECTION (POINT (1 2), MULTIPOINT ((3 4)))', 'POINT (181 2)'],
  ];
  for (const wkt of taken) {
    it(`accepts ${wkt}`, () => atOnce(checkWkt(wkt)));
  }

  const refused: [wkt: string, why: RegExp][] = [
    ['POINT (361 2)', /^Longitude 361 /],
    ['POINT (-361 2)', /^Longitude -361 /],
    ['POINT (2 -90.5)', /^Latitude -90.5 /],
    ['MULTIPOINT (1 2, 3 95)', /^Latitude 95 /],
    ['GEOMETRYCOLLECTION (POINT (1 2), POINT (3 95))', /^Latitude 95 /],
    ['POLYGON ((0 0, 1 1, 0 0))', /has 2 different positions/],
    ['POLYGON ((0 0, 1 1))', /has 2 different positions/],
    ['POLYGON ((0 0, 0 0, 1 1, 1 1, 0 0))', /has 2 different positions/],
    ['POLYGON ((7 7, 7 8, 7.00000001 7.99999999, 7.00000001 7.00000001))', /has 2 different positions/],
    ['POLYGON ((0 0, 1 0, 1 1, 0 0), (0.5 0.25, 0.75 0.25, 0.5 0.25))', /has 2 different positions/],
    ['MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)), ((5 5, 6 6, 5 5)))', /has 2 different positions/],
    ['MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)), EMPTY)', /^POLYGON EMPTY at position 38 holds no position/],
    ['GEOMETRYCOLLECTION (POINT EMPTY, POINT (1 2))', /^POINT EMPTY at position 20 holds no position/],
    ['', /the text is empty/],
    ['  ', /the text is empty/],
    ['\u00a0', /expected POINT, .* but found "\\u00a0"/],
  ];
  for (const [wkt, why] of refused) {
    it(`refuses ${JSON.stringify(wkt)}`, () => {
      assert.throws(() => atOnce(checkWkt(wkt)), (error) => isSoilError(error, 'SOIL_GEOMETRY') && why.test(error.message));
    });
  }

  it('looks as closely at a long text', () => {
    const steps = Array.from({ length: 1200 }, (_, index) => `${index / 100} ${index % 2}`);
    atOnce(checkWkt(`POLYGON ((${steps.join(', ')}))`));
    assert.throws(() => atOnce(checkWkt(`POLYGON ((${steps.join(', ')}, 5 91))`)), /91/);
  });
});
