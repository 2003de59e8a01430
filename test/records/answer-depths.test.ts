import assert from 'node:assert/strict';
import { recordsFromAnswer } from '../../src/records/formats/synchronous-answer';
import { element, feed, only } from './answer-scenario';

describe('The synchronous answer', () => {
  it('takes a depth in the name of the property out of that name', async () => {
    const expected: [string, string, number, number][] = [
      ['sol_clay.wfraction_usda.3a1a1a_m_250m_b0..0cm_1950..2017_v0.2', 'sol_clay.wfraction_usda.3a1a1a_m_250m_1950..2017_v0.2', 0, 0],
      ['sol_ph.h2o_b0..30cm_v1', 'sol_ph.h2o_v1', 0, 30],
      ['sol_ph.h2o_b30..30cm_v1', 'sol_ph.h2o_v1', 30, 30],
      ['log.oc_m_30m_20..50cm_2001..2017', 'log.oc_m_30m_2001..2017', 20, 50],
      ['clay.tot_iso.11277.2020.wpct_m_30m_b0cm..30cm_20200101_20221231_g_epsg.4326_v20250523', 'clay.tot_iso.11277.2020.wpct_m_30m_20200101_20221231_g_epsg.4326_v20250523', 0, 30],
      ['ph.h2o_iso.10390.2021.index_m_30m_b20cm..50cm', 'ph.h2o_iso.10390.2021.index_m_30m', 20, 50],
      ['phh2o_0-5cm_mean', 'phh2o', 0, 5],
      ['phh2o_100-200cm_mean', 'phh2o', 100, 200],
      ['Clay content (15-30 cm)', 'Clay content', 15, 30],
      ['Clay content (15\u221230 cm)', 'Clay content', 15, 30],
      ...['Clay, 0-5 cm', 'Clay: 0 - 5 cm', 'Clay [0-5 cm]', 'Clay (0 – 5 cm)', 'Clay 0 to 5 cm', '0-5 cm: Clay'].map((name): [string, string, number, number] => [name, 'Clay', 0, 5]),
      ['Bulk density 0-5 cm, fine earth', 'Bulk density, fine earth', 0, 5],
      ...['0-20cm_clay', '0-20 cm - clay', '(0-20 cm)clay'].map((name): [string, string, number, number] => [name, 'clay', 0, 20]),
      ['(0-20 cm)Clay content', 'Clay content', 0, 20],
    ];
    for (const [name, property, top, bottom] of expected) {
      const record = await only(feed(element({ name: 'Property', value: name }, { name: 'Value', value: 1 })));
      assert.deepEqual([record.property, record.depthTop, record.depthBottom, record.originalName], [property, top, bottom, name]);
    }
  });

  it('does not take years in a name for a depth', async () => {
    const record = await only(feed(element({ name: 'Property', value: 'ndvi_1950..2017' }, { name: 'Value', value: 1 })));
    assert.deepEqual([record.property, record.depthTop, record.depthBottom], ['ndvi_1950..2017', null, null]);
  });

  it('lets the depth cell win over the name', async () => {
    const record = await only(
      feed(element({ name: 'Property', value: 'clay_0-5cm_mean' }, { name: 'Value', value: 1 }, { name: 'Depth', value: '5-15' })),
    );
    assert.deepEqual([record.property, record.depthTop, record.depthBottom], ['clay', 5, 15]);
  });

  it('reads depths in other units of length, single and open ones', async () => {
    const expected: [Record<string, unknown>, number | null, number | null][] = [
      [{ value: '0-0.3', unitText: 'm' }, 0, 30],
      [{ value: '0-300 mm' }, 0, 30],
      [{ value: '0-300 mm', unitText: 'cm' }, 0, 30],
      [{ value: '0-3', unitCode: 'unit:DeciM' }, 0, 30],
      [{ value: '1 +', unitText: 'm' }, 100, null],
      ...[['1.', 100], ['.5', 50], ['5e-1', 50]].map(([value, depth]): [Record<string, unknown>, number, number] => [{ value, unitText: 'm' }, depth as number, depth as number]),
      ...['0 – 20 cm', '0\u201020', '0\u201120 cm', '0\u221220'].map((value): [Record<string, unknown>, number, number] => [{ value }, 0, 20]),
      ...['0cm-20cm', '0 cm – 20 cm', '0 cm to 20 CM', '0 m..0.2 m', '0m-0.2'].map((value): [Record<string, unknown>, number, number] => [{ value, unitText: 'm' }, 0, 20]),
      [{ value: 30 }, 30, 30],
      [{ value: '100+' }, 100, null],
      [{ value: '-5-0' }, -5, 0],
    ];
    for (const [cell, top, bottom] of expected) {
      const record = await only(feed(element({ name: 'Property', value: 'x' }, { name: 'Value', value: 1 }, { name: 'Depth', ...cell })));
      assert.deepEqual([record.depthTop, record.depthBottom], [top, bottom], JSON.stringify(cell));
    }
  });

  it('reads no depth with two units', async () => {
    for (const value of ['0cm-0.2', '0 cm - 0.2 m', '0 e-20', '0 cm - 20 ft']) {
      const { records, problems } = await recordsFromAnswer(feed(element({ name: 'Property', value: 'x' }, { name: 'Value', value: 1 }, { name: 'Depth', value, unitText: 'm' })));
      assert.deepEqual([records[0]!.depthTop, records[0]!.depthBottom, problems.count], [null, null, 1], value);
    }
  });

  it('reads the ends of a depth in the unit beside them, unless that is not a length', async () => {
    const ends = async (top: object, bottom: object) =>
      await recordsFromAnswer(feed(element({ name: 'Property', value: 'x' }, { name: 'Value', value: 1 }, { name: 'Upper depth', ...top }, { name: 'Lower depth', ...bottom })));
    for (const unitText of ['m', 'cm', 'centimetres', undefined]) {
      const { records, problems } = await ends({ value: 0, unitText }, { value: unitText === 'm' ? 0.3 : '30', unitText });
      assert.deepEqual([records[0]!.depthTop, records[0]!.depthBottom, problems.count], [0, 30, 0], unitText);
    }
    for (const [value, unitText, depth] of [['1.', 'm', 100], ['.5', 'm', 50], ['1e1', 'cm', 10], ['+5', 'cm', 5], ['-0.05', 'm', -5], ['0.4 m', 'cm', 40], ['0-30', 'cm', null]] as const)
      assert.equal((await ends({ value, unitText }, {})).records[0]!.depthTop, depth, value);
    const { records, problems } = await ends({ value: 5, unitText: 'mm' }, { value: 30, unitText: 'kPa' });
    assert.deepEqual([records[0]!.depthTop, records[0]!.depthBottom], [0.5, null]);
    assert.deepEqual(problems.first, ['Element 1: "30 kPa" is not a depth in cm. The record is kept without it.']);
  });

  it('reads each depth in the unit in its name or its cell, or else in that of the cell for the unit', async () => {
    const unit = { name: 'Depth unit', value: 'm' };
    const of = async (...cells: Record<string, unknown>[]) => {
      const { depthTop, depthBottom } = await only(feed(element({ name: 'Property', value: 'x' }, { name: 'Value', value: 1 }, ...cells, unit)));
      return [depthTop, depthBottom];
    };
    assert.deepEqual(await of({ name: 'upper_depth_cm', value: 10 }, { name: 'lower_depth', value: 0.25 }), [10, 25]);
    assert.deepEqual(await of({ name: 'upper_depth_cm', value: null }, { name: 'upper_depth', value: 0.1 }, { name: 'lower_depth', value: 250, unitText: 'mm' }), [10, 25]);
    assert.deepEqual(await of({ name: 'Depth', value: '0-0.3', unitText: 'm' }), [0, 30]);
    assert.deepEqual(await of({ name: 'Depth (cm)', minValue: 0, maxValue: 30 }), [0, 30]);
    const { depthTop, depthBottom } = await only({ dataFeedElement: [{ property: 'x', value: 1, upper_depth_cm: 10, lower_depth: 0.25, depth_unit: 'm' }] });
    assert.deepEqual([depthTop, depthBottom], [10, 25]);
  });
});
