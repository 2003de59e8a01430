import assert from 'node:assert/strict';
import { SliceGroups } from '../../src/profiles/profile-slice';
import { ProfileBuilder } from '../../src/profiles/record-series';
import { RenamedMethods } from '../../src/profiles/renamed-methods';
import { WantedUnits } from '../../src/profiles/wanted-units';
import { heapInUse } from '../memory/heap-in-use';
import { madeRecord } from '../records/made-record';

const SLICE = { top: 0, bottom: 30 };
const RECORDS = 2000;
const LONG = 1000;

/** Each one different, and with one byte per character, as from a file. */
const nameOf = (what: string, index: number, length: number): string => Buffer.from(`${what} ${index} `.padEnd(length, 'x')).toString('latin1');

describe('Records that all have different names', () => {
  const records = (length: number) =>
    Array.from({ length: RECORDS }, (_, index) => madeRecord({ property: nameOf('property', index, length), method: nameOf('method', index, length), originalName: null }));

  /** How much of what is made from records stays in the heap, without the records. */
  function heldOf(length: number, make: (all: ReturnType<typeof records>) => unknown): number {
    const all = records(length);
    const before = heapInUse();
    const made = make(all);
    const held = heapInUse() - before;
    assert.ok(made && all.length > 0, 'both are there until now');
    return held;
  }

  for (const [what, make] of [
    ['Profiles', (all: ReturnType<typeof records>) => {
      const builder = new ProfileBuilder(new WantedUnits([]), new RenamedMethods([]));
      for (const record of all) builder.add(record);
      return builder;
    }],
    ['Groups by slice', (all: ReturnType<typeof records>) => {
      const groups = new SliceGroups({ lon: 5, lat: 52, h3: null }, [SLICE, SLICE, SLICE], 0);
      for (const { property, method } of all) {
        for (const index of [0, 1, 2]) groups.of({ property, method: method!, unit: '%', layers: [] }, index);
      }
      return groups;
    }],
  ] as const) {
    it(`take little more memory if the names are long, apart from the names themselves: ${what}`, () => {
      heldOf(LONG, make);
      // The median of three: code that is being compiled keeps what it sees for a moment.
      const more = Array.from({ length: 3 }, () => heldOf(LONG, make) - heldOf(20, make)).sort((a, b) => a - b)[1]!;
      // The name of a property is kept a second time, as it is compared: without what separates its words.
      assert.ok(more < 1.2 * RECORDS * LONG, `${more} bytes more for ${RECORDS} records with names of ${LONG} characters`);
    });
  }
});
