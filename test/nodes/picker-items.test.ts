import assert from 'node:assert/strict';
import { LONGEST_AREA } from '../../nodes/admin/admin-answers';
import { BadRequest } from '../../nodes/admin/admin-route';
import { findItems, readPickerQuestion } from '../../nodes/admin/picker-items';
import { SoilError, type SoilErrorCode } from '../../src/errors/soil-error';
import type { Dataset, SoilProperty } from '../../src/service/resources';
import type { CallOptions, SoilService } from '../../src/service/soil-service';
import { ScriptedService } from '../service/scripted-service';

const geometry = 'POINT (5 52)';
const dataset: Dataset = {
  ...{ type: 'DataSet', id: '', identifier: 7, name: 'Grid', description: 'A grid', measurementTechnique: { name: 'Observed' } },
  ...{ distribution: { encodingFormat: 'TIF', lockedForDownload: true }, size: { value: '3', unitCode: 'files' }, licence: 'CC BY 4.0' },
};
const property: SoilProperty = { type: 'PhysicalProperty', identifier: 2, name: 'Clay', unitText: '%,g/kg' };

describe('What a picker lists', () => {
  const asked: object[] = [];
  /** A service that knows no spatial filter and no soil property 9, and says so with a code. */
  const service = (code: SoilErrorCode = 'SOIL_REQUEST', properties = [property]): SoilService => {
    const answer = <List>(list: List) => (query: { spatialFilters?: number[]; soilProperties?: number[] }): Promise<List> => {
      asked.push(query);
      return [query.spatialFilters, query.soilProperties].flat().includes(9) ? Promise.reject(new SoilError(code, 'There is no 9.')) : Promise.resolve(list);
    };
    return { spatialFilters: answer([]), soilProperties: answer(properties), datasets: answer({ datasets: [dataset] }), allDatasets: () => answer({ datasets: [] })({}) } as never;
  };
  const question = (resource: string, query: object) => readPickerQuestion({ resource, query });
  beforeEach(() => void asked.splice(0));

  it('is asked for with an area up to its limit, and identifiers from 0', () => {
    const { area, spatialFilters } = question('datasets', { area: 'x'.repeat(LONGEST_AREA), spatialFilters: [0] });
    assert.deepEqual([area.length, spatialFilters], [LONGEST_AREA, [0]]);
    for (const query of [{ area: 'x'.repeat(LONGEST_AREA + 1) }, { spatialFilters: [-1] }, { soilProperties: [0.5] }]) assert.throws(() => question('datasets', query), BadRequest);
  });

  it('is narrowed by what was chosen before', async () => {
    const chosen = { area: ` ${geometry} `, spatialFilters: [1], soilProperties: [2] };
    for (const resource of ['spatial-filters', 'soil-properties', 'datasets']) await findItems(service(), question(resource, chosen));
    assert.deepEqual(asked, [
      { geometry, spatialFilters: [1] },
      { geometry, spatialFilters: [1] },
      { geometry, spatialFilters: [1], soilProperties: [2] },
    ]);
  });

  it('is not narrowed by a choice that the service no longer has', async () => {
    for (const chosen of [{ spatialFilters: [9], soilProperties: [2] }, { spatialFilters: [9] }, { soilProperties: [9] }]) {
      const gone = question('datasets', { area: geometry, ...chosen });
      assert.equal((await findItems(service(), gone)).items.length, 1);
      assert.deepEqual(asked.splice(0), [{ geometry, ...chosen }, { geometry }]);
      await assert.rejects(findItems(service('SOIL_UNAVAILABLE'), gone), { code: 'SOIL_UNAVAILABLE' });
      asked.splice(0);
    }
  });

  it('is all datasets if no area is known, and none of the others', async () => {
    assert.deepEqual(await findItems(service(), question('datasets', { area: ' ' })), { items: [], more: 0 });
    await assert.rejects(findItems(service(), question('soil-properties', { area: ' ' })), { code: 'SOIL_GEOMETRY' });
  });

  it('tells what a person needs in order to choose', async () => {
    const [grid] = (await findItems(service(), question('datasets', { area: geometry }))).items;
    assert.deepEqual(grid, { identifier: 7, name: 'Grid', type: 'Observed', description: 'A grid', units: '', format: 'TIF', size: '3', sizeUnit: 'files', licence: 'CC BY 4.0', locked: true });
    const [clay] = (await findItems(service(), question('soil-properties', { area: geometry }))).items;
    assert.deepEqual(clay, { identifier: 2, name: 'Clay', type: 'PhysicalProperty', description: '', units: '%, g/kg', format: '', size: '', sizeUnit: '', licence: '', locked: false });
  });

  it('says what the service answers if that is an error each time, and not that there is no answer', async () => {
    const failing = await ScriptedService.start();
    try {
      failing.on('GET /v1/datasets', { status: 500, headers: { 'retry-after': '20' }, body: { title: 'Internal' } });
      const list = findItems(failing.connect({ timeout: 60 }), question('datasets', {}));
      await assert.rejects(list, { code: 'SOIL_UNAVAILABLE', message: /^Could not read all datasets: .* answered 500: Internal/ });
    } finally {
      await failing.close();
    }
  });

  it('waits if the service asks for a pause, but not if it fails for as long', async () => {
    for (const [code, given] of [['SOIL_RATE_LIMITED', 1], ['SOIL_UNAVAILABLE', 0]] as const) {
      const error = new SoilError(code, 'The service answered.');
      const pausing = {
        allDatasets: ({ signal, onDelay }: CallOptions) => {
          onDelay?.({ reason: 'rate-limit', seconds: 20, error });
          return signal?.aborted ? Promise.reject(signal.reason as Error) : Promise.resolve({ datasets: [dataset] });
        },
      };
      const list = findItems(pausing as never, question('datasets', {}));
      if (given === 0) await assert.rejects(list, error);
      else assert.equal((await list).items.length, given);
    }
  });

  it('ends if a list is too long to show, and says how much more there is', async () => {
    const many = Array.from({ length: 5_003 }, (_, identifier) => ({ ...property, identifier }));
    const { items, more } = await findItems(service('SOIL_REQUEST', many), question('soil-properties', { area: geometry }));
    assert.deepEqual([items.length, more], [5_000, 3]);
  });
});
