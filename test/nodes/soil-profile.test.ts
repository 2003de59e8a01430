import assert from 'node:assert/strict';
import { latLngToCell } from 'h3-js';
import type { ProfileRow } from '../../src/profiles/texture-slice';
import { writtenZip } from '../records/written-zip';
import { RunningFlow, type CaughtMessage, type FlowNode } from './flow';
import { out, profiled, profileNode, record, RECORDS } from './profile-flow';

describe('soil-profile', () => {
  it('refuses batches of soil-read: a profile cut by the border of a batch would have two means', async () => {
    const zip = await writtenZip({ 'a.csv': 'property,value,upper_depth_cm,lower_depth_cm\nClay,2,0,10\nClay,8,10,40\n' });
    const read = (batch: number): FlowNode => ({ id: 'read', type: 'soil-read', batch, wires: [['profile']] });
    for (const batch of [0, 2, 1]) {
      const flow = await RunningFlow.start([read(batch), profileNode({ slices: '0-30' }), out]);
      try {
        flow.send('read', { payload: zip });
        if (batch === 1) {
          for (const index of [0, 1]) {
            const { error } = await flow.error(index);
            assert.deepEqual([error.code, /^The records come in batches, and a profile needs all of them/.test(error.message)], ['SOIL_CONFIG', true]);
          }
        } else assert.deepEqual(((await flow.message('out')).payload as ProfileRow[]).map((row) => 'mean' in row && row.mean), [6], String(batch));
      } finally {
        await flow.stop();
      }
    }
  });

  it('takes the messages of a split node, which have parts of their own', async () => {
    const { payload } = await profiled({ slices: '0-30' }, { payload: RECORDS, parts: { id: 's', type: 'array', len: 1, index: 3, count: 9 }, soil: { read: { records: 2 } } });
    assert.equal((payload as ProfileRow[]).length, 1);
  });

  it('takes numbers written as texts in hand-made records', async () => {
    const texts = [record({ value: '25', depthTop: '0', depthBottom: '30', lon: '10', lat: '50' }), record({ value: 35, depthBottom: 30, lon: 10, lat: 50 })];
    const { payload } = await profiled({ slices: '0-30', group: 'point' }, { payload: texts });
    assert.deepEqual((payload as ProfileRow[]).map((row) => 'mean' in row && [row.mean, row.lon]), [[30, 10]]);
  });

  it('gives the slices of its records, with what was found on the way', async () => {
    const { payload, soil, kept } = await profiled({ slices: '0-30' }, { payload: RECORDS, kept: 1, soil: { job: { id: 'j' } } });
    assert.deepEqual(
      (payload as ProfileRow[]).map(({ depthTop, depthBottom, mean, unit, coverage }) => [depthTop, depthBottom, mean, unit, coverage]),
      [[0, 30, 6, '%', 1]],
    );
    assert.deepEqual(soil.profile['checks'], { count: 0, first: [] });
    assert.deepEqual([kept, (soil as { job?: unknown }).job], [1, { id: 'j' }]);
    assert.deepEqual(JSON.parse(JSON.stringify(soil)), soil);
  });

  it('takes the slices of GlobalSoilMap, and cells of resolution 8, unless its dialog says otherwise', async () => {
    const { payload } = await profiled({ group: 'h3' }, { payload: RECORDS });
    assert.deepEqual((payload as ProfileRow[]).map(({ depthTop, h3 }) => [depthTop, h3]), [0, 5, 15, 30].map((top) => [top, latLngToCell(50, 10, 8)]));
  });

  it('follows the settings of its dialog, even as texts', async () => {
    const units = [{ property: 'Organic carbon', unit: 'g/kg' }];
    const { payload } = await profiled(
      { slices: 'own', ownSlices: '0-10, 30-60', minCoverage: '40', group: 'h3', h3Resolution: '7', units },
      { payload: RECORDS },
    );
    assert.deepEqual(
      (payload as ProfileRow[]).map(({ depthTop, mean, unit, n, h3 }) => [depthTop, mean, unit, n, typeof h3]),
      [
        [0, 20, 'g/kg', 1, 'string'],
        [30, null, 'g/kg', 0, 'string'],
      ],
    );
  });

  it('gives methods the names of its dialog, and values without a unit the unit there, and tells what it did', async () => {
    const settings = {
      slices: '0-30',
      units: [{ property: 'organic carbon', unit: 'g/kg', missing: '%' }],
      methodNames: [{ method: 'oc', as: 'dry combustion' }, { method: 'CLPC', as: 'pipette' }],
    };
    const { payload, soil } = await profiled(settings, { payload: [record({ method: 'dry combustion' }), record({ depthTop: 10, depthBottom: 40, value: 8, unit: null })] });
    assert.deepEqual((payload as ProfileRow[]).map(({ method, unit, mean, coverage }) => [method, unit, mean, coverage]), [['dry combustion', 'g/kg', 60, 1]]);
    const { methodsNotFound, assumedUnits, refusedConversions } = soil.profile;
    assert.deepEqual([methodsNotFound, assumedUnits, refusedConversions], [['CLPC'], [{ property: 'Organic carbon', unit: '%', records: 1 }], []]);
  });

  it('makes cells of H3 resolution 8 if the field is empty: those of 0 are as large as a country', async () => {
    for (const h3Resolution of ['', undefined]) {
      const { payload } = await profiled({ slices: '0-30', group: 'h3', h3Resolution }, { payload: RECORDS });
      assert.deepEqual((payload as ProfileRow[]).map(({ h3 }) => h3?.slice(0, 2)), ['88']);
    }
  });

  it('shapes the slices for the node behind it, the area among them', async () => {
    const soil = {
      query: { geometry: 'POLYGON ((10 50, 11 50, 11 51, 10 50))' },
      source: { datasets: [], retrieved: '2026-01-02T03:04:05Z', synthetic: true },
    };
    const map = await profiled({ slices: '0-30', shape: 'worldmap' }, { payload: RECORDS, soil });
    assert.deepEqual(
      (map.payload as { area: unknown }[]).map(({ area }) => area),
      [
        [
          [
            [
              [50, 10],
              [50, 11],
              [51, 11],
              [50, 10],
            ],
          ],
        ],
      ],
    );
    const sqlite = await profiled({ slices: '0-30', shape: 'sqlite' }, { payload: RECORDS, soil, topic: 'North' });
    assert.match(String(sqlite['topic']), /^INSERT INTO soil_profile/);
    assert.match((sqlite['params'] as { $rows: string }).$rows, /"North".*2026-01-02T03:04:05\.000Z|2026-01-02T03:04:05\.000Z.*"North"/);
    const chart = await profiled({ slices: '0-30', shape: 'chart', group: 'point' }, { payload: RECORDS, soil, topic: 'North' });
    const points = chart.payload as { series: string }[];
    assert.deepEqual([points.length, points[0]!.series.startsWith('North: '), chart['action']], [2, true, 'replace']);
    const columns = await profiled({ slices: 'own', ownSlices: '0-10, 10-30', shape: 'columns' }, { payload: RECORDS, soil, topic: 'North' });
    assert.deepEqual(columns.payload, [
      {
        topic: 'North',
        'Organic carbon (OC) 0-10 cm, %': 2,
        'Organic carbon (OC) 10-30 cm, %': 8,
        'least covered %': 100,
        dates: '',
        datasets: 'A',
        licences: 'not stated',
      },
    ]);
  });

  it('names a field after its topic even if that is a number, which is what the core csv node makes of the number of a field', async () => {
    const topics: [given: unknown, shown: unknown][] = [[7, '7'], [0, '0'], [' 7a', ' 7a'], [' ', undefined], [NaN, undefined], [{ id: 7 }, undefined]];
    for (const [topic, shown] of topics) {
      const { payload } = await profiled({ slices: '0-30', shape: 'columns' }, { payload: RECORDS, topic });
      assert.equal((payload as [{ topic?: string }])[0].topic, shown, String(topic));
    }
    const csv = await profiled({ slices: '0-30', shape: 'csv' }, { payload: RECORDS, topic: 7 });
    assert.match(String(csv.payload), /^topic,.*\r\n7,/);
  });

  it('takes summaries of grids as the mean of the area', async () => {
    const grid = (depthTop: number, depthBottom: number, mean: number | null) => ({
      file: 'a.tif',
      band: 1,
      dataset: 'G',
      property: 'pH',
      originalName: `ph_${depthTop}-${depthBottom}cm_mean`,
      unit: 'pH',
      depthTop,
      depthBottom,
      mean,
      median: 9,
      cells: 4,
    });
    const { payload } = await profiled({ slices: '0-30' }, { payload: [grid(0, 10, 2), grid(10, 40, 8), grid(40, 60, null)] });
    assert.deepEqual(
      (payload as ProfileRow[]).map(({ property, method, mean, n }) => [property, method, mean, n]),
      [['pH', 'pH', 6, 1]],
    );
  });

  it('keeps the mean of a grid that was not clipped apart from the means of an area', async () => {
    const grid = (clipped: boolean, mean: number) => ({ band: 1, property: 'pH', unit: 'pH', depthTop: 0, depthBottom: 30, mean, clipped });
    const { payload } = await profiled({ slices: '0-30' }, { payload: [grid(true, 6), grid(false, 8)] });
    assert.deepEqual(
      (payload as ProfileRow[]).map(({ property, method, mean }) => [property, method, mean]),
      [
        ['pH', 'pH', 6],
        ['pH', 'whole grid', 8],
      ],
    );
  });

  it('sends its errors to the Catch node with their codes', async () => {
    const cases: [object, unknown, RegExp][] = [
      [{}, 'text', /must be an array of records/],
      [{}, [record(), 7], /msg\.payload\[1\] is not a soil record: an object was expected, but found the number 7/],
      [{}, [record({ property: undefined })], /msg\.payload\[0\] is not a soil record: it has no "property"\./],
      [{}, [record({ unit: ['%'] })], /"unit" is an array of 1: give a text/],
      [{}, [record({ depthTop: 'deep' })], /"depthTop" is the text "deep": give a number/],
      [{}, [record({ value: {} })], /"value" is an object without fields: give a finite number or a text/],
      [{ slices: 'deep' }, RECORDS, /"Depth slices" is "deep"/],
      [{ slices: 'own', ownSlices: '5' }, RECORDS, /^The setting "Depths in cm" has "5", which is not a slice/],
      [{ group: 'field' }, RECORDS, /"One profile for" is "field"/],
      [{ group: 'h3', h3Resolution: '16' }, RECORDS, /"H3 resolution" is "16"/],
      [{ group: 'h3', h3Resolution: '7.5' }, RECORDS, /"H3 resolution" is "7.5": fill in a whole number/],
      [{ minCoverage: '120' }, RECORDS, /"Minimum coverage" is "120"/],
      [{ minCoverage: '0.29' }, RECORDS, /"Minimum coverage" is 0\.29, but it is in percent: fill in 29, or 0 for none\./],
      [{ units: [{ property: 'pH' }] }, RECORDS, /"Units" needs a property and a unit/],
      [{ units: [{ property: '${NOBODY_SET_THIS}', unit: 'g/kg' }] }, RECORDS, /"Units" takes the environment variable NOBODY_SET_THIS, which is not set/],
      [{ units: [{ property: 'Clay', unit: '${NOBODY_SET_THIS}' }] }, RECORDS, /"Units" takes the environment variable NOBODY_SET_THIS, which is not set/],
      [{ units: '${NOBODY_SET_THIS}' }, RECORDS, /"Units" takes the environment variable NOBODY_SET_THIS, which is not set/],
      [{ units: [{ property: ' ', unit: '%' }] }, RECORDS, /"Units" needs a property and a unit/],
      [{ units: [{ property: 'Clay', unit: '%', missing: '${NOBODY_SET_THIS}' }] }, RECORDS, /"Units" takes the environment variable NOBODY_SET_THIS, which is not set/],
      [
        { units: [{ property: 'Clay', unit: '%', missing: 'g/l' }] },
        RECORDS,
        /^The setting "Units" takes values of "Clay" without a unit to be in "g\/l", and wants them in "%"\. "g\/l" is a density, .* bulk density\. Correct one of the two units, or empty the third field of that line/,
      ],
      [{ units: [{ property: 'Clay', unit: '%', missing: 'furlong' }] }, RECORDS, /"furlong" is not a known unit\. Correct one of the two units/],
      [{ units: [{ property: 'Water content', unit: 'g/kg', missing: '%' }] }, RECORDS, /A percent of "Water content" may not be one by mass/],
      [{ units: [{ property: 'Clay', unit: '%' }, { property: 'clay ', unit: 'g/kg' }] }, RECORDS, /^The setting "Units" has two lines for "clay" that differ: remove one of the two\./],
      [{ units: [{ property: 'Clay', unit: '%', missing: '%' }, { property: 'Clay', unit: '%' }] }, RECORDS, /"Units" has two lines for "Clay" that differ/],
      [{ methodNames: [{ method: 'CLPC' }] }, RECORDS, /"Method names" needs a method and the name to give it on each line/],
      [{ methodNames: [{ method: '  ', as: 'pipette' }] }, RECORDS, /"Method names" needs a method and the name/],
      [{ methodNames: [{ method: '${NOBODY_SET_THIS}', as: 'pipette' }] }, RECORDS, /"Method names" takes the environment variable NOBODY_SET_THIS, which is not set/],
      [{ methodNames: [{ method: 'CLPC', as: 'pipette' }, { method: 'clpc ', as: 'sieve' }] }, RECORDS, /"Method names" gives the method "clpc" two names, "pipette" and "sieve": remove one of the two lines\./],
      [{ shape: 'excel' }, RECORDS, /"Shaped for" is "excel"/],
    ];
    for (const [settings, payload, message] of cases) {
      const flow = await RunningFlow.start([profileNode(settings), out]);
      try {
        flow.send('profile', { payload });
        const { error } = await flow.message<CaughtMessage>('errors');
        assert.equal(error.code, 'SOIL_CONFIG', error.message);
        assert.match(error.message, message);
      } finally {
        await flow.stop();
      }
    }
  });
});
