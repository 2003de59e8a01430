import assert from 'node:assert/strict';
import { sameOnDisk } from '../../src/disk/same-on-disk';

describe('Two names', () => {
  const pairs: [one: string, other: string, why: string][] = [
    ['Soil.CSV', 'soil.csv', 'in another letter case'],
    ['\u00e4.csv', 'a\u0308.csv', 'composed and in pieces'],
    ['\ufb01eld.csv', 'FIELD.csv', 'with a ligature'],
    ['stra\u00dfe', 'STRASSE', 'with a letter that has no capital'],
    ['STRA\u1e9eE', 'stra\u00dfe', 'with a capital that has come late'],
    ['\u03bf\u03b4\u03cc\u03c2', '\u039f\u0394\u038c\u03a3', 'with a letter that looks otherwise at the end'],
    ['\u0390', '\u03aa\u0301', 'with a letter whose capital comes in pieces'],
  ];
  for (const [one, other, why] of pairs) it(`are the same on some disk: ${why}`, () => assert.equal(sameOnDisk(one), sameOnDisk(other)));

  it('are different if their letters differ', () => {
    for (const [one, other] of [['a', 'b'], ['a', '\u00e4'], ['a.csv', 'a_csv'], ['s', 'ss']] as const) assert.notEqual(sameOnDisk(one), sameOnDisk(other));
  });
});
