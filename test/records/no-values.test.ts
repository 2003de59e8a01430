import assert from 'node:assert/strict';
import { noValuesOf } from '../../src/records/fields/missing-value';
import { recordsFromAnswer } from '../../src/records/formats/synchronous-answer';
import { collection, feature, HEADER, read, row } from './read-scenario';
import { writtenZip } from './written-zip';

const noValues = noValuesOf(['-9999', ' below limit ', 'NA', '']);

describe('Values that a person lists as missing', () => {
  it('are null in the files of an export, however they are written, and no other values are', async () => {
    const values = ['-9999', '-9999.00', '-9.999e3', 'below limit', '-999', 'Below limit', '0'];
    const csv = HEADER + values.map((value, lon) => row('pH', value, 'A', 'CC0', lon)).join('');
    const zip = await writtenZip({ 'a.csv': csv, 'b.geojson': collection(feature('pH', -9999, 'B'), feature('pH', 6, 'B')) });
    const valuesOf = async (options: object): Promise<unknown> => (await read(zip, options)).records.map(({ value }) => value);
    assert.deepEqual(await valuesOf({ noValues }), [null, null, null, null, -999, 'Below limit', 0, null, 6]);
    const large = await writtenZip({ 'a.csv': HEADER + row('pH', '1e30', 'A', 'CC0'), 'b.geojson': collection(feature('pH', 1e30, 'B')) });
    assert.deepEqual((await read(large, { noValues: noValuesOf(['1e30']) })).records.map(({ value }) => value), [null, null]);
    assert.deepEqual(await valuesOf({ distinct: false }), [-9999, -9999, -9999, 'below limit', -999, 'Below limit', 0, -9999, 6]);
  });

  it('are null, and so is what was converted from them', async () => {
    const item = (value: number, conversion: number, original?: number): object => ({
      item: [
        { name: 'Property', value: 'Clay' },
        { name: 'Value', value, unitText: 'g/kg' },
        { name: 'Conversion', value: conversion, unitText: '%' },
        ...(original === undefined ? [] : [{ name: 'Original value', value: original }]),
      ],
    });
    const table = await writtenZip({ 'a.csv': 'property,value,conversion\nClay,-9999,-999.9\nClay,240,24\n' });
    assert.deepEqual((await read(table, { noValues })).records.map(({ value, originalValue }) => [value, originalValue]), [[null, null], [24, 240]]);
    const { records } = await recordsFromAnswer({ dataFeedElement: [item(-9999, -999.9), item(240, -9999), item(240, 24, -9999), item(240, 24)] }, { noValues });
    assert.deepEqual(records.map(({ value, unit, originalValue }) => [value, unit, originalValue]), [
      [null, '%', null],
      [240, 'g/kg', 240],
      [null, '%', 240],
      [24, '%', 240],
    ]);
  });

  it('are not depths either if they are negative: 0 is the surface', async () => {
    const zip = await writtenZip({ 'a.csv': 'property,value,upper_depth_cm,lower_depth_cm\nClay,24,-9999,20\nClay,0,0,-9999\nClay,25,-5,0\n' });
    const { records, problems } = await read(zip, { noValues: noValuesOf(['-9999', '0']) });
    assert.deepEqual(records.map(({ value, depthTop, depthBottom }) => [value, depthTop, depthBottom]), [[24, null, 20], [null, 0, null], [25, -5, 0]]);
    assert.equal(problems.count, 0);
    const depths = await writtenZip({ 'a.csv': 'property,value,depth\nClay,24,-9999\nClay,25,0 - -9999\nClay,26,0-10\nClay,27,-7 - 10\n' });
    const inOne = await read(depths, { noValues: noValuesOf(['-9999', '0', '-7']) });
    assert.deepEqual(inOne.records.map(({ depthTop, depthBottom }) => [depthTop, depthBottom]), [[null, null], [0, null], [0, 10], [null, 10]]);
    assert.equal(inOne.problems.count, 0);
  });
});
