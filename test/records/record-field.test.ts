import assert from 'node:assert/strict';
import { readFields, type RecordField } from '../../src/records/fields/record-field';

/** As sources write them, by precedence. */
const NAMES: Record<RecordField, readonly string[]> = {
  dataset: ['Dataset', 'dataset name', 'data_source', 'source'],
  property: ['Property', 'soilProperty'],
  originalName: ['original_name', 'Original property'],
  value: ['VALUE'],
  unit: ['unit', 'unitText'],
  harmonisedValue: ['Conversion'],
  harmonisedUnit: ['conversion_unit', 'harmonised unit'],
  originalValue: ['Original value'],
  originalUnit: ['original-unit'],
  depthUnit: ['depth_unit', 'Depth units'],
  depth: ['Depth'],
  depthInCm: ['depth (cm)'],
  depthTop: ['upper_depth', 'depthTop', 'top depth', 'depth_from', 'top', 'hzdept', 'hzdept_r'],
  depthTopInCm: ['upper_depth_cm', 'depth_top_cm', 'Top depth (cm)', 'depth_from_cm', 'Top (cm)'],
  depthBottom: ['lower_depth', 'depthBottom', 'bottom depth', 'depth_to', 'bottom', 'hzdepb', 'hzdepb_r'],
  depthBottomInCm: ['lower_depth_cm', 'depth_bottom_cm', 'Bottom depth (cm)', 'depth_to_cm', 'Bottom (cm)'],
  date: ['sampling_date', 'Sample date', 'observationDate', 'date', 'Year'],
  lon: ['lon', 'lng', 'long', 'Longitude'],
  lat: ['lat', 'Latitude'],
  h3: ['h3_index', 'h3'],
  licence: ['licence', 'License'],
  method: ['Method', 'measurementTechnique', 'analytical_method'],
};

describe('The names of fields', () => {
  for (const [field, names] of Object.entries(NAMES)) {
    it(`lead to ${field}, whatever their order`, () => {
      names.forEach((name, rank) => {
        const named = names.slice(rank).map((one) => [one, one] as const);
        for (const order of [named, [...named].reverse()]) assert.deepEqual([...readFields(order)], [[field, name]]);
      });
    });
  }

  it('leave an empty value to a name of lower precedence, whichever comes first', () => {
    const named: [string, string][] = [['depth_cm', ''], ['source', 'A'], ['Dataset', ' NA ']];
    for (const order of [named, [...named].reverse()]) assert.deepEqual([readFields(order).get('dataset'), readFields(order).get('depthInCm')], ['A', '']);
  });
});
