import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request, type IncomingHttpHeaders, type OutgoingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { actionRoute, readRoute } from '../../nodes/admin/admin-route';
import { fieldOf } from '../../src/foreign/foreign-value';

const PLACE = '/home/somebody/.node-red';

describe('A route that does something', () => {
  const log: string[] = [];
  let server: Server;

  before(async () => {
    const app = express();
    app.use(express.json());
    const auth = { needsPermission: () => (_request: unknown, _response: unknown, next: () => void) => next() };
    const RED = { httpAdmin: app, auth, log: { error: (line: string) => log.push(line) } };
    actionRoute(RED as never, 'try', 'soil-data.write', (body) => (fieldOf(body, 'fails') ? Promise.reject(new Error(`broken at ${PLACE}`)) : Promise.resolve({ done: true })));
    readRoute(RED as never, 'look', () => Promise.resolve({ seen: true }));
    server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => server.close());

  const ask = (more: OutgoingHttpHeaders, body = '{}', [method, path] = ['POST', 'try']): Promise<{ status: number | undefined; headers: IncomingHttpHeaders; text: string }> =>
    new Promise((resolve, reject) => {
      const headers = { host: 'company.example', origin: 'http://company.example', 'content-type': 'application/json', 'content-length': body.length, ...more };
      const present = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
      request({ port: (server.address() as AddressInfo).port, method, path: `/soil-data/${path}`, headers: present }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => (text += part));
        answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, text }));
      })
        .on('error', reject)
        .end(body);
    });

  it('answers the page of its own host, with or without the default port', async () => {
    const own = [
      ['http://company.example', 'company.example:80'],
      ['https://company.example', 'company.example:443'],
      ['https://company.example', 'Company.Example'],
      ['http://company.example:1880', 'company.example:1880'],
    ];
    for (const [origin, host] of own) assert.equal((await ask({ origin, host })).status, 200, `${origin} at ${host}`);
    const foreign = [
      ['https://company.example', 'company.example:80'],
      ['http://company.example', 'company.example:443'],
      ['http://company.example', 'company.example:1880'],
      ['http://company.example:1880', 'company.example'],
    ];
    for (const [origin, host] of foreign) assert.equal((await ask({ origin, host })).status, 403, `${origin} at ${host}`);
  });

  it('lets no page of another host read either; browsers say where a page is from only then', async () => {
    for (const [origin, status] of [[undefined, 200], ['http://company.example', 200], ['http://evil.example', 403], ['null', 403]] as const) {
      assert.equal((await ask({ origin, 'content-type': undefined, 'content-length': undefined }, '', ['GET', 'look'])).status, status, origin);
    }
  });

  it('takes JSON alone, even from a proxy that does not say how long it is', async () => {
    assert.equal((await ask({ 'content-type': 'application/json; charset=utf-8' })).status, 200);
    for (const type of ['text/plain; x=application/json', 'application/jsonp']) assert.equal((await ask({ 'content-type': type })).status, 415, type);
    assert.equal((await ask({ 'content-length': undefined, 'transfer-encoding': 'chunked' })).text, '{"done":true}');
  });

  it('gives JSON that no one keeps', async () => {
    const { headers, text } = await ask({});
    assert.deepEqual([headers['cache-control'], headers['x-content-type-options'], text], ['no-store', 'nosniff', '{"done":true}']);
  });

  it('tells of an internal error only that there was one; the log has the details', async () => {
    const { status, text } = await ask({}, '{"fails":true}');
    assert.deepEqual([status, text], [500, '{"code":"INTERNAL","message":"Something went wrong in Node-RED: see its log."}']);
    assert.match(log.join(), new RegExp(`soil-data: Error: broken at ${PLACE}\n.*admin-route`));
  });
});
