import assert from 'node:assert/strict';
import { depthSlices } from '../../src/profiles/depth-slice';
import { soilProfile, type ProfileOptions } from '../../src/profiles/soil-profile';
import { madeRecord as record } from '../records/made-record';
import { onSlowMachine, turnsDuring } from '../time/counted-turns';

const TOPSOIL: ProfileOptions = { minimumCoverage: 0, slices: depthSlices('0-30'), grouping: { by: 'area' } };

describe('A profile of many layers', () => {
  it('gives other work its turn while its layers are checked and averaged: all records without a place are one profile', async () => {
    const many = Array.from({ length: 100_000 }, (_, n) => record({ lon: null, lat: null, h3: null, depthTop: n % 10, value: n }));
    const turns = await onSlowMachine(() => turnsDuring(() => soilProfile(many, TOPSOIL)));
    const gathered = await onSlowMachine(() => turnsDuring(() => soilProfile(many.map((one) => ({ ...one, value: null })), TOPSOIL)));
    assert.ok(turns - gathered > 500, `${turns} turns, of them ${gathered} while records were gathered`);
  });
});
