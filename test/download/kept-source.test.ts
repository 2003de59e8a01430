import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { ZipFile } from 'yazl';
import { downloadFile } from '../../src/download/download-file';
import { keptSource } from '../../src/download/kept-source';

async function zip(): Promise<Buffer> {
  const writer = new ZipFile();
  writer.addBuffer(Buffer.from('id,value\n1,2\n'), 'output_data_points.csv');
  writer.end();
  const chunks: Buffer[] = [];
  for await (const chunk of writer.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

describe('Downloads from one place', () => {
  let server: Server;
  let directory: string;
  let connections = 0;
  /** As many as have to be here before any of them is answered. */
  let together: number;
  let address: string;

  beforeEach(async () => {
    const file = await zip();
    connections = 0;
    together = 1;
    const unanswered: ServerResponse[] = [];
    server = createServer((_request, response) => {
      if (unanswered.push(response) < together) return;
      for (const each of unanswered.splice(0)) each.writeHead(200, { 'content-length': file.length, etag: '"1"' }).end(file);
    });
    server.on('connection', () => connections++);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    directory = await mkdtemp(path.join(os.tmpdir(), 'soil-kept-'));
  });
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
    await rm(directory, { recursive: true });
  });

  const download = (name: string, more: object = {}): Promise<{ path: string }> =>
    downloadFile({ url: `${address}/${name}`, directory, filename: name, exists: 'replace', allowPrivateHosts: true, apiOrigin: address, timeoutSeconds: 60, retryBudgetSeconds: 300, ...more });

  it('use one connection, one after the other', async () => {
    for (const name of ['a.zip', 'b.zip', 'c.zip']) assert.equal((await download(name)).path, path.join(directory, name));
    assert.equal(connections, 1);
  });

  it('use several connections at the same time', async () => {
    together = 3;
    await Promise.all(['a.zip', 'b.zip', 'c.zip'].map((name) => download(name)));
    assert.equal(connections, 3);
  });

  it('share nothing if their settings differ', async () => {
    await download('a.zip');
    await download('b.zip', { timeoutSeconds: 61 });
    assert.equal(connections, 2);
  });

  it('keep a bounded number of sources: those used last', () => {
    const settings = (timeoutSeconds: number): Parameters<typeof keptSource>[0] => ({ allowLoopback: true, allowPrivateHosts: true, apiOrigin: 'https://api.example', timeoutSeconds });
    const used = keptSource(settings(1000));
    const first = keptSource(settings(1));
    for (let other = 2; other < 20; other++) {
      keptSource(settings(other));
      assert.equal(keptSource(settings(1000)), used);
    }
    assert.notEqual(keptSource(settings(1)), first);
    const eight = [1, 2, 3, 4, 5, 6, 7, 8].map((other) => keptSource(settings(other)));
    assert.deepEqual(eight.map((source, index) => keptSource(settings(index + 1)) === source), Array(8).fill(true));
  });
});
