import assert from 'node:assert/strict';
import { addsUpOverDepth } from '../../../src/profiles/units/summed-over-depth';

/** Spellings of an area, and names of what lies in it. */
const SPELT = [
  ...['kg/hectare', 'kg/acre', 't/ac', 'lb ac-1', 'kg ha^-1', 'kg ha**-1', 'kg/m^2', 'kg m^-2', 'kg/sq. m', 'kg per square meter', 'g/square centimeter', 'mg per square decimetre', 'ng/square millimetre'],
  ...['MicroGM-PER-MilliM2', 'MilliGM-PER-CentiM2', 'NanoGM-PER-DeciM2', 'TONNE-PER-KiloM2', 'mol/cm2', 'MOL-PER-CentiM2', 'BQ-PER-CentiM2'],
  ...['kg/ha N', 'kg/ha P', 'kg/ha K', 'kg/ha C', 'kg/ha S', 'kg/ha K2O', 'kg/ha soil', 'kg/ha dry matter'],
];

const HELD = [
  ...['Wilting point', 'Extractable water', 'Retained moisture', 'Stored water', 'Drainable water', 'Water stored', 'Water stock', 'Moisture reserve', 'Moisture content'],
  ...['Water holding', 'Water held', 'Water capacity', 'Moisture retention', 'Water deficit', 'AWHC', 'AWS', 'PAW', 'PAWHC', 'TAW', 'TAWC', 'WHC', 'PWP'],
];
const BESIDE = [
  ...['Soil water table', 'Soil water repellency', 'Soil water infiltration', 'Soil water evaporation', 'Soil water potential', 'Soil water suction', 'Soil water head', 'Soil water drainage', 'Soil water depth'],
  ...['Soil moisture depth', 'Ground water content', 'Surface water storage', 'Precipitation to field capacity', 'Matric force at field capacity', 'Pore diameter at wilting point'],
  ...['Depth at field capacity', 'Depth from field capacity', 'Depth until wilting point'],
];

describe('A value adds up over depth', () => {
  it('if its unit is per area, even if the unit is not known otherwise', () => {
    for (const unit of ['kg/m2', 't/ha', 't ha-1', 't C/ha', 'Mg C ha^-1', 'gC/m2', 'kg m⁻²', 'g per m2', 'kg/m**2', 't/acre', 'lb/ac', 'kg/(m2)', 'g/km2', 'kg/km2', 't/km2', 't km-2', 'tonnes per square kilometre', 'kg m**-2', 'kgm-2', 't/hectares', 'kg C per square metre', 'MilliGM-PER-M2', 'GM-PER-CentiM2', 'MOL-PER-M2', 'http://qudt.org/vocab/unit/GM-PER-CentiM2', 'g/cm2', 'g C cm-2', 'mg/dm2', 'Bq/cm2', 'kBq/m2', 'kg N/ha', 'gN/m2', 'g N m-2', 't C/m2', 'kg P2O5/ha', 'l/m2', 'm3/ha', 'kg/ha (0-30 cm)', ...SPELT]) assert.equal(addsUpOverDepth(unit, 'Carbon stock'), true, unit);
    for (const unit of [null, '', 'dS m-1', 'dS/m', 'kg m-3', 'g/m3', 'kg/m', 'g/kg', 'cm3/cm3', 'mm', 'ha', 'm2/g', 'mg/kg', 'KiloGM-PER-M3', 'g/mL', 'mg/acid', 'cm3 cm-3']) assert.equal(addsUpOverDepth(unit, 'Carbon stock'), false, String(unit));
    for (const unit of ['/', '/ ', '/(', ' m', 'ha ', '/(m.', 'm2/']) assert.equal(addsUpOverDepth(unit.repeat(1e6), ''), false);
  });

  it('except for pressures, heat, shares of an area, and what is counted on the wall of a pit', () => {
    const pressures = ['kN/m2', 'kN m-2', 'N/m2', 'N/cm2', 'N/mm2', 'N mm-2', 'MN/m2', 'daN/cm2', 'kgf/cm2', 'kgf/m2', 'kg-f/cm2', 'kg/cm2', 'kg cm-2', 'kg/cm²', 'kg per square centimetre', 'kp/cm2', 't/m2', 't m-2', 'tonnes/m2', 'tf/m2', 'dyn/cm2', 'newtons per square metre', 'KiloGM_F-PER-CentiM2', 'KiloN-PER-M2', 'http://qudt.org/vocab/unit/N-PER-M2'];
    pressures.push('gf/m2', 'Mgf/m2', 'kg force/m2', 'kp/m2', 'kilopond/m2', 'lbf/m2', 'dyn/m2', 'dynes/m2', 'KiloGM_F-PER-M2', 'daN/m2', 'MegaN-PER-M2', 'kilonewtons/m2', 'meganewtons/m2');
    for (const unit of [...pressures, 'W/m2', 'J m-2', 'kJ/m2', 'MJ/m2', 'cal/m2', 'kcal/m2', 'KiloW-PER-M2', 'MegaJ-PER-M2', 'm2/m2', 'cm2/cm2', 'roots/dm2', '1/cm2', 'number per square decimetre']) assert.equal(addsUpOverDepth(unit, ''), false, unit);
    for (const property of ['Penetration resistance', 'Unconfined compressive strength', 'Soil pressure', 'Shear stress', 'Cohesion']) assert.equal(addsUpOverDepth('kg/m2', property), false, property);
  });

  it('except for what is given for each centimetre of depth', () => {
    for (const unit of ['t/ha/cm', 'kg/m2/cm', 'kg/m²/cm', 't ha-1 cm-1', 'kg cm-1 m-2', 'kg m⁻² cm⁻¹', 't/ha per cm', 't/ha/10cm', 't/ha/10 cm', 'kg/m2/m', 'kg/(m2 cm)', 'kg/(m2·cm)', 't/(ha*cm)', 't/(cm.ha)', 't C/ha/cm', 'tons/acre/inch', 'kg per m2 per centimetre', 'kg/m2·cm', 'kg/ha-cm', 't/ha/0.3 m', 'lb/acre-ft']) assert.equal(addsUpOverDepth(unit, 'Carbon stock'), false, unit);
  });

  it('except for what passes through an area, or is lost from it, in a time', () => {
    for (const unit of ['mg/m2/h', 'mg m-2 h-1', 'g C/m2/d', 'kg/ha/yr', 't ha-1 yr-1', 't/ha/a', 'kg per hectare per year', 'umol m-2 s-1', 't/(ha·yr)', 't/(ha a)', 'mg CO2/(m2·h)', 'kg/ha·yr', 'mg/m2 h', 'kg yr-1 ha-1', 'TONNE-PER-HA-YR', 'kg/ha/season', 'kWh/m2', 'Pa m-2']) assert.equal(addsUpOverDepth(unit, 'Soil loss'), false, unit);
    for (const unit of ['kg/ha', 't ha-1', 'g m-2', 'kg/(ha)', 'kg/ha (0-30 cm)', 'kg/ha of soil', 'kg/ha P2O5', 'TONNE-PER-HA']) assert.equal(addsUpOverDepth(unit, 'Stock'), true, unit);
  });

  it('if it is the height of the water that a layer holds', () => {
    for (const property of ['Available water', 'Plant available water capacity', 'Plant-available water', 'Available water holding capacity', 'Available soil moisture', 'Depth of available water', 'Water storage', 'Soil moisture storage', 'Soil water content', 'Soil water deficit', 'Soil moisture', 'Field capacity', 'Water content at wilting point', 'AWC', 'awc_mm', 'PAWC', 'FC', ...HELD]) {
      for (const unit of ['mm', 'cm', 'MilliM']) assert.equal(addsUpOverDepth(unit, property), true, `${property} in ${unit}`);
      for (const unit of ['mm/m', 'mm m-1', 'mm/dm', 'mm/cm', 'cm/cm', '%', 'vol%', 'cm3/cm3', null]) assert.equal(addsUpOverDepth(unit, property), false, `${property} in ${unit}`);
    }
  });

  it('but not if it is another length, even one that has to do with water', () => {
    for (const property of ['Depth', 'Groundwater depth', 'Depth to water table', 'Water table depth', 'Soil water level', 'Available groundwater', 'Rooting depth', 'Effective rooting depth', 'Grain size', 'Mean weight diameter', 'Mean annual rainfall', 'Rain until field capacity', 'Evapotranspiration', 'Depth to field capacity', 'Matric potential at field capacity', 'Soil moisture tension', 'Thickness of horizon', 'Irrigation to field capacity', 'Soil moisture control section', 'Waterlogging depth', 'Aggregate diameter', 'Soil water pressure', 'Water retention pressure', 'Soil moisture sensor depth', 'Depth of soil moisture measurement', 'Surface water depth', 'Pore size at field capacity', 'Soil water flux', 'Soil water percolation', 'Soil water uptake', 'Snow water content', '', ...BESIDE]) {
      for (const unit of ['mm', 'cm', 'm']) assert.equal(addsUpOverDepth(unit, property), false, `${property} in ${unit}`);
    }
  });
});
