import assert from 'node:assert/strict';
import { makesWhole, textureClass } from '../../src/profiles/texture-class';

const usda = (sand: number, silt: number, clay: number) => textureClass({ sand, silt, clay }).usda;
const hypres = (sand: number, silt: number, clay: number) => textureClass({ sand, silt, clay }).hypres;

/** The definitions of the Soil Survey Manual (USDA Handbook 18, 2017, chapter 3, "Soil texture"), each on its own. */
const MANUAL: [string, (sand: number, silt: number, clay: number) => boolean][] = [
  ['sand', (sand, silt, clay) => sand > 85 && silt + 1.5 * clay < 15],
  ['loamy sand', (sand, silt, clay) => sand >= 70 && sand <= 91 && silt + 1.5 * clay >= 15 && silt + 2 * clay < 30],
  [
    'sandy loam',
    (sand, silt, clay) =>
      (clay >= 7 && clay < 20 && sand > 52 && silt + 2 * clay >= 30) || (clay < 7 && silt < 50 && sand > 43 && silt + 2 * clay >= 30),
  ],
  ['loam', (sand, silt, clay) => clay >= 7 && clay < 27 && silt >= 28 && silt < 50 && sand <= 52],
  ['silt loam', (_, silt, clay) => (silt >= 50 && clay >= 12 && clay < 27) || (silt >= 50 && silt < 80 && clay < 12)],
  ['silt', (_, silt, clay) => silt >= 80 && clay < 12],
  ['sandy clay loam', (sand, silt, clay) => clay >= 20 && clay < 35 && silt < 28 && sand > 45],
  ['clay loam', (sand, _, clay) => clay >= 27 && clay < 40 && sand > 20 && sand <= 45],
  ['silty clay loam', (sand, _, clay) => clay >= 27 && clay < 40 && sand <= 20],
  ['sandy clay', (sand, _, clay) => clay >= 35 && sand > 45],
  ['silty clay', (_, silt, clay) => clay >= 40 && silt >= 40],
  ['clay', (sand, silt, clay) => clay >= 40 && sand <= 45 && silt < 40],
];

describe('The texture class of the USDA', () => {
  it('is the one class whose definition in the Soil Survey Manual fits, at every half percent of the triangle', () => {
    for (let clay = 0; clay <= 100; clay += 0.5) {
      for (let sand = 0; sand + clay <= 100; sand += 0.5) {
        const silt = 100 - sand - clay;
        const fitting = MANUAL.filter(([, fits]) => fits(sand, silt, clay)).map(([name]) => name);
        assert.deepEqual([usda(sand, silt, clay)], fitting, `sand ${sand}, silt ${silt}, clay ${clay}`);
      }
    }
  });

  it('of a soil on a limit follows the definition, whatever binary fractions make of its percentages', () => {
    // Silt + 1.5 x clay is 15 in each.
    const onTheLimit: [sand: number, silt: number, clay: number][] = [
      [87.8, 6.6, 5.6],
      [88.3, 5.1, 6.6],
      [88.8, 3.6, 7.6],
      [89.3, 2.1, 8.6],
      [89.6, 1.2, 9.2],
      [89.8, 0.6, 9.6],
    ];
    for (const [sand, silt, clay] of onTheLimit) assert.equal(usda(sand, silt, clay), 'loamy sand', `sand ${sand}, silt ${silt}, clay ${clay}`);
  });

  it('of the centre points of the classes in Saxton and Rawls (2006, Soil Sci. Soc. Am. J. 70: 1569-1578, table 3) is that class', () => {
    const centres: [string, number, number][] = [
      ['sand', 88, 5],
      ['loamy sand', 80, 5],
      ['sandy loam', 65, 10],
      ['loam', 40, 20],
      ['silt loam', 20, 15],
      ['silt', 10, 5],
      ['sandy clay loam', 60, 25],
      ['clay loam', 30, 35],
      ['silty clay loam', 10, 35],
      ['silty clay', 10, 45],
      ['sandy clay', 50, 40],
      ['clay', 25, 50],
    ];
    for (const [name, sand, clay] of centres) assert.equal(usda(sand, 100 - sand - clay, clay), name);
  });
});

describe('The texture class of HYPRES', () => {
  it('changes at the limits of the European Soil Database (attribute TEXT-SRF-DOM)', () => {
    // Coarse: clay < 18 and sand > 65. Medium: 18 to 35 clay and 15 or more sand, or clay < 18 and sand 15 to 65.
    // Medium fine: clay < 35 and sand < 15. Fine: clay 35 to 60. Very fine: clay of 60 or more.
    const limits: [string, number, number][] = [
      ['coarse', 100, 0],
      ['coarse', 65.1, 17.9],
      ['medium', 65, 17.9],
      ['medium', 82, 18],
      ['medium', 65.1, 18],
      ['medium', 15, 0],
      ['medium', 15, 34.9],
      ['medium', 65, 34.9],
      ['medium fine', 14.9, 0],
      ['medium fine', 14.9, 34.9],
      ['medium fine', 0, 0],
      ['fine', 0, 35],
      ['fine', 65, 35],
      ['fine', 10, 59.9],
      ['very fine', 0, 60],
      ['very fine', 40, 60],
      ['very fine', 0, 100],
    ];
    for (const [name, sand, clay] of limits)
      assert.equal(hypres(sand, Number((100 - sand - clay).toFixed(6)), clay), name, `sand ${sand}, clay ${clay}`);
  });
});

describe('A texture class', () => {
  it('is for shares that add up to 100 within the tolerance', () => {
    for (const silt of [38, 42]) {
      assert.ok(makesWhole({ sand: 40, silt, clay: 20 }));
      assert.deepEqual(textureClass({ sand: 40, silt, clay: 20 }), { usda: 'loam', hypres: 'medium' });
    }
    // With binary fractions, the sum is a little more than 102.
    assert.ok(makesWhole({ sand: 10.7, silt: 75.4, clay: 15.9 }));
    for (const silt of [37.9, 42.1]) assert.ok(!makesWhole({ sand: 40, silt, clay: 20 }));
    for (const sand of [-1, NaN]) assert.ok(!makesWhole({ sand, silt: 81, clay: 20 }));
  });

  it('is that of the shares scaled to 100', () => {
    // 39.6 of 99 is 40 % clay: clay, not clay loam.
    assert.equal(textureClass({ sand: 29.7, silt: 29.7, clay: 39.6 }).usda, 'clay');
    // 19.6 of 98 is 20 % sand, whatever binary fractions make of it: silty clay loam, not clay loam.
    assert.equal(textureClass({ sand: 19.6, silt: 40.2, clay: 38.2 }).usda, 'silty clay loam');
  });
});
