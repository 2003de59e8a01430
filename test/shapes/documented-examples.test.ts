import assert from 'node:assert/strict';
import { soilProfile } from '../../src/profiles/soil-profile';
import { shapedProfile, shapedRecords } from '../../src/shapes/shape';
import { documented, documentedRecord } from '../records/documented';
import { context, slice } from './shape-scenario';

const fieldsOf = (row: unknown): string[] => Object.keys(row as object).sort();

describe('The examples of shapes in the docs', () => {
  const clay = slice({ property: 'Clay', unit: '%', method: 'pipette', mean: 24.1 });

  it('have the points that InfluxDB gets from the record', async () => {
    const { payload } = await shapedRecords('influxdb', [documentedRecord], context);
    assert.deepEqual(JSON.parse(JSON.stringify(payload)), [documented('measurement')]);
  });

  it('have the marker of the record, except for its popup', async () => {
    const { payload } = await shapedRecords('worldmap', [documentedRecord], context);
    const [marker] = payload as { popup: string }[];
    assert.deepEqual(documented('icon'), { ...marker, popup: '<table>...' });
  });

  it('have the first point of a slice in a chart, at its top', async () => {
    const { payload } = await shapedProfile('chart', [clay], context);
    assert.deepEqual((payload as unknown[])[0], documented('series'));
  });

  it('have the columns of a table', async () => {
    const { payload } = await shapedProfile('table', [clay], { ...context, name: 'north field' });
    assert.deepEqual(fieldsOf(documented('covered %')), fieldsOf((payload as unknown[])[0]));
  });

  it('have the row of an area with a column for each value', async () => {
    const clayBelow = slice({ property: 'Clay', unit: '%', method: 'pipette', coverage: 0.9, depthTop: 10, depthBottom: 30, mean: 26.7 });
    const ofSlices = [slice({ property: 'Clay', unit: '%', method: 'pipette', coverage: 0.9, depthBottom: 10, mean: 24.1 }), clayBelow, slice({ method: 'in water, 1:5', depthBottom: 10, mean: 6.5, coverage: 0.8 })].map((row) => ({
      ...row,
      datasets: ['World soil profiles'],
      licences: ['CC-BY-4.0', null],
      dateFrom: '1958',
      dateTo: '2013-07-23',
    }));
    const { payload } = await shapedProfile('columns', ofSlices, { ...context, name: 'north field' });
    assert.deepEqual(payload, [documented('Clay (pipette) 10-30 cm, %')]);
  });

  it('have the fields of a row of a profile', async () => {
    const { slices } = await soilProfile([documentedRecord], { minimumCoverage: 0, slices: [{ top: 0, bottom: 30 }], grouping: { by: 'area' } });
    assert.deepEqual(fieldsOf(documented('coverage')), fieldsOf(slices[0]));
  });
});
