import assert from 'node:assert/strict';
import { latLngToCell } from 'h3-js';
import { depthSlices } from '../../src/profiles/depth-slice';
import { soilProfile, type ProfileOptions } from '../../src/profiles/soil-profile';
import { madeRecord as record } from '../records/made-record';

const TOPSOIL = { minimumCoverage: 0, slices: depthSlices('0-30') };

describe('The places of soil profiles', () => {
  it('are points, H3 cells, or the whole area', async () => {
    const records = [
      record({ lon: 1, lat: 2, value: 1 }),
      record({ lon: 1.0001, lat: 2, value: 3 }),
      record({ lon: 40, lat: 2, value: 9 }),
      record({ lon: null, lat: null, value: 5 }),
    ];
    const by = async (grouping: ProfileOptions['grouping']) => soilProfile(records, { ...TOPSOIL, grouping });
    assert.deepEqual((await by({ by: 'area' })).slices.map(({ mean, n, coverage }) => [mean, n, coverage]), [[4.5, 4, 0.333333333333]]);
    const points = await by({ by: 'point' });
    assert.deepEqual(
      points.slices.map(({ lon, lat, mean }) => [lon, lat, mean]),
      [
        [1, 2, 1],
        [1.0001, 2, 3],
        [40, 2, 9],
      ],
    );
    assert.equal(points.report.leftOut.noPlace, 1);
    const cells = await by({ by: 'h3', resolution: 7 });
    assert.deepEqual(
      cells.slices.map(({ h3, mean, n }) => [h3, mean, n]),
      [
        [latLngToCell(2, 1, 7), 2, 2],
        [latLngToCell(2, 40, 7), 9, 1],
      ],
    );
  });

  it('are counted as missing only for records with a usable depth: others are counted for that', async () => {
    const nowhere = { lon: null, lat: null, h3: null };
    const records = [record({ ...nowhere, depthTop: null, depthBottom: null }), record({ ...nowhere, depthTop: 9, depthBottom: 9 }), record(nowhere)];
    const { leftOut } = (await soilProfile(records, { ...TOPSOIL, grouping: { by: 'point' } })).report;
    assert.deepEqual([leftOut.noDepth, leftOut.noThickness, leftOut.noPlace], [1, 1, 1]);
  });

  it('are those of the H3 cell, or none, if only the longitude or the latitude is known', async () => {
    const records = [record({ lon: 5, lat: null, h3: null }), record({ lon: null, lat: 50, h3: '8a1969335cd7fff' }), record({ lon: null, lat: 50, h3: '8a1969335cdffff' })];
    const [one, other, both] = [['8a1969335cd7fff', null], ['8a1969335cdffff', null], ['871969335ffffff', 51.9825681]];
    for (const [grouping, expected] of [[{ by: 'point' }, [one, other]], [{ by: 'h3', resolution: 7 }, [both]]] as const) {
      const { slices, report } = await soilProfile(records, { ...TOPSOIL, grouping });
      assert.deepEqual(slices.map((slice) => [slice.h3, slice.lat]), expected);
      assert.equal(report.leftOut.noPlace, 1);
      const turned = records.map((one) => ({ ...one, lon: one.lat, lat: one.lon && null }));
      assert.deepEqual((await soilProfile(turned, { ...TOPSOIL, grouping })).slices.map((slice) => [slice.h3, slice.lat]), expected);
    }
  });

  it('are the same with and without a cell beside the coordinates', async () => {
    const records = [record({ value: 1, depthBottom: 15, h3: latLngToCell(2, 1, 10) }), record({ value: 3, depthTop: 15, depthBottom: 30, h3: null })];
    const { slices, report } = await soilProfile(records, { ...TOPSOIL, grouping: { by: 'point' } });
    assert.deepEqual([slices.map(({ mean, n, coverage }) => [mean, n, coverage]), report.profiles], [[[2, 1, 1]], 1]);
    const datasets = await soilProfile([records[0]!, { ...records[1]!, dataset: 'B' }], { ...TOPSOIL, grouping: { by: 'point' } });
    assert.deepEqual(datasets.slices.map(({ mean, n }) => [mean, n]), [[2, 2]]);
  });

  it('have that cell whichever of their records comes first', async () => {
    const [fine, coarse] = [latLngToCell(2, 1, 10), latLngToCell(2, 1, 5)];
    const records = [record({ h3: null }), record({ h3: fine }), record({ h3: coarse }), record({ h3: null, dataset: 'B' })];
    for (const order of [[0, 1, 2, 3], [3, 2, 1, 0], [1, 3, 0, 2], [2, 0, 3, 1]]) {
      const { slices } = await soilProfile(order.map((at) => records[at]!), { ...TOPSOIL, grouping: { by: 'point' } });
      assert.deepEqual(slices.map(({ h3 }) => h3), [[fine, coarse].sort()[0]], String(order));
    }
  });

  it('are those of the H3 cell if there are no coordinates, unless a finer one is wanted', async () => {
    const h3 = latLngToCell(2, 1, 10);
    const records = [record({ lon: null, lat: null, h3 }), record({ lon: null, lat: null, h3: 'no cell' })];
    for (const resolution of [7, 10]) {
      const { slices, report } = await soilProfile(records, { ...TOPSOIL, grouping: { by: 'h3', resolution } });
      assert.deepEqual([slices.map((slice) => slice.h3), report.leftOut.noPlace], [[latLngToCell(2, 1, resolution)], 1]);
    }
    const finer = await soilProfile(records, { ...TOPSOIL, grouping: { by: 'h3', resolution: 12 } });
    assert.equal(finer.report.leftOut.noPlace, 2);
  });
});
