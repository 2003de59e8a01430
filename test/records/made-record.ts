import type { SoilRecord } from '../../src/records/soil-record';

/** A record of a value in the topsoil at a place, except for the fields given. */
export function madeRecord(fields: Partial<SoilRecord>): SoilRecord {
  return {
    dataset: 'A',
    property: 'pH',
    originalName: 'PHAQ',
    value: 6,
    unit: 'pH',
    originalValue: null,
    originalUnit: null,
    depthTop: 0,
    depthBottom: 10,
    date: '1958',
    lon: 1,
    lat: 2,
    h3: null,
    licence: null,
    method: null,
    ...fields,
  };
}
