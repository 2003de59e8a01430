import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { HEADER } from '../../nodes/read-flow';
import { seeded } from '../../random/seeded';
import { writtenZip } from '../../records/written-zip';
import { LoopbackServer } from '../../servers/loopback-server';

const COLLECTION = '/v1/soil-data-by-geometry/queries';
/** Of a link: so short that some have expired when they are used. */
const LINK_MS = 8000;

interface Job {
  area: number;
  /** Polls until it is completed. */
  left: number;
  links: number;
}

/** The field of an area, by its number, 77 ha: none touches another. */
export function fieldOf(area: number): string {
  const [west, south] = [5 + (area % 40) / 20, 50 + Math.floor(area / 40) / 20];
  const [east, north] = [west + 0.01, south + 0.01];
  return `POLYGON ((${[[west, south], [east, south], [east, north], [west, north], [west, south]].map(([x, y]) => `${x!.toFixed(4)} ${y!.toFixed(4)}`).join(', ')}))`;
}

/** The number of the area that a place lies in. */
export function areaAt(longitude: number, latitude: number): number {
  return Math.floor((longitude - 5) * 20 + 0.01) + 40 * Math.floor((latitude - 50) * 20 + 0.01);
}

/** A very slow soil service: some creations take longer than a node has to close, downloads trickle, links expire, and it fails now and then. */
export class SlowService {
  /** The areas of the jobs that it created, in order. */
  readonly created: { area: number; job: string; at: number }[] = [];
  /** Requests that should not occur. */
  readonly odd: string[] = [];
  faults = 0;
  readonly server = new LoopbackServer((request, response, body) => this.serve(request, response, body));
  private readonly jobs = new Map<string, Job>();
  private readonly asked = new Map<string, number>();

  constructor(
    private readonly seed: number,
    private readonly name: string,
    /** None any more once the messages are to finish. */
    private readonly share: () => number,
  ) {}

  private async serve(request: IncomingMessage, response: ServerResponse, body: string): Promise<void> {
    const url = request.url ?? '';
    if (url === '/oauth/token') {
      await pause(100);
      return send(response, 200, { access_token: 'token', expires_in: 86_400, token_type: 'Bearer' });
    }
    if (request.method === 'POST' && url === COLLECTION) return this.create(request, response, body);
    if (url.startsWith(`${COLLECTION}/`)) return this.read(request, response, url.slice(COLLECTION.length + 1));
    if (url.startsWith('/files/')) return this.give(request, response, url);
    this.odd.push(`${request.method} ${url}`);
    send(response, 404, { title: 'Not found' });
  }

  private async create(request: IncomingMessage, response: ServerResponse, body: string): Promise<void> {
    const [longitude = 0, latitude = 0] = ((JSON.parse(body) as { geometry: string }).geometry.match(/[\d.]+/g) ?? []).map(Number);
    const area = areaAt(longitude, latitude);
    const random = this.chance(`create ${area}`);
    const speed = random();
    const ms = speed < 0.025 ? 10_500 + 3500 * random() : speed < 0.2 ? 1000 + 3000 * random() : 200 * random();
    if (random() < this.share()) return this.fail(response, [429, 401, 503, 422][Math.floor(random() * 4)] as number);
    await pause(ms / 2);
    const job = `${this.name}-${this.jobs.size + 1}`;
    this.jobs.set(job, { area, left: 1 + Math.floor(random() * 4), links: 0 });
    this.created.push({ area, job, at: Date.now() });
    await pause(ms / 2);
    if (random() < this.share()) return this.cut(request);
    send(response, 201, { Location: `${COLLECTION}/${job}` });
  }

  private async read(request: IncomingMessage, response: ServerResponse, id: string): Promise<void> {
    const job = this.jobs.get(id);
    if (!job) {
      this.odd.push(`read of ${id}`);
      return send(response, 404, { title: 'Not found' });
    }
    const random = this.chance(`read ${id}`);
    await pause(random() < 0.1 ? 3000 * random() : 100 * random());
    if (random() < this.share()) return random() < 0.5 ? this.cut(request) : this.fail(response, [429, 500, 503, 401][Math.floor(random() * 4)] as number);
    job.left -= 1;
    if (job.left > 0) return send(response, 200, { type: 'Action', actionStatus: 'ActiveActionStatus' });
    job.links += 1;
    const ends = new Date(Date.now() + LINK_MS);
    const result = { type: 'DataDownload', url: `${this.server.address}/files/${id}/${ends.getTime()}?signature=${job.links}`, expires: ends.toISOString() };
    send(response, 200, { type: 'Action', actionStatus: 'Completed', endTime: new Date().toISOString(), result });
  }

  private async give(request: IncomingMessage, response: ServerResponse, url: string): Promise<void> {
    const [, , id = '', ends] = url.split(/[/?]/);
    const job = this.jobs.get(id);
    if (!job || Number(ends) < Date.now()) return send(response, 403, { title: 'The link has ended' });
    const random = this.chance(`file ${id}`);
    if (random() < this.share()) return this.fail(response, [500, 503, 429][Math.floor(random() * 3)] as number);
    const file = await fileOf(job.area);
    const from = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const headers = { 'content-type': 'application/zip', 'content-length': file.length - from, etag: `"${id}"`, 'accept-ranges': 'bytes' };
    response.writeHead(from > 0 ? 206 : 200, from > 0 ? { ...headers, 'content-range': `bytes ${from}-${file.length - 1}/${file.length}` } : headers);
    const pieces = random() < 0.3 ? 1 + Math.floor(random() * 30) : 1;
    const isCut = random() < this.share();
    const size = Math.ceil((file.length - from) / pieces);
    for (let at = from; at < file.length && !response.destroyed; at += size) {
      if (isCut && at + size >= file.length) return this.cut(request);
      response.write(file.subarray(at, at + size));
      if (pieces > 1) await pause(100);
    }
    response.end();
  }

  private fail(response: ServerResponse, status: number): void {
    this.faults += 1;
    send(response, status, { title: 'a fault of the soak' }, status === 429 || status === 503 ? { 'retry-after': '1' } : {});
  }

  private cut(request: IncomingMessage): void {
    this.faults += 1;
    request.socket.resetAndDestroy();
  }

  /** The same for the same question, asked the same number of times. */
  private chance(question: string): () => number {
    const times = (this.asked.get(question) ?? 0) + 1;
    this.asked.set(question, times);
    return seeded([...`${this.seed} ${question} ${times}`].reduce((hash, letter) => (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0, 7));
  }
}

/** Points within the field, whose coordinates distinguish it from every other. */
function fileOf(area: number): Promise<Buffer> {
  const [longitude, latitude] = [5 + (area % 40) / 20, 50 + Math.floor(area / 40) / 20];
  const rows = Array.from({ length: 1 + (area % 50) }, (_, n) => `${(latitude + 0.0001 * (n + 1)).toFixed(4)},${(longitude + 0.005).toFixed(4)},pH,PHAQ,0,10,${5 + (n % 20) / 10},pH,1958,CC0,Plots\n`);
  return writtenZip({ 'points.csv': HEADER + rows.join('') });
}

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}
