import assert from 'node:assert/strict';
import { GeometryError } from '../../src/geometry/geometry-error';
import { readArea } from '../../src/geometry/read-area';
import type { Sentence } from '../../src/geometry/sentence';
import { onSlowMachine, turnsDuring } from '../time/counted-turns';
import { changesOf, refusal, wktOf } from './refusal';

const square = (east: number): object => ({ type: 'Polygon', coordinates: [[[east, 0], [east + 0.5, 0], [east + 0.5, 1], [east, 0]]] });
const bowTie = { type: 'Polygon', coordinates: [[[0, 0], [1, 1], [1, 0], [0, 1], [0, 0]]] };
const line = { type: 'LineString', coordinates: [[0, 0], [1, 1]] };
const feature = (geometry: unknown, id?: unknown): object => ({ type: 'Feature', ...(id !== undefined && { id }), geometry, properties: {} });
const collection = (...features: unknown[]): object => ({ type: 'FeatureCollection', features });
const GIVE = 'give a Point, MultiPoint, Polygon or MultiPolygon.';

describe('The faulty features of a collection', () => {
  it('are all counted, and the first few named by their place and id, whatever is wrong with each', async () => {
    const tooFew = { type: 'Polygon', coordinates: [[[0, 0], [1, 1]]] };
    const outOfRange = { type: 'Polygon', coordinates: [[[0, 0], [1, 0], [1, 95], [0, 0]]] };
    const several = collection(feature(square(0)), feature(bowTie, 'north'), feature(square(1)), feature(tooFew, 7), feature(outOfRange));
    assert.match(await refusal(several), /^The ring at features\[3\]\.geometry\.coordinates\[0\] has 2 different positions: .* 3 features are faulty: features\[1\] \(id "north"\), features\[3\] \(id 7\), features\[4\]\.$/);
    assert.equal(
      await refusal(collection(feature(bowTie), feature(line, 'x'), 5, feature(square(0)), { type: 'polygon' })),
      `A LineString at features[1].geometry has no area: ${GIVE} 4 features are faulty: features[0], features[1] (id "x"), features[2], features[4].`,
    );
  });

  it('are counted if there are more than a few', async () => {
    const many = collection(feature(square(0)), ...Array.from({ length: 8 }, (_, at) => feature(bowTie, at)));
    assert.match(await refusal(many), /crosses itself at 0\.5N 0\.5E\..* 8 features are faulty: features\[1\] \(id 0\), .*, features\[5\] \(id 4\) and 3 more\.$/);
  });

  it('are not listed if the only one is named already, or if no feature is faulty by itself', async () => {
    assert.equal(await refusal(collection(feature(square(0)), feature(line))), `A LineString at features[1].geometry has no area: ${GIVE}`);
    assert.equal(await refusal(collection(feature(square(0)), feature(line, 7))), `A LineString at features[1].geometry has no area: ${GIVE} The feature is features[1] (id 7).`);
    assert.match(await refusal(collection(feature(square(0)), feature(bowTie))), /^The outer ring of polygon 2 crosses itself .* The feature is features\[1\]\.$/);
    assert.equal(await refusal(feature(line, 7)), `A LineString at geometry has no area: ${GIVE}`);
    assert.match(await refusal(feature(bowTie, 7)), /^The outer ring crosses itself at [^f]*\.$/);
    const mixed = collection(feature(square(0), 1), feature({ type: 'Point', coordinates: [0, 0] }, 2));
    assert.equal(await refusal(mixed), 'Points (1) and polygons (1) do not go together in one area: send them as two.');
  });

  it('may be points, and features within collections of features', async () => {
    const point = (latitude: number): object => feature({ type: 'Point', coordinates: [5, latitude] });
    assert.match(await refusal(collection(point(52), point(95), collection(point(96), point(53)))), / 2 features are faulty: features\[1\], features\[2\]\.features\[0\]\.$/);
  });

  it('are named with only the beginning of a long id, and only the scheme of an address', async () => {
    const text = await refusal(collection(feature(bowTie, 'x'.repeat(500)), feature(bowTie, 'https://me:secret@host/'), feature(bowTie, { no: 'id' })));
    assert.match(text, / 3 features are faulty: features\[0\] \(id "x{40}…"\), features\[1\] \(id "https:\/\/…"\), features\[2\]\.$/);
  });

  it('keep the place of the first complaint for a map', async () => {
    const error = await readArea(collection(feature(bowTie), feature(bowTie))).catch((thrown: unknown) => thrown);
    assert.ok(error instanceof GeometryError);
    const { complaint } = error.sentence.values;
    assert.deepEqual((complaint as Sentence).values.place, { latitude: 0.5, longitude: 0.5 });
  });

  it('do not include those without a geometry, which are left out and listed', async () => {
    const one = collection(feature(square(0)), feature(null, 'north'));
    assert.deepEqual(await changesOf(one), ['1 feature had no geometry and was left out: features[1] (id "north").']);
    const many = collection(feature(square(0)), ...Array.from({ length: 7 }, (_, at) => feature(null, at)));
    const first = 'features[1] (id 0), features[2] (id 1), features[3] (id 2), features[4] (id 3), features[5] (id 4)';
    assert.deepEqual(await changesOf(many), [`7 features had no geometry and were left out: ${first} and 2 more.`]);
    assert.match(await wktOf(many), /^POLYGON/);
  });

  it('give other work its turn while they are looked for', async () => {
    const many = collection(...Array.from({ length: 9000 }, () => feature(square(0))), ...Array.from({ length: 900 }, () => feature(bowTie)));
    let said = '';
    const turns = await turnsDuring(() => onSlowMachine(async () => (said = await refusal(many))));
    assert.match(said, / 900 features are faulty: .* and 895 more\.$/);
    assert.ok(turns > 80, `${turns} turns`);
  });

  it('are looked for until there are a thousand of them', async () => {
    const FIRST = 'features\\[0\\], features\\[1\\], features\\[2\\], features\\[3\\], features\\[4\\]';
    for (const geometry of [line, bowTie]) {
      const said = await refusal({ type: 'FeatureCollection', features: Array.from({ length: 200_000 }, () => feature(geometry)) });
      assert.match(said, new RegExp(` At least 1,000 features are faulty, such as ${FIRST}\\.$`));
    }
  });

  it('are not blamed for what is wrong only with all features together', async () => {
    const mixed = collection(feature(square(0), 1), feature({ type: 'Point', coordinates: [0, 0] }), feature(bowTie, 'north'));
    assert.equal(await refusal(mixed), 'Points (1) and polygons (2) do not go together in one area: send them as two.');
  });
});
