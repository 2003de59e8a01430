import assert from 'node:assert/strict';
import { typeWords } from '../../nodes/editor/words/type-words';

describe('The name of a type', () => {
  const words: [type: string, words: string][] = [
    ['PhysicalProperty', 'Physical property'],
    ['DataSet', 'Data set'],
    ['landCoverFilter', 'land cover filter'],
    ['XMLSchema', 'XML schema'],
    ['H3Cell', 'H3 cell'],
    ['Filter', 'Filter'],
    ['', ''],
    ['Laboratory, ISO 11277', 'Laboratory, ISO 11277'],
    ['soil:PhysicalProperty', 'soil:PhysicalProperty'],
    ['ÖkoTyp', 'ÖkoTyp'],
  ];
  for (const [type, expected] of words) it(`is shown as words: "${type}"`, () => assert.equal(typeWords(type), expected));
});
