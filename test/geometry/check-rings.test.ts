import assert from 'node:assert/strict';
import fc from 'fast-check';
import { orientation } from '../../src/geometry/rings/orientation';
import { reverseRing, RingsBuilder, signedArea, type Rings } from '../../src/geometry/rings/rings';
import { Sweep } from '../../src/geometry/rings/sweep';
import { atOnce } from '../../src/time/steps';
import { boundsArea, edgesOf, type Place } from './brute-force';
import { changesOf, refusal, wktOf } from './refusal';

const SQUARE = '(0 0, 4 0, 4 4, 0 4, 0 0)';

describe('A polygon', () => {
  describe('is repaired', () => {
    it('if a ring is not closed', async () => {
      assert.equal(await wktOf('POLYGON ((0 0, 1 0, 1 1))'), 'POLYGON ((0 0, 1 0, 1 1, 0 0))');
      assert.deepEqual(await changesOf('POLYGON ((0 0, 1 0, 1 1))'), ['1 ring was closed with its first position.']);
    });

    it('if positions repeat', async () => {
      const text = 'POLYGON ((0 0, 0 0, 1 0, 1 0, 1 0, 1 1, 0 0, 0 0))';
      assert.equal(await wktOf(text), 'POLYGON ((0 0, 1 0, 1 1, 0 0))');
      assert.deepEqual(await changesOf(text), ['4 repeated positions were left out.']);
    });

    it('if rings run the wrong way round', async () => {
      const text = 'POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0), (1 1, 2 1, 2 2, 1 1))';
      assert.equal(await wktOf(text), 'POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0), (1 1, 2 2, 2 1, 1 1))');
      assert.deepEqual(await changesOf(text), ['2 rings were turned round: outer rings run counter-clockwise, holes clockwise.']);
    });

    it('if a sliver runs the wrong way round, even if doubles give it no area', async () => {
      const [sliver, turned] = ['POLYGON ((1 2, 31 32.0000001, 61.0000001 62.0000003, 1 2))', 'POLYGON ((1 2, 61.0000001 62.0000003, 31 32.0000001, 1 2))'];
      assert.equal(await wktOf(sliver), turned);
      assert.deepEqual(await changesOf(turned), []);
    });

    it('if positions have more than 7 decimals, but not for the rounding error of a double', async () => {
      const text = 'POLYGON ((0 0, 1.00000004 0, 1 1.000000000000001, 0 0))';
      assert.equal(await wktOf(text), 'POLYGON ((0 0, 1 0, 1 1, 0 0))');
      assert.deepEqual(await changesOf(text), ['1 position was rounded to 7 decimals (about 1 cm).']);
      assert.deepEqual(await changesOf('POLYGON ((0 0, 1 0, 1 1.000000000000001, 0 0))'), []);
    });

    it('not at all if it is sound', async () => {
      assert.deepEqual(await changesOf(`POLYGON (${SQUARE}, (1 1, 1 2, 2 2, 1 1))`), []);
    });
  });

  describe('is refused', () => {
    const refusals: [reason: string, text: string, message: string][] = [
      [
        'if a bow-tie has as much area on the left as on the right',
        'POLYGON ((0 0, 1 1, 1 0, 0 1, 0 0))',
        'The outer ring crosses itself at 0.5N 0.5E. Move or remove a corner there, or divide the area in two.',
      ],
      [
        'if a bow-tie begins with its inside on the wrong side',
        'POLYGON ((5.6640954 51.9878, 5.6667 51.9862041, 5.6667 51.9878, 5.6640954 51.9862041, 5.6640954 51.9878))',
        'The outer ring crosses itself at 51.9870021N 5.6653977E. Move or remove a corner there, or divide the area in two.',
      ],
      [
        'if edges cross at a place between the decimals',
        'POLYGON ((10 50, 10.3 50.1, 10.3 50, 10 50.2, 10 50))',
        'The outer ring crosses itself at 50.0666667N 10.2E. Move or remove a corner there, or divide the area in two.',
      ],
      [
        'if a bow-tie has a corner at its knot',
        'POLYGON ((0 0, 1 1, 2 2, 2 0, 1 1, 0 2, 0 0))',
        'The outer ring crosses itself at 1N 1E. Move or remove a corner there, or divide the area in two.',
      ],
      [
        'if a corner pierces an edge',
        'POLYGON ((0 0, 4 0, 4 4, 2 0, 1 -1, 0 4, 0 0))',
        'The outer ring crosses itself at 0N 0.8E. Move or remove a corner there, or divide the area in two.',
      ],
      [
        'if a spike runs out and back',
        'POLYGON ((0 0, 4 0, 6 2, 4 0, 4 4, 0 4, 0 0))',
        'The outer ring runs back along itself at 0N 4E. Remove the spike or cut there.',
      ],
      [
        'if all corners are on one line',
        'POLYGON ((0 0, 1 1, 2 2, 0 0))',
        'The outer ring has no area: all of it lies on one line at 0N 0E. Give at least three corners that do not.',
      ],
      [
        'if a hole lies outside',
        `POLYGON (${SQUARE}, (5 5, 5 6, 6 6, 5 5))`,
        'Hole 1 does not lie inside the outer ring, at 5N 5E. Move the hole, or make it a polygon.',
      ],
      [
        'if a hole crosses the outer ring',
        `POLYGON (${SQUARE}, (1 1, 1 2, 2 2, 1 1), (3 1, 5 1, 5 2, 3 1))`,
        'Hole 2 and the outer ring cross at 1N 4E: a hole must lie inside the outer ring, and holes may not overlap.',
      ],
      [
        'if holes overlap',
        `POLYGON (${SQUARE}, (1 1, 3 1, 3 3, 1 3, 1 1), (2 2, 3.5 2, 3.5 3.5, 2 3.5, 2 2))`,
        'Hole 2 and hole 1 overlap at 2N 2E: make them one hole.',
      ],
      [
        'if a hole lies in a hole',
        `POLYGON (${SQUARE}, (1 1, 3 1, 3 3, 1 3, 1 1), (2 2, 2.5 2, 2.5 2.5, 2 2))`,
        'Hole 2 and hole 1 overlap at 2N 2E: make them one hole.',
      ],
      [
        'if a hole leaves nothing',
        `POLYGON (${SQUARE}, (0 0, 4 0, 4 4, 0 4, 0 0))`,
        'Hole 1 and the outer ring run along each other at 0N 0E: they may touch only at single points.',
      ],
      [
        'if a hole of a part of several lies outside',
        `MULTIPOLYGON ((${SQUARE}), ((10 10, 14 10, 14 14, 10 10), (12 11, 13 12, 13 11, 12 11), (5 5, 5 6, 6 6, 5 5)))`,
        'Hole 2 of polygon 2 does not lie inside the outer ring of polygon 2, at 5N 5E. Move the hole, or make it a polygon.',
      ],
      [
        'if a part of several is wrong',
        `MULTIPOLYGON ((${SQUARE}), ((10 10, 11 11, 11 10, 10 11, 10 10)))`,
        'The outer ring of polygon 2 crosses itself at 10.5N 10.5E. Move or remove a corner there, or divide the area in two.',
      ],
      [
        'if a part of several begins with its inside on the wrong side',
        `MULTIPOLYGON ((${SQUARE}), ((5.6640954 51.9878, 5.6667 51.9862041, 5.6667 51.9878, 5.6640954 51.9862041, 5.6640954 51.9878)))`,
        'The outer ring of polygon 2 crosses itself at 51.9870021N 5.6653977E. Move or remove a corner there, or divide the area in two.',
      ],
    ];
    for (const [reason, text, message] of refusals) {
      it(reason, async () => {
        assert.equal(await refusal(text), message);
      });
    }
  });

  describe('may touch itself at single points', () => {
    const touching: [reason: string, text: string][] = [
      ['a hole at a corner of the outer ring', `POLYGON (${SQUARE}, (0 0, 1 2, 2 1, 0 0))`],
      ['a hole at an edge of the outer ring', `POLYGON (${SQUARE}, (2 0, 1 2, 3 2, 2 0))`],
      ['two holes at a corner', `POLYGON (${SQUARE}, (1 1, 1 2, 2 2, 1 1), (2 2, 3 3, 3 2, 2 2))`],
      ['an outer ring that encloses a hole by itself', 'POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0, 1 2, 2 1, 0 0))'],
    ];
    for (const [reason, text] of touching) {
      it(`as ${reason}`, async () => {
        assert.equal(await wktOf(text), text);
      });
    }
  });
});

describe('The area of a ring', () => {
  it('is exactly 0 for a bow-tie with as much on its left as on its right, even if doubles give some', () => {
    const builder = new RingsBuilder();
    for (const [x, y] of [[0, 0], [284_193_515, 643_214_798], [74_559_688, 797_898_507], [209_633_827, -154_683_709]] as Place[]) builder.add(x, y);
    builder.endRing();
    builder.endPart();
    assert.equal(signedArea(builder.rings(), 0), 0);
  });
});

describe('The side of a line', () => {
  it('on which a place lies is exact, even if doubles give 0', () => {
    const [near, far] = [[300_000_001, 300_000_003], [600_000_002, 600_000_005]] as const;
    assert.equal(orientation(1, 2, ...far, ...near), 1);
    assert.equal(orientation(1, 2, ...near, ...far), -1);
    assert.equal(orientation(1, 2, 600_000_001, 600_000_004, ...near), 0);
  });
});

describe('The sweep', () => {
  /** On a grid so coarse that corners often meet corners and edges. */
  const ring = (size: number) =>
    fc.array(fc.tuple(fc.integer({ min: 0, max: size }), fc.integer({ min: 0, max: size })), { minLength: 3, maxLength: 9 });
  const rings = fc.constantFrom(2, 3, 5, 9).chain((size) => fc.array(ring(size), { minLength: 1, maxLength: 3 }));

  it('accepts rings if and only if a search of all pairs of edges and of the ground beside each finds nothing wrong', () => {
    let sound = 0;
    fc.assert(
      fc.property(rings, (list) => {
        const built = build([list]);
        if (!built) return;
        const expected = boundsArea(edgesOf(built), false);
        assert.equal(atOnce(new Sweep(built).firstConflict(0, built.x.length)) === undefined, expected);
        if (expected) sound++;
      }),
      { numRuns: 6000 },
    );
    assert.ok(sound > 200, `${sound} sound polygons are too few to prove anything`);
  });

  it('accepts parts that share borders, and finds those that share ground', () => {
    let sound = 0;
    fc.assert(
      fc.property(rings, (list) => {
        const parts = list.map((each) => build([[each]])).filter((each) => each && !atOnce(new Sweep(each).firstConflict(0, each.x.length)));
        const built = build(parts.map((each) => [[...each!.x].map((x, i): Place => [x, each!.y[i]!])]));
        if (!built || parts.length < 2) return;
        const expected = boundsArea(edgesOf(built), true);
        assert.equal(atOnce(new Sweep(built, { sharedBorders: true }).firstConflict(0, built.x.length)) === undefined, expected);
        if (expected) sound++;
      }),
      { numRuns: 6000 },
    );
    assert.ok(sound > 50, `${sound} sound pairs are too few to prove anything`);
  });

  it('tells edges that cross from edges that almost touch, even if a double cannot', () => {
    const far = 1_799_999_999;
    const built = build([[[[-far, -899_999_999], [far, 899_999_998], [1, 1], [-far + 1, 899_999_999]]]])!;
    assert.equal(atOnce(new Sweep(built).firstConflict(0, 4)), undefined);
    const crossing = build([[[[-far, -899_999_999], [far, 899_999_998], [0, -1], [-far + 1, 899_999_999]]]])!;
    assert.equal(atOnce(new Sweep(crossing).firstConflict(0, 4))?.kind, 'cross');
  });

  it('accepts a comb of 20,000 slanting teeth, in which the box of each edge meets those of thousands', () => {
    const teeth: Place[] = [];
    for (let tooth = 0; tooth < 20_000; tooth++) teeth.push([tooth * 10, tooth * 7], [tooth * 10 + 4_000_000, tooth * 7 - 6_000_000]);
    const comb = build([[[...teeth, [9_000_000, -9_000_000], [-9_000_000, -9_000_000]]]])!;
    const conflict = atOnce(new Sweep(comb).firstConflict(0, comb.x.length));
    assert.equal(conflict, undefined);
  });
});

/** Parts of rings, shells turned counter-clockwise and holes clockwise; undefined if a ring has fewer than three positions. */
function build(parts: Place[][][]): Rings | undefined {
  const builder = new RingsBuilder();
  for (const part of parts) {
    for (const ring of part) {
      for (const [x, y] of ring) builder.add(x, y);
      builder.leaveOutClosing();
      if (builder.length < 3) return undefined;
      builder.endRing();
    }
    builder.endPart();
  }
  const rings = builder.rings();
  parts.forEach((part, p) =>
    part.forEach((_, r) => {
      const ring = rings.partStart[p]! + r;
      const area = signedArea(rings, ring);
      if (area !== 0 && area > 0 !== (r === 0)) reverseRing(rings, ring);
    }),
  );
  return rings;
}
