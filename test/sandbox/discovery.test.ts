import assert from 'node:assert/strict';
import { LARGE_AREA, OPEN_SEA, SandboxClient } from './sandbox-client';

const KENYA = 'POLYGON((36 -1,36.4 -1,36.4 -0.6,36 -0.6,36 -1))';
const IOWA = 'POLYGON((-94 42,-93.6 42,-93.6 42.3,-94 42.3,-94 42))';

interface Item {
  type: string;
  id?: string;
  identifier: number;
  name: string;
  unitText?: string;
  unitCode?: string;
}

describe('discovery in the sandbox', () => {
  let client: SandboxClient;
  before(async () => {
    client = await SandboxClient.start();
  });
  after(() => client.close());

  const list = async (resource: string, body: object): Promise<Item[]> => {
    const { status, headers, json } = await client.post(`/v1/${resource}/queries`, body);
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'application/ld+json');
    assert.equal(headers.get('x-synthetic-data'), 'true');
    return (resource === 'datasets' ? json.DataSet : json.items.items) as Item[];
  };
  const names = async (resource: string, body: object): Promise<string[]> => (await list(resource, body)).map(({ name }) => name);

  it('gives lists in the nested shape of section 2.4', async () => {
    const base = client.sandbox.baseUrl;
    const { json } = await client.post('/v1/spatial-filters/queries', { geometry: LARGE_AREA });
    assert.equal(json['@context'], `${base}/v1/core.jsonld`);
    assert.equal(json.type, 'ItemList');
    assert.equal(json.id, `${base}/v1/spatial-filters`);
    assert.equal(json.items.type, 'ItemList');
    assert.match(json.description, /SYNTHETIC/);
    const { json: catalog } = await client.post('/v1/datasets/queries', { geometry: LARGE_AREA });
    assert.deepEqual(Object.keys(catalog), ['@context', 'id', 'type', 'description', 'temporalCoverage', 'DataSet']);
    assert.match(catalog.temporalCoverage, /^\d{4}\/\d{4}$/);
  });

  it('finds spatial filters of the three types, with addresses', async () => {
    const filters = await list('spatial-filters', { geometry: LARGE_AREA });
    assert.deepEqual([...new Set(filters.map(({ type }) => type))].sort(), ['AgroecologicalZonesFilter', 'LandCoverFilter', 'SoilGroupsFilter']);
    for (const { id, identifier } of filters) assert.equal(id, `${client.sandbox.baseUrl}/v1/spatial-filters/${identifier}`);
  });

  it('finds soil properties with parallel lists of units and codes, and some without', async () => {
    const properties = await list('soil-properties', { geometry: KENYA });
    for (const { unitText, unitCode } of properties) assert.equal(unitText?.split(',').length, unitCode?.split(',').length);
    assert.ok(properties.some(({ unitText }) => unitText?.includes(',')));
    const clay = properties.find(({ name }) => name === 'Clay');
    assert.deepEqual([clay?.unitText, clay?.unitCode], ['%,g/kg', 'http://qudt.org/vocab/unit/PERCENT,http://qudt.org/vocab/unit/GM-PER-KiloGM']);
    const [textureClass] = properties.filter(({ name }) => name === 'Texture class');
    assert.ok(textureClass && !('unitText' in textureClass) && !('unitCode' in textureClass));
    assert.deepEqual([...new Set(properties.map(({ type }) => type))].sort(), [
      'BiologicalProperty',
      'ChemicalProperty',
      'DerivedProperty',
      'PhysicalProperty',
    ]);
  });

  it('answers to the place', async () => {
    const [netherlands, kenya, iowa] = await Promise.all([LARGE_AREA, KENYA, IOWA].map((geometry) => names('datasets', { geometry })));
    assert.ok(netherlands?.includes('European topsoil survey (synthetic)') && !netherlands.includes('African soil grids (synthetic)'));
    assert.ok(kenya?.includes('African soil grids (synthetic)') && !kenya.includes('European topsoil survey (synthetic)'));
    assert.ok(iowa?.includes('North American soil laboratory records (synthetic)') && !iowa.includes('African soil profiles (synthetic)'));
    assert.notDeepEqual(await names('spatial-filters', { geometry: LARGE_AREA }), await names('spatial-filters', { geometry: KENYA }));
    assert.notDeepEqual(await names('soil-properties', { geometry: LARGE_AREA }), await names('soil-properties', { geometry: KENYA }));
  });

  it('finds nothing in the sea', async () => {
    for (const resource of ['spatial-filters', 'soil-properties', 'datasets']) assert.deepEqual(await names(resource, { geometry: OPEN_SEA }), []);
    const [nothing, all] = [await client.post('/v1/datasets/queries', { geometry: OPEN_SEA }), await client.get('/v1/datasets')];
    assert.deepEqual([nothing.json.temporalCoverage, all.json.temporalCoverage], ['1950/2024', '1950/2024'], 'the years of the service, if none of the area');
  });

  it('is narrowed by filters and properties', async () => {
    const all = await names('datasets', { geometry: LARGE_AREA });
    const microbial = await names('datasets', { geometry: LARGE_AREA, soilProperties: [213] });
    assert.deepEqual(microbial, ['Soil life survey (synthetic)']);
    assert.ok(all.length > microbial.length);
    // The tropics are not in the Netherlands: no place there passes.
    assert.deepEqual(await names('datasets', { geometry: LARGE_AREA, spatialFilters: [51] }), []);
    assert.deepEqual(await names('soil-properties', { geometry: LARGE_AREA, spatialFilters: [51] }), []);
    const present = await list('spatial-filters', { geometry: LARGE_AREA });
    const [first] = present;
    assert.ok((await names('soil-properties', { geometry: LARGE_AREA, spatialFilters: [first?.identifier] })).length > 0);
    assert.deepEqual(await names('datasets', { geometry: LARGE_AREA, spatialFilters: [...present.filter(({ type }) => type === 'LandCoverFilter').map(({ identifier }) => identifier), 51] }), [], 'one of each type');
  });

  it('is narrowed by the years of a dataset, its first and its last included', async () => {
    const survey = async (years: object): Promise<boolean> => (await names('datasets', { geometry: LARGE_AREA, ...years })).includes('European topsoil survey (synthetic)');
    const found = await Promise.all([{ endYear: 2008 }, { endYear: 2009 }, { startYear: 2018 }, { startYear: 2019 }].map(survey));
    assert.deepEqual(found, [false, true, true, false]);
  });

  it('finds the same for points as for the hexagons around them', async () => {
    assert.ok((await names('datasets', { geometry: 'POINT(36.8 -1.28)' })).includes('African soil profiles (synthetic)'));
    assert.deepEqual(await names('datasets', { geometry: 'MULTIPOINT((-30 40),(-31 41))' }), []);
  });

  it('lists all datasets and reads one', async () => {
    const { status, json } = await client.get('/v1/datasets');
    assert.equal(status, 200);
    assert.equal(json.DataSet.length, 12);
    const one = await client.get('/v1/datasets/104');
    assert.equal(one.json.identifier, 104);
    assert.equal(one.json.type, 'DataSet');
    assert.equal(one.json.distribution.encodingFormat, 'GeoJSON');
    const missing = await client.get('/v1/datasets/999');
    assert.equal(missing.status, 404);
    assert.equal(missing.json.status, 404);
  });

  it('has datasets that call for a careful reader', async () => {
    const { json } = await client.get('/v1/datasets');
    const datasets = json.DataSet as { name: string; description: string; url?: string; license?: string; size?: { value: string; unitCode: string }; distribution: { lockedForDownload: boolean } }[];
    assert.equal(datasets.filter(({ distribution }) => distribution.lockedForDownload).length, 1);
    assert.equal(datasets.filter(({ license }) => license === undefined).length, 1);
    assert.ok(datasets.some(({ url }) => url === undefined));
    const sizes = datasets.flatMap(({ size }) => (size ? [`${size.value} ${size.unitCode}`] : []));
    assert.deepEqual(sizes, ['36 files', '2 files', '6 files']);
    assert.ok(datasets.some(({ description }) => /<\w+/.test(description)));
    assert.ok(datasets.every(({ name, description }) => name.includes('synthetic') && description.includes('SYNTHETIC')));
  });

  it('gives the context of its documents', async () => {
    const { json } = await client.get('/v1/core.jsonld');
    assert.equal(json['@context']['@vocab'], 'https://schema.org/');
  });
});
