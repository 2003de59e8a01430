// A process of its own that answers like a soil data service, as fast as node:http can: everything is prepared, nothing is computed.
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ZipFile } from 'yazl';

/** A job is completed this long after it was created. */
const JOB_MS = Number(process.argv[2] ?? 0);
const FILE_BYTES = 100_000;

/** When each job was created, wall time in ms. */
const jobs = new Map<string, number>();
const counts = { jobs: 0, polls: 0, files: 0, early: 0, other: 0 };
let lists: Buffer = Buffer.alloc(0);
let listed = 0;
let file: Buffer = Buffer.alloc(0);
let fileTag = '';

/** Placeholder for the number that {@link anotherCatalogue} writes. */
const UNCOUNTED = '00000000';

/** A catalogue that differs from each one before. */
function anotherCatalogue(): Buffer {
  const copy = Buffer.from(lists);
  copy.write(String(++listed).padStart(UNCOUNTED.length, '0'), copy.indexOf(UNCOUNTED));
  return copy;
}

/** A dataset catalogue of about 9 kB. */
function catalogue(baseUrl: string): Buffer {
  const dataset = (identifier: number): object => ({
    type: 'DataSet',
    id: `${baseUrl}/v1/datasets/${identifier}`,
    identifier,
    name: `Dataset ${identifier} of soil profiles`,
    description: 'Observed soil profiles with laboratory values, harmonised by depth. '.repeat(3),
    url: `https://soil.example/datasets/${identifier}`,
    measurementTechnique: { type: 'DefinedTerm', name: 'Observed soil profile', termCode: 'ObservedSoilProfile', url: 'https://soil.example/terms/observed' },
    distribution: { type: 'DataDownload', encodingFormat: 'GeoJSON', lockedForDownload: false },
    size: { type: 'QuantitativeValue', value: '12345', unitCode: 'data points' },
  });
  const list: object[] = [];
  const whole = (): string =>
    JSON.stringify({
      '@context': `${baseUrl}/v1/core.jsonld`,
      id: `${baseUrl}/v1/datasets`,
      type: 'DataCatalog',
      description: `Datasets ${UNCOUNTED}`,
      temporalCoverage: '1950/2020',
      DataSet: list,
    });
  while (whole().length < 9_000) list.push(dataset(list.length + 1));
  return Buffer.from(whole());
}

async function zip(): Promise<Buffer> {
  const writer = new ZipFile();
  writer.addBuffer(randomBytes(FILE_BYTES), 'output_data_points.csv', { compress: false });
  writer.end();
  const chunks: Buffer[] = [];
  for await (const chunk of writer.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function json(response: ServerResponse, status: number, body: Buffer | object): void {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  response.writeHead(status, { 'content-type': 'application/ld+json', 'content-length': bytes.length });
  response.end(bytes);
}

function answer(request: IncomingMessage, response: ServerResponse, base: string): void {
  const path = request.url ?? '';
  if (path === '/oauth/token') return json(response, 200, { access_token: 'token-of-the-benchmark', expires_in: 86_400, token_type: 'Bearer' });
  if (path === '/counts') return json(response, 200, counts);
  if (path === '/v1/datasets/queries') return json(response, 200, lists);
  if (path === '/changing/v1/datasets/queries') return json(response, 200, anotherCatalogue());
  if (path === '/v1/soil-data-by-geometry/queries') {
    const id = `job-${++counts.jobs}`;
    jobs.set(id, Date.now());
    return json(response, 201, { Location: `${base}${path}/${id}` });
  }
  const id = path.slice(path.lastIndexOf('/') + 1);
  if (path.startsWith('/files/')) {
    counts.files++;
    response.writeHead(200, { 'content-type': 'application/zip', 'content-length': file.length, etag: fileTag });
    response.end(file);
    return;
  }
  const created = jobs.get(id);
  if (created === undefined) {
    counts.other++;
    return json(response, 404, { title: 'Not found', status: 404 });
  }
  counts.polls++;
  const head = { id: `${base}${path}`, type: 'Action', startTime: new Date(created).toISOString(), description: 'job' };
  if (Date.now() < created + JOB_MS) {
    counts.early++;
    return json(response, 200, { ...head, actionStatus: 'Active' });
  }
  const result = { type: 'DataDownload', url: `${base}/files/${id}.zip`, expires: '2099-01-01T00:00:00.000Z' };
  json(response, 200, { ...head, actionStatus: 'Completed', endTime: new Date(created + JOB_MS).toISOString(), result });
}

async function main(): Promise<void> {
  file = await zip();
  fileTag = `"${createHash('sha256').update(file).digest('hex').slice(0, 16)}"`;
  let base = '';
  const server = createServer((request, response) => {
    request.on('end', () => answer(request, response, base));
    request.resume();
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', 4096, () => {
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    lists = catalogue(base);
    process.send?.({ base });
  });
  process.on('disconnect', () => process.exit());
}

void main();
