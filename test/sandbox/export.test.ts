import assert from 'node:assert/strict';
import { LARGE_AREA, OPEN_SEA, SandboxClient, SMALL_FIELD } from './sandbox-client';
import { csvRows, zipEntries } from './zip-entries';

const AFRICA = 'POLYGON((36 -1,36.4 -1,36.4 -0.6,36 -0.6,36 -1))';

interface Feature {
  geometry: { coordinates: [number, number] };
  properties: Record<string, unknown>;
}

describe('the zip of a job', () => {
  const clock = { now: () => Date.UTC(2026, 0, 1, 12, 30) };
  let client: SandboxClient;
  let zip: Buffer;
  let entries: Map<string, Buffer>;
  let rows: Record<string, string>[];
  before(async () => {
    client = await SandboxClient.start({ jobSeconds: 0, clock });
    zip = await client.export({ geometry: LARGE_AREA });
    entries = await zipEntries(zip);
    rows = csvRows(String(entries.get('output_data_points.csv')));
  });
  after(() => client.close());

  const exported = async (body: Record<string, unknown>): Promise<Map<string, Buffer>> => zipEntries(await client.export(body));
  const sources = async (body: Record<string, unknown>): Promise<Set<string | undefined>> =>
    new Set(csvRows(String((await exported(body)).get('output_data_points.csv'))).map((row) => row['data_source']));

  it('is large enough to be seen arriving, and small enough for a demonstration', () => {
    assert.ok(zip.length > 200_000 && zip.length < 2_000_000, `${zip.length} bytes`);
  });

  it('holds a file for each dataset, the CSV, the licences and a word of warning', () => {
    assert.deepEqual(
      [...entries.keys()],
      [
        'README.txt',
        'LICENSES.txt',
        'output_data_points.csv',
        'world_soil_profiles_synthetic.geojson',
        'european_topsoil_survey_synthetic.geojson',
        'soil_life_survey_synthetic.geojson',
        'world_soil_grids_synthetic.tif',
        'world_soil_water_and_texture_grid_synthetic.tif',
      ],
    );
    assert.match(String(entries.get('README.txt')), /^SYNTHETIC/);
    assert.match(String(entries.get('README.txt')), /locked for download, left out/);
    assert.match(String(entries.get('LICENSES.txt')), /World soil grids \(synthetic\)\t.*\tCC-BY-4.0/);
  });

  it('has the columns that deployments write', () => {
    assert.equal(
      String(entries.get('output_data_points.csv')).split('\n')[0],
      'id,lat,lon,property,original_name,upper_depth_cm,lower_depth_cm,value,unit,sampling_date,license,h3_index,publication_date,data_source',
    );
  });

  it('has rows within the area, with a cell of H3 each', async () => {
    const { latLngToCell } = await import('h3-js');
    assert.ok(rows.length > 1000);
    for (const row of rows) {
      assert.ok(Number(row['lon']) >= 5.5 && Number(row['lon']) <= 5.9 && Number(row['lat']) >= 51.9 && Number(row['lat']) <= 52.2);
      assert.ok(Number(row['upper_depth_cm']) < Number(row['lower_depth_cm']));
      assert.match(row['data_source'] ?? '', /synthetic/);
    }
    const [first] = rows;
    assert.equal(first?.['h3_index'], latLngToCell(Number(first?.['lat']), Number(first?.['lon']), 10));
  });

  it('has the flaws of real collections', () => {
    const share = (test: (row: Record<string, string>) => boolean): number => rows.filter(test).length / rows.length;
    assert.ok(share((row) => row['unit'] === '') > 0.05);
    assert.ok(share((row) => row['sampling_date'] === '') > 0.05);
    assert.ok(share((row) => /^\d{4}$/.test(row['sampling_date'] ?? '')) > 0.3);
    assert.ok(share((row) => row['value'] === '') > 0.005);
    assert.ok(new Set(rows.map((row) => JSON.stringify(row))).size < 0.97 * rows.length, 'exact repeats');
    assert.ok(rows.some((row) => Number(row['sampling_date']?.slice(0, 4)) < 1970));
    const methods = new Set(rows.filter((row) => row['property'] === 'pH').map((row) => row['original_name']));
    assert.ok(['PHAQ', 'PHCA', 'pH_H2O', 'pH_CaCl2'].every((name) => methods.has(name)));
  });

  it('has a GeoJSON file for each point dataset, with the same values as the CSV', () => {
    for (const name of ['world_soil_profiles_synthetic', 'european_topsoil_survey_synthetic', 'soil_life_survey_synthetic']) {
      const collection = JSON.parse(String(entries.get(`${name}.geojson`))) as { type: string; description: string; features: Feature[] };
      assert.equal(collection.type, 'FeatureCollection');
      assert.match(collection.description, /SYNTHETIC/);
      const source = collection.features[0]?.properties['data_source'];
      const ofSource = rows.filter((row) => row['data_source'] === source);
      assert.equal(collection.features.length, ofSource.length);
      for (const [index, { geometry, properties }] of collection.features.entries()) {
        assert.deepEqual(geometry.coordinates.map(String), [ofSource[index]?.['lon'], ofSource[index]?.['lat']]);
        assert.equal(properties['value'] === null ? '' : String(properties['value'] as string | number), ofSource[index]?.['value']);
        assert.equal(properties['synthetic'], true);
      }
    }
  });

  it('is the same for the same request', async () => {
    const [first, second] = [await exported({ geometry: SMALL_FIELD }), await exported({ geometry: SMALL_FIELD })];
    for (const [name, content] of first) if (name !== 'README.txt') assert.ok(second.get(name)?.equals(content), name);
  });

  it('shows for a large area a selection of what it shows for a small one within it', async () => {
    const around = ([row]: typeof rows): string => {
      const [x, y] = [Number(row?.['lon']), Number(row?.['lat'])];
      const d = 0.002;
      return `POLYGON((${x - d} ${y - d},${x + d} ${y - d},${x + d} ${y + d},${x - d} ${y + d},${x - d} ${y - d}))`;
    };
    const near = csvRows(String((await exported({ geometry: around(rows) })).get('output_data_points.csv')));
    assert.ok(near.some((row) => JSON.stringify(row) === JSON.stringify(rows[0])));
  });

  it('is narrowed by datasets, properties, data types and years', async () => {
    assert.deepEqual([...(await sources({ geometry: LARGE_AREA, dataSets: [104] }))], ['European topsoil survey (synthetic)']);
    const rasters = await exported({ geometry: LARGE_AREA, gisDataTypes: ['raster'] });
    assert.ok([...rasters.keys()].every((name) => !name.endsWith('.geojson')) && rasters.has('world_soil_grids_synthetic.tif'));
    const points = await exported({ geometry: LARGE_AREA, gisDataTypes: ['point'], soilProperties: [202, 206], startYear: 2000, endYear: 2010 });
    assert.ok([...points.keys()].every((name) => !name.endsWith('.tif')));
    const narrowed = csvRows(String(points.get('output_data_points.csv')));
    assert.deepEqual([...new Set(narrowed.map((row) => row['property']))].sort(), ['Clay', 'Total nitrogen']);
    for (const row of narrowed) assert.ok(Number(row['sampling_date']?.slice(0, 4)) >= 2000 && Number(row['sampling_date']?.slice(0, 4)) <= 2010);
  });

  it('never holds the locked dataset', async () => {
    assert.ok(rows.every((row) => !row['data_source']?.includes('locked')));
    assert.deepEqual([...(await sources({ geometry: LARGE_AREA, datasets: [104, 112] }))], ['European topsoil survey (synthetic)']);
    assert.doesNotMatch(String(entries.get('LICENSES.txt')), /^112\t/m);
  });

  it('says so if there are no data', async () => {
    const empty = await exported({ geometry: OPEN_SEA });
    assert.deepEqual([...empty.keys()], ['README.txt', 'LICENSES.txt', 'output_data_points.csv']);
    assert.match(String(empty.get('README.txt')), /there are no data for this request/);
    assert.equal(csvRows(String(empty.get('output_data_points.csv'))).length, 0);
  });

  it('has data around each of many points', async () => {
    const points = Array.from({ length: 20 }, (_, index) => `(${36 + index / 10} ${-1 + index / 20})`);
    const found = csvRows(String((await exported({ geometry: `MULTIPOINT(${points.join(',')})` })).get('output_data_points.csv')));
    assert.ok(new Set(found.map((row) => Number(row['lon']).toFixed(1))).size >= 15);
  });

  it('goes on across the antimeridian', async () => {
    const fiji = 'MULTIPOLYGON(((179.8 -17,180 -17,180 -16.6,179.8 -16.6,179.8 -17)),((-180 -17,-179.8 -17,-179.8 -16.6,-180 -16.6,-180 -17)))';
    const longitudes = csvRows(String((await exported({ geometry: fiji, datasets: [110] })).get('output_data_points.csv'))).map((row) => Number(row['lon']));
    assert.ok(longitudes.some((longitude) => longitude > 179.8) && longitudes.some((longitude) => longitude < -179.8));
    assert.ok(longitudes.every((longitude) => Math.abs(longitude) >= 179.8 && Math.abs(longitude) <= 180));
  });

  describe('its GeoTIFF files', () => {
    const open = async (file: Buffer | undefined) => {
      assert.ok(file);
      const { fromArrayBuffer } = await import('geotiff');
      const image = await (await fromArrayBuffer(Uint8Array.from(file).buffer)).getImage();
      return { image, bands: (await image.readRasters()) as unknown as ArrayLike<number>[] };
    };

    it('cover the area in degrees of WGS 84, a band for each property and depth', async () => {
      const { image, bands } = await open(entries.get('world_soil_grids_synthetic.tif'));
      assert.equal(image.getGeoKeys()?.GeographicTypeGeoKey, 4326);
      assert.equal(bands.length, 36);
      assert.equal(image.getGDALNoData(), -9999);
      const [west = NaN, south = NaN, east = NaN, north = NaN] = image.getBoundingBox();
      const [pixel = NaN] = image.getResolution();
      assert.ok(west <= 5.5 && west > 5.5 - pixel && east >= 5.9 && east < 5.9 + pixel, `${west} to ${east}`);
      assert.ok(south <= 51.9 && south > 51.9 - pixel && north >= 52.2 && north < 52.2 + pixel, `${south} to ${north}`);
      const metadata = await image.getGDALMetadata(0);
      assert.deepEqual(
        { ...metadata },
        {
          DESCRIPTION: 'pH_0-5cm_mean',
          UNITTYPE: 'pH',
          OFFSET: '0',
          SCALE: '1',
          property: 'pH',
          original_name: 'phh2o_mean',
          original_unit: 'pH',
          upper_depth_cm: '0',
          lower_depth_cm: '5',
          data_source: 'World soil grids (synthetic)',
        },
      );
      assert.equal((await image.getGDALMetadata())?.['SYNTHETIC'], 'yes');
    });

    it('hold plausible values, of which clay, silt and sand add up to 100', async () => {
      const { image, bands } = await open(entries.get('world_soil_grids_synthetic.tif'));
      const ofProperty = async (property: string): Promise<ArrayLike<number>> => {
        for (let sample = 0; sample < bands.length; sample++) {
          const metadata = await image.getGDALMetadata(sample);
          if (metadata?.['property'] === property) return bands[sample] as ArrayLike<number>;
        }
        throw new Error(property);
      };
      const [clay, silt, sand, ph] = [await ofProperty('Clay'), await ofProperty('Silt'), await ofProperty('Sand'), await ofProperty('pH')];
      let counted = 0;
      for (let pixel = 0; pixel < clay.length; pixel++) {
        if (clay[pixel] === -9999) continue;
        counted++;
        assert.ok(Math.abs((clay[pixel] ?? 0) + (silt[pixel] ?? 0) + (sand[pixel] ?? 0) - 100) < 0.001);
        assert.ok((ph[pixel] ?? 0) > 3.5 && (ph[pixel] ?? 0) < 9.5);
      }
      assert.ok(counted > 0.8 * clay.length);
    });

    it('hold whole numbers with a scale if the dataset does', async () => {
      const { image, bands } = await open((await exported({ geometry: AFRICA, datasets: [106] })).get('african_soil_grids_synthetic.tif'));
      assert.equal(bands.length, 6);
      assert.ok(bands[0] instanceof Int16Array);
      const metadata = await image.getGDALMetadata(0);
      assert.equal(metadata?.['SCALE'], '0.1');
      const stored = Array.from(bands[0]).filter((value) => value !== -9999);
      assert.ok(stored.length > 0 && stored.every((value) => value * 0.1 > 3.5 && value * 0.1 < 9.5));
    });

    it('leave out what is outside the area, but keep at least one pixel', async () => {
      const water = async (geometry: string) => (await exported({ geometry, datasets: [103] })).get('world_soil_water_and_texture_grid_synthetic.tif');
      const triangle = await open(await water('POLYGON((36 -1,36.4 -1,36 -0.6,36 -1))'));
      const inside = Array.from(triangle.bands[0] ?? []).filter((value) => value !== -9999).length / (triangle.bands[0]?.length ?? 1);
      assert.ok(Math.abs(inside - 0.5) < 0.05, `${inside}`);
      const spot = await open(await water('POLYGON((36 -1,36.00001 -1,36 -0.99999,36 -1))'));
      assert.ok(Array.from(spot.bands[0] ?? []).some((value) => value !== -9999));
    });

    it('have no values in the sea', async () => {
      const { image, bands } = await open((await exported({ geometry: 'POLYGON((3.9 52.1,4.1 52.1,4.1 52.2,3.9 52.2,3.9 52.1))', datasets: [101] })).get('world_soil_grids_synthetic.tif'));
      const row = Array.from({ length: image.getWidth() }, (_, x) => bands[0]![x + image.getWidth() * (image.getHeight() >> 1)]);
      assert.deepEqual([row[1] === -9999, row.at(-2)! > 0], [true, true], `${row.join(' ')}`);
    });

    it('are narrow across the antimeridian', async () => {
      const fiji = 'MULTIPOLYGON(((179.8 -17,180 -17,180 -16.6,179.8 -16.6,179.8 -17)),((-180 -17,-179.8 -17,-179.8 -16.6,-180 -16.6,-180 -17)))';
      const { image, bands } = await open((await exported({ geometry: fiji, datasets: [103] })).get('world_soil_water_and_texture_grid_synthetic.tif'));
      const [west = NaN, , east = NaN] = image.getBoundingBox();
      assert.ok(west > 179.7 && east < 180.3, `${west} to ${east}`);
      assert.ok(Array.from(bands[0] ?? []).filter((value) => value !== -9999).length > 0.8 * (bands[0]?.length ?? 0));
    });
  });
});
