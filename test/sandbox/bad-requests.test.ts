import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { LARGE_AREA, SandboxClient } from './sandbox-client';

const QUERIES = [
  '/v1/spatial-filters/queries',
  '/v1/soil-properties/queries',
  '/v1/datasets/queries',
  '/v1/soil-data-by-geometry',
  '/v1/soil-data-by-geometry/queries',
  '/v1/soil-data-by-area-queries',
];

describe('bad requests to the sandbox', () => {
  const faults: string[] = [];
  let client: SandboxClient;
  before(async () => {
    client = await SandboxClient.start({ log: (line) => line.startsWith('fault') && faults.push(line) });
  });
  after(() => client.close());
  afterEach(() => assert.deepEqual(faults, []));

  const refused = async (path: string, body: string): Promise<string> => {
    const answer = await client.send('POST', path, { body, headers: { 'content-type': 'application/json' } });
    assert.equal(answer.status, 400, body.slice(0, 80));
    assert.equal(answer.headers.get('content-type'), 'application/problem+json');
    assert.equal(answer.json.status, 400);
    assert.equal(answer.json.instance, `/api${path}`);
    return String(answer.json.detail);
  };

  it('get a problem from every operation for a body that is not a request', async () => {
    const bodies = ['', '{', 'null', '[]', '"x"', '5', '{}', '{"geometry":null}', '{"geometry":[]}', '{"geometry":""}', '{"__proto__":{"geometry":"POINT(1 1)"}}'];
    const deep = '['.repeat(100_000);
    for (const path of QUERIES) for (const body of [...bodies, deep]) await refused(path, body);
  });

  it('are told which field is wrong', async () => {
    const fields: [Record<string, unknown>, RegExp][] = [
      [{ spatialFilters: 'all' }, /spatialFilters must be an array/],
      [{ spatialFilters: ['11'] }, /spatialFilters must be an array of integers/],
      [{ soilProperties: [1.5] }, /soilProperties must be an array of integers/],
      [{ soilProperties: [999] }, /soilProperties: there is no 999/],
      [{ datasets: { length: 1 } }, /datasets must be an array/],
      [{ dataSets: [-1] }, /dataSets: there is no -1/],
      [{ datasets: Array.from({ length: 1001 }, () => 101) }, /at most 1000/],
      [{ gisDataTypes: ['vector'] }, /gisDataTypes may hold "raster" and "point"/],
      [{ startYear: '1990' }, /startYear must be a year/],
      [{ endYear: 10_000 }, /endYear must be a year/],
      [{ startYear: 2000, endYear: 1990 }, /startYear \(2000\) is after endYear \(1990\)/],
      [{ email: 'nobody' }, /email must be an e-mail address/],
      [{ email: `${'a'.repeat(250)}@b.org` }, /email must be an e-mail address/],
      [{ emailAddress: 5 }, /emailAddress must be an e-mail address/],
    ];
    for (const [field, expected] of fields) {
      assert.match(await refused('/v1/soil-data-by-area-queries', JSON.stringify({ geometry: LARGE_AREA, ...field })), expected);
    }
    const { status } = await client.post('/v1/soil-data-by-area-queries', { geometry: LARGE_AREA, email: 'grower@example.org' });
    assert.equal(status, 201);
  });

  it('are told where the geometry is wrong', async () => {
    const geometries: [string, RegExp][] = [
      ['CIRCLE(1 1)', /expected POINT, MULTIPOINT, POLYGON or MULTIPOLYGON at position 0, found "CIRCLE\(1 1\)"/],
      ['LINESTRING(1 1,2 2)', /at position 0/],
      ['POINT(1 1', /expected "\)" at position 9, found the end/],
      ['POINT(200 1)', /expected a longitude from -180 to 180 at position 6, found "200 1\)"/],
      ['POINT(1 91)', /expected a latitude from -90 to 90/],
      ['POINT(1 1) POINT(2 2)', /expected the end of the text/],
      ['POINT Z(1 1 1)', /expected "\("/],
      ['POLYGON((0 0,1 0,1 1,0 1))', /expected a closed ring of four or more positions at position 8/],
      ['POLYGON((0 0,1 0,0 0))', /expected a closed ring/],
      ['POLYGON EMPTY', /expected "\("/],
      ['POINT(1e400 1)', /longitude/],
      ['POINT(NaN 1)', /longitude/],
      [`MULTIPOINT(${'1 1,'.repeat(10_000)}1 1)`, /10001 points are more than the 10000/],
    ];
    for (const [geometry, expected] of geometries) assert.match(await refused('/v1/spatial-filters/queries', JSON.stringify({ geometry })), expected);
  });

  it('are refused if the area is larger than a job may be', async () => {
    const world = 'POLYGON((-180 -90,180 -90,180 90,-180 90,-180 -90))';
    assert.match(await refused('/v1/soil-data-by-geometry/queries', JSON.stringify({ geometry: world })), /at most 30,000,000 km²/);
    const withinLatitude = (degrees: number) => JSON.stringify({ geometry: `POLYGON((0 -${degrees},60 -${degrees},60 ${degrees},0 ${degrees},0 -${degrees}))` });
    assert.match(await refused('/v1/soil-data-by-area-queries', withinLatitude(20.8)), /The area is 30187\d{3} km²/);
    assert.equal((await client.post('/v1/soil-data-by-area-queries', JSON.parse(withinLatitude(20.5)))).status, 201, 'of 29.8 million km2');
  });

  it('are refused if the body is not JSON by its type, or compressed, or no UTF-8, or too large', async () => {
    const [path = ''] = QUERIES;
    const send = (body: BodyInit, headers: Record<string, string>): Promise<Response> =>
      fetch(client.sandbox.baseUrl + path, { method: 'POST', body, headers: { authorization: `Bearer ${client.token}`, ...headers } });
    const json = { 'content-type': 'application/json' };
    const statuses = [
      await send('{}', { 'content-type': 'text/plain' }),
      await send('{}', { ...json, 'content-encoding': 'gzip' }),
      await send(Buffer.from('{"geometry":"POINT(5 52)","remark":"\xff"}', 'latin1'), json),
      await send(`"${'x'.repeat(5 * 1024 * 1024)}"`, json),
    ];
    assert.deepEqual(
      statuses.map(({ status }) => status),
      [415, 415, 400, 413],
    );
    await Promise.all(statuses.map((answer) => answer.text()));
    const lengths = [4 * 1024 * 1024, 4 * 1024 * 1024 + 1];
    const longest = await Promise.all(lengths.map((length) => send(JSON.stringify({ geometry: 'POINT (5 52)' }).padEnd(length), json)));
    assert.deepEqual(longest.map(({ status }) => status), [200, 413]);
    await Promise.all(longest.map((answer) => answer.text()));
  });

  it('find nothing at addresses that do not exist', async () => {
    const paths = ['/v1', '/v2/datasets', '/v1/datasets/1/2', '/v1/datasets/%2e%2e', '/v1/datasets/', '/v1/__proto__', '/v1/datasets/constructor', '/v1/soil-data-by-geometry/queries/..%2f..'];
    for (const path of paths) assert.equal((await client.get(path)).status, 404, path);
    for (const path of ['/', '/files/x/soil-data-synthetic.zip', '/auth', '/auth/oauth', '/toString']) {
      const { status } = await client.get(new URL(path, client.sandbox.baseUrl).href);
      assert.ok(status === 404 || status === 403, path);
    }
  });

  it('do no harm if they are not HTTP, or break off', async () => {
    const { hostname, port } = new URL(client.sandbox.baseUrl);
    const say = (text: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const socket = connect(Number(port), hostname);
        let answer = '';
        socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
        socket.on('error', reject);
        socket.on('close', () => resolve(answer));
        socket.end(text);
      });
    assert.match(await say('\0\0\0\r\n\r\n'), /^HTTP\/1.1 400/);
    assert.match(await say('GET / HTTP/1.1\r\n\r\n'), /^HTTP\/1.1 400/);
    assert.match(await say('GET / HTTP/1.1\r\nhost: %%%\r\nconnection: close\r\n\r\n'), /^HTTP\/1.1 400/);
    await say('POST /auth/oauth/token HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 50\r\n\r\ngrant');
    assert.equal((await client.get('/v1/datasets')).status, 200);
  });
});
