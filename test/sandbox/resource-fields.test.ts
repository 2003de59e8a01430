import assert from 'node:assert/strict';
import { LARGE_AREA, SandboxClient } from './sandbox-client';

type Check = (value: unknown, base: string) => boolean;
/** Field names; a question mark marks the optional ones. */
interface Fields {
  [name: string]: Check | Fields;
}

const text: Check = (value) => typeof value === 'string' && value !== '';
const address: Check = (value, base) => typeof value === 'string' && value.startsWith(`${base}/v1/`);
const link: Check = (value) => typeof value === 'string' && URL.canParse(value);
const number: Check = (value) => Number.isInteger(value);
const flag: Check = (value) => typeof value === 'boolean';
const moment: Check = (value) => typeof value === 'string' && new Date(value).toISOString() === value;
const list: Check = (value) => Array.isArray(value);
const oneOf = (...values: string[]): Check => (value) => values.includes(value as string);

const filter: Fields = { type: oneOf('LandCoverFilter', 'SoilGroupsFilter', 'AgroecologicalZonesFilter'), id: address, identifier: number, name: text, description: text };
const property: Fields = {
  type: oneOf('PhysicalProperty', 'ChemicalProperty', 'BiologicalProperty', 'DerivedProperty'),
  ...{ identifier: number, name: text, 'description?': text, 'unitText?': text, 'unitCode?': text },
};
const dataset: Fields = {
  ...{ type: oneOf('DataSet'), id: address, identifier: number, name: text, description: text, 'url?': link },
  measurementTechnique: { type: oneOf('DefinedTerm'), name: text, termCode: oneOf('DerivedSoilProfile', 'ObservedSoilProfile'), url: link },
  distribution: { type: oneOf('DataDownload'), encodingFormat: oneOf('TIF', 'GeoJSON'), lockedForDownload: flag },
  'size?': { type: oneOf('QuantitativeValue'), value: (value) => typeof value === 'string' && /^\d+$/.test(value), unitCode: oneOf('files', 'data points') },
  // "Fields of the dataset metadata beyond those listed (for example author, license): not shown."
  ...{ 'author?': { type: text, name: text }, 'license?': text, temporalCoverage: text },
};
const itemList: Fields = {
  ...{ '@context': address, id: address, type: oneOf('ItemList'), description: text },
  items: { id: address, type: oneOf('ItemList'), description: text, items: list },
};
const catalog: Fields = { '@context': address, id: address, type: oneOf('DataCatalog'), description: text, temporalCoverage: (value) => /^\d{4}\/\d{4}$/.test(String(value)), DataSet: list };
const running: Fields = { '@context': address, id: address, type: oneOf('Action'), actionStatus: text, description: text, startTime: moment };
const completed: Fields = { ...running, endTime: moment, result: { type: oneOf('DataDownload'), url: link, expires: moment } };

/** What is wrong with the fields of an object: missing, of another type, or not in the specification. */
function faults(object: unknown, fields: Fields, base: string, at = ''): string[] {
  if (typeof object !== 'object' || object === null) return [`${at} is no object`];
  const names = Object.keys(fields).map((name) => name.replace('?', ''));
  const unknown = Object.keys(object).filter((name) => !names.includes(name)).map((name) => `${at}.${name} is unknown`);
  return Object.entries(fields).reduce((found, [name, check]) => {
    const value: unknown = Reflect.get(object, name.replace('?', ''));
    const place = `${at}.${name}`;
    if (value === undefined) return name.endsWith('?') ? found : [...found, `${place} is missing`];
    if (typeof check === 'object') return [...found, ...faults(value, check, base, place)];
    return check(value, base) ? found : [...found, `${place} is ${JSON.stringify(value)}`];
  }, unknown);
}

describe('the resources of the sandbox have the fields of section 2, and no others', () => {
  const clock = { time: Date.UTC(2026, 0, 1), now: () => clock.time };
  let client: SandboxClient;
  let base: string;
  before(async () => {
    client = await SandboxClient.start({ clock });
    base = client.sandbox.baseUrl;
  });
  after(() => client.close());

  const ask = async (path: string): Promise<Record<string, unknown>> => (await client.post(path, { geometry: LARGE_AREA })).json;
  const all = (items: unknown, fields: Fields): void => {
    assert.ok(Array.isArray(items) && items.length > 2);
    for (const item of items) assert.deepEqual(faults(item, fields, base), [], JSON.stringify(item));
  };

  for (const [path, fields] of [['spatial-filters', filter], ['soil-properties', property]] as const) {
    it(`${path} (2.1, 2.2) and their list (2.4)`, async () => {
      const found = await ask(`/v1/${path}/queries`);
      assert.deepEqual(faults(found, itemList, base), []);
      all(Reflect.get(found.items as object, 'items'), fields);
    });
  }

  it('datasets (2.3) and their catalogue (2.4), found, listed and read', async () => {
    const listed = (await client.get('/v1/datasets')).json;
    for (const found of [await ask('/v1/datasets/queries'), listed]) {
      assert.deepEqual(faults(found, catalog, base), []);
      all(found.DataSet, dataset);
    }
    const [{ identifier }] = listed.DataSet;
    assert.deepEqual(faults((await client.get(`/v1/datasets/${identifier}`)).json, { '@context': address, ...dataset }, base), []);
  });

  for (const operation of ['soil-data-by-geometry/queries', 'soil-data-by-area-queries']) {
    it(`the job (2.5) of ${operation}, running and completed, and the answer to its creation (4.6)`, async () => {
      const { json: created, headers } = await client.post(`/v1/${operation}`, { geometry: LARGE_AREA });
      assert.equal(headers.get('location'), created.Location, 'RFC 9110, section 10.2.2');
      assert.deepEqual(faults(created, { Location: address }, base), []);
      assert.deepEqual(faults((await client.get(created.Location)).json, running, base), []);
      clock.time += 60_000;
      assert.deepEqual(faults((await client.get(created.Location)).json, completed, base), []);
    });
  }
});
