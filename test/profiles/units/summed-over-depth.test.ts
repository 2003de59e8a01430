import assert from 'node:assert/strict';
import { isPerArea } from '../../../src/profiles/units/summed-over-depth';

describe('A unit per area', () => {
  it('is told from all others, also where it is not known', () => {
    for (const unit of ['kg/m2', 't/ha', 't ha-1', 't C/ha', 'Mg C ha^-1', 'gC/m2', 'kg m⁻²', 'g per m2', 'kg/m**2', 't/acre', 'lb/ac', 'kg/(m2)', 'g/km2', 'kg m**-2', 'kgm-2', 't/hectares', 'kg C per square metre', 'MilliGM-PER-M2', 'GM-PER-CentiM2', 'MOL-PER-M2']) assert.equal(isPerArea(unit), true, unit);
    for (const unit of [null, '', 'dS m-1', 'dS/m', 'kg m-3', 'g/m3', 'kg/m', 'g/kg', 'cm3/cm3', 'mm', 'ha', 'm2/g', 'mg/kg', 'KiloGM-PER-M3', 'g/mL', 'mg/acid', 'cm3 cm-3']) assert.equal(isPerArea(unit), false, String(unit));
    const startedAt = performance.now();
    for (const unit of ['/'.repeat(1e6), `/${' '.repeat(1e6)}`, `ha${' '.repeat(1e6)}-`]) assert.equal(isPerArea(unit), false);
    assert.ok(performance.now() - startedAt < 1000);
  });
});
