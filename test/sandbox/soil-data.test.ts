import assert from 'node:assert/strict';
import { LARGE_AREA, OPEN_SEA, SandboxClient, SMALL_FIELD } from './sandbox-client';

interface Cell {
  name: string;
  value?: string | number;
  unitText?: string;
}

describe('synchronous soil data of the sandbox', () => {
  let client: SandboxClient;
  before(async () => {
    client = await SandboxClient.start();
  });
  after(() => client.close());

  const items = async (body: object): Promise<Map<string, Cell>[]> => {
    const { status, json } = await client.post('/v1/soil-data-by-geometry', body);
    assert.equal(status, 200);
    return (json.dataFeedElement as { item: Cell[] }[]).map(({ item }) => new Map(item.map((cell) => [cell.name, cell])));
  };

  it('is a data feed of named cells', async () => {
    const { json } = await client.post('/v1/soil-data-by-geometry', { geometry: SMALL_FIELD });
    assert.equal(json.type, 'DataFeed');
    assert.match(json.description, /SYNTHETIC/);
    const elements = await items({ geometry: SMALL_FIELD });
    assert.ok(elements.length > 50);
    for (const cells of elements) {
      assert.ok(['Property', 'Original name', 'Value', 'Conversion', 'Latitude', 'Longitude', 'Data source'].every((name) => cells.has(name)));
      const depth = cells.get('Depth')?.value ?? /(\d+-\d+)cm/.exec(String(cells.get('Property')?.value))?.[1];
      assert.match(String(depth), /^\d+-\d+$/);
    }
    assert.ok(elements.some((cells) => String(cells.get('Property')?.value).endsWith('_mean')));
    assert.ok(elements.some((cells) => cells.get('Conversion')?.value === undefined && cells.get('Value')?.value !== undefined));
    const converted = elements.find((cells) => cells.get('Original name')?.value === 'clay');
    assert.equal(converted?.get('Value')?.unitText, 'g/kg');
    assert.equal(converted.get('Conversion')?.unitText, '%');
    assert.ok(Math.abs(Number(converted.get('Value')?.value) - 10 * Number(converted.get('Conversion')?.value)) < 1e-6);
  });

  it('is an empty list if there are no data', async () => {
    assert.deepEqual(await items({ geometry: OPEN_SEA }), []);
    assert.deepEqual(await items({ geometry: SMALL_FIELD, spatialFilters: [51] }), []);
    assert.deepEqual(await items({ geometry: SMALL_FIELD, endYear: 1900 }), []);
  });

  it('is narrowed by properties, datasets, years and data types', async () => {
    const values = async (body: object, name: string): Promise<string[]> =>
      [...new Set((await items({ geometry: SMALL_FIELD, ...body })).map((cells) => String(cells.get(name)?.value)))].sort();
    assert.deepEqual(await values({ soilProperties: [202] }, 'Property'), ['Clay', 'Clay_mean']);
    assert.deepEqual(await values({ datasets: [104] }, 'Data source'), ['European topsoil survey (synthetic)']);
    assert.deepEqual(await values({ gisDataTypes: ['raster'], soilProperties: [205] }, 'Property'), ['Organic carbon_mean']);
    const years = await values({ startYear: 2010, endYear: 2012, gisDataTypes: ['point'] }, 'Sampling date');
    assert.ok(years.length > 0 && years.every((date) => Number(date.slice(0, 4)) >= 2010 && Number(date.slice(0, 4)) <= 2012));
    const year = Number(years[0]?.slice(0, 4));
    const ofYear = await values({ startYear: year, endYear: year, gisDataTypes: ['point'] }, 'Sampling date');
    assert.deepEqual(ofYear, years.filter((date) => date.startsWith(String(year))));
  });

  it('never holds values of the locked dataset', async () => {
    assert.deepEqual(await items({ geometry: SMALL_FIELD, datasets: [112] }), []);
    assert.ok((await items({ geometry: SMALL_FIELD })).every((cells) => !String(cells.get('Data source')?.value).includes('locked')));
  });

  it('refuses an area of ten hectares or more', async () => {
    const { status, json } = await client.post('/v1/soil-data-by-geometry', { geometry: LARGE_AREA });
    assert.equal(status, 400);
    assert.equal(json.type, 'urn:soil-sandbox:area-limit');
    assert.match(json.detail, /below 10 ha/);
  });

  it('has the grids of each point separately, at its own place, as if only that point were requested', async () => {
    const grids = { gisDataTypes: ['raster'], soilProperties: [205] };
    const seen = async (geometry: string): Promise<string[]> =>
      (await items({ geometry, ...grids })).map((cells) => ['H3 index', 'Longitude', 'Original name', 'Depth', 'Value'].map((name) => cells.get(name)?.value).join(' '));
    const [one, other] = [await seen('POINT(5.66 51.97)'), await seen('POINT(5.68 51.98)')];
    assert.notDeepEqual(one, other);
    assert.deepEqual((await seen('MULTIPOINT((5.66 51.97), (5.68 51.98))')).sort(), [...one, ...other].sort());
  });

  it('has all places of a small area: several fields together have what each has alone', async () => {
    const field = (west: number): string => `((${west} 51.97, ${west + 0.003} 51.97, ${west + 0.003} 51.9715, ${west} 51.9715, ${west} 51.97))`;
    const points = async (geometry: string): Promise<number> => (await items({ geometry, gisDataTypes: ['point'] })).length;
    const [one, other] = [await points(`POLYGON ${field(5.66)}`), await points(`POLYGON ${field(5.68)}`)];
    assert.ok(one > 0 && other > 0);
    assert.equal(await points(`MULTIPOLYGON (${field(5.66)}, ${field(5.68)})`), one + other);
  });

  it('answers for a point, and for a spot too small to hold a sample', async () => {
    assert.ok((await items({ geometry: 'POINT(5.66 51.97)' })).length > 0);
    const spot = await items({ geometry: 'POLYGON((5.66 51.97,5.66001 51.97,5.66001 51.97001,5.66 51.97))' });
    assert.ok(spot.some((cells) => cells.get('Data source')?.value === 'World soil grids (synthetic)'));
  });

  it('is the same each time', async () => {
    assert.deepEqual(await items({ geometry: SMALL_FIELD }), await items({ geometry: SMALL_FIELD }));
  });
});
