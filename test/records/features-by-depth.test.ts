import assert from 'node:assert/strict';
import { FeaturesByDepth } from '../../src/records/features-by-depth';
import { madeRecord } from './made-record';
import { HEADER, read, row } from './read-scenario';
import { writtenZip } from './written-zip';

describe('An export', () => {
  it('gives its points as features, with a value for each property and depth', async () => {
    const zip = await writtenZip({
      'a.csv':
        HEADER +
        row('pH', 6, 'A', 'CC0') +
        row('pH', 7, 'A', 'CC0') +
        row('Clay', 20, 'A', 'CC0') +
        row('Clay', 'NA', 'B', 'CC0') +
        row('__proto__', 1, 'B', 'CC0', 5) +
        '7,,,x,,,1,,,,A\n',
    });
    const features = new FeaturesByDepth();
    features.add((await read(zip)).records);
    assert.equal(features.withoutPlace, 1);
    const collectionOfPoints = await features.collection();
    assert.deepEqual(
      collectionOfPoints.features.map((point) => [point.geometry.coordinates, Object.entries(point.properties)]),
      [
        [
          [1, 2],
          [
            ['dataset', 'A'],
            ['licence', 'CC0'],
            ['h3', null],
            ['date', '1958'],
            ['pH 0-5 cm (%)', [6, 7]],
            ['Clay 0-5 cm (%)', 20],
          ],
        ],
        [
          [1, 2],
          [
            ['dataset', 'B'],
            ['licence', 'CC0'],
            ['h3', null],
            ['date', '1958'],
          ],
        ],
        [
          [5, 2],
          [
            ['dataset', 'B'],
            ['licence', 'CC0'],
            ['h3', null],
            ['date', '1958'],
            ['__proto__ 0-5 cm (%)', 1],
          ],
        ],
      ],
    );
  });

  it('gives all values of one depth, even equal ones', async () => {
    const features = new FeaturesByDepth();
    features.add([6, 6, 8].map((value, index) => madeRecord({ value, date: `200${index}`, lon: 5, lat: 52 })));
    const [point] = (await features.collection()).features;
    assert.deepEqual(Object.values(point!.properties).at(-1), [6, 6, 8]);
  });

  it('names its values by what is known of depth and unit, and says of a place only what holds for all its values', async () => {
    const features = new FeaturesByDepth();
    features.add([
      madeRecord({ value: 1, depthTop: 0, depthBottom: null, unit: null, date: '1958', licence: 'CC0' }),
      madeRecord({ value: 2, depthTop: null, depthBottom: 30, unit: null, date: '1959', licence: null }),
      madeRecord({ value: 3, depthTop: null, depthBottom: null, unit: null, date: '1958', licence: 'CC0' }),
      madeRecord({ value: 4, depthTop: null, depthBottom: null, date: '1958', licence: 'CC0' }),
      madeRecord({ lon: null }),
      madeRecord({ lat: null }),
    ]);
    const { features: points } = await features.collection();
    assert.deepEqual(points.map(({ properties }) => properties), [
      { dataset: 'A', licence: null, h3: null, date: null, 'pH 0-? cm': 1, 'pH ?-30 cm': 2, pH: 3, 'pH (pH)': 4 },
    ]);
    assert.equal(features.withoutPlace, 2);
  });

  it('keeps apart several methods of a dataset, at each of its places, and adds no method elsewhere', async () => {
    const features = new FeaturesByDepth();
    features.add([
      madeRecord({ originalName: 'phaq_0-5cm', value: 7 }),
      madeRecord({ originalName: 'phca_0-5cm', value: 6 }),
      madeRecord({ originalName: 'phaq_0-5cm', value: 7.5 }),
      madeRecord({ originalName: 'phaq_0-5cm', lon: 5, value: 8 }),
      madeRecord({ property: 'Clay', value: 20 }),
      madeRecord({ dataset: 'B', method: 'ISO 10390', originalName: 'a', value: 5 }),
      madeRecord({ dataset: 'B', method: 'ISO 10390', originalName: 'b', value: 4 }),
      madeRecord({ dataset: 'C', method: 'ISO 10390', value: 3 }),
      madeRecord({ dataset: 'C', method: 'ISO 10390', originalName: 'other', value: null }),
    ].map((record) => ({ ...record, depthTop: 0, depthBottom: 5, unit: null })));
    const { features: points } = await features.collection();
    assert.deepEqual(
      points.map(({ properties: { licence: _, h3: _h3, date: _date, ...values } }) => values),
      [
        { dataset: 'A', 'pH, phaq 0-5 cm': [7, 7.5], 'pH, phca 0-5 cm': 6, 'Clay 0-5 cm': 20 },
        { dataset: 'A', 'pH, phaq 0-5 cm': 8 },
        { dataset: 'B', 'pH, ISO 10390 (a) 0-5 cm': 5, 'pH, ISO 10390 (b) 0-5 cm': 4 },
        { dataset: 'C', 'pH 0-5 cm': 3 },
      ],
    );
  });

  it('keeps apart two names of one method in a dataset at a single depth', async () => {
    const features = new FeaturesByDepth();
    const names = ['phaq', 'phca'];
    features.add(names.map((originalName, at) => madeRecord({ method: 'ISO 10390', originalName, value: 7 - at, depthTop: 30, depthBottom: 30, unit: null })));
    const [point] = (await features.collection()).features;
    assert.deepEqual([point!.properties['pH, ISO 10390 (phaq) 30-30 cm'], point!.properties['pH, ISO 10390 (phca) 30-30 cm']], [7, 6]);
  });

  it('keeps two names of one method apart if their layers overlap anywhere, in any order and letter case', async () => {
    const differ = async (...layers: [name: string, top: number | null, bottom: number | null][]): Promise<boolean> => {
      const features = new FeaturesByDepth();
      features.add(layers.map(([originalName, depthTop, depthBottom]) => madeRecord({ property: 'Clay', method: 'pipette', originalName, depthTop, depthBottom })));
      return Object.keys((await features.collection()).features[0]!.properties).some((name) => name.includes('('.concat(layers[0]![0])));
    };
    assert.equal(await differ(['S_CLAY', 30, 100], ['T_CLAY', 0, 30]), false, 'one layer below the other');
    assert.equal(await differ(['A', 0, 10], ['A', 10, 50], ['B', 20, 30]), true);
    assert.equal(await differ(['A', null, null], ['B', 90, 100]), true, 'a layer without ends may be any');
    assert.equal(await differ(['A', 0, 10], ['a', 0, 10]), false);
  });
});
