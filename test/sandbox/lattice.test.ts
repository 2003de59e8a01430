import assert from 'node:assert/strict';
import { cellCentre, cellsOver } from '../../src/sandbox/world/lattice';

describe('the cells of the synthetic world', () => {
  for (const level of [0, 5, 16]) {
    it(`end at the poles, at level ${level}`, () => {
      const globe = cellsOver({ west: -180, south: -90, east: 179.99999, north: 90 }, level);
      assert.deepEqual(globe, { column: 0, row: 0, columns: 2 ** (20 - level), rows: 2 ** (19 - level) });
      const [, north] = cellCentre(level, 0, globe.row + globe.rows - 1);
      assert.ok(north < 90 && north > 90 - 360 / globe.columns, String(north));
    });
  }
});
