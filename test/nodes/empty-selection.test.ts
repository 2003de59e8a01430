import assert from 'node:assert/strict';
import { refuseEmptySelection } from '../../nodes/runtime/empty-selection';

describe('A selection without a match', () => {
  const refuse = (found: number, query: object): void =>
    refuseEmptySelection({ soil: { selection: { datasets: { found, selected: 0 } } } }, query);

  it('is refused if the request would ask for everything', () => {
    for (const query of [{}, { datasets: [] }]) assert.throws(() => refuse(3, query), { code: 'SOIL_CONFIG', message: /^No dataset of this area fits the selection/ });
  });

  it('is told apart from an area that has nothing of the kind: there, another selection would not help', () => {
    const msg = { soil: { selection: { soilProperties: { found: 0, selected: 0, missed: true as const } } } };
    assert.throws(() => refuseEmptySelection(msg, {}), { code: 'SOIL_CONFIG', message: /^The service has no soil property in this area, .* latitude and longitude may have been swapped\./ });
  });

  it('is none if the area has nothing and all were wanted, or if identifiers are requested all the same', () => {
    refuse(0, {});
    refuse(3, { datasets: [7] });
  });
});
