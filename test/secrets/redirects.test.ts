import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { downloadFile } from '../../src/download/download-file';
import { zipOf } from '../download/download-scenario';
import { FileServer } from '../download/file-server';
import { outcomeOf, said, serviceAt } from '../faults/fault-run';
import { BY_AREA, BY_GEOMETRY, goodToken, operations, TOKEN_ROUTE } from '../faults/operations';
import { startScriptedServer } from '../servers/scripted-server';
import { PatientClock } from '../time/patient-clock';
import { canaries, canariesIn, signedQuery } from './canaries';

const CODES = [300, 301, 302, 303, 305, 307, 308, 399];

/** Another origin: keeps every byte that comes, whatever the protocol. */
class Elsewhere {
  heard = Buffer.alloc(0);
  connections = 0;
  private server: Server | undefined;

  async start(): Promise<this> {
    this.server = createServer((socket) => {
      this.connections++;
      socket.on('error', () => undefined).on('data', (bytes: Buffer) => {
        this.heard = Buffer.concat([this.heard, bytes]);
        socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
      });
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => this.server?.once('listening', resolve));
    return this;
  }

  get host(): string {
    return `127.0.0.1:${(this.server?.address() as AddressInfo | undefined)?.port}`;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => void this.server?.close(() => resolve()));
  }
}

/** Ways to write an address at another origin, and a few at the same one that must not be followed either. */
function targetsAt(host: string): string[] {
  const port = host.split(':')[1] ?? '';
  return [
    ...[`http://${host}/v1/datasets`, `//${host}/`, `http://${host}`, `HTTP://${host}/?code=1`, `http:/${host}/`, `http:\\\\${host}\\`, `\\\\${host}/`],
    ...[`http://user:secret@${host}/`, `http://api.example@${host}/`, `http://127.1:${port}/`, `http://2130706433:${port}/`, `http://0x7f.1:${port}/`],
    ...[`http://[::ffff:127.0.0.1]:${port}/`, `http://localhost:${port}/`, `https://${host}/`, `ws://${host}/`, `\thttp://${host}/`],
    ...['/v1/elsewhere', '?again', '', 'javascript:alert(1)', 'data:application/json,{}', 'file:///etc/passwd'],
  ];
}

describe('Redirects and addresses', function () {
  this.timeout(180_000);
  let elsewhere: Elsewhere;
  let cases = 0;
  before(async () => (elsewhere = await new Elsewhere().start()));
  after(() => elsewhere.stop());

  for (const operation of operations) {
    it(`are not followed: ${operation.name}`, async () => {
      const server = await startScriptedServer();
      if (operation.nature !== 'signs in') server.always(TOKEN_ROUTE, goodToken(canaries.accessToken));
      const service = serviceAt(server.origin);
      const came = new Set<string>();
      try {
        for (const status of CODES) {
          for (const location of targetsAt(elsewhere.host)) {
            server.script(operation.route, { status, headers: { location } });
            came.add((await outcomeOf(operation.call(service))).code);
            assert.deepEqual(server.unused(), [], `${status} to ${location}`);
            cases++;
          }
        }
      } finally {
        await service.close();
        await server.close();
      }
      assert.deepEqual([...came], ['SOIL_RESPONSE']);
      assert.equal(elsewhere.connections, 0);
    });
  }

  it('of a job are at the API, or refused', async () => {
    const server = await startScriptedServer();
    server.always(TOKEN_ROUTE, goodToken(canaries.accessToken));
    const own = server.origin.slice('http://'.length);
    const service = serviceAt(server.origin);
    try {
      for (const collection of [BY_GEOMETRY, BY_AREA]) {
        for (const target of targetsAt(elsewhere.host)) {
          for (const location of [target, `${target}${collection}/1`, `${target}@${own}${collection}/1`, `${server.origin}@${elsewhere.host}${collection}/1`]) {
            cases++;
            server.script(`POST ${collection}`, { status: 201, body: { Location: location } });
            const created = await service.createJob(collection === BY_AREA ? 'area' : 'geometry', { geometry: 'POINT (5 52)' }).catch(() => undefined);
            if (created) assert.equal(new URL(created.url).origin, server.origin, location);
            // As a message brings it, bypassing all checks of the creation.
            const read = service.pollJob({ id: '1', url: location, kind: 'geometry' });
            assert.notEqual((await outcomeOf(read)).code, 'an answer', location);
          }
        }
      }
    } finally {
      await service.close();
      await server.close();
    }
    assert.equal(elsewhere.connections, 0);
  });

  it('of a download are followed without anything that identifies the client', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'soil-redirects-'));
    const server = await new FileServer(zipOf(500)).start();
    try {
      for (const status of CODES) {
        for (const location of targetsAt(elsewhere.host)) {
          cases++;
          server.answers.push({ status, headers: { location } });
          const url = `${server.origin}/soil.zip?${signedQuery()}`;
          const request = { url, directory: folder, filename: 'soil.zip', exists: 'replace' as const, apiOrigin: server.origin };
          await outcomeOf(downloadFile({ ...request, allowPrivateHosts: false, timeoutSeconds: 10, retryBudgetSeconds: 1 }, { clock: new PatientClock() }));
          server.answers.length = 0;
        }
      }
    } finally {
      await server.close();
      await rm(folder, { recursive: true });
    }
    assert.ok(elsewhere.connections > 0, 'some of them may be followed: this machine is the service here');
    assert.deepEqual(canariesIn(elsewhere.heard), []);
    assert.doesNotMatch(elsewhere.heard.toString('latin1'), /authorization|cookie|referer/i);
  });

  it(`are more than a thousand cases, and nothing secret was said in any`, () => {
    assert.ok(cases > 1000, `${cases} cases`);
    assert.deepEqual([...new Set(said.flatMap(canariesIn))], []);
  });
});
