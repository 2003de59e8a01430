import assert from 'node:assert/strict';
import { shapedProfile, shapedRecords } from '../../src/shapes/shape';
import { PROFILE_SHAPES, SHAPES } from '../../src/shapes/shape-name';
import { onSlowMachine, turnsDuring } from '../time/counted-turns';
import { context, record, slice } from './shape-scenario';

describe('A shape', () => {
  it('of many records gives other work its turn, and stops when it is told to', async () => {
    const many = Array.from({ length: 60_000 }, (_, n) => record({ lon: (n % 300) / 10, lat: Math.floor(n / 300) / 10, value: n }));
    for (const shape of SHAPES) {
      const turns = await onSlowMachine(() =>
        turnsDuring(async () => {
          const { payload } = await shapedRecords(shape, many, context);
          assert.ok((payload as unknown[]).length > 0);
        }),
      );
      assert.ok(turns > 100, `${shape}: ${turns} turns`);
      const closed = { ...context, signal: AbortSignal.abort(new Error('closed')) };
      await assert.rejects(shapedRecords(shape, many, closed), /closed/, shape);
    }
  });

  it('holds the whole of a profile, even if other work gets its turn in between', async () => {
    const many = Array.from({ length: 300 }, (_, n) => slice({ lon: n / 10, lat: 1 }));
    for (const shape of PROFILE_SHAPES) {
      const shaped = () => shapedProfile(shape, many, context);
      assert.deepEqual(await onSlowMachine(shaped), await shaped(), shape);
    }
  });

  it('of nothing is empty, in every shape', async () => {
    for (const shape of SHAPES) {
      const { payload } = await shapedRecords(shape, [], context);
      assert.ok(Array.isArray(payload) || typeof payload === 'string', shape);
    }
    for (const shape of PROFILE_SHAPES) {
      const { payload } = await shapedProfile(shape, [], context);
      assert.ok(Array.isArray(payload) || typeof payload === 'string', shape);
    }
  });
});
