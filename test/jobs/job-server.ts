import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServiceSettings } from '../../src/service/service-settings';

/** A service on this machine that does what sections 4.6, 4.7 and 5 say, and counts. */
export interface JobServer {
  settings: ServiceSettings;
  /** Geometries of the requests that were taken, in order. */
  posted: string[];
  /** How often each job was read. */
  reads: Map<string, number>;
  close(): Promise<void>;
}

/** A job is completed when it is read for the second time. */
export async function startJobServer(): Promise<JobServer> {
  const posted: string[] = [];
  const reads = new Map<string, number>();
  const server = http.createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const answer = respond(request, body);
      response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer ?? { title: 'Not found' }));
    });
  });
  const respond = (request: http.IncomingMessage, body: string): object | undefined => {
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const collection = '/v1/soil-data-by-geometry/queries';
    if (request.url === '/oauth/token') return { access_token: 'token-CANARY', expires_in: 86_400, token_type: 'Bearer' };
    if (request.method === 'POST' && request.url === collection) {
      posted.push((JSON.parse(body) as { geometry: string }).geometry);
      return { Location: `${base}${collection}/job-${posted.length}` };
    }
    const id = request.url?.slice(collection.length + 1) ?? '';
    if (!/^job-\d+$/.test(id)) return undefined;
    const count = (reads.get(id) ?? 0) + 1;
    reads.set(id, count);
    const job = { id: base + (request.url ?? ''), type: 'Action', actionStatus: 'ActiveActionStatus', description: 'at work' };
    if (count < 2) return job;
    const result = { type: 'DataDownload', url: `${base}/files/${id}.zip?signature=link-CANARY`, expires: new Date(Date.now() + 3_600_000).toISOString() };
    return { ...job, actionStatus: 'Completed', endTime: new Date().toISOString(), result };
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    posted,
    reads,
    settings: {
      baseUrl: url,
      authUrl: url,
      audience: `${url}/`,
      clientId: 'client',
      clientSecret: 'secret-CANARY',
      datasetsField: 'datasets',
      emailField: 'email',
      soilPropertiesPath: '/v1/soil-properties/queries',
      syncThreshold: 10,
      requestsPerSecond: 1000,
      maxConcurrent: 8,
      timeout: 60,
      allowPrivateHosts: true,
      synthetic: false,
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
