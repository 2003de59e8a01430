import type { ProfileSlice } from '../../src/profiles/profile-slice';
import type { ProfileRow } from '../../src/profiles/texture-slice';
import type { SoilRecord } from '../../src/records/soil-record';
import { madeRecord } from '../records/made-record';

/** Must stay text wherever it is shown. */
export const XSS = '<img src=x onerror="alert(1)">${name}`';

export const record = (fields: Partial<SoilRecord>): SoilRecord => madeRecord({ value: 6.5, h3: '8a', licence: 'CC0', ...fields });

export const slice = (fields: Partial<ProfileSlice>): ProfileSlice => ({
  lon: null,
  lat: null,
  h3: null,
  property: 'pH',
  unit: 'pH',
  method: 'PHAQ',
  depthTop: 0,
  depthBottom: 5,
  n: 3,
  mean: 6.12345,
  median: 6.1,
  sd: 0.5,
  p5: 5,
  p95: 7,
  coverage: 0.75,
  records: 4,
  datasets: ['A', 'B'],
  licences: ['CC0', null],
  dateFrom: '1958',
  dateTo: '2013-07',
  ...fields,
});

/** A row of texture, as a profile has beside its slices. */
export const texture: ProfileRow = {
  ...slice({ unit: null, method: 'sand, silt and clay', mean: null, median: null, sd: null, p5: null, p95: null }),
  property: 'Texture class',
  usda: 'loam',
  hypres: 'medium',
  sand: 40,
  silt: 40,
  clay: 20,
};

/** The context of the first message of a result. */
export const context = { first: true, retrieved: new Date('2026-01-02T03:04:05Z') };

/** The context of the messages that follow it. */
export const later = { ...context, first: false };

export const inText = (payload: unknown) => JSON.stringify(payload);
