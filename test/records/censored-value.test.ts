import assert from 'node:assert/strict';
import { isCensored } from '../../src/records/fields/censored-value';

describe('A value below what could be measured', () => {
  it('is distinguished from classes and from numbers', () => {
    for (const text of ['<0.1', '< 0.1 mg/kg', '≤5', '<LOD', 'ND', 'nd', 'n.d.', 'N.D', 'BDL', 'LOQ', 'trace', 'Traces', 'not detected', 'below detection limit', 'Below the detection limit', 'below limit', 'below the quantification limit', 'below reporting limit', 'below determination limit']) assert.ok(isCensored(text), text);
    for (const other of ['>100', 'acid', 'Sandy loam', 'Ndisol', 'traceable', 'below average', '3i', '0.1', '']) assert.ok(!isCensored(other), other);
  });
});
